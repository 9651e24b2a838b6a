#include "saltus/foundation/diagnostics/codes.h"

namespace saltus {

const std::vector<Code>& all_codes() {
  static const std::vector<Code> every_code = {
#define SALTUS_CODE(name, number) codes::name,
#include "saltus/foundation/diagnostics/codes.def"
#undef SALTUS_CODE
  };
  return every_code;
}

}  // namespace saltus

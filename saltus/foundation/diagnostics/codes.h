#pragma once

#include <string_view>
#include <vector>

namespace saltus {

// A kind of diagnostic: `codes::unknown_name` prints as N0201.
struct Code {
  std::string_view name;   // N0201
  std::string_view title;  // unknown_name
  friend bool operator==(Code, Code) = default;
};

namespace codes {
#define SALTUS_CODE(name, number) inline constexpr Code name{#number, #name};
#include "saltus/foundation/diagnostics/codes.def"
#undef SALTUS_CODE
}  // namespace codes

// Every code, in the order of codes.def.
const std::vector<Code>& all_codes();

}  // namespace saltus

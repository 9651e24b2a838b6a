#include "saltus/analysis/print/verdict_name.h"

#include <algorithm>

namespace saltus {

const char* verdict_name(ChangeVerdict verdict) {
  switch (verdict) {
    case ChangeVerdict::continuous:
      return "continuous";
    case ChangeVerdict::jump:
      return "jump";
    case ChangeVerdict::impulsive:
      return "impulsive";
    case ChangeVerdict::under_determined:
      return "under-determined";
    case ChangeVerdict::over_determined:
      return "over-determined";
  }
  return "";
}

std::string verdict_key(ChangeVerdict verdict) {
  std::string key = verdict_name(verdict);
  std::replace(key.begin(), key.end(), '-', '_');
  return key;
}

}  // namespace saltus

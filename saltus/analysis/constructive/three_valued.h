#pragma once

#include <optional>

namespace saltus {

// A truth value; nothing where it is not known (Kleene's logic).
using ThreeValued = std::optional<bool>;

inline ThreeValued both(ThreeValued a, ThreeValued b) {
  if (a == false || b == false) return false;
  if (a && b) return true;
  return std::nullopt;
}

inline ThreeValued negated(ThreeValued a) { return a ? ThreeValued(!*a) : std::nullopt; }

inline ThreeValued either(ThreeValued a, ThreeValued b) {
  return negated(both(negated(a), negated(b)));
}

inline ThreeValued chosen(ThreeValued condition, ThreeValued a, ThreeValued b) {
  if (condition) return *condition ? a : b;
  return a == b ? a : std::nullopt;
}

}  // namespace saltus

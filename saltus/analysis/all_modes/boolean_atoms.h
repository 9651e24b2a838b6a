#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "saltus/compiler/flat/flat_system.h"
#include "saltus/compiler/hybrid/affine_form.h"

namespace saltus {

// A number for each thing that can be true or false: guards first, then atoms.
using LogicItem = std::uint32_t;

struct LogicLiteral {
  LogicItem item;
  bool value;
};

// What a Boolean expression without Boolean operands says.
struct AtomMeaning {
  // All of them hold; none: true. `x = 3` is `x >= 3` and not `x > 3`.
  std::vector<LogicLiteral> literals;
  bool is_negated = false;
};

// Finds the atoms of Boolean expressions. Relations of one function with several constants,
// up to a factor, are thresholds: `x > 1`, `2 > 2*x` and `x >= 3` are about x > 1, x >= 1
// and x >= 3, and each of them implies the ones below.
class BooleanAtoms {
 public:
  explicit BooleanAtoms(FlatSystem& system);

  // Has Boolean operands: and, or, not, if, = between Booleans.
  bool is_operation(ExprId id) const;
  // Of anything else that is Boolean.
  const AtomMeaning& meaning(ExprId atom);

  std::size_t item_count() const { return item_count_; }
  // The numbers k for which there is an atom `variable >= k`; of an Integer.
  std::vector<double> thresholds_of(VariableId variable) const;
  // The thresholds of each function, ascending: each implies the one before it.
  std::vector<std::vector<LogicItem>> chains() const;

 private:
  // f >= value, or f > value if strict.
  struct Threshold {
    double value;
    bool is_strict;
    friend auto operator<=>(const Threshold&, const Threshold&) = default;
  };
  using Family = std::map<Threshold, LogicItem>;

  AtomMeaning find_meaning(ExprId atom);
  AtomMeaning relation(ExprId relation);
  AtomMeaning compare(Op op, Family& family, double value, bool is_whole);
  LogicItem threshold(Family& family, Threshold threshold, bool is_whole);
  bool is_whole_number(ExprId term) const;
  LogicItem add_item() { return item_count_++; }

  FlatSystem& system_;
  ParameterValues values_;
  LogicItem item_count_;
  std::map<std::vector<AffinePart>, Family> families_;
  std::unordered_map<ExprId, AtomMeaning> meanings_;  // looked up only
};

}  // namespace saltus

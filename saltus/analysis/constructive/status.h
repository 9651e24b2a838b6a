#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "saltus/foundation/base/id_map.h"
#include "saltus/foundation/expr/expr.h"

namespace saltus {

// What is known of a guard, a value or an equation (S0, eq. 17): I < U < F, T.
enum class Truth : std::uint8_t {
  irrelevant,  // I: no part of the present instant
  undefined,   // U: not evaluated yet
  is_false,    // F: a guard that does not hold; an equation that is disabled or deferred
  is_true,     // T: a guard that holds; a value that is computed; an equation that is solved
};

// x^(• shift): the value of the variable `shift` instants after the present one.
struct ValueAt {
  VariableId variable;
  int shift;
  friend auto operator<=>(const ValueAt&, const ValueAt&) = default;
};

// e^(• shift): the equation, its body shifted; its guard is not.
struct EquationAt {
  EquationId equation;
  int shift;
  friend auto operator<=>(const EquationAt&, const EquationAt&) = default;
};

// The truth of e, e•, e••, …; irrelevant beyond the end. No trailing `irrelevant` is stored,
// so that equal knowledge compares equal.
class ShiftedTruth {
 public:
  Truth operator[](int shift) const {
    return shift < size() ? truth_[static_cast<std::size_t>(shift)] : Truth::irrelevant;
  }
  void set(int shift, Truth truth);
  // One more than the highest shift that is relevant.
  int size() const { return static_cast<int>(truth_.size()); }
  friend auto operator<=>(const ShiftedTruth&, const ShiftedTruth&) = default;

 private:
  std::vector<Truth> truth_;
};

// Indices are those of the flat system; what belongs to another component stays irrelevant.
struct Status {
  std::vector<Truth> guards;
  std::vector<ShiftedTruth> variables;
  std::vector<ShiftedTruth> equations;

  Truth of(GuardId guard) const { return guards[guard.index()]; }
  Truth of(ValueAt value) const { return variables[value.variable.index()][value.shift]; }
  Truth of(EquationAt e) const { return equations[e.equation.index()][e.shift]; }
  void set(GuardId guard, Truth truth) { guards[guard.index()] = truth; }
  void set(ValueAt value, Truth truth) {
    variables[value.variable.index()].set(value.shift, truth);
  }
  void set(EquationAt e, Truth truth) { equations[e.equation.index()].set(e.shift, truth); }
  friend auto operator<=>(const Status&, const Status&) = default;
};

// Equations that the values of the past are known to satisfy (Δ); ascending.
using Context = std::vector<EquationAt>;

}  // namespace saltus

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "saltus/compiler/flat/flat_system.h"
#include "saltus/compiler/modes/mode.h"
#include "saltus/foundation/expr/evaluate.h"

namespace saltus {

// What is known of a model before its first mode (docs/theory/start.md), in this order: what
// parameters, time, fixed start values and unguarded equations `x = e`, `der(x) = e` determine;
// what these equations make of start values that are not fixed; and 0 for everything else.
class ValuesAtStart {
 public:
  // `known`: values of discrete variables and inputs, by VariableId; their start values if empty.
  ValuesAtStart(const FlatSystem& system, double time, std::span<const double> known = {});
  ValuesAtStart(const ValuesAtStart&) = delete;
  ValuesAtStart& operator=(const ValuesAtStart&) = delete;

  const Mode& mode() const { return mode_; }
  double value(VariableId variable) const { return values_[variable].value.value_or(0.0); }
  // Nothing if it depends on `sample` or a table.
  std::optional<double> evaluate(ExprId expr) { return evaluator_.evaluate(expr); }

 private:
  // What a value, a derivative, the floor of a step or a guard is computed from.
  enum class Kind : std::uint8_t { value, derivative, step, guard };
  struct Definition {
    Kind kind;
    std::uint32_t target;
    ExprId expr;
    std::vector<GuardLiteral> active_if = {};
    std::size_t open = 0;  // values in it that are not known yet
  };
  struct Cell {
    std::optional<double> value;
    std::vector<std::uint32_t> readers = {};  // definitions
  };

  void collect();
  void define(Definition definition);
  void define_by(const FlatEquation& equation);
  void define_side(ExprId side, ExprId other, const FlatEquation& equation);
  Cell* cell_of(const Expr& leaf);
  void set(Cell& cell, double value);
  void follow();
  void conclude(const Definition& definition);
  void take_known_values();
  void take_starts(bool only_fixed);
  void take_rest();
  double start_of(VariableId variable) const;

  const FlatSystem& system_;
  double time_;
  std::span<const double> known_;
  Evaluator evaluator_;
  IdMap<VariableId, Cell> values_, derivatives_;
  IdMap<GuardId, Cell> guards_;
  IdMap<VariableId, bool> is_defined_;
  std::vector<Definition> definitions_;
  std::vector<std::uint32_t> ready_;
  Mode mode_;
};

}  // namespace saltus

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "saltus/compiler/flat/flat_system.h"
#include "saltus/compiler/multilinear/input_signal.h"

namespace saltus {

// A signal as Modelica: a number, or
//   if time < t_0 then v_0 elseif time < t_1 then v_0 + s_0*(time - t_0) elseif … else v_N
// with s = 0 in a held table. A value can be read off at the beginning of its piece, exactly.
std::string print_signal(const InputSignal& signal);

// The inverse: finds constants, and alternatives over `time < number` whose branches are all
// constant (a held table), or linear in time and meet where they change (a linear table).
class SignalFinder {
 public:
  explicit SignalFinder(const FlatSystem& system);

  // Nothing if the expression is no such signal.
  std::optional<InputSignal> find(ExprId root);
  // Whether a signal that was found decides by this guard.
  bool is_used(GuardId guard) const { return is_used_[guard]; }

 private:
  struct Piece {
    double end;  // where the next one begins; not of the last one
    ExprId value;
  };
  void find_degrees();
  int degree_of(const Expr& expr) const;
  std::optional<std::vector<Piece>> pieces_of(ExprId root, std::vector<GuardId>& guards);
  std::optional<double> end_before(GuardId guard);
  double value_at(ExprId root, double time);
  InputSignal held(const std::vector<Piece>& pieces);
  std::optional<InputSignal> linear(const std::vector<Piece>& pieces);

  const FlatSystem& system_;
  std::vector<int> degree_;  // in time, of each expression
  IdMap<GuardId, bool> is_used_;
};

}  // namespace saltus

#pragma once

#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "saltus/analysis/constructive/reduced_conditions.h"
#include "saltus/compiler/hybrid/affine_form.h"

namespace saltus {

// Whether one crossing leads from one mode to another: one event function passes through zero, or
// one discrete Boolean changes, and every guard follows. From `x < 1` to `x >= 2` it takes two.
class Crossings {
 public:
  Crossings(FlatSystem& system, ReducedConditions& conditions);

  // Between modes given with all guards that their own logic decides (PossibleModes::completed).
  bool connect(const std::vector<GuardLiteral>& from, const std::vector<GuardLiteral>& to);

 private:
  // Where f - value changes its sign; without parts: the Boolean `atom`.
  struct Surface {
    std::vector<AffinePart> parts;
    double value = 0.0;
    std::optional<ExprId> atom;
    friend auto operator<=>(const Surface&, const Surface&) = default;
  };
  enum class Side { below, above };

  struct Comparison {
    Op op;
    Surface surface;
  };
  bool is_value_of_binary(const Expr& relation) const;
  std::optional<Comparison> comparison(ExprId relation);
  const std::vector<Surface>& surfaces_of(ExprId condition);
  std::optional<bool> value_beside(ExprId condition, const Surface& surface, Side side);
  std::optional<bool> find_value_beside(ExprId condition, const Surface& surface, Side side);
  std::optional<bool> value_of_atom(ExprId atom, const Surface& surface, Side side);
  bool agree(const std::vector<GuardLiteral>& literals, const Surface& surface, Side side);

  FlatSystem& system_;
  ParameterValues values_;
  ReducedConditions& conditions_;
  std::map<ExprId, std::vector<Surface>> surfaces_;
  std::map<std::tuple<ExprId, Side, Surface>, std::optional<bool>> beside_;
};

}  // namespace saltus

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "saltus/compiler/flat/flat_system.h"
#include "saltus/foundation/expr/differentiate.h"

namespace saltus {

// Replaces what is substituted in expressions of a flat system, until nothing substituted is
// left in them:
//   v           by E            if v <- E,
//   der(v)      by D            if der(v) <- D,
//   der^k(v)    by d/dt of what was put for der^(k-1)(v), otherwise,
// and the same again in what was put.
// Guards that this decides are replaced by their value.
// Every node of the pool is visited once, however many expressions share it.
class SubstitutionResolver {
 public:
  explicit SubstitutionResolver(FlatSystem& system);

  // The expression itself after a cycle was found.
  ExprId resolve(ExprId root);

  // A cycle of substituted variables and of guards: each needs the next, the last one the first.
  // Empty if none was found.
  const std::vector<ExprId>& cycle() const { return cycle_; }
  // The highest derivative of the variable that was met.
  int highest_derivative(VariableId variable) const { return highest_[variable]; }

 private:
  enum class Colour : std::uint8_t { fresh, open, done };

  bool is_substituted(VariableId id, int order) const;
  bool needs_derivative(const Expr& leaf) const;
  void open(ExprId id);
  void open_leaf(const Expr& leaf);
  void need(ExprId id);
  bool differentiate_source(ExprId id);
  ExprId finish(ExprId id);
  Colour& colour(ExprId id);
  ExprId result(ExprId id) const { return ExprId(result_[id.index()]); }

  FlatSystem& system_;
  ExprPool& pool_;
  Differentiator differentiator_;
  IdMap<VariableId, std::array<std::optional<ExprId>, 2>> written_;  // by order
  IdMap<VariableId, int> highest_;
  std::vector<Colour> colour_;
  std::vector<std::uint32_t> result_, source_;  // source of a derivative: index + 1, 0 before
  std::vector<ExprId> pending_;
  std::vector<ExprId> cycle_;
};

// The value of a substitution in every mode: that of the first active branch.
ExprId first_open_value(ExprPool& pool, const FlatSubstitution& substitution);

}  // namespace saltus

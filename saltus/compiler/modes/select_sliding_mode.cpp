#include "saltus/compiler/modes/select_sliding_mode.h"

#include <algorithm>
#include <deque>
#include <numeric>
#include <unordered_set>

#include "saltus/compiler/hybrid/expression_walk.h"
#include "saltus/foundation/expr/put_values.h"
#include "saltus/foundation/expr/rewrite.h"

namespace saltus {

namespace {

// Surfaces that one group of equations may depend on: 2^n corners are mixed.
constexpr std::size_t kMostSurfacesTogether = 6;
// Mixed sums and products are taken apart this deep, so that what both sides share is
// not multiplied by λ.
constexpr int kDeepest = 64;
constexpr std::uint32_t kUnswitched = 0xFFFFFFFFu;

// Expressions as they are where functions vanish identically.
class OnSurfaces {
 public:
  explicit OnSurfaces(ExprPool& pool)
      : pool_(pool), rewriter_(pool, [](ExprPool&, ExprId leaf) { return leaf; }) {}

  void add(ExprId function) {
    const ExprId zero = pool_.constant(0.0);
    rewriter_.replace(function, zero);
    const Expr expr = pool_[function];
    if (expr.op != Op::subtract) return;
    rewriter_.replace(pool_.binary(Op::subtract, expr.second(), expr.first()), zero);
  }
  ExprId at(ExprId expr) { return rewriter_.rewrite(expr); }

 private:
  ExprPool& pool_;
  Rewriter rewriter_;
};

// (1 - λ) low + λ high, with what both have in common outside.
class Mixer {
 public:
  explicit Mixer(ExprPool& pool) : pool_(pool) {}
  // What both sides have in common on the surfaces, is common to them.
  Mixer(ExprPool& pool, OnSurfaces& surfaces) : pool_(pool), surfaces_(&surfaces) {}

  ExprId mix(ExprId low, ExprId high, ExprId multiplier, int depth = 0) {
    if (low == high) return low;
    if (const auto common = common_on_surfaces(low, high)) return *common;
    const Expr l = pool_[low], h = pool_[high];
    const auto go_on = [&](ExprId a, ExprId b) { return mix(a, b, multiplier, depth + 1); };
    if (depth < kDeepest) {
      if (const auto mixed = mix_vanished(low, high, go_on)) return *mixed;
    }
    if (l.op == h.op && depth < kDeepest) {
      switch (l.op) {
        case Op::add:
        case Op::subtract:
          return pool_.binary(l.op, go_on(l.first(), h.first()), go_on(l.second(), h.second()));
        case Op::negate:
          return pool_.unary(l.op, go_on(l.first(), h.first()));
        case Op::multiply:
          if (l.first() == h.first()) {
            const ExprId mixed = go_on(l.second(), h.second());
            return is_number(mixed, 0.0) ? mixed : pool_.binary(l.op, l.first(), mixed);
          }
          if (l.second() == h.second()) {
            const ExprId mixed = go_on(l.first(), h.first());
            return is_number(mixed, 0.0) ? mixed : pool_.binary(l.op, mixed, l.second());
          }
          break;
        case Op::divide:
          if (l.second() == h.second()) {
            return pool_.binary(l.op, go_on(l.first(), h.first()), l.second());
          }
          break;
        default:
          break;
      }
    }
    const ExprId difference = pool_.binary(Op::subtract, high, low);
    return pool_.binary(Op::add, low, pool_.binary(Op::multiply, multiplier, difference));
  }

  // values[b] at corner b; surface by surface, the last one first.
  ExprId mix(std::vector<ExprId> values, const std::vector<ExprId>& multipliers) {
    for (std::size_t i = multipliers.size(); i-- > 0;) {
      const std::size_t half = std::size_t{1} << i;
      for (std::size_t b = 0; b < half; ++b) {
        values[b] = mix(values[b], values[half + b], multipliers[i]);
      }
    }
    return values.front();
  }

 private:
  bool is_number(ExprId expr, double value) {
    return pool_.is_constant(expr) && expr == pool_.constant(value);
  }
  bool is_zero(ExprId expr) { return is_number(expr, 0.0) || is_number(expr, -0.0); }

  // abs(s), or sqrt(abs(s))*sign(s): zero on s = 0, on either side.
  std::optional<ExprId> common_on_surfaces(ExprId low, ExprId high) {
    if (surfaces_ == nullptr) return std::nullopt;
    const ExprId at_low = surfaces_->at(low), at_high = surfaces_->at(high);
    if (is_zero(at_low) && is_zero(at_high)) return pool_.constant(0.0);
    return at_low == at_high ? std::optional(at_low) : std::nullopt;
  }

  // A term that is zero on one side has vanished there: a stands for a + 0, -b for 0 - b.
  template <typename Mix>
  std::optional<ExprId> mix_vanished(ExprId low, ExprId high, const Mix& go_on) {
    const Expr l = pool_[low], h = pool_[high];
    const ExprId zero = pool_.constant(0.0);
    const auto is_sum = [](const Expr& e) { return e.op == Op::add || e.op == Op::subtract; };
    if (is_sum(h) && h.first() == low) return pool_.binary(h.op, low, go_on(zero, h.second()));
    if (is_sum(l) && l.first() == high) return pool_.binary(l.op, high, go_on(l.second(), zero));
    if (h.op == Op::add && h.second() == low) {
      return pool_.binary(Op::add, go_on(zero, h.first()), low);
    }
    if (l.op == Op::add && l.second() == high) {
      return pool_.binary(Op::add, go_on(l.first(), zero), high);
    }
    if (h.op == Op::subtract && l.op == Op::negate) {
      return pool_.binary(Op::subtract, go_on(zero, h.first()), go_on(l.first(), h.second()));
    }
    if (l.op == Op::subtract && h.op == Op::negate) {
      return pool_.binary(Op::subtract, go_on(l.first(), zero), go_on(l.second(), h.first()));
    }
    return std::nullopt;
  }

  ExprPool& pool_;
  OnSurfaces* surfaces_ = nullptr;
};

// One corner of a group: its guards decided.
struct Corner {
  Mode mode;
  Rewriter decide;
  Corner(FlatSystem& system, Mode values)
      : mode(std::move(values)), decide(system.pool, [this](ExprPool& pool, ExprId leaf) {
          const Expr expr = pool[leaf];
          return expr.op == Op::guard ? pool.boolean(mode[GuardId(expr.a)]) : leaf;
        }) {}
  Corner(const Corner&) = delete;
  Corner& operator=(const Corner&) = delete;
};

// Clusters that some equation reads together, and the equations that read them.
struct Group {
  std::vector<std::uint32_t> clusters;
  std::vector<EquationId> equations;
  std::deque<Corner> corners;
  std::vector<ExprId> multipliers;
};

class SlidingSelection {
 public:
  SlidingSelection(FlatSystem& system, const HybridSystem& hybrid, const Component& component,
                   const Mode& mode, const Sliding& sliding, SlidingUnknowns& unknowns)
      : system_(system),
        hybrid_(hybrid),
        component_(component),
        sliding_(sliding),
        unknowns_(unknowns),
        base_(system, mode),
        walk_(system.pool),
        on_surfaces_(system.pool),
        mixer_(system.pool, on_surfaces_),
        cluster_of_guard_(system.guards.size(), kUnswitched),
        parent_(sliding.size()) {
    std::iota(parent_.begin(), parent_.end(), 0u);
    for (std::uint32_t c = 0; c < sliding.size(); ++c) {
      for (const SlidingGuard& guard : sliding[c].guards) cluster_of_guard_[guard.guard] = c;
    }
  }

  std::optional<ModeSystem> run() {
    selected_.unknowns = component_.variables;
    group_equations();
    add_surfaces_that_vanish();
    for (Group& group : groups_) {
      if (!prepare(group) || !add_equations(group)) return std::nullopt;
    }
    std::sort(selected_.equations.begin(), selected_.equations.end(),
              [](const ModeEquation& a, const ModeEquation& b) { return a.equation < b.equation; });
    for (const SlidingCluster& cluster : sliding_) {
      if (cluster.binary) mix_values(*cluster.binary, cluster.surfaces.front());
    }
    for (const SlidingCluster& cluster : sliding_) {
      for (const SurfaceId surface : cluster.surfaces) {
        if (cluster.fixed_share(surface)) continue;
        const SlidingUnknown own = unknowns_.of(surface);
        selected_.unknowns.push_back(own.multiplier);
        ExprId function = mixed(hybrid_.surfaces[surface].function);
        if (cluster.binary) function = at_value(*cluster.binary, cluster.binary->value, function);
        selected_.equations.push_back({own.equation, function});
        multiplier_of_.emplace(surface.index(), own.multiplier);
        if (!cluster.reactions.empty()) resting_.insert(surface.index());
      }
    }
    for (const SurfaceId surface : component_.surfaces) add_surface(surface);
    for (const SlidingCluster& cluster : sliding_) {
      if (!cluster.binary) continue;
      for (ModeSurface& surface : selected_.surfaces) {
        surface.function = mixture(*cluster.binary, cluster.surfaces.front(), surface.function);
      }
    }
    return std::move(selected_);
  }

 private:
  ExprId at_value(const BinaryShare& binary, double value, ExprId expr) {
    const std::pair values(binary.variable, value);
    return PutValues(system_.pool, {&values, 1}).into(expr);
  }
  ExprId mixture(const BinaryShare& binary, SurfaceId surface, ExprId expr) {
    const ExprId multiplier = system_.pool.variable(unknowns_.of(surface).multiplier);
    return mixer_.mix(at_value(binary, 0.0, expr), at_value(binary, 1.0, expr), multiplier);
  }
  void mix_values(const BinaryShare& binary, SurfaceId surface) {
    for (ModeEquation& equation : selected_.equations) {
      equation.residual = mixture(binary, surface, equation.residual);
    }
  }

  std::uint32_t root(std::uint32_t cluster) const {
    while (parent_[cluster] != cluster) cluster = parent_[cluster];
    return cluster;
  }

  // The cluster whose guards an expression or its literals read, all of them united.
  void unite(std::uint32_t guard, std::uint32_t& found) {
    const std::uint32_t cluster = cluster_of_guard_[guard];
    if (cluster == kUnswitched) return;
    if (found != kUnswitched) parent_[root(found)] = root(cluster);
    found = root(cluster);
  }
  std::uint32_t cluster_read_by(ExprId expr, std::uint32_t found) {
    walk_.leaves(expr, [&](const Expr& leaf) {
      if (leaf.op == Op::guard) unite(leaf.a, found);
    });
    return found;
  }
  std::uint32_t cluster_read_by(const FlatEquation& equation) {
    std::uint32_t found = kUnswitched;
    for (const GuardLiteral literal : equation.active_if) unite(literal.guard.index(), found);
    walk_.start();
    return cluster_read_by(equation.right, cluster_read_by(equation.left, found));
  }

  void group_equations() {
    std::vector<std::uint32_t> read;
    for (const EquationId id : component_.equations) {
      read.push_back(cluster_read_by(system_.equations[id]));
    }
    for (const SurfaceId id : component_.surfaces) {
      walk_.start();
      cluster_read_by(hybrid_.surfaces[id].function, kUnswitched);
    }
    group_of_root_.assign(sliding_.size(), kUnswitched);
    for (std::uint32_t c = 0; c < sliding_.size(); ++c) {
      std::uint32_t& group = group_of_root_[root(c)];
      if (group == kUnswitched) {
        group = static_cast<std::uint32_t>(groups_.size());
        groups_.emplace_back();
      }
      groups_[group].clusters.push_back(c);
    }
    for (std::size_t i = 0; i < component_.equations.size(); ++i) {
      const EquationId id = component_.equations[i];
      if (read[i] != kUnswitched) {
        groups_[group_of_root_[root(read[i])]].equations.push_back(id);
      } else if (is_active(system_.equations[id].active_if, base_.mode)) {
        selected_.equations.push_back({id, residual(system_.equations[id], base_)});
      }
    }
  }

  // Functions that are the same on all sides, and what equations that always hold call them:
  // v where der(x) = v and der(x) vanishes.
  // Where no surface has an equation of its own, what is mixed keeps them at zero: it stays.
  void add_surfaces_that_vanish() {
    const bool has_free =
        std::any_of(sliding_.begin(), sliding_.end(), [](const SlidingCluster& cluster) {
          return cluster.fixed.size() < cluster.surfaces.size();
        });
    if (!has_free) return;
    for (const SlidingCluster& cluster : sliding_) {
      if (cluster.binary) continue;
      for (const SurfaceId surface : cluster.surfaces) {
        const ExprId function = hybrid_.surfaces[surface].function;
        walk_.start();
        if (cluster_read_by(function, kUnswitched) != kUnswitched) continue;
        on_surfaces_.add(base_.decide.rewrite(function));
        for (const EquationId id : component_.equations) {
          const FlatEquation& equation = system_.equations[id];
          if (!equation.active_if.empty()) continue;
          if (equation.left == function) on_surfaces_.add(equation.right);
          if (equation.right == function) on_surfaces_.add(equation.left);
        }
      }
    }
  }

  ExprId multiplier_in(const SlidingCluster& cluster, SurfaceId surface) {
    if (const auto share = cluster.fixed_share(surface)) return system_.pool.constant(*share);
    return system_.pool.variable(unknowns_.of(surface).multiplier);
  }

  // Makes the corners: bits of the first cluster's surfaces first.
  bool prepare(Group& group) {
    std::size_t surfaces = 0;
    for (const std::uint32_t c : group.clusters) {
      surfaces += sliding_[c].surfaces.size();
      for (const SurfaceId surface : sliding_[c].surfaces) {
        group.multipliers.push_back(multiplier_in(sliding_[c], surface));
      }
    }
    if (surfaces > kMostSurfacesTogether) return false;
    Sliding own;
    for (const std::uint32_t c : group.clusters) own.push_back(sliding_[c]);
    for (std::size_t corner = 0; corner < (std::size_t{1} << surfaces); ++corner) {
      group.corners.emplace_back(system_, mode_at_corner(base_.mode, own, corner));
    }
    return true;
  }

  ExprId residual(const FlatEquation& equation, Corner& corner) {
    return system_.pool.binary(Op::subtract, corner.decide.rewrite(equation.left),
                               corner.decide.rewrite(equation.right));
  }

  // Equations that hold at all corners are mixed with themselves; the others stand in
  // branches, and the k-th of one branch is mixed with the k-th of the other.
  bool add_equations(Group& group) {
    std::vector<std::vector<EquationId>> in_branches(group.corners.size());
    for (const EquationId id : group.equations) {
      const FlatEquation& equation = system_.equations[id];
      std::vector<std::size_t> active;
      for (std::size_t b = 0; b < group.corners.size(); ++b) {
        if (is_active(equation.active_if, group.corners[b].mode)) active.push_back(b);
      }
      if (active.size() == group.corners.size()) {
        std::vector<EquationId> same(group.corners.size(), id);
        add_mixed(group, same);
      } else {
        for (const std::size_t b : active) in_branches[b].push_back(id);
      }
    }
    for (const auto& branch : in_branches) {
      if (branch.size() != in_branches.front().size()) return false;
    }
    for (std::size_t k = 0; k < in_branches.front().size(); ++k) {
      std::vector<EquationId> paired;
      for (const auto& branch : in_branches) paired.push_back(branch[k]);
      add_mixed(group, paired);
    }
    return true;
  }

  void add_mixed(Group& group, const std::vector<EquationId>& equations) {
    std::vector<ExprId> residuals;
    for (std::size_t b = 0; b < equations.size(); ++b) {
      residuals.push_back(residual(system_.equations[equations[b]], group.corners[b]));
    }
    selected_.equations.push_back(
        {equations.front(), mixer_.mix(std::move(residuals), group.multipliers)});
  }

  // An event function, mixed where it reads guards that slide.
  ExprId mixed(ExprId function) {
    walk_.start();
    const std::uint32_t cluster = cluster_read_by(function, kUnswitched);
    if (cluster == kUnswitched) return base_.decide.rewrite(function);
    Group& group = groups_[group_of_root_[root(cluster)]];
    std::vector<ExprId> values;
    for (Corner& corner : group.corners) values.push_back(corner.decide.rewrite(function));
    return mixer_.mix(std::move(values), group.multipliers);
  }

  void add_surface(SurfaceId surface) {
    const auto sliding = multiplier_of_.find(surface.index());
    if (sliding == multiplier_of_.end()) {
      selected_.surfaces.push_back({surface, mixed(hybrid_.surfaces[surface].function)});
      return;
    }
    ExprPool& pool = system_.pool;
    const ExprId multiplier = pool.variable(sliding->second);
    if (resting_.contains(surface.index())) {
      selected_.surfaces.push_back({surface, multiplier});
      return;
    }
    const ExprId rest = pool.binary(Op::subtract, pool.constant(1.0), multiplier);
    selected_.surfaces.push_back({surface, pool.binary(Op::multiply, multiplier, rest)});
  }

  FlatSystem& system_;
  const HybridSystem& hybrid_;
  const Component& component_;
  const Sliding& sliding_;
  SlidingUnknowns& unknowns_;
  Corner base_;
  ExpressionWalk walk_;
  OnSurfaces on_surfaces_;
  Mixer mixer_;
  std::vector<std::uint32_t> cluster_of_guard_;
  std::vector<std::uint32_t> parent_;         // clusters that belong together
  std::vector<std::uint32_t> group_of_root_;  // by cluster
  std::deque<Group> groups_;
  std::unordered_map<std::uint32_t, VariableId> multiplier_of_;  // looked up only
  std::unordered_set<std::uint32_t> resting_;                    // looked up only
  ModeSystem selected_;
};

}  // namespace

std::optional<SurfaceId> surface_of(const FlatSystem& written, VariableId variable) {
  const std::size_t first = written.variables.size();
  if (variable.index() < first) return std::nullopt;
  return SurfaceId(variable.index() - static_cast<std::uint32_t>(first));
}

std::optional<SurfaceId> surface_of(const FlatSystem& written, EquationId equation) {
  const std::size_t first = written.equations.size();
  if (equation.index() < first) return std::nullopt;
  return SurfaceId(equation.index() - static_cast<std::uint32_t>(first));
}

SlidingUnknowns::SlidingUnknowns(FlatSystem& working, const HybridSystem& hybrid)
    : system_(working),
      first_variable_(static_cast<std::uint32_t>(working.variables.size())),
      first_equation_(static_cast<std::uint32_t>(working.equations.size())),
      first_copy_(first_variable_ + static_cast<std::uint32_t>(hybrid.surfaces.size())) {
  for (const SurfaceSource& source : hybrid.surfaces) {
    FlatVariable multiplier;
    multiplier.name = multiplier_name(source);
    multiplier.span = source.span;
    multiplier.is_hidden = true;
    working.variables.add(std::move(multiplier));
    working.equations.add({.left = source.function,
                           .right = working.pool.constant(0.0),
                           .active_if = {},
                           .span = source.span,
                           .description = {},
                           .is_hidden = true});
  }
}

VariableId SlidingUnknowns::add_copy(VariableId original) {
  FlatVariable copy = system_.variables[original];
  copy.is_hidden = true;
  original_of_copy_.push_back(original);
  return system_.variables.add(std::move(copy));
}

VariableId SlidingUnknowns::original(VariableId variable) const {
  if (variable.index() < first_copy_) return variable;
  return original_of_copy_[variable.index() - first_copy_];
}

std::string multiplier_name(const SurfaceSource& surface) {
  return "multiplier(" + surface.text + ")";
}

std::optional<ModeSystem> select_sliding_mode(FlatSystem& system, const HybridSystem& hybrid,
                                              const Component& component, const Mode& mode,
                                              const Sliding& sliding, SlidingUnknowns& unknowns) {
  return SlidingSelection(system, hybrid, component, mode, sliding, unknowns).run();
}

void add_reaction(FlatSystem& system, const Reaction& reaction, VariableId multiplier,
                  ModeEquation& equation) {
  const ExprId leading = system.pool.variable(reaction.variable, reaction.order + 1);
  Rewriter without_reaction(system.pool, [&](ExprPool& pool, ExprId leaf) {
    if (leaf != leading) return leaf;
    const ExprId force =
        pool.binary(Op::multiply, pool.constant(reaction.share), pool.variable(multiplier));
    return pool.binary(Op::subtract, leading, force);
  });
  equation.residual = without_reaction.rewrite(equation.residual);
}

Mode mode_at_corner(const Mode& mode, const Sliding& sliding, std::size_t corner) {
  Mode decided = mode;
  std::size_t shift = 0;
  for (const SlidingCluster& cluster : sliding) {
    const std::size_t size = cluster.surfaces.size();
    const std::size_t own = (corner >> shift) & ((std::size_t{1} << size) - 1);
    for (const SlidingGuard& guard : cluster.guards) {
      decided[GuardId(guard.guard)] = guard.values[own] != 0;
    }
    shift += size;
  }
  return decided;
}

ModeSystem select_filippov_mode(FlatSystem& system, const Component& component,
                                const ModeSystem& mixed, const std::vector<SlidingSide>& sides,
                                const CommonPart& common,
                                const std::vector<VariableId>& multipliers,
                                SlidingUnknowns& unknowns) {
  ExprPool& pool = system.pool;
  ModeSystem result;
  result.unknowns = mixed.unknowns;
  result.surfaces = mixed.surfaces;
  std::vector<ExprId> factors;
  for (const VariableId multiplier : multipliers) factors.push_back(pool.variable(multiplier));
  IdMap<VariableId, std::uint32_t> position(system.variables.size(), kUnswitched);
  for (std::uint32_t i = 0; i < component.variables.size(); ++i) {
    if (!common.has_unknown[i]) position[component.variables[i]] = i;
  }
  std::unordered_set<std::uint32_t> is_common;  // looked up only
  for (const ModeEquation& equation : common.equations) {
    is_common.insert(equation.equation.index());
    result.equations.push_back(equation);
  }
  std::vector<std::vector<ExprId>> copies(component.variables.size());
  for (const SlidingSide& side : sides) {
    std::vector<VariableId> own(component.variables.begin(), component.variables.end());
    for (std::size_t i = 0; i < component.variables.size(); ++i) {
      if (common.has_unknown[i]) continue;
      own[i] = unknowns.add_copy(component.variables[i]);
      copies[i].push_back(pool.variable(own[i]));
      result.unknowns.push_back(own[i]);
    }
    Rewriter to_copies(pool, [&](ExprPool& leaves, ExprId leaf) {
      const Expr expr = leaves[leaf];
      if (expr.op != Op::variable || expr.a >= position.size()) return leaf;
      const std::uint32_t i = position[expr.variable()];
      if (i == kUnswitched || expr.order() < side.leading[i]) return leaf;
      return leaves.variable(own[i], expr.order() - side.leading[i]);
    });
    for (const ModeEquation& equation : side.equations.equations) {
      if (is_common.contains(equation.equation.index())) continue;
      result.equations.push_back({equation.equation, to_copies.rewrite(equation.residual)});
    }
  }
  Mixer mixer(pool);
  for (std::uint32_t i = 0; i < component.variables.size(); ++i) {
    if (common.has_unknown[i]) continue;
    const ExprId leading = pool.variable(component.variables[i], sides.front().leading[i]);
    result.equations.push_back({mixed.equations[i].equation,
                                pool.binary(Op::subtract, leading, mixer.mix(copies[i], factors))});
  }
  // The surfaces are the last equations of the mixed system.
  result.equations.insert(result.equations.end(),
                          mixed.equations.end() - static_cast<std::ptrdiff_t>(multipliers.size()),
                          mixed.equations.end());
  return result;
}

}  // namespace saltus

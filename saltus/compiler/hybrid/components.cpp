#include "saltus/compiler/hybrid/components.h"

#include <algorithm>
#include <optional>

#include "saltus/compiler/hybrid/start_values.h"
#include "saltus/executable/guards_decided_by.h"
#include "saltus/foundation/base/check.h"
#include "saltus/foundation/graph/union_find.h"

namespace saltus {
namespace {

class ComponentSearch {
 public:
  ComponentSearch(const FlatSystem& system, EquationKinds& kinds,
                  const IdMap<SurfaceId, SurfaceSource>& surfaces, const UnknownPairs& together,
                  std::vector<WatchedSurface>& watched)
      : system_(system),
        kinds_(kinds),
        surfaces_(surfaces),
        watched_(watched),
        walk_(system.pool),
        sets_(system.variables.size()),
        component_of_set_(system.variables.size()) {
    for (const auto& [one, other] : together) sets_.unite(one.index(), other.index());
  }

  std::vector<Component> run() {
    unite();
    for (const VariableId id : system_.variables.ids()) {
      if (is_continuous_unknown(system_.variables[id])) component_of(id).variables.push_back(id);
    }
    for (const EquationId id : system_.equations.ids()) {
      const FlatEquation& equation = system_.equations[id];
      if (kinds_.is_discrete(equation)) continue;
      const std::size_t home = home_of(equation);
      components_[home].equations.push_back(id);
      note_reads(equation, components_[home]);
    }
    for (const SurfaceId id : surfaces_.ids()) {
      if (!watched_[id.index()].threshold) place_surface(id);
    }
    // An initial equation without unknowns asks for the impossible or for nothing; any
    // component can tell.
    for (std::uint32_t i = 0; i < system_.initial_equations.size(); ++i) {
      const FlatEquation& equation = system_.initial_equations[i];
      if (is_discrete_start(system_, kinds_, equation)) continue;
      const auto unknown = first_unknown(equation);
      if (!unknown && components_.empty()) components_.emplace_back();
      Component& component = unknown ? component_of(*unknown) : components_.front();
      component.initial_equations.push_back(i);
      note_reads(equation, component);
    }
    for (Component& component : components_) {
      sort_unique(component.guards);
      sort_unique(component.pre_variables);
      SALTUS_CHECK(std::includes(component.variables.begin(), component.variables.end(),
                                 component.pre_variables.begin(), component.pre_variables.end()));
    }
    return std::move(components_);
  }

 private:
  template <class T>
  static void sort_unique(std::vector<T>& items) {
    std::sort(items.begin(), items.end());
    items.erase(std::unique(items.begin(), items.end()), items.end());
  }

  // Who reads the left limit of an unknown belongs to its component: that is where it is known.
  template <class Visit>
  void visit_unknowns(ExprId expr, Visit visit) {
    walk_.leaves(expr, [&](const Expr& leaf) {
      if (leaf.op != Op::variable && leaf.op != Op::pre) return;
      if (is_continuous_unknown(system_.variables[leaf.variable()])) visit(leaf.variable());
    });
  }

  std::optional<VariableId> first_unknown(const FlatEquation& equation) {
    std::optional<VariableId> first;
    walk_.start();
    for (const ExprId side : {equation.left, equation.right}) {
      visit_unknowns(side, [&](VariableId id) { first = first.value_or(id); });
    }
    return first;
  }

  void unite_unknowns(std::initializer_list<ExprId> exprs) {
    std::optional<VariableId> first;
    walk_.start();
    for (const ExprId expr : exprs) {
      visit_unknowns(expr, [&](VariableId id) {
        first = first.value_or(id);
        sets_.unite(first->index(), id.index());
      });
    }
  }

  void unite() {
    for (const FlatEquation& equation : system_.equations) {
      if (!kinds_.is_discrete(equation)) unite_unknowns({equation.left, equation.right});
    }
    for (const FlatEquation& equation : system_.initial_equations) {
      if (!is_discrete_start(system_, kinds_, equation))
        unite_unknowns({equation.left, equation.right});
    }
    for (const SurfaceSource& surface : surfaces_) unite_unknowns({surface.function});
  }

  Component& component_of(VariableId unknown) { return components_[index_of(unknown)]; }

  std::size_t index_of(VariableId unknown) {
    auto& component = component_of_set_[sets_.find(unknown.index())];
    if (!component) {
      component = components_.size();
      components_.emplace_back();
    }
    return *component;
  }

  std::size_t home_of(const FlatEquation& equation) {
    if (const auto unknown = first_unknown(equation)) return index_of(*unknown);
    components_.emplace_back();
    return components_.size() - 1;
  }

  void place_surface(SurfaceId id) {
    const ExprId function = surfaces_[id].function;
    std::optional<VariableId> unknown;
    walk_.start();
    visit_unknowns(function, [&](VariableId variable) { unknown = unknown.value_or(variable); });
    if (!unknown) components_.emplace_back();
    const std::size_t home = unknown ? index_of(*unknown) : components_.size() - 1;
    watched_[id.index()].component = static_cast<std::uint32_t>(home);
    components_[home].surfaces.push_back(id);
    walk_.start();
    note_reads(function, components_[home]);
  }

  void note_reads(const FlatEquation& equation, Component& component) {
    for (const GuardLiteral literal : equation.active_if) {
      component.guards.push_back(literal.guard);
    }
    walk_.start();
    note_reads(equation.left, component);
    note_reads(equation.right, component);
  }

  void note_reads(ExprId expr, Component& component) {
    walk_.leaves(expr, [&](const Expr& leaf) {
      if (leaf.op == Op::guard) component.guards.push_back(GuardId(leaf.a));
      if (leaf.op == Op::pre && is_continuous_unknown(system_.variables[leaf.variable()])) {
        component.pre_variables.push_back(leaf.variable());
      }
    });
  }

  const FlatSystem& system_;
  EquationKinds& kinds_;
  const IdMap<SurfaceId, SurfaceSource>& surfaces_;
  std::vector<WatchedSurface>& watched_;
  ExpressionWalk walk_;
  UnionFind sets_;
  std::vector<std::optional<std::size_t>> component_of_set_;  // by the set's smallest variable
  std::vector<Component> components_;
};

}  // namespace

std::vector<Component> find_components(const FlatSystem& system, EquationKinds& kinds,
                                       const IdMap<SurfaceId, SurfaceSource>& surfaces,
                                       const UnknownPairs& together,
                                       std::vector<WatchedSurface>& watched) {
  return ComponentSearch(system, kinds, surfaces, together, watched).run();
}

UnknownPairs find_sliding_together(const HybridSystem& hybrid) {
  UnknownPairs pairs;
  const Readers& readers = hybrid.discrete.readers;
  for (const SubProblem& problem : hybrid.discrete.sub_problems) {
    std::optional<VariableId> first;
    const auto join = [&](std::uint32_t component) {
      const std::vector<VariableId>& variables = hybrid.components[component].variables;
      if (variables.empty()) return;
      if (first) pairs.emplace_back(*first, variables.front());
      first = variables.front();
    };
    for (const SurfaceId inequality : problem.inequalities) {
      join(*hybrid.discrete.surfaces[inequality.index()].component);
    }
    for (const std::uint32_t binary : problem.binaries) {
      for (const std::uint32_t component : readers.components_of_value[binary]) join(component);
    }
  }
  for (const SurfaceId surface : hybrid.surfaces.ids()) {
    const auto own = hybrid.discrete.surfaces[surface.index()].component;
    if (!own || hybrid.components[*own].variables.empty()) continue;
    const auto guards = guards_decided_by(hybrid.discrete, {&surface, 1});
    if (!guards) continue;
    std::vector<std::uint32_t> reading;
    for (const std::uint32_t guard : *guards) {
      const std::vector<std::uint32_t>& more = readers.components_of_guard[guard];
      reading.insert(reading.end(), more.begin(), more.end());
    }
    if (std::find(reading.begin(), reading.end(), *own) == reading.end()) continue;
    for (const std::uint32_t other : reading) {
      const std::vector<VariableId>& variables = hybrid.components[other].variables;
      if (other == *own || variables.empty()) continue;
      pairs.emplace_back(hybrid.components[*own].variables.front(), variables.front());
    }
  }
  return pairs;
}

}  // namespace saltus

#include "saltus/compiler/hybrid/switching_problem.h"

#include <algorithm>
#include <optional>

#include "saltus/compiler/hybrid/expression_walk.h"
#include "saltus/compiler/hybrid/valuation_structure.h"
#include "saltus/foundation/graph/block_triangular_form.h"
#include "saltus/foundation/graph/maximum_matching.h"
#include "saltus/foundation/graph/union_find.h"

namespace saltus {
namespace {

// Equations, inequalities and variables that have nothing to do with the rest.
struct Part {
  std::vector<const FlatEquation*> equations;
  std::vector<std::uint32_t> inequalities;
  std::vector<VariableId> columns;  // continuous and binary unknowns
};

class SubProblemSearch {
 public:
  SubProblemSearch(FlatSystem& system, EquationKinds& kinds, std::span<const SurfaceId> surfaces)
      : system_(system),
        surfaces_(surfaces),
        walk_(system.pool),
        highest_(system.variables.size(), 0),
        column_of_(system.variables.size(), Column(0)) {
    for (const FlatEquation& equation : system.equations) {
      if (!kinds.is_discrete(equation)) equations_.push_back(&equation);
    }
  }

  std::vector<SubProblem> run() {
    std::vector<SubProblem> found;
    SubProblem rest;
    for (const Part& part : find_parts()) {
      SubProblem all = whole(part);
      if (all.binaries.size() != all.inequalities.size()) {
        append(rest.binaries, all.binaries);
        append(rest.inequalities, all.inequalities);
      } else if (auto blocks = sub_problems_of(part)) {
        append(found, *blocks);
      } else {
        found.push_back(std::move(all));
      }
    }
    if (!rest.binaries.empty()) found.push_back(std::move(rest));
    return found;
  }

 private:
  template <class T>
  static void append(std::vector<T>& to, const std::vector<T>& from) {
    to.insert(to.end(), from.begin(), from.end());
  }

  bool is_column(VariableId id) const {
    const FlatVariable& variable = system_.variables[id];
    return is_continuous_unknown(variable) || variable.is_binary;
  }

  template <class Visit>
  void visit_leaves(ExprId expr, Visit visit) {
    walk_.leaves(expr, [&](const Expr& leaf) {
      if (leaf.op == Op::variable && is_column(leaf.variable())) {
        visit(leaf.variable(), leaf.order());
      }
    });
  }
  template <class Visit>
  void visit_row(const FlatEquation& equation, Visit visit) {
    walk_.start();
    visit_leaves(equation.left, visit);
    visit_leaves(equation.right, visit);
  }
  template <class Visit>
  void visit_row(const FlatInequality& inequality, Visit visit) {
    walk_.start();
    visit_leaves(inequality.function, visit);
  }

  // Rows that mention a variable, in whatever derivative, are of one part. Parts with binary
  // unknowns, in the order of the first one.
  std::vector<Part> find_parts() {
    UnionFind united(system_.variables.size());
    std::vector<std::optional<VariableId>> of_equation, of_inequality;  // one that they mention
    const auto unite = [&](const auto& row) {
      std::optional<VariableId> first;
      visit_row(row, [&](VariableId id, int order) {
        highest_[id] = std::max(highest_[id], order);
        if (first) united.unite(first->index(), id.index());
        first = id;
      });
      return first;
    };
    for (const FlatEquation* equation : equations_) of_equation.push_back(unite(*equation));
    for (const FlatInequality& inequality : system_.inequalities) {
      of_inequality.push_back(unite(inequality));
    }
    std::vector<Part> parts;
    IdMap<VariableId, std::optional<std::uint32_t>> part_of(system_.variables.size());
    for (const VariableId id : system_.variables.ids()) {
      auto& part = part_of[VariableId(united.find(id.index()))];
      if (!system_.variables[id].is_binary || part) continue;
      part = static_cast<std::uint32_t>(parts.size());
      parts.emplace_back();
    }
    const auto part_with = [&](std::optional<VariableId> id) -> Part* {
      if (!id) return nullptr;
      const auto part = part_of[VariableId(united.find(id->index()))];
      return part ? &parts[*part] : nullptr;
    };
    for (const VariableId id : system_.variables.ids()) {
      Part* const part = is_column(id) ? part_with(id) : nullptr;
      if (part != nullptr) part->columns.push_back(id);
    }
    for (std::size_t i = 0; i < equations_.size(); ++i) {
      if (Part* const part = part_with(of_equation[i])) part->equations.push_back(equations_[i]);
    }
    Part without_binaries;
    for (std::uint32_t i = 0; i < of_inequality.size(); ++i) {
      Part* const part = part_with(of_inequality[i]);
      (part != nullptr ? part : &without_binaries)->inequalities.push_back(i);
    }
    if (!without_binaries.inequalities.empty()) parts.push_back(std::move(without_binaries));
    return parts;
  }

  static bool is_same_in_every_mode(const Part& part) {
    return std::all_of(part.equations.begin(), part.equations.end(),
                       [](const FlatEquation* equation) { return equation->active_if.empty(); });
  }

  // The blocks of the part's triangular form; nothing where there is none, where a block has
  // other numbers of inequalities and of binary unknowns, or where it depends on their values
  // what its equations determine.
  std::optional<std::vector<SubProblem>> sub_problems_of(const Part& part) {
    const std::size_t rows = part.equations.size() + part.inequalities.size();
    if (rows != part.columns.size() || !is_same_in_every_mode(part)) return std::nullopt;
    const BipartiteGraph graph = incidence_of(part);
    const Matching matching = maximum_matching(graph);
    for (const Row row : graph.rows()) {
      if (!matching.column_of[row]) return std::nullopt;
    }
    const BlockTriangularForm form = block_triangular_form(graph, matching);
    std::vector<SubProblem> found;
    ValuationStructure structure(system_, highest_);
    for (std::uint32_t block = 0; block < form.block_count(); ++block) {
      SubProblem own;
      std::vector<const FlatEquation*> equations;
      std::vector<VariableId> unknowns;
      for (const Row row : form.rows_of(block)) {
        const VariableId variable = part.columns[matching.column_of[row]->index()];
        const bool is_binary = system_.variables[variable].is_binary;
        if (is_binary) own.binaries.push_back(variable.index());
        if (!is_binary) unknowns.push_back(variable);
        if (row.index() < part.equations.size()) {
          equations.push_back(part.equations[row.index()]);
        } else {
          own.inequalities.push_back(
              surfaces_[part.inequalities[row.index() - part.equations.size()]]);
        }
      }
      if (own.binaries.size() != own.inequalities.size()) return std::nullopt;
      if (!structure.is_regular_in_each(equations, unknowns)) return std::nullopt;
      std::sort(own.binaries.begin(), own.binaries.end());
      if (!own.binaries.empty()) found.push_back(std::move(own));
    }
    return found;
  }

  // Leading values and binary unknowns that each row mentions.
  BipartiteGraph incidence_of(const Part& part) {
    for (std::uint32_t i = 0; i < part.columns.size(); ++i) column_of_[part.columns[i]] = Column(i);
    std::vector<BipartiteGraph::Edge> edges;
    std::uint32_t row = 0;
    const auto add = [&](VariableId id, int order) {
      if (order == highest_[id]) edges.push_back({Row(row), column_of_[id]});
    };
    for (const FlatEquation* equation : part.equations) {
      visit_row(*equation, add);
      ++row;
    }
    for (const std::uint32_t inequality : part.inequalities) {
      visit_row(system_.inequalities[inequality], add);
      ++row;
    }
    return {row, part.columns.size(), edges};
  }

  SubProblem whole(const Part& part) const {
    SubProblem all;
    for (const std::uint32_t i : part.inequalities) all.inequalities.push_back(surfaces_[i]);
    for (const VariableId id : part.columns) {
      if (system_.variables[id].is_binary) all.binaries.push_back(id.index());
    }
    return all;
  }

  FlatSystem& system_;
  std::span<const SurfaceId> surfaces_;
  ExpressionWalk walk_;
  std::vector<const FlatEquation*> equations_;
  IdMap<VariableId, int> highest_;  // order of derivative
  IdMap<VariableId, Column> column_of_;
};

}  // namespace

std::vector<SubProblem> find_sub_problems(FlatSystem& system, EquationKinds& kinds,
                                          std::span<const SurfaceId> surfaces) {
  if (surfaces.empty()) return {};
  return SubProblemSearch(system, kinds, surfaces).run();
}

}  // namespace saltus

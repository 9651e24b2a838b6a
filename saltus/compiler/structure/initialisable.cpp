#include "saltus/compiler/structure/initialisable.h"

#include <algorithm>
#include <map>

#include "saltus/compiler/structure/values.h"
#include "saltus/compiler/structure/visit_once.h"
#include "saltus/foundation/graph/dulmage_mendelsohn.h"
#include "saltus/foundation/graph/maximum_matching.h"

namespace saltus {
namespace {

// The consistency equations f_i^(k), k < c_i - lead, against the start values: in the
// under-determined part of their graph there is something to choose.
class StartGraph {
 public:
  StartGraph(const FlatSystem& system, const ModeSystem& mode, const ModeStructure& structure)
      : system_(system),
        mode_(mode),
        structure_(structure),
        column_of_variable_(system.variables.size()) {
    for (std::uint32_t j = 0; j < mode.unknowns.size(); ++j) {
      column_of_variable_[mode.unknowns[j]] = j;
    }
    values_ = start_values(structure).given;
    for (std::uint32_t position = 0; position < values_.size(); ++position) {
      position_.emplace(std::pair(values_[position].column.index(), values_[position].order),
                        position);
    }
  }

  // By column of the structure.
  struct StartTraits {
    bool is_differential = false;  // an equation mentions a derivative of it
    bool is_free = false;          // one of its start values may be chosen
  };
  std::vector<StartTraits> find() {
    for (const StructureBlock& block : structure_.blocks) {
      for (const Row row : block.rows) {
        add_equation(row, structure_.offsets.equation[row] - block.lead);
      }
    }
    const BipartiteGraph graph(row_count_, values_.size(), std::move(edges_));
    const DulmageMendelsohn parts = dulmage_mendelsohn(graph, maximum_matching(graph));
    std::vector<StartTraits> traits(mode_.unknowns.size());
    const BipartiteGraph& signature = structure_.signature;
    for (const Row row : signature.rows()) {
      const auto columns = signature.columns_of(row);
      for (std::size_t k = 0; k < columns.size(); ++k) {
        traits[columns[k].index()].is_differential |= signature.weights_of(row)[k] > 0;
      }
    }
    for (const Column column : parts.under_determined.columns) {
      traits[values_[column.index()].column.index()].is_free = true;
    }
    return traits;
  }

 private:
  void add_equation(Row row, int differentiated) {
    if (differentiated == 0) return;
    std::vector<ValueOfUnknown> present;
    visit_.start();
    visit_.below(mode_.equations[row.index()].residual, [&](ExprId, const Expr& expr) {
      if (expr.op != Op::variable) return;
      const auto column = column_of_variable_[expr.variable()];
      if (column) present.push_back({Column(*column), expr.order()});
    });
    // d/dt of x^(l) brings x^(l+1) and keeps what it is multiplied with.
    for (int k = 0; k < differentiated; ++k) {
      for (const ValueOfUnknown value : present) {
        for (int order = value.order; order <= value.order + k; ++order) {
          const auto found = position_.find(std::pair(value.column.index(), order));
          if (found != position_.end()) edges_.push_back({Row(row_count_), Column(found->second)});
        }
      }
      ++row_count_;
    }
  }

  const FlatSystem& system_;
  const ModeSystem& mode_;
  const ModeStructure& structure_;
  IdMap<VariableId, std::optional<std::uint32_t>> column_of_variable_;
  std::vector<ValueOfUnknown> values_;
  std::map<std::pair<std::uint32_t, int>, std::uint32_t> position_;  // in values_
  std::vector<BipartiteGraph::Edge> edges_;
  std::uint32_t row_count_ = 0;
  VisitOnce visit_{system_.pool};
};

}  // namespace

std::vector<VariableStart> find_start_choices(const FlatSystem& system, const ModeSystem& mode,
                                              const ModeStructure& structure) {
  IdMap<VariableId, char> is_substituted(system.variables.size(), 0);
  for (const FlatSubstitution& substitution : system.substitutions) {
    is_substituted[substitution.variable] = 1;
  }
  const std::vector<StartGraph::StartTraits> traits = StartGraph(system, mode, structure).find();
  std::vector<VariableStart> starts;
  for (std::size_t j = 0; j < mode.unknowns.size(); ++j) {
    const VariableId id = mode.unknowns[j];
    const StartChoice choice = is_substituted[id]          ? StartChoice::substituted
                               : traits[j].is_free         ? StartChoice::free
                               : traits[j].is_differential ? StartChoice::constrained
                                                           : StartChoice::algebraic;
    starts.push_back({id, choice});
  }
  return starts;
}

}  // namespace saltus

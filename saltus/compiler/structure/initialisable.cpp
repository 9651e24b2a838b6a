#include "saltus/compiler/structure/initialisable.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

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
  struct Freedom {
    bool is_differential = false;  // an equation mentions a derivative of it
    bool is_free = false;          // one of its start values may be chosen
  };
  std::vector<Freedom> find() {
    for (const StructureBlock& block : structure_.blocks) {
      for (const Row row : block.rows) {
        add_equation(row, structure_.offsets.equation[row] - block.lead);
      }
    }
    const BipartiteGraph graph(row_count_, values_.size(), std::move(edges_));
    const DulmageMendelsohn parts = dulmage_mendelsohn(graph, maximum_matching(graph));
    std::vector<Freedom> freedom(mode_.unknowns.size());
    const BipartiteGraph& signature = structure_.signature;
    for (const Row row : signature.rows()) {
      const auto columns = signature.columns_of(row);
      for (std::size_t k = 0; k < columns.size(); ++k) {
        freedom[columns[k].index()].is_differential |= signature.weights_of(row)[k] > 0;
      }
    }
    for (const Column column : parts.under_determined.columns) {
      freedom[values_[column.index()].column.index()].is_free = true;
    }
    return freedom;
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

std::string_view reason_of(StartChoice choice) {
  switch (choice) {
    case StartChoice::constrained:
      return "determined by a constraint";
    case StartChoice::algebraic:
      return "algebraic";
    case StartChoice::substituted:
      return "substituted";
    case StartChoice::free:
      break;
  }
  return "";
}

std::string join_first(const std::vector<std::string>& items) {
  constexpr std::size_t shown = 20;
  if (items.empty()) return "none";
  const auto last = items.begin() + static_cast<std::ptrdiff_t>(std::min(items.size(), shown));
  const std::string text = fmt::format("{}", fmt::join(items.begin(), last, ", "));
  return items.size() > shown ? fmt::format("{} and {} more", text, items.size() - shown) : text;
}

}  // namespace

std::vector<VariableStart> find_start_choices(const FlatSystem& system, const ModeSystem& mode,
                                              const ModeStructure& structure) {
  IdMap<VariableId, char> is_substituted(system.variables.size(), 0);
  for (const FlatSubstitution& substitution : system.substitutions) {
    is_substituted[substitution.variable] = 1;
  }
  const std::vector<StartGraph::Freedom> freedom = StartGraph(system, mode, structure).find();
  std::vector<VariableStart> starts;
  for (std::size_t j = 0; j < mode.unknowns.size(); ++j) {
    const VariableId id = mode.unknowns[j];
    const StartChoice choice = is_substituted[id]           ? StartChoice::substituted
                               : freedom[j].is_free         ? StartChoice::free
                               : freedom[j].is_differential ? StartChoice::constrained
                                                            : StartChoice::algebraic;
    starts.push_back({id, choice});
  }
  return starts;
}

std::string print_start_choices(const FlatSystem& system, const ModeSystem& mode,
                                const ModeStructure& structure) {
  std::vector<std::string> free, others;
  for (const VariableStart& start : find_start_choices(system, mode, structure)) {
    const std::string& name = system.variables[start.variable].name;
    if (start.choice == StartChoice::free) {
      free.push_back(name);
    } else {
      others.push_back(fmt::format("{} ({})", name, reason_of(start.choice)));
    }
  }
  std::string text = fmt::format("  may be initialised: {}", join_first(free));
  if (!free.empty()) text += fmt::format("; {} free to choose", structure.degrees_of_freedom);
  text += "\n";
  if (!others.empty()) text += fmt::format("  follow from these:  {}\n", join_first(others));
  return text;
}

nlohmann::ordered_json start_choices_to_json(const FlatSystem& system, const ModeSystem& mode,
                                             const ModeStructure& structure) {
  using Json = nlohmann::ordered_json;
  Json free = Json::array(), others = Json::array();
  for (const VariableStart& start : find_start_choices(system, mode, structure)) {
    const std::string& name = system.variables[start.variable].name;
    if (start.choice == StartChoice::free) {
      free.push_back(name);
    } else {
      others.push_back(Json{{"name", name}, {"why", reason_of(start.choice)}});
    }
  }
  return Json{{"may_be_initialised", free},
              {"free_to_choose", structure.degrees_of_freedom},
              {"others", others}};
}

}  // namespace saltus

#include "saltus/analysis/all_modes/mode_cancellations.h"

#include <algorithm>

#include "saltus/compiler/modes/select_mode.h"
#include "saltus/compiler/structure/resolve_cancellations.h"

namespace saltus {
namespace {

// Modes times equations and guards that are looked at: a mode is selected guard by guard.
constexpr std::size_t most_work = 120'000;

class ModeWalk {
 public:
  ModeWalk(FlatSystem& system, const ModelRows& rows, const GuardLogic& logic,
           const ModeCluster& cluster, ConditionalStructure& structure)
      : system_(system), rows_(rows), logic_(logic), cluster_(cluster), structure_(structure) {
    for (const std::uint32_t level : cluster.levels) {
      const GuardId guard = logic.guard_at(level);
      if (guard.index() < system.guards.size()) guards_.push_back(guard);
    }
  }

  std::vector<DependentModes> run(const ModeSet& regular) {
    if (cluster_.rows.empty()) return {};
    std::vector<std::pair<Mode, ModeSet>> modes = {{Mode(system_.guards.size(), false), regular}};
    const std::size_t most_modes =
        std::max<std::size_t>(1, most_work / (cluster_.rows.size() + guards_.size()));
    for (const GuardId guard : guards_) {
      std::vector<std::pair<Mode, ModeSet>> next;
      for (const auto& [mode, set] : modes) {
        for (const bool value : {false, true}) {
          ModeSet part = set & logic_.literal(guard, value);
          if (part.is_empty()) continue;
          next.emplace_back(mode, std::move(part));
          next.back().first[guard] = value;
        }
      }
      if (next.size() > most_modes) return {};
      modes = std::move(next);
    }
    for (const auto& [mode, set] : modes) {
      if (!set.is_empty()) look_at(mode, set);
    }
    return std::move(dependent_);
  }

 private:
  // The equations and unknowns of the cluster.
  ModeSystem part_of(const Mode& mode) {
    ModeSystem all = select_mode(system_, mode);
    ModeSystem part;
    row_at_.clear();
    for (const Row row : cluster_.rows) {
      const auto found = std::lower_bound(
          all.equations.begin(), all.equations.end(), rows_.equations[row],
          [](const ModeEquation& each, EquationId id) { return each.equation < id; });
      if (found == all.equations.end() || found->equation != rows_.equations[row]) continue;
      part.equations.push_back(*found);
      row_at_.push_back(row);
    }
    for (const Column column : cluster_.columns) part.unknowns.push_back(rows_.unknowns[column]);
    return part;
  }

  void look_at(const Mode& mode, const ModeSet& set) {
    ModeSystem part = part_of(mode);
    const std::vector<ModeEquation> written = part.equations;
    Diagnostics ignored;
    const auto found = resolve_cancellations(system_, part, ignored);
    const bool is_same = std::equal(
        part.equations.begin(), part.equations.end(), written.begin(),
        [](const ModeEquation& a, const ModeEquation& b) { return a.residual == b.residual; });
    if (is_same) return;
    if (!found) return note_dependent(part, written, set);
    for (std::uint32_t i = 0; i < row_at_.size(); ++i) {
      structure_.equation_offset[row_at_[i]].set(found->offsets.equation[Row(i)], set);
    }
    for (std::uint32_t j = 0; j < cluster_.columns.size(); ++j) {
      structure_.variable_offset[cluster_.columns[j]].set(found->offsets.variable[Column(j)], set);
    }
  }

  // The equations of the combinations that cancel, and those whose own unknowns do, as in x = x.
  void note_dependent(const ModeSystem& part, const std::vector<ModeEquation>& written,
                      const ModeSet& set) {
    std::vector<EquationId> equations;
    for (const CombinedEquation& combined : part.combined) {
      for (const CombinedEquation::Term& term : combined.terms) {
        equations.push_back(part.equations[term.equation].equation);
      }
    }
    for (std::size_t i = 0; i < written.size(); ++i) {
      const bool is_changed = !(part.equations[i].residual == written[i].residual);
      if (part.combined.empty() && is_changed) equations.push_back(written[i].equation);
    }
    std::sort(equations.begin(), equations.end());
    equations.erase(std::unique(equations.begin(), equations.end()), equations.end());
    const auto same = std::find_if(dependent_.begin(), dependent_.end(),
                                   [&](const auto& each) { return each.equations == equations; });
    if (same != dependent_.end()) {
      same->modes |= set;
    } else {
      dependent_.push_back({set, std::move(equations)});
    }
  }

  FlatSystem& system_;
  const ModelRows& rows_;
  const GuardLogic& logic_;
  const ModeCluster& cluster_;
  ConditionalStructure& structure_;
  std::vector<GuardId> guards_;
  std::vector<Row> row_at_;  // by position in the part
  std::vector<DependentModes> dependent_;
};

}  // namespace

std::vector<DependentModes> resolve_in_modes(FlatSystem& system, const ModelRows& rows,
                                             const GuardLogic& logic, const ModeCluster& cluster,
                                             const ModeSet& regular,
                                             ConditionalStructure& structure) {
  return ModeWalk(system, rows, logic, cluster, structure).run(regular);
}

}  // namespace saltus

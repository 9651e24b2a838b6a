#include "saltus/analysis/all_modes/mode_faults.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "saltus/analysis/all_modes/counted_faults.h"
#include "saltus/analysis/all_modes/mode_sum.h"
#include "saltus/foundation/base/check.h"

namespace saltus {
namespace {

// Parts of the model larger than this are described mode by mode: the decomposition of all modes
// would take longer than the analysis.
constexpr std::size_t most_rows_to_trace = 2000;
// More unknowns than a message shows.
constexpr std::size_t most_unknowns_to_read = 6;

class FaultSearch {
 public:
  FaultSearch(const FlatSystem& system, const ConditionalSignature& signature,
              const ConditionalStructure& structure, const GuardLogic& logic,
              const ModeCluster& cluster)
      : system_(system),
        signature_(signature),
        logic_(logic),
        cluster_(cluster),
        counted_(signature, logic, cluster) {
    for (const Row row : cluster.rows) rows_of_text_[text_of(row)].push_back(row);
    if (cluster.rows.size() <= most_rows_to_trace) {
      parts_ = conditional_parts(signature, structure, logic, cluster);
    }
  }

  FaultList run(ModeSet singular, std::size_t most) {
    FaultList list;
    while (!singular.is_empty() && list.faults.size() < most && !logic_.is_exhausted()) {
      const std::vector<bool> mode = first_mode(singular);
      const std::vector<StructuralFault> counted = counted_.in(mode);
      SALTUS_CHECK(!counted.empty());
      for (const StructuralFault& each : counted) {
        StructuralFault fault = traced(each, mode);
        singular = logic_.without(singular, fault.modes);
        if (!is_known(list, fault)) list.faults.push_back(std::move(fault));
      }
    }
    list.left = std::move(singular);
    return list;
  }

 private:
  // As few guards as possible are true, the last ones first.
  std::vector<bool> first_mode(const ModeSet& modes) const {
    std::vector<bool> valuation(logic_.level_count(), false);
    ModeSet rest = modes;
    while (!rest.is_all()) {
      const ModeSet low = rest.low();
      valuation[rest.level()] = low.is_empty();
      rest = low.is_empty() ? rest.high() : low;
    }
    return valuation;
  }

  static bool is_known(const FaultList& list, const StructuralFault& fault) {
    return std::any_of(list.faults.begin(), list.faults.end(), [&](const StructuralFault& known) {
      return known.modes == fault.modes && known.too_many == fault.too_many &&
             known.undetermined == fault.undetermined;
    });
  }

  // An equation or unknown that accounts for more modes than `counted` does, or `counted`.
  StructuralFault traced(const StructuralFault& counted, const std::vector<bool>& mode) const {
    std::optional<StructuralFault> cause;
    if (parts_ && counted.undetermined.empty()) cause = traced_excess(counted, mode);
    if (parts_ && counted.too_many.empty()) cause = traced_lack(counted, mode);
    if (cause) return std::move(*cause);
    StructuralFault fault = counted;
    if (parts_) add_suspects(fault);
    add_elsewhere(fault);
    return fault;
  }

  std::optional<StructuralFault> traced_excess(const StructuralFault& counted,
                                               const std::vector<bool>& mode) const {
    std::optional<Row> best;
    ModeCount best_count = count(counted.modes);
    std::vector<Row> misplaced;
    for (const Row row : counted.too_many) {
      if (!signature_.active[row].contains(mode) || !is_superfluous(row) || is_always(row))
        continue;
      if (is_missing(row)) misplaced.push_back(row);
      ModeCount covered = count(signature_.active[row]);
      if (best_count < covered && !has_copy(row)) {
        best = row;
        best_count = std::move(covered);
      }
    }
    if (!misplaced.empty()) return in_wrong_branch(misplaced);
    if (!best) return std::nullopt;
    StructuralFault fault;
    fault.kind = FaultKind::superfluous;
    fault.modes = signature_.active[*best];
    fault.too_many = {*best};
    fault.determined = columns_of(*best);
    return fault;
  }

  std::optional<StructuralFault> traced_lack(const StructuralFault& counted,
                                             const std::vector<bool>& mode) const {
    std::optional<Row> best;
    const ModeCount counted_modes = count(counted.modes);
    const bool is_long = counted.undetermined.size() > most_unknowns_to_read;
    ModeCount best_count = is_long ? ModeCount() : counted_modes;
    std::vector<Row> misplaced;
    for (const Row row : rows_next_to(counted.undetermined)) {
      if (is_always(row) || signature_.active[row].contains(mode) || !is_missing(row)) continue;
      if (is_superfluous(row)) misplaced.push_back(row);
      ModeCount covered = count(inactive(row));
      if (best_count < covered) {
        best = row;
        best_count = std::move(covered);
      }
    }
    if (!misplaced.empty()) return in_wrong_branch(misplaced);
    if (best) return forgotten_beside(*best, counted);
    return forgotten_unknown(counted, counted_modes, mode);
  }

  StructuralFault in_wrong_branch(const std::vector<Row>& candidates) const {
    StructuralFault fault;
    fault.kind = FaultKind::misplaced;
    fault.misplaced = signature_.active[candidates.front()];
    for (const Row row : candidates) {
      if (signature_.active[row] == fault.misplaced) fault.too_many.push_back(row);
    }
    fault.modes = fault.misplaced | inactive(candidates.front());
    return fault;
  }

  StructuralFault forgotten_beside(Row equation, const StructuralFault& counted) const {
    StructuralFault fault;
    fault.kind = FaultKind::forgotten;
    fault.modes = inactive(equation);
    std::set<Column> unknowns;
    for (const Row row : rows_next_to(counted.undetermined)) {
      if (!(signature_.active[row] == signature_.active[equation]) || !is_missing(row)) continue;
      fault.elsewhere.push_back(row);
      for (const Column column : unknowns_determined_by(row, fault.modes)) unknowns.insert(column);
    }
    fault.undetermined.assign(unknowns.begin(), unknowns.end());
    return fault;
  }

  std::optional<StructuralFault> forgotten_unknown(const StructuralFault& counted,
                                                   ModeCount best_count,
                                                   const std::vector<bool>& mode) const {
    StructuralFault fault;
    fault.kind = FaultKind::forgotten;
    for (const Column column : counted.undetermined) {
      const ModeSet& modes = parts_->undetermined[column];
      if (!modes.contains(mode)) continue;
      ModeCount covered = count(modes);
      if (best_count < covered) {
        fault.undetermined.clear();
        fault.modes = modes;
        best_count = std::move(covered);
      }
      if (modes == fault.modes) fault.undetermined.push_back(column);
    }
    if (fault.undetermined.empty()) return std::nullopt;
    return fault;
  }

  // What the author wrote on the left if it lacks an equation in all of `modes`, or else
  // everything that does in some.
  std::vector<Column> unknowns_determined_by(Row row, const ModeSet& modes) const {
    std::vector<Column> columns;
    const Expr& left = system_.pool[system_.equations[signature_.rows.equations[row]].left];
    for (const Column column : columns_of(row)) {
      const ModeSet& lacking = parts_->undetermined[column];
      const bool is_left =
          left.op == Op::variable && left.variable() == signature_.rows.unknowns[column];
      if (is_left && logic_.without(modes, lacking).is_empty()) return {column};
      if (!(lacking & modes).is_empty()) columns.push_back(column);
    }
    return columns;
  }

  // One that repeats another that holds as well; or else those that are too many wherever they
  // hold, if that is in all of the modes.
  void add_suspects(StructuralFault& fault) const {
    std::set<std::pair<ExprId, ExprId>> texts;
    for (const Row row : fault.too_many) {
      if (!texts.insert(text_of(row)).second && fault.hold_together) fault.suspects = {row};
    }
    if (!fault.suspects.empty()) return;
    ModeSet rest = fault.modes;
    for (const Row row : fault.too_many) {
      if (is_always(row) || has_copy(row) || !is_superfluous(row)) continue;
      const ModeSet left = logic_.without(fault.modes, signature_.active[row]);
      if (fault.hold_together && !left.is_empty()) continue;
      rest = logic_.without(rest, signature_.active[row]);
      fault.suspects.push_back(row);
    }
    if (!rest.is_empty()) fault.suspects.clear();
  }

  void add_elsewhere(StructuralFault& fault) const {
    for (const Row row : rows_next_to(fault.undetermined)) {
      if (!(signature_.active[row] & fault.modes).is_empty()) continue;
      if (!signature_.active[row].is_empty()) fault.elsewhere.push_back(row);
    }
  }

  // Wherever it holds, one equation less of its kind would do.
  bool is_superfluous(Row row) const {
    return logic_.without(signature_.active[row], parts_->too_many[row]).is_empty();
  }
  // Wherever it does not hold, one of its unknowns lacks an equation.
  bool is_missing(Row row) const {
    ModeSet rest = inactive(row);
    for (const Column column : columns_of(row)) {
      rest = logic_.without(rest, parts_->undetermined[column]);
    }
    return rest.is_empty();
  }
  ModeSet inactive(Row row) const { return logic_.possible(!signature_.active[row]); }
  bool is_always(Row row) const { return inactive(row).is_empty(); }

  std::pair<ExprId, ExprId> text_of(Row row) const {
    const FlatEquation& equation = system_.equations[signature_.rows.equations[row]];
    return std::minmax(equation.left, equation.right);
  }
  // Written in another branch as well.
  bool has_copy(Row row) const {
    const std::vector<Row>& rows = rows_of_text_.at(text_of(row));
    return std::any_of(rows.begin(), rows.end(), [&](Row other) {
      return other != row && (signature_.active[row] & signature_.active[other]).is_empty();
    });
  }

  std::vector<Column> columns_of(Row row) const {
    std::set<Column> columns;
    for (const std::uint32_t number : signature_.edges_of_row[row]) {
      columns.insert(signature_.edges[number].column);
    }
    return {columns.begin(), columns.end()};
  }
  std::vector<Row> rows_next_to(const std::vector<Column>& columns) const {
    std::set<Row> rows;
    for (const Column column : columns) {
      for (const std::uint32_t number : signature_.edges_of_column[column]) {
        rows.insert(signature_.edges[number].row);
      }
    }
    return {rows.begin(), rows.end()};
  }
  ModeCount count(const ModeSet& modes) const {
    return count_modes(modes & cluster_.possible, cluster_.levels);
  }

  const FlatSystem& system_;
  const ConditionalSignature& signature_;
  const GuardLogic& logic_;
  const ModeCluster& cluster_;
  CountedFaults counted_;
  std::optional<ConditionalParts> parts_;
  std::map<std::pair<ExprId, ExprId>, std::vector<Row>> rows_of_text_;  // by their sides
};

}  // namespace

FaultList find_faults(const FlatSystem& system, const ConditionalSignature& signature,
                      const ConditionalStructure& structure, const GuardLogic& logic,
                      const ModeCluster& cluster, const ModeSet& singular, std::size_t most) {
  return FaultSearch(system, signature, structure, logic, cluster).run(singular, most);
}

}  // namespace saltus

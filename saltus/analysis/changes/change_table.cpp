#include "saltus/analysis/changes/change_table.h"

#include <algorithm>
#include <map>

#include "saltus/analysis/changes/part_form.h"

namespace saltus {
namespace {

class TableMaker {
 public:
  TableMaker(FlatSystem& system, const HybridSystem& hybrid, const Mode& first,
             const ChangeChoice& choice)
      : system_(system), hybrid_(hybrid), first_(first), choice_(choice), possible_(system) {}

  ChangeTable make() {
    for (const Component& component : hybrid_.components) {
      if (component.variables.empty() && component.equations.empty()) continue;
      add(component);
    }
    if (!large_.empty()) {
      table_.large_parts = find_crossing_classes(system_, hybrid_, large_, possible_, first_);
    }
    return std::move(table_);
  }

 private:
  void add(const Component& component) {
    GuardedSystem guarded(system_, hybrid_, component, &possible_);
    const std::string form = form_of(guarded, possible_) + first_values(guarded);
    const auto known = part_of_.find(form);
    if (known != part_of_.end()) {
      ++table_.parts[known->second].copies;
      return;
    }
    Diagnostics too_large;
    auto graph =
        build_constructive_graph(system_, hybrid_, component, first_, possible_, too_large);
    if (!graph) {
      large_.push_back(&component);
      return;
    }
    part_of_.emplace(form, table_.parts.size());
    PartChanges part;
    part.graph = std::move(*graph);
    part.first = find_mode(part.graph, first_);
    find_reachable(part);
    choose(component, guarded, part);
    table_.parts.push_back(std::move(part));
  }

  // Parts that begin in different modes reach different changes.
  std::string first_values(const GuardedSystem& guarded) const {
    std::string values = " ";
    for (const GuardId guard : guarded.guards()) values += first_[guard] ? '1' : '0';
    return values;
  }

  static void find_reachable(PartChanges& part) {
    const ConstructiveGraph& graph = part.graph;
    part.reachable = IdMap<ModeNumber, bool>(graph.modes.size(), false);
    std::vector<ModeNumber> pending;
    const auto reach = [&](ModeNumber mode) {
      if (part.reachable[mode]) return;
      part.reachable[mode] = true;
      pending.push_back(mode);
    };
    if (part.first) reach(*part.first);
    // The first mode is a guess where it is not possible, or depends on values to be found.
    if (!part.first && !graph.modes.empty()) {
      for (const ModeNumber mode : graph.modes.ids()) reach(mode);
    }
    while (!pending.empty()) {
      const ModeNumber from = pending.back();
      pending.pop_back();
      for (const ModeChange& change : graph.changes) {
        if (change.from != from) continue;
        if (change.is_determined()) {
          reach(change.to);
        } else {
          part.reachable[change.to] = true;  // and no further
        }
      }
    }
  }

  void choose(const Component& component, GuardedSystem& guarded, PartChanges& part) {
    const ConstructiveGraph& graph = part.graph;
    if (!choice_.asks_for_pairs()) {
      for (const ModeChange& change : graph.changes) {
        part.changes.push_back({change, is_left(part, change.from)});
      }
      return;
    }
    const auto is_chosen = [&](const std::optional<ModeFormula>& formula, ModeNumber mode) {
      return !formula || formula->may_hold(guarded.completed(graph.modes[mode].literals));
    };
    for (const ModeNumber from : graph.modes.ids()) {
      if (!graph.modes[from].run || !is_chosen(choice_.from, from)) continue;
      for (const ModeNumber to : graph.modes.ids()) {
        if (from == to || !is_chosen(choice_.to, to)) continue;
        part.changes.push_back(
            {find_change(system_, hybrid_, component, graph, from, to), is_left(part, from)});
      }
    }
  }

  static bool is_left(const PartChanges& part, ModeNumber from) {
    return part.reachable[from] && part.graph.modes[from].run.has_value();
  }

  FlatSystem& system_;
  const HybridSystem& hybrid_;
  const Mode& first_;
  const ChangeChoice& choice_;
  PossibleModes possible_;
  std::vector<const Component*> large_;
  std::map<std::string, std::size_t> part_of_;
  ChangeTable table_;
};

}  // namespace

ChangeTable make_change_table(FlatSystem& system, const HybridSystem& hybrid, const Mode& first,
                              const ChangeChoice& choice) {
  return TableMaker(system, hybrid, first, choice).make();
}

}  // namespace saltus

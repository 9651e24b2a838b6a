#include "saltus/analysis/print/print_changes.h"

#include <fmt/format.h>

#include <algorithm>

#include "saltus/analysis/print/graph_names.h"
#include "saltus/analysis/print/lines.h"
#include "saltus/analysis/print/verdict_name.h"
#include "saltus/compiler/flat/expr_names.h"
#include "saltus/compiler/structure/values.h"
#include "saltus/foundation/diagnostics/words.h"

namespace saltus {
namespace {

constexpr std::size_t most_guards_named = 6;

std::vector<ConstructiveGraph> graphs_of(const ChangeTable& table) {
  std::vector<ConstructiveGraph> graphs;
  for (const PartChanges& part : table.parts) graphs.push_back(part.graph);
  return graphs;
}

const char* short_law(MissingLaw law) {
  switch (law) {
    case MissingLaw::restitution:
      return "a law of restitution is missing";
    case MissingLaw::force:
      return "a constraint without a force";
    case MissingLaw::equation:
      return "an equation is missing in this mode";
    case MissingLaw::declaration:
      return "an equation is missing";
    case MissingLaw::choice:
      return "an equation is too many";
  }
  return "";
}

class ChangePrinter : private Lines {
 public:
  ChangePrinter(const FlatSystem& system, const ChangeTable& table, const ChangeChoice& choice,
                const SourceText& source)
      : system_(system),
        table_(table),
        choice_(choice),
        graphs_(graphs_of(table)),
        names_(system, graphs_, source) {}

  std::string print() {
    line("{}", system_.name);
    for (const PartChanges& part : table_.parts) {
      if (part.graph.modes.size() > 1 || !part.graph.self_transitions.empty()) append(part);
    }
    for (const CrossingClasses& part : table_.large_parts) append(part);
    if (out_.find('\n') + 1 == out_.size()) line("  one mode, and nothing happens in it");
    return std::move(out_);
  }

 private:
  void append(const PartChanges& part) {
    line("");
    const ConstructiveGraph& graph = part.graph;
    if (table_.parts.size() + table_.large_parts.size() > 1 || part.copies > 1) {
      line("Part of {}{}", list_variables(graph.variables),
           part.copies == 1
               ? std::string()
               : fmt::format(", and {} of the same form", counted(part.copies - 1, "other")));
    }
    line("Modes");
    for (const ModeNumber mode : graph.modes.ids()) append_mode(part, mode);
    line("Changes {}", choice_.asks_for_pairs() ? "that were asked for" : "by one crossing");
    if (part.changes.empty()) line("  none");
    for (const TabledChange& each : part.changes) append_change(part, each);
    if (!graph.self_transitions.empty()) line("Events within a mode");
    for (const SelfTransition& each : graph.self_transitions) append_event(each);
  }

  std::string list_variables(const std::vector<VariableId>& ids) const {
    std::string text;
    for (std::size_t k = 0; k < std::min<std::size_t>(ids.size(), 4); ++k) {
      text += fmt::format("{}`{}`", k == 0 ? "" : ", ", names_.variable(ids[k]));
    }
    return ids.size() > 4 ? text + ", …" : text;
  }

  void append_mode(const PartChanges& part, ModeNumber number) {
    const ConstructiveMode& mode = part.graph.modes[number];
    std::string remarks;
    if (part.first == number) remarks += ", the first one";
    if (mode.is_singular) remarks += ", singular";
    if (mode.lasts_one_instant) remarks += ", lasts for an instant";
    if (!part.reachable[number]) remarks += ", not reached by single crossings";
    line("  {:>3}  {}{}{}", number.index() + 1, names_.mode(mode), remarks.empty() ? "" : "   (",
         remarks.empty() ? "" : remarks.substr(2) + ")");
  }

  void append_change(const PartChanges& part, const TabledChange& each) {
    const ModeChange& change = each.change;
    line("  {:>3} to {:<3} {:<16}  {}", change.from.index() + 1, change.to.index() + 1,
         verdict_name(change.verdict),
         change.is_determined() ? details(change) : fault(part.graph.modes[change.to]));
  }

  void append_event(const SelfTransition& event) {
    std::vector<std::string> parts;
    add_orders(parts, event.orders);
    line("  {:>3}        {:<16}  {}", event.mode.index() + 1, verdict_name(event.verdict),
         names_.text(event));
    if (!parts.empty()) line("  {:>29}  {}", "", fmt::format("{}", fmt::join(parts, "; ")));
  }

  template <class Take>
  void add_orders(std::vector<std::string>& parts, const std::vector<VariableOrder>& orders,
                  std::string_view title, Take take) const {
    std::string text;
    for (const VariableOrder& order : orders) {
      if (!take(order)) continue;
      text += text.empty() ? "" : ", ";
      text += value_name(names_.variable(order.variable), order.jumping_derivative());
      if (order.is_impulsive()) text += fmt::format(" (order {})", order.order);
    }
    if (!text.empty()) parts.push_back(fmt::format("{}{}", title, text));
  }

  void add_orders(std::vector<std::string>& parts, const std::vector<VariableOrder>& orders) const {
    add_orders(parts, orders, "", [](const VariableOrder& o) { return o.is_impulsive(); });
    add_orders(parts, orders,
               "jump: ", [](const VariableOrder& o) { return !o.is_impulsive() && o.is_state(); });
    add_orders(parts, orders, "follow: ", [](const VariableOrder& o) {
      return !o.is_impulsive() && !o.is_state();
    });
  }

  std::string places(const std::vector<EquationId>& ids) const {
    std::string text;
    for (const EquationId id : ids) text += (text.empty() ? "" : ", ") + names_.place(id);
    return text;
  }

  std::string details(const ModeChange& change) const {
    std::vector<std::string> parts;
    add_orders(parts, change.orders);
    std::string kept;
    for (const ValueAt value : change.left_limits) {
      kept += (kept.empty() ? "" : ", ") + value_name(names_.variable(value.variable), value.shift);
    }
    if (!kept.empty()) parts.push_back("left limit kept: " + kept);
    if (!change.path_dependent.empty()) {
      parts.push_back("depends on the path: " + places(change.path_dependent));
    }
    if (!change.nonlinear.empty()) {
      parts.push_back("orders are a guess: " + places(change.nonlinear));
    }
    return fmt::format("{}", fmt::join(parts, "; "));
  }

  std::string fault(const ConstructiveMode& mode) const {
    std::vector<std::string> parts;
    if (mode.defect.is_over_determined()) {
      parts.push_back(places(mode.defect.too_many));
    }
    std::string open;
    for (const VariableId id : mode.defect.open) {
      open += (open.empty() ? "undetermined: " : ", ") + names_.variable(id);
    }
    if (!open.empty()) parts.push_back(open);
    if (mode.missing_law) parts.emplace_back(short_law(mode.missing_law->law));
    return fmt::format("{}", fmt::join(parts, "; "));
  }

  // Guards that behave alike are listed together.
  void append(const CrossingClasses& part) {
    line("");
    line("Part of {}: {}, {} modes{}", list_variables(part.variables),
         counted(part.guards.size(), "guard"), part.modes.text(), part.sampled ? " at most" : "");
    if (part.sampled) {
      line("Changes of one guard, from modes taken at random: {} of {} modes times {} guards",
           *part.sampled, part.modes.text(), part.guards.size());
    } else {
      line("Changes of one guard, in every mode");
    }
    if (choice_.asks_for_pairs()) {
      line("  (--from and --to choose among modes that are listed; these are too many)");
    }
    std::vector<bool> is_listed(part.crossings.size(), false);
    for (std::size_t k = 0; k < part.crossings.size(); ++k) {
      if (is_listed[k]) continue;
      std::vector<GuardId> alike;
      const std::string text = verdicts(part.crossings[k], part.sampled.has_value());
      for (std::size_t other = k; other < part.crossings.size(); ++other) {
        if (part.crossings[other].value != part.crossings[k].value) continue;
        if (verdicts(part.crossings[other], part.sampled.has_value()) != text) continue;
        is_listed[other] = true;
        alike.push_back(part.crossings[other].guard);
      }
      line("  {} {} {}", name_guards(alike), alike.size() == 1 ? "becomes" : "become",
           part.crossings[k].value ? "true" : "false");
      out_ += text;
    }
  }

  std::string name_guards(const std::vector<GuardId>& guards) const {
    std::string text;
    for (std::size_t k = 0; k < std::min(guards.size(), most_guards_named); ++k) {
      text += fmt::format("{}`{}`", k == 0 ? "" : ", ", names_.guard(guards[k]));
    }
    if (guards.size() > most_guards_named) {
      text += fmt::format(" and {} others", guards.size() - most_guards_named);
    }
    return text;
  }

  std::string verdicts(const GuardCrossing& crossing, bool is_sampled) const {
    std::string text;
    ExprPrinter printer(system_.pool, expr_names(system_));
    for (const CrossingClass& each : crossing.classes) {
      std::string verdict = verdict_name(each.verdict);
      if (each.order > 0) verdict += fmt::format(" (order {})", each.order);
      std::string where = "always";
      if (crossing.classes.size() > 1) {
        where = fmt::format("in {} of {}", each.entered.count.text(), crossing.count.text());
        if (each.entered.condition) {
          where += fmt::format(", where `{}`", printer.print(*each.entered.condition));
        }
      } else if (is_sampled) {
        where = "in all that were looked at";
      }
      text += fmt::format("    {:<20}  {}\n", verdict, where);
    }
    return text;
  }

  const FlatSystem& system_;
  const ChangeTable& table_;
  const ChangeChoice& choice_;
  std::vector<ConstructiveGraph> graphs_;
  GraphNames names_;
};

}  // namespace

std::string print_changes(const FlatSystem& system, const ChangeTable& table,
                          const ChangeChoice& choice, const SourceText& source) {
  return ChangePrinter(system, table, choice, source).print();
}

}  // namespace saltus

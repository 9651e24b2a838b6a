#include "saltus/compiler/structure/explain_singular_mode.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "saltus/compiler/flat/literal_text.h"
#include "saltus/compiler/structure/model_text.h"
#include "saltus/foundation/base/check.h"
#include "saltus/foundation/diagnostics/words.h"
#include "saltus/foundation/expr/print_expr.h"
#include "saltus/foundation/graph/column_incidence.h"
#include "saltus/foundation/graph/dulmage_mendelsohn.h"
#include "saltus/foundation/graph/maximum_matching.h"

namespace saltus {
namespace {

constexpr std::size_t shown_at_most = 6;

class SingularMode {
 public:
  SingularMode(const FlatSystem& system, const ModeSystem& mode, const BipartiteGraph& signature,
               Diagnostics& diagnostics)
      : system_(system), mode_(mode), signature_(signature), diagnostics_(diagnostics) {}

  void explain() {
    const std::size_t first = diagnostics_.all().size();
    const std::vector<Row> empty_rows = rows_without_columns();
    const std::vector<Column> empty_columns = columns_without_rows();
    if (!empty_rows.empty()) report_equations_without_unknown(empty_rows);
    if (!empty_columns.empty()) report_unknowns_without_equation(empty_columns);
    report_parts(parts_without(empty_rows, empty_columns));
    SALTUS_CHECK(diagnostics_.all().size() > first);
    diagnostics_.sort_by_position(first);
  }

 private:
  std::vector<Row> rows_without_columns() const {
    std::vector<Row> empty;
    for (const Row row : signature_.rows()) {
      if (signature_.columns_of(row).empty()) empty.push_back(row);
    }
    return empty;
  }

  std::vector<Column> columns_without_rows() const {
    const ColumnIncidence incidence(signature_);
    std::vector<Column> empty;
    for (const Column column : signature_.columns()) {
      if (incidence.rows_of(column).empty()) empty.push_back(column);
    }
    return empty;
  }

  // The decomposition without what has been reported already, the likeliest culprits first.
  DulmageMendelsohn parts_without(const std::vector<Row>& rows,
                                  const std::vector<Column>& columns) const {
    DulmageMendelsohn parts = dulmage_mendelsohn(signature_, maximum_matching(signature_));
    std::erase_if(parts.over_determined.rows,
                  [&](Row row) { return std::binary_search(rows.begin(), rows.end(), row); });
    std::erase_if(parts.under_determined.columns, [&](Column column) {
      return std::binary_search(columns.begin(), columns.end(), column);
    });
    rank_by_rarity(parts.under_determined.columns);
    return parts;
  }

  // An unknown that is never differentiated and occurs in few equations is more likely
  // to lack one than a state or a hub.
  void rank_by_rarity(std::vector<Column>& columns) const {
    IdMap<Column, std::pair<int, int>> order_and_count(signature_.column_count());
    for (const Row row : signature_.rows()) {
      const auto members = signature_.columns_of(row);
      for (std::size_t k = 0; k < members.size(); ++k) {
        auto& [order, count] = order_and_count[members[k]];
        order = std::max(order, signature_.weights_of(row)[k]);
        ++count;
      }
    }
    std::stable_sort(columns.begin(), columns.end(),
                     [&](Column a, Column b) { return order_and_count[a] < order_and_count[b]; });
  }

  void report_equations_without_unknown(const std::vector<Row>& rows) {
    Diagnostic& error = diagnostics_.error(
        codes::equation_without_unknown, span_of(rows[0]),
        rows.size() == 1 ? "this equation contains no unknown"
                         : fmt::format("{} equations contain no unknown", rows.size()));
    error.mark("made of parameters, discrete variables, constants and time only");
    label_rest(error, rows, "this one neither");
    note_balance(error);
    const FlatEquation& equation = flat(rows[0]);
    if (system_.pool[equation.left].op == Op::parameter) {
      error.suggest(
          fmt::format("a parameter has its value in the declaration: `parameter Real {} = …`",
                      print_expr(system_.pool, equation.left, names_in(system_))));
    }
    error.suggest(
        "remove the equation, write it as an `assert`, or declare one of its names "
        "without `parameter`, `constant` or `discrete`");
  }

  void report_unknowns_without_equation(const std::vector<Column>& columns) {
    Diagnostic& error = diagnostics_.error(
        codes::unknown_without_equation, span_of(columns[0]),
        columns.size() == 1 ? fmt::format("`{}` occurs in no equation", name_of(columns[0]))
                            : fmt::format("{} unknowns occur in no equation", columns.size()));
    error.mark("nothing determines it");
    label_rest(error, columns, "nor this one");
    note_balance(error);
    error.suggest(fmt::format("add an equation that contains `{}`, or remove the declaration",
                              name_of(columns[0])));
  }

  void report_parts(const DulmageMendelsohn& parts) {
    const auto& over = parts.over_determined;
    const auto& under = parts.under_determined;
    if (over.rows.empty() && under.columns.empty()) return;
    if (report_repeated_equation(over)) return;
    const SourceSpan place =
        over.rows.empty() ? span_of(under.columns[0]) : span_of(shown(over.rows)[0]);
    const bool balanced = mode_.equations.size() == mode_.unknowns.size();
    Diagnostic& error =
        balanced ? diagnostics_.error(codes::structurally_singular, place, singular_message(parts))
                 : diagnostics_.error(codes::unbalanced_mode, place, balance());
    if (!over.rows.empty()) show_over_determined(error, over);
    if (!under.columns.empty()) show_under_determined(error, under);
    note_mode(error);
    advise(error, over, under);
  }

  // Two equations that say the same, where there is one too many: the second one is the culprit.
  bool report_repeated_equation(const DulmageMendelsohn::Part& over) const {
    if (over.rows.size() != over.columns.size() + 1) return false;
    std::vector<Row> rows(over.rows);
    std::sort(rows.begin(), rows.end());
    std::map<std::pair<ExprId, ExprId>, Row> first_with;  // by their sides, in either order
    for (const Row row : rows) {
      const FlatEquation& equation = flat(row);
      const auto sides = std::minmax({equation.left, equation.right});
      const auto [first, is_new] = first_with.emplace(sides, row);
      if (is_new) continue;
      Diagnostic& error = diagnostics_.error(codes::unbalanced_mode, span_of(row),
                                             "this equation is written twice");
      error.mark("the same again").also(span_of(first->second), "first written here");
      note_balance(error);
      error.suggest("remove one of them");
      return true;
    }
    return false;
  }

  std::string singular_message(const DulmageMendelsohn& parts) const {
    const auto& over = parts.over_determined;
    const auto& under = parts.under_determined;
    if (over.rows.empty()) {
      return fmt::format("{} for {} of `{}`", counted(under.rows.size(), "equation"),
                         counted(under.columns.size(), "unknown"), system_.name);
    }
    return fmt::format("{} of `{}` for {}", counted(over.rows.size(), "equation"), system_.name,
                       counted(over.columns.size(), "unknown"));
  }

  void show_over_determined(Diagnostic& error, const DulmageMendelsohn::Part& over) const {
    const std::vector<Row> rows = shown(over.rows);
    error.mark(fmt::format("one of {} that contain only {}", counted(over.rows.size(), "equation"),
                           names_of(over.columns)));
    for (std::size_t k = 1; k < rows.size(); ++k) error.also(span_of(rows[k]), "another one");
    note_hidden(error, over.rows.size(), "equation");
    error.note(fmt::format("too many equations: {} for the {} {}", over.rows.size(),
                           counted(over.columns.size(), "unknown"), names_of(over.columns)));
  }

  void show_under_determined(Diagnostic& error, const DulmageMendelsohn::Part& under) const {
    const std::vector<Column> columns = shown(under.columns);
    for (const Column column : columns) {
      const SourceSpan span = span_of(column);
      if (span == error.span) {
        error.mark(not_determined(under));
      } else {
        error.also(span, "not determined");
      }
    }
    note_hidden(error, under.columns.size(), "unknown");
    error.note(fmt::format("too few equations: {} for the {} {}", under.rows.size(),
                           counted(under.columns.size(), "unknown"), names_of(under.columns)));
    for (const Row row : shown(under.rows)) {
      if (under.rows.size() <= 3) error.also(span_of(row), "shared by them");
    }
  }

  static std::string not_determined(const DulmageMendelsohn::Part& under) {
    return under.columns.size() == 1
               ? "not determined"
               : fmt::format("one of {} that share {}", counted(under.columns.size(), "unknown"),
                             counted(under.rows.size(), "equation"));
  }

  void advise(Diagnostic& error, const DulmageMendelsohn::Part& over,
              const DulmageMendelsohn::Part& under) const {
    const std::size_t excess = over.rows.size() - over.columns.size();
    const std::size_t missing = under.columns.size() - under.rows.size();
    const std::string which = excess == 1 ? "one" : fmt::format("{}", excess);
    if (excess == missing) {
      error.suggest(fmt::format("replace {} of the {} by {} that {} {}", which,
                                counted(over.rows.size(), "equation"), counted(excess, "equation"),
                                excess == 1 ? "contains" : "contain", one_of(under.columns)));
      return;
    }
    if (excess > 0) {
      for (const Row row : shown(over.rows)) {
        if (!flat(row).is_binding || !is_differentiated(flat(row).left, over.rows)) continue;
        const std::string name = print_expr(system_.pool, flat(row).left, names_in(system_));
        error.suggest(
            fmt::format("the binding of `{}` is an equation for all times; an initial value is "
                        "written `{}(start = …, fixed = true)`",
                        name, name));
        break;
      }
      error.suggest(fmt::format("remove {} of the {}, or let {} contain a further unknown", which,
                                counted(over.rows.size(), "equation"),
                                excess == 1 ? "one" : "some"));
    }
    if (missing > 0) {
      error.suggest(
          fmt::format("add {} for {}", counted(missing, "equation"), one_of(under.columns)));
    }
  }

  // der(x) occurs in one of the equations, for a variable x.
  bool is_differentiated(ExprId variable, const std::vector<Row>& rows) const {
    return std::any_of(rows.begin(), rows.end(), [&](Row row) {
      const auto columns = signature_.columns_of(row);
      for (std::size_t k = 0; k < columns.size(); ++k) {
        const bool is_it = mode_.unknowns[columns[k].index()] == system_.pool[variable].variable();
        if (is_it && signature_.weights_of(row)[k] > 0) return true;
      }
      return false;
    });
  }

  // The nearest to the cause, in the order of the text.
  template <class IdT>
  std::vector<IdT> shown(const std::vector<IdT>& nearest_first) const {
    std::vector<IdT> ids(nearest_first.begin(),
                         nearest_first.begin() + static_cast<std::ptrdiff_t>(std::min(
                                                     shown_at_most, nearest_first.size())));
    std::sort(ids.begin(), ids.end());
    return ids;
  }

  template <class IdT>
  void label_rest(Diagnostic& error, const std::vector<IdT>& ids, const std::string& text) const {
    for (std::size_t k = 1; k < std::min(shown_at_most, ids.size()); ++k) {
      error.also(span_of(ids[k]), text);
    }
    note_hidden(error, ids.size(), "more");
  }

  static void note_hidden(Diagnostic& error, std::size_t count, std::string_view noun) {
    if (count <= shown_at_most) return;
    const std::size_t hidden = count - shown_at_most;
    error.note(noun == "more" ? fmt::format("and {} more", hidden)
                              : fmt::format("and {} more {}s", hidden, noun));
  }

  std::string balance() const {
    return fmt::format("`{}` has {} for {}", system_.name,
                       counted(mode_.equations.size(), "equation"),
                       counted(mode_.unknowns.size(), "unknown"));
  }

  void note_balance(Diagnostic& error) const {
    error.note(balance());
    note_mode(error);
  }

  // Which of the guarded equations are in this mode, if any are.
  void note_mode(Diagnostic& error) const {
    std::set<std::pair<std::uint32_t, bool>> literals;
    for (const ModeEquation& equation : mode_.equations) {
      for (const GuardLiteral& literal : system_.equations[equation.equation].active_if) {
        literals.emplace(literal.guard.index(), literal.value);
      }
    }
    if (literals.empty()) return;
    std::vector<std::string> words;
    ExprPrinter printer(system_.pool, names_in(system_));
    for (const auto& [guard, value] : literals) {
      if (words.size() == shown_at_most) break;
      words.push_back(fmt::format(
          "`{}`", literal_text(system_, printer, system_.guards[GuardId(guard)].condition, value)));
    }
    error.note(fmt::format("in the mode {}{}", fmt::join(words, ", "),
                           literals.size() > words.size() ? ", …" : ""));
  }

  const FlatEquation& flat(Row row) const {
    return system_.equations[mode_.equations[row.index()].equation];
  }
  SourceSpan span_of(Row row) const { return flat(row).span; }
  SourceSpan span_of(Column column) const { return variable_of(column).span; }
  const std::string& name_of(Column column) const { return variable_of(column).name; }
  const FlatVariable& variable_of(Column column) const {
    return system_.variables[mode_.unknowns[column.index()]];
  }

  std::string one_of(const std::vector<Column>& columns) const {
    return columns.size() == 1 ? names_of(columns) : "one of " + names_of(columns);
  }

  std::string names_of(const std::vector<Column>& columns) const {
    std::vector<std::string> names;
    for (const Column column : shown(columns))
      names.push_back(fmt::format("`{}`", name_of(column)));
    return fmt::format("{}{}", fmt::join(names, ", "), columns.size() > names.size() ? ", …" : "");
  }

  const FlatSystem& system_;
  const ModeSystem& mode_;
  const BipartiteGraph& signature_;
  Diagnostics& diagnostics_;
};

}  // namespace

void explain_singular_mode(const FlatSystem& system, const ModeSystem& mode,
                           const BipartiteGraph& signature, Diagnostics& diagnostics) {
  SingularMode(system, mode, signature, diagnostics).explain();
}

}  // namespace saltus

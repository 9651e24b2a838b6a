#include "saltus/compiler/flat/bind_inputs.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "saltus/compiler/names/closest_name.h"
#include "saltus/foundation/expr/print_expr.h"

namespace saltus {

namespace {

// A table cut at its times: segment k lies before the k-th of them, the last one behind all.
// value + slope*(time - origin) is the signal in a segment.
struct Segments {
  std::vector<double> value, slope, origin, end;
};

Segments cut(const InputTable& table, bool is_held) {
  Segments segments;
  const auto add = [&](double value, double slope, double origin, double end) {
    segments.value.push_back(value);
    segments.slope.push_back(slope);
    segments.origin.push_back(origin);
    segments.end.push_back(end);
  };
  const std::size_t size = table.time.size();
  add(table.value[0], 0.0, table.time[0], table.time[0]);
  for (std::size_t i = 0; i + 1 < size; ++i) {
    const double length = table.time[i + 1] - table.time[i];
    if (!(length > 0.0)) continue;  // a jump
    const double rise = table.value[i + 1] - table.value[i];
    add(table.value[i], is_held ? 0.0 : rise / length, table.time[i], table.time[i + 1]);
  }
  add(table.value[size - 1], 0.0, table.time[size - 1], std::numeric_limits<double>::max());
  return segments;
}

class InputBinding {
 public:
  InputBinding(FlatSystem& system, Diagnostics& diagnostics)
      : system_(system), diagnostics_(diagnostics) {}

  void bind(const InputValue& input) {
    const auto id = find(input.name);
    if (!id) return report_unknown(input.name);
    if (const auto* number = std::get_if<double>(&input.value)) {
      if (!check_type(*id, *number)) return;
      make_known(*id, *number);
    } else {
      const auto& table = std::get<InputTable>(input.value);
      for (const double value : table.value) {
        if (!check_type(*id, value)) return;
      }
      make_signal(*id, table);
    }
  }

  void keep_start_values() {
    for (const VariableId id : system_.variables.ids()) {
      const FlatVariable& variable = system_.variables[id];
      if (is_open(variable) && variable.start) make_known(id, *variable.start);
    }
  }

 private:
  // Known inputs are discrete; what was declared so is open as long as it is an input.
  static bool is_open(const FlatVariable& variable) { return variable.is_input; }

  std::optional<VariableId> find(const std::string& name) const {
    for (const VariableId id : system_.variables.ids()) {
      if (is_open(system_.variables[id]) && system_.variables[id].name == name) return id;
    }
    return std::nullopt;
  }

  void report_unknown(const std::string& name) {
    Diagnostic& error =
        diagnostics_.error(codes::input_unknown, {},
                           fmt::format("`--input {}`: the model has no input `{}`", name, name));
    std::vector<std::string_view> names;
    for (const FlatVariable& variable : system_.variables) {
      if (variable.is_input || variable.is_bound_input) names.push_back(variable.name);
    }
    if (const auto meant = find_closest_name(name, names)) {
      error.suggest(fmt::format("did you mean `{}`?", *meant));
    } else if (!names.empty()) {
      error.suggest(fmt::format("its inputs are `{}`", fmt::join(names, "`, `")));
    }
  }

  bool check_type(VariableId id, double value) {
    const FlatVariable& variable = system_.variables[id];
    const bool is_number_of_type =
        variable.type == ValueType::boolean   ? value == 0.0 || value == 1.0
        : variable.type == ValueType::integer ? value == std::floor(value)
                                              : true;
    if (std::isfinite(value) && is_number_of_type) return true;
    diagnostics_
        .error(codes::input_value, variable.span,
               fmt::format("`--input {}`: {} is no value of this input", variable.name,
                           print_number(value)))
        .suggest(variable.type == ValueType::boolean   ? "write true or false, in tables 1 or 0"
                 : variable.type == ValueType::integer ? "write a whole number"
                                                       : "write a finite number");
    return false;
  }

  void make_known(VariableId id, double value) {
    FlatVariable& variable = system_.variables[id];
    variable.is_discrete = true;
    variable.start = value;
    variable.start_binding.reset();
  }

  // The number of the segment is a hidden discrete variable; the signal is made of the entries of
  // the tables at that position.
  void make_signal(VariableId id, const InputTable& table) {
    const bool is_discrete =
        system_.variables[id].is_discrete || system_.variables[id].type != ValueType::real;
    const Segments segments = cut(table, is_discrete);
    const VariableId segment = add_hidden(id, "segment", ValueType::integer);
    add_segment_clause(id, segment, add_table(segments.end));
    const ExprId value = entry(add_table(segments.value), pool().variable(segment));
    FlatVariable& input = system_.variables[id];
    input.is_input = false;
    input.is_bound_input = true;
    if (is_discrete) {
      input.is_discrete = true;
      const bool is_boolean = input.type == ValueType::boolean;
      define(id, is_boolean ? pool().binary(Op::not_equal, value, pool().constant(0.0)) : value);
      return;
    }
    const ExprId from = hidden_entry(id, "value", value);
    const ExprId slope =
        hidden_entry(id, "slope", entry(add_table(segments.slope), pool().variable(segment)));
    const ExprId origin =
        hidden_entry(id, "origin", entry(add_table(segments.origin), pool().variable(segment)));
    const ExprId since = pool().binary(Op::subtract, pool().time(), origin);
    define(id, pool().binary(Op::add, from, pool().binary(Op::multiply, slope, since)));
  }

  // when {initial(), time >= end[pre(segment)]} then
  //   segment = if initial() then position(end, time) else pre(segment) + 1;
  void add_segment_clause(VariableId id, VariableId segment, std::size_t ends) {
    const SourceSpan span = system_.variables[id].span;
    const ExprId before = pool().pre(segment);
    const ExprId initial = pool().leaf(Op::initial);
    const ExprId at_start = pool().binary(Op::table_position, table_number(ends), pool().time());
    const ExprId next = pool().binary(Op::add, before, pool().constant(1.0));
    const ExprId is_over = pool().binary(Op::greater_equal, pool().time(), entry(ends, before));
    WhenBranch branch{.conditions = {initial, is_over}, .actions = {}, .span = span};
    branch.actions.push_back(WhenAssign{
        .target = segment, .value = pool().if_else(initial, at_start, next), .span = span});
    system_.whens.push_back({.branches = {std::move(branch)},
                             .span = span,
                             .event = "table of " + system_.variables[id].name});
  }

  VariableId add_hidden(VariableId of, std::string_view part, ValueType type) {
    FlatVariable hidden;
    hidden.name = fmt::format("{} of {}", part, system_.variables[of].name);
    hidden.type = type;
    hidden.is_discrete = true;
    hidden.is_hidden = true;
    hidden.span = system_.variables[of].span;
    return system_.variables.add(std::move(hidden));
  }
  // A hidden variable that has this value.
  ExprId hidden_entry(VariableId of, std::string_view part, ExprId value) {
    const VariableId hidden = add_hidden(of, part, ValueType::real);
    define(hidden, value);
    return pool().variable(hidden);
  }
  void define(VariableId variable, ExprId value) {
    system_.equations.add({.left = pool().variable(variable),
                           .right = value,
                           .active_if = {},
                           .span = system_.variables[variable].span,
                           .description = {},
                           .is_hidden = system_.variables[variable].is_hidden});
  }

  std::size_t add_table(std::vector<double> entries) {
    system_.tables.push_back(std::move(entries));
    return system_.tables.size() - 1;
  }
  ExprId table_number(std::size_t table) { return pool().constant(static_cast<double>(table)); }
  ExprId entry(std::size_t table, ExprId position) {
    return pool().binary(Op::table, table_number(table), position);
  }
  ExprPool& pool() { return system_.pool; }

  FlatSystem& system_;
  Diagnostics& diagnostics_;
};

}  // namespace

void bind_inputs(FlatSystem& system, std::span<const InputValue> inputs, Diagnostics& diagnostics) {
  InputBinding binding(system, diagnostics);
  for (const InputValue& input : inputs) binding.bind(input);
  binding.keep_start_values();
}

}  // namespace saltus

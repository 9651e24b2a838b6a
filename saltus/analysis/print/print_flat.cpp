#include "saltus/analysis/print/print_flat.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "saltus/analysis/print/print_guarded.h"
#include "saltus/compiler/flat/expr_names.h"
#include "saltus/foundation/base/overloaded.h"

namespace saltus {
namespace {

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char letter : text) {
    switch (letter) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      default:
        out += letter;
        break;
    }
  }
  return out + "\"";
}

std::string_view type_name(ValueType type) {
  switch (type) {
    case ValueType::integer:
      return "Integer";
    case ValueType::boolean:
      return "Boolean";
    case ValueType::real:
      break;
  }
  return "Real";
}

std::string_view name_of(StateSelect select) {
  switch (select) {
    case StateSelect::never:
      return "never";
    case StateSelect::avoid:
      return "avoid";
    case StateSelect::prefer:
      return "prefer";
    case StateSelect::always:
      return "always";
    case StateSelect::standard:
      break;
  }
  return "default";
}

std::string value_text(double value, ValueType type) {
  if (type == ValueType::boolean) return value != 0.0 ? "true" : "false";
  return print_number(value);
}

NumberContext number_context(ValueType type) {
  return type == ValueType::integer ? NumberContext::integer : NumberContext::real;
}

class FlatPrinter {
 public:
  FlatPrinter(const FlatSystem& system, std::size_t room)
      : system_(system), expressions_(system.pool, expr_names(system), room) {}

  bool is_cut() const { return expressions_.is_cut(); }

  std::string print() {
    out_ = fmt::format("model {}", system_.name);
    describe(system_.description);
    out_ += '\n';
    print_declarations();
    print_section("initial equation", equations_of(system_.initial_equations), {});
    print_equation_section();
    print_annotation();
    out_ += fmt::format("end {};\n", system_.name);
    return std::move(out_);
  }

 private:
  // --- declarations

  void print_declarations() {
    for (const FlatParameter& parameter : system_.parameters) print_parameter(parameter);
    bool in_protected = false;
    for (const FlatVariable& variable : system_.variables) {
      if (variable.is_hidden) continue;
      if (variable.is_protected != in_protected) {
        in_protected = variable.is_protected;
        out_ += in_protected ? "protected\n" : "public\n";
      }
      print_variable(variable);
    }
  }

  void print_parameter(const FlatParameter& parameter) {
    std::vector<std::string> attributes;
    add_number(attributes, "min", parameter.min, parameter.type);
    add_number(attributes, "max", parameter.max, parameter.type);
    add_texts(attributes, parameter.unit, parameter.display_unit, parameter.quantity);
    out_ += fmt::format("  {}{} {} {}", parameter.is_final ? "final " : "",
                        parameter.is_constant ? "constant" : "parameter", type_name(parameter.type),
                        parameter.name);
    print_attributes(attributes);
    out_ += " = ";
    if (parameter.binding) {
      expressions_.append(out_, *parameter.binding, EventContext::event_free,
                          number_context(parameter.type));
    } else {
      out_ += value_text(parameter.value, parameter.type);
    }
    end_declaration(parameter.description);
  }

  void print_variable(const FlatVariable& variable) {
    std::vector<std::string> attributes;
    add_number(attributes, "start", variable.start, variable.type);
    if (variable.fixed) attributes.push_back("fixed = true");
    add_number(attributes, "min", variable.min, variable.type);
    add_number(attributes, "max", variable.max, variable.type);
    add_number(attributes, "nominal", variable.nominal, variable.type);
    add_texts(attributes, variable.unit, variable.display_unit, variable.quantity);
    if (variable.state_select != StateSelect::standard) {
      attributes.push_back(
          fmt::format("stateSelect = StateSelect.{}", name_of(variable.state_select)));
    }
    const bool says_discrete = variable.is_discrete && variable.type == ValueType::real;
    out_ += fmt::format("  {}{}{} {}", variable.is_input ? "input " : "",
                        says_discrete ? "discrete " : "", type_name(variable.type), variable.name);
    print_attributes(attributes);
    end_declaration(variable.description);
  }

  static void add_number(std::vector<std::string>& attributes, std::string_view name,
                         const std::optional<double>& value, ValueType type) {
    if (value) attributes.push_back(fmt::format("{} = {}", name, value_text(*value, type)));
  }

  static void add_texts(std::vector<std::string>& attributes, const std::string& unit,
                        const std::string& display_unit, const std::string& quantity) {
    if (!unit.empty()) attributes.push_back("unit = " + quoted(unit));
    if (!display_unit.empty()) attributes.push_back("displayUnit = " + quoted(display_unit));
    if (!quantity.empty()) attributes.push_back("quantity = " + quoted(quantity));
  }

  void print_attributes(const std::vector<std::string>& attributes) {
    if (!attributes.empty()) out_ += fmt::format("({})", fmt::join(attributes, ", "));
  }

  void describe(const std::string& description) {
    if (!description.empty()) out_ += ' ' + quoted(description);
  }

  void end_declaration(const std::string& description) {
    describe(description);
    out_ += ";\n";
  }

  // --- equations

  template <class Equations>
  std::vector<GuardedLine> equations_of(const Equations& equations) {
    std::vector<GuardedLine> lines;
    for (const FlatEquation& equation : equations) {
      if (equation.is_hidden || equation.is_substitution) continue;
      lines.push_back({&equation.active_if, equation_text(equation)});
    }
    return lines;
  }

  std::string equation_text(const FlatEquation& equation) {
    std::string text = expressions_.print(equation.left, EventContext::events);
    // Modelica allows no bare if-expression on the left.
    if (text.starts_with("if ")) text = "(" + text + ")";
    text += " = ";
    expressions_.append(text, equation.right, EventContext::events);
    if (!equation.description.empty()) text += ' ' + quoted(equation.description);
    return text + ";";
  }

  std::string substitution_text(const FlatSubstitution& substitution,
                                const SubstitutionBranch& branch) {
    const std::string& name = system_.variables[substitution.variable].name;
    std::string text = substitution.order == 0 ? name : fmt::format("der({})", name);
    text += " <- ";
    expressions_.append(text, branch.value, EventContext::events);
    return text + ";";
  }

  std::string inequality_text(const FlatInequality& inequality) {
    std::string text = expressions_.print(inequality.function, EventContext::events);
    if (text.starts_with("if ")) text = "(" + text + ")";
    text += " <= 0";
    if (!inequality.description.empty()) text += ' ' + quoted(inequality.description);
    return text + ";";
  }

  std::string assertion_text(ExprId condition, const std::string& message, AssertionLevel level) {
    std::string text = "assert(";
    expressions_.append(text, condition, EventContext::event_free);
    text += ", " + quoted(message);
    if (level == AssertionLevel::warning) text += ", AssertionLevel.warning";
    return text + ");";
  }

  void print_equation_section() {
    std::vector<GuardedLine> lines = equations_of(system_.equations);
    for (const FlatSubstitution& substitution : system_.substitutions) {
      for (const SubstitutionBranch& branch : substitution.branches) {
        lines.push_back({&branch.active_if, substitution_text(substitution, branch)});
      }
    }
    for (const FlatInequality& inequality : system_.inequalities) {
      lines.push_back({&inequality.active_if, inequality_text(inequality)});
    }
    std::vector<GuardedLine> assertions;
    for (const FlatAssertion& assertion : system_.assertions) {
      if (assertion.of_substitution) continue;
      assertions.push_back(
          {&assertion.active_if,
           assertion_text(assertion.condition, assertion.message, assertion.level)});
    }
    print_section("equation", lines, assertions);
    if (lines.empty() && assertions.empty() && !system_.whens.empty()) out_ += "equation\n";
    for (const FlatWhen& when : system_.whens) print_when(when);
  }

  void print_section(std::string_view heading, const std::vector<GuardedLine>& lines,
                     const std::vector<GuardedLine>& more_lines) {
    if (lines.empty() && more_lines.empty()) return;
    out_ += heading;
    out_ += '\n';
    const auto condition = [&](GuardId guard) {
      return expressions_.print(system_.guards[guard].condition, EventContext::events);
    };
    out_ += print_guarded(lines, condition);
    out_ += print_guarded(more_lines, condition);
  }

  // --- when clauses

  void print_when(const FlatWhen& when) {
    std::string_view keyword = "when";
    for (const WhenBranch& branch : when.branches) {
      std::vector<std::string> conditions;
      for (const ExprId part : branch.conditions) {
        conditions.push_back(expressions_.print(part, EventContext::events));
      }
      const bool is_list = conditions.size() != 1;
      out_ += fmt::format("  {} {}{}{} then\n", keyword, is_list ? "{" : "",
                          fmt::join(conditions, ", "), is_list ? "}" : "");
      for (const WhenAction& action : branch.actions) {
        out_ += "    " + action_text(action) + '\n';
      }
      keyword = "elsewhen";
    }
    out_ += "  end when;\n";
  }

  std::string action_text(const WhenAction& action) {
    return std::visit(
        overloaded{
            [&](const WhenAssign& assign) {
              return fmt::format(
                  "{} = {};", system_.variables[assign.target].name,
                  expressions_.print(assign.value, EventContext::event_free,
                                     number_context(system_.variables[assign.target].type)));
            },
            [&](const WhenReinit& reinit) {
              std::string state = system_.variables[reinit.state].name;
              for (int order = 0; order < reinit.order; ++order) state = "der(" + state + ")";
              return fmt::format("reinit({}, {});", state, expressions_.print(reinit.value));
            },
            [&](const WhenTerminate& terminate) {
              return fmt::format("terminate({});", quoted(terminate.message));
            },
            [&](const WhenAssert& assertion) {
              return assertion_text(assertion.condition, assertion.message, assertion.level);
            },
        },
        action);
  }

  // --- annotation

  void print_annotation() {
    std::vector<std::string> settings;
    add_number(settings, "StartTime", system_.experiment.start_time, ValueType::real);
    add_number(settings, "StopTime", system_.experiment.stop_time, ValueType::real);
    add_number(settings, "Tolerance", system_.experiment.tolerance, ValueType::real);
    add_number(settings, "Interval", system_.experiment.interval, ValueType::real);
    std::vector<std::string> annotations;
    if (!settings.empty()) {
      annotations.push_back(fmt::format("experiment({})", fmt::join(settings, ", ")));
    }
    if (!system_.other_annotations.empty()) annotations.push_back(system_.other_annotations);
    if (annotations.empty()) return;
    out_ += fmt::format("  annotation({});\n", fmt::join(annotations, ", "));
  }

  const FlatSystem& system_;
  ExprPrinter expressions_;
  std::string out_;
};

}  // namespace

std::optional<std::string> print_flat_within(const FlatSystem& system, std::size_t most_letters) {
  FlatPrinter printer(system, most_letters);
  std::string text = printer.print();
  if (printer.is_cut()) return std::nullopt;
  return text;
}

std::string print_flat(const FlatSystem& system) {
  return FlatPrinter(system, std::string::npos).print();
}

}  // namespace saltus

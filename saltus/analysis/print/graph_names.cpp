#include "saltus/analysis/print/graph_names.h"

#include <fmt/format.h>

#include "saltus/analysis/constructive/mode_name.h"
#include "saltus/compiler/flat/expr_names.h"
#include "saltus/compiler/structure/model_text.h"
#include "saltus/compiler/structure/values.h"

namespace saltus {

std::string dots(int shift) {
  if (shift > 3) return fmt::format("•{}", shift);
  std::string text;
  for (int k = 0; k < shift; ++k) text += "•";
  return text;
}

GraphNames::GraphNames(const FlatSystem& system, const std::vector<ConstructiveGraph>& graphs,
                       const SourceText& source)
    : system_(system),
      source_(source),
      number_(system.equations.size(), 0),
      row_(system.equations.size(), 0) {
  std::uint32_t next = 0;
  for (const ConstructiveGraph& graph : graphs) {
    for (const EquationId id : graph.equations) {
      number_[id.index()] = ++next;
      row_[id.index()] = static_cast<std::uint32_t>(all_.equations.size());
      all_.equations.push_back({id, system.equations[id].left});
    }
  }
}

std::string GraphNames::equation(EquationId id) const {
  return fmt::format("e{}", number_[id.index()]);
}

std::string GraphNames::text(EquationAt e) const { return equation(e.equation) + dots(e.shift); }

std::string GraphNames::variable(VariableId id) const { return system_.variables[id].name; }

std::string GraphNames::text(ValueAt value) const {
  return variable(value.variable) + dots(value.shift);
}

std::string GraphNames::list(const std::vector<EquationAt>& equations,
                             const char* separator) const {
  std::string result;
  for (const EquationAt e : equations) {
    if (!result.empty()) result += separator;
    result += text(e);
  }
  return result;
}

std::string GraphNames::list(const std::vector<ValueAt>& values) const {
  std::string result;
  for (const ValueAt value : values) {
    if (!result.empty()) result += ", ";
    result += text(value);
  }
  return result;
}

std::string GraphNames::context(const Context& context) const {
  return "{" + list(context, ", ") + "}";
}

std::string GraphNames::guard(GuardId id) const {
  return ExprPrinter(system_.pool, expr_names(system_)).print(system_.guards[id].condition);
}

std::string GraphNames::mode(const ConstructiveMode& mode) const {
  return mode_name(system_, mode.literals);
}

std::string GraphNames::text(const ConstructiveStep& step) const {
  switch (step.kind) {
    case MicroStepKind::guard:
      return mode_name(system_, {*step.literal});
    case MicroStepKind::assume_guard:
      return fmt::format("assume {}", mode_name(system_, {*step.literal}));
    case MicroStepKind::redundant:
      return fmt::format("Δ <- {}", list(step.equations));
    case MicroStepKind::solve:
      return fmt::format("{} for {}", list(step.equations, " + "), list(step.variables));
    case MicroStepKind::forward_shift:
      return fmt::format("FS({})", list(step.equations));
    case MicroStepKind::latent:
      return fmt::format("LE({})", list(step.equations));
    case MicroStepKind::left_limit:
      return fmt::format("left limit of {}", list(step.variables));
    case MicroStepKind::tick:
      return "Tick";
  }
  return {};
}

std::string GraphNames::text(const SelfTransition& transition) const {
  ExprPrinter printer(system_.pool, expr_names(system_));
  std::string when, what;
  for (const ExprId condition : transition.conditions) {
    when += when.empty() ? "when " : " or ";
    when += printer.print(condition);
  }
  const auto add = [&](const std::string& part) { what += (what.empty() ? "" : ", ") + part; };
  for (const WhenReinit& reinit : transition.reinits) {
    add(fmt::format("{} := {}", value_name(variable(reinit.state), reinit.order),
                    printer.print(reinit.value)));
  }
  for (const VariableId id : transition.steps) add(fmt::format("{} steps", variable(id)));
  return when.empty() ? what : fmt::format("{}: {}", when, what);
}

std::string GraphNames::status(const ConstructiveGraph& graph, const Status& status) const {
  std::string result;
  const auto add = [&](Truth truth, const std::string& name) {
    if (truth != Truth::is_true && truth != Truth::is_false) return;
    if (!result.empty()) result += ", ";
    result += truth == Truth::is_true ? name : "not " + name;
  };
  for (const GuardId id : graph.guards) {
    if (status.of(id) == Truth::is_true || status.of(id) == Truth::is_false) {
      add(Truth::is_true, mode_name(system_, {{id, status.of(id) == Truth::is_true}}));
    }
  }
  for (const VariableId id : graph.variables) {
    for (int k = 0; k < status.variables[id.index()].size(); ++k) {
      add(status.of(ValueAt{id, k}), text(ValueAt{id, k}));
    }
  }
  for (const EquationId id : graph.equations) {
    for (int k = 0; k < status.equations[id.index()].size(); ++k) {
      add(status.of(EquationAt{id, k}), text(EquationAt{id, k}));
    }
  }
  return result;
}

std::vector<ValueAt> GraphNames::known(const ConstructiveGraph& graph, const Status& status) const {
  std::vector<ValueAt> known;
  for (const VariableId id : graph.variables) {
    const ShiftedTruth& truth = status.variables[id.index()];
    for (int shift = 0; shift < truth.size(); ++shift) {
      if (truth[shift] == Truth::is_true) known.push_back({id, shift});
    }
  }
  return known;
}

// The binding of a declaration is written without the variable that it determines.
std::string GraphNames::written(EquationId id) const {
  const std::string text = ModelText(system_, all_, source_).equation(Row(row_[id.index()]));
  const FlatEquation& equation = system_.equations[id];
  if (source_.text(equation.span).find('=') != std::string_view::npos) return text;
  ExprPrinter printer(system_.pool, expr_names(system_));
  return fmt::format("{} = {}", printer.print(equation.left), printer.print(equation.right));
}

std::string GraphNames::title(const ConstructiveMode& mode) const {
  return mode.literals.empty() ? "The only mode" : fmt::format("Mode `{}`", this->mode(mode));
}

std::string GraphNames::place(EquationId id) const {
  return ModelText(system_, all_, source_).place(Row(row_[id.index()]));
}

std::optional<std::uint32_t> GraphNames::line(EquationId id) const {
  return ModelText(system_, all_, source_).line(Row(row_[id.index()]));
}

std::optional<std::uint32_t> GraphNames::line(GuardId id) const {
  const SourceSpan span = system_.guards[id].span;
  if (source_.text(span).empty()) return std::nullopt;
  return source_.position(span.begin).line;
}

std::string GraphNames::condition(EquationId id) const {
  const auto& literals = system_.equations[id].active_if;
  return literals.empty() ? std::string() : "if " + mode_name(system_, literals);
}

}  // namespace saltus

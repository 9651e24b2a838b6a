#include "saltus/driver/blamed_block.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "saltus/driver/run_names.h"
#include "saltus/foundation/diagnostics/words.h"

namespace saltus {
namespace {

std::string role_of(const BlamedEquation& blamed, bool with_residual) {
  std::string text = blamed.is_initial ? "initial equation" : "";
  if (blamed.differentiated > 0) {
    text +=
        fmt::format("{}differentiated {}", text.empty() ? "" : ", ", times(blamed.differentiated));
  }
  if (with_residual && blamed.residual != 0.0) {
    text += fmt::format("{}off by {:.3g}", text.empty() ? "" : ", ", std::fabs(blamed.residual));
  }
  return text;
}

// An equation that fails in several of its derivatives is shown once, as written first.
std::vector<BlamedEquation> once_each(const SimulationEnd& end) {
  std::vector<BlamedEquation> kept;
  for (const BlamedEquation& blamed : end.blamed) {
    const bool is_known = std::any_of(kept.begin(), kept.end(), [&](const BlamedEquation& other) {
      return other.is_initial == blamed.is_initial && other.index == blamed.index;
    });
    if (!is_known) kept.push_back(blamed);
  }
  return kept;
}

}  // namespace

std::string join_names(const std::vector<std::string>& names) {
  constexpr std::size_t shown = 12;
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < shown; ++i) {
    text += fmt::format("{}`{}`", i == 0 ? "" : ", ", names[i]);
  }
  if (names.size() > shown) text += fmt::format(" and {} more", names.size() - shown);
  return text;
}

std::string names_of(const CompiledModel& model, const std::vector<VariableId>& variables) {
  std::vector<std::string> names;
  for (const VariableId variable : variables) names.push_back(name_of(model, variable));
  return join_names(names);
}

std::vector<std::string> unknown_names(const CompiledModel& model, const SimulationEnd& end) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < end.variables.size(); ++i) {
    std::string name = name_of(model, end.variables[i]);
    const int order = i < end.orders.size() ? end.orders[i] : 0;
    for (int k = 0; k < order; ++k) name = "der(" + name + ")";
    names.push_back(std::move(name));
  }
  return names;
}

Diagnostic& report_block(const CompiledModel& model, const SimulationEnd& end, Code code,
                         std::string message, bool with_residuals, Diagnostics& diagnostics) {
  const std::vector<BlamedEquation> blamed = once_each(end);
  const SourceSpan span = blamed.empty() ? SourceSpan{} : span_of(model, blamed[0]);
  Diagnostic& error = diagnostics.error(code, span, std::move(message));
  if (!blamed.empty()) error.mark(role_of(blamed[0], with_residuals));
  for (std::size_t i = 1; i < blamed.size() && i < most_shown_equations; ++i) {
    error.also(span_of(model, blamed[i]), role_of(blamed[i], with_residuals));
  }
  if (blamed.size() > most_shown_equations) {
    error.note(fmt::format("and {} more equations", blamed.size() - most_shown_equations));
  }
  return error;
}

}  // namespace saltus

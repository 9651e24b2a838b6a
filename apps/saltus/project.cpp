#include "saltus/runtime/projection/project.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "apps/saltus/commands.h"
#include "apps/saltus/read_linear_change.h"
#include "apps/saltus/read_source.h"
#include "apps/saltus/report.h"
#include "saltus/foundation/diagnostics/words.h"

namespace saltus {
namespace {

using Json = nlohmann::ordered_json;
using Cells = std::vector<std::string>;

// Errors of x- that grow by more than this are worth a line.
constexpr double large_condition = 1e3;

std::string joined_names(const std::vector<std::string>& names,
                         const std::vector<std::size_t>& which) {
  Cells shown;
  for (const std::size_t i : which) shown.push_back(fmt::format("`{}`", names[i]));
  return fmt::format("{}", fmt::join(shown, ", "));
}

std::string joined_numbers(const std::vector<std::size_t>& which) {
  Cells shown;
  for (const std::size_t i : which) shown.push_back(fmt::format("{}", i + 1));
  return fmt::format("{}", fmt::join(shown, ", "));
}

ExitCode report_fault(const ProjectionFault& fault, const LinearChange& change,
                      Diagnostics& diagnostics) {
  if (fault.kind == ProjectionFault::Kind::singular_pencil) {
    diagnostics
        .error(codes::singular_pencil, {},
               "the equations do not determine the variables: det(s E + A) is zero for every s")
        .note(fmt::format("dependent, together with their derivatives: equation{} {}",
                          fault.equations.size() == 1 ? "" : "s", joined_numbers(fault.equations)))
        .note(fmt::format("not determined: {}", joined_names(change.names, fault.variables)));
    return ExitCode::model_is_wrong;
  }
  if (fault.kind == ProjectionFault::Kind::too_large) {
    diagnostics
        .error(codes::system_too_large, {},
               fmt::format("{} equations of so high an index take too long to project",
                           change.names.size()))
        .note("the work grows with the cube of their number and with the index")
        .suggest(
            "eliminate what one equation determines by itself, such as `x1 = u`, or project "
            "independent parts one by one");
    return ExitCode::model_is_wrong;
  }
  // The reader has already seen to sizes and values.
  SALTUS_CHECK(fault.kind == ProjectionFault::Kind::overflow);
  diagnostics.error(codes::projection_overflow, {}, "the result is too large for a double");
  return ExitCode::numbers_failed;
}

void warn_of_near_decisions(const ProjectionResult& result, Diagnostics& diagnostics) {
  for (const NearDecision& near : result.near_decisions) {
    diagnostics
        .warning(codes::near_rank_decision, {},
                 fmt::format("the result depends on whether {:.2g} counts as zero, in step {}",
                             near.smallest_kept, near.step))
        .note(fmt::format("it was taken for non-zero, {:.2g} for zero, in units in which the "
                          "matrices are near 1",
                          near.largest_dropped));
  }
}

std::string shown(double value, double rounding) {
  return std::abs(value) <= rounding ? "0" : fmt::format("{:.6g}", value);
}

Cells row_of(const LinearChange& change, const ProjectionResult& result, std::size_t i) {
  const double before = change.before[i], after = result.after[i];
  const double rounding = result.rounding[i];
  Cells cells = {change.names[i], fmt::format("{:.6g}", before), shown(after, rounding),
                 std::abs(after - before) <= rounding ? "" : shown(after - before, rounding)};
  const auto& weights = result.impulses[i];
  if (weights.empty()) return cells;
  Cells numbers;
  for (const double weight : weights) numbers.push_back(fmt::format("{:.6g}", weight));
  cells.push_back(fmt::format("{}", weights.size()));
  cells.push_back(fmt::format("{}", fmt::join(numbers, ", ")));
  return cells;
}

// Names and weights to the left, numbers to the right of their columns.
std::string print_table(const std::vector<Cells>& rows) {
  std::vector<std::size_t> width(rows.front().size(), 0);
  for (const Cells& row : rows) {
    for (std::size_t k = 0; k < row.size(); ++k) {
      width[k] = std::max(width[k], fmt::formatted_size("{}", row[k]));
    }
  }
  std::string text;
  for (const Cells& row : rows) {
    std::string line;
    for (std::size_t k = 0; k < row.size(); ++k) {
      const bool left = k == 0 || k == 5;
      line += left ? fmt::format("  {:<{}}", row[k], width[k])
                   : fmt::format("  {:>{}}", row[k], width[k]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

std::string describe(const LinearChange& change, const ProjectionResult& result) {
  std::string text =
      fmt::format("{}, index {}, {} of freedom\n\n", counted(change.names.size(), "variable"),
                  result.index, counted(result.finite, "degree"));
  const bool impulsive =
      std::ranges::any_of(result.impulses, [](const auto& weights) { return !weights.empty(); });
  std::vector<Cells> rows = {{"variable", "before", "after", "jump"}};
  if (impulsive) rows.front().insert(rows.front().end(), {"impulse order", "weights"});
  for (std::size_t i = 0; i < change.names.size(); ++i) rows.push_back(row_of(change, result, i));
  text += print_table(rows);
  if (result.condition > large_condition) {
    text += fmt::format("\nerrors of the left limit may grow by a factor of {:.1g}\n",
                        result.condition);
  }
  return text;
}

Json impulses_to_json(const LinearChange& change, const ProjectionResult& result) {
  Json impulses = Json::object();
  for (std::size_t i = 0; i < change.names.size(); ++i) {
    const auto& weights = result.impulses[i];
    if (weights.empty()) continue;
    impulses[change.names[i]] = {
        {"order", weights.size()}, {"weight", weights.back()}, {"weights", weights}};
  }
  return impulses;
}

Json matrix_to_json(const Matrix& matrix) {
  Json rows = Json::array();
  for (std::size_t i = 0; i < matrix.rows; ++i) {
    Json row = Json::array();
    for (std::size_t j = 0; j < matrix.columns; ++j) row.push_back(matrix(i, j));
    rows.push_back(std::move(row));
  }
  return rows;
}

Json to_json(const LinearChange& change, const ProjectionResult& result) {
  return {{"ok", true},
          {"exit_code", 0},
          {"names", change.names},
          {"x", result.after},
          {"index", result.index},
          {"finite", result.finite},
          {"impulses", impulses_to_json(change, result)},
          {"projector", matrix_to_json(result.projector)},
          {"offset", result.offset},
          {"condition", result.condition},
          {"rounding", result.rounding}};
}

}  // namespace

ExitCode execute(const ProjectCommand& command) {
  Diagnostics diagnostics;
  const auto source = read_source(command.file, diagnostics);
  if (!source) return fail(ExitCode::files, diagnostics, no_source(), command.json);
  const auto change = read_linear_change(*source, diagnostics);
  if (!change) {
    const bool has_place = diagnostics.all().front().span.end > 0;
    return fail(ExitCode::model_is_wrong, diagnostics, has_place ? *source : no_source(),
                command.json);
  }
  const auto result = project(change->system, change->before, change->inputs);
  if (!result) {
    const ExitCode code = report_fault(result.error(), *change, diagnostics);
    return fail(code, diagnostics, no_source(), command.json);
  }
  warn_of_near_decisions(result.value(), diagnostics);
  if (command.json) {
    Json json = to_json(*change, result.value());
    json["diagnostics"] = diagnostics_to_json(diagnostics, no_source());
    print_json(json);
  } else {
    report(diagnostics, no_source());
    print(describe(*change, result.value()));
  }
  return ExitCode::done;
}

}  // namespace saltus

#include "saltus/driver/judge_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "saltus/compiler/multilinear/modelica_name.h"

namespace saltus {
namespace {

// First order is not all, and Newton's iterations stop somewhere.
constexpr double kBenefitOfDoubt = 10.0;
// Of a signal that is known exactly, or to all digits.
constexpr double kRounding = 16.0 * std::numeric_limits<double>::epsilon();
// As for the steps of a run: smaller signals are not resolved relative to themselves.
constexpr double kSmallestScale = 1e-8;
constexpr std::size_t kMostShownBinaries = 12;

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

// Rows of Phi_f follow the bindings of the inputs, those of Phi_g are the inequalities.
SourceSpan span_of(const MatrixVerdict::Fault& fault, const FlatSystem& system) {
  if (fault.is_inequality) {
    return fault.row < system.inequalities.size() ? system.inequalities[fault.row].span
                                                  : SourceSpan{};
  }
  const auto inputs = static_cast<std::size_t>(std::ranges::count_if(
      system.variables, [](const FlatVariable& variable) { return variable.is_bound_input; }));
  const auto equation = static_cast<std::uint32_t>(inputs + fault.row);
  return equation < system.equations.size() ? system.equations[EquationId(equation)].span
                                            : SourceSpan{};
}

}  // namespace

MatrixJudge::MatrixJudge(const MultilinearModel& model, double tolerance)
    : model_(model),
      tolerance_(tolerance),
      v_(model.signal_count(), 0.0),
      scale_(v_.size(), kSmallestScale),
      move_(v_.size(), 0.0),
      point_(model, v_) {}

void MatrixJudge::begin(const std::vector<ResultColumn>& columns) {
  std::unordered_map<std::string_view, std::size_t> by_name;
  for (std::size_t i = 0; i < columns.size(); ++i) by_name.emplace(columns[i].name, i);
  const auto find = [&](const std::string& name) {
    const auto found = by_name.find(name);
    return found == by_name.end() ? kNone : found->second;
  };
  column_.clear();
  decided_.clear();
  for (const std::string& x : model_.x) {
    column_.push_back(find(fmt::format("der({})", modelica_name(x))));
  }
  for (const auto* names : {&model_.x, &model_.u, &model_.y}) {
    for (const std::string& name : *names) column_.push_back(find(modelica_name(name)));
  }
  for (const std::string& z : model_.z) {
    column_.push_back(find(equivalent_name(modelica_name(z))));
    decided_.push_back(find(modelica_name(z)));
  }
}

void MatrixJudge::add_row(const ResultRow& row) {
  // In the instant of an impulse a signal has no value.
  if (!read_signals(row.values)) return;
  point_.move_to(v_);
  ++verdict_.instants;
  const std::size_t faults = judge_equations(row.time) + judge_inequalities(row);
  if (faults > 0) ++verdict_.faults;
}

bool MatrixJudge::read_signals(std::span<const double> values) {
  for (std::size_t i = 0; i < v_.size(); ++i) {
    v_[i] = column_[i] == kNone ? 0.0 : values[column_[i]];
    if (!std::isfinite(v_[i])) return false;
    scale_[i] = std::max(scale_[i], std::fabs(v_[i]));
    move_[i] = is_exact(i) ? kRounding * std::fabs(v_[i]) : (tolerance_ + kRounding) * scale_[i];
  }
  return true;
}

bool MatrixJudge::is_exact(std::size_t signal) const {
  if (signal >= model_.first_z()) return v_[signal] == 0.0 || v_[signal] == 1.0;
  return signal >= model_.first_u() && signal < model_.first_y();
}

std::size_t MatrixJudge::judge_equations(double time) {
  std::size_t faults = 0;
  const std::vector<double> f = point_.f();
  const std::vector<double> moved = point_.f_within(move_);
  for (std::size_t i = 0; i < f.size(); ++i) {
    verdict_.largest_f = std::max(verdict_.largest_f, std::fabs(f[i]));
    faults += judge_value({false, i, time, f[i], moved[i], ""});
  }
  return faults;
}

// Where some z slides, its inequality holds for the value that z had, the equations for another.
std::size_t MatrixJudge::judge_inequalities(const ResultRow& row) {
  for (std::size_t i = 0; i < decided_.size(); ++i) {
    if (decided_[i] == kNone) continue;
    if (row.values[decided_[i]] == v_[model_.first_z() + i]) continue;
    ++verdict_.sliding;
    return 0;
  }
  std::size_t faults = 0;
  const std::vector<double> g = point_.g();
  const std::vector<double> moved = point_.g_within(move_);
  for (std::size_t i = 0; i < g.size(); ++i) {
    const double above = std::max(g[i], 0.0);
    verdict_.largest_g = std::max(verdict_.largest_g, above);
    faults += judge_value({true, i, row.time, above, moved[i], ""});
  }
  return faults;
}

std::size_t MatrixJudge::judge_value(MatrixVerdict::Fault value) {
  value.explained *= kBenefitOfDoubt;
  const double size = std::fabs(value.residual);
  if (size == 0.0) return 0;
  verdict_.largest_share = std::max(verdict_.largest_share, size / value.explained);
  if (size <= value.explained) return 0;
  if (!verdict_.first_fault) {
    value.mode = mode_text();
    verdict_.first_fault = std::move(value);
  }
  return 1;
}

std::string MatrixJudge::mode_text() const {
  std::string text;
  for (std::size_t i = 0; i < model_.z.size(); ++i) {
    if (i == kMostShownBinaries) {
      return text + fmt::format(" and {} more", model_.z.size() - kMostShownBinaries);
    }
    text += fmt::format("{}{} = {}", i == 0 ? "" : ", ", modelica_name(model_.z[i]),
                        v_[model_.first_z() + i]);
  }
  return text;
}

MatrixVerdict judge_run(const MultilinearModel& model, const Trajectory& trajectory,
                        double tolerance) {
  MatrixJudge judge(model, tolerance);
  replay(trajectory, judge);
  return judge.verdict();
}

void report_verdict(const MatrixVerdict& verdict, const FlatSystem& system,
                    Diagnostics& diagnostics) {
  if (!verdict.first_fault) return;
  const MatrixVerdict::Fault& fault = *verdict.first_fault;
  Diagnostic& diagnostic =
      diagnostics
          .error(codes::matrices_violated, span_of(fault, system),
                 fmt::format("the matrices contradict the run at t = {:.10g}: row {} of `{}` is "
                             "{:.3g}{}",
                             fault.time, fault.row + 1, fault.is_inequality ? "Phi_g" : "Phi_f",
                             fault.residual, fault.is_inequality ? ", above 0" : ", not 0"))
          .mark("this row")
          .note(fmt::format("the tolerance explains {:.3g}", fault.explained));
  if (!fault.mode.empty()) diagnostic.note(fmt::format("there {}", fault.mode));
  if (verdict.faults > 1) {
    diagnostic.note(fmt::format("so it is at {} of {} instants", verdict.faults, verdict.instants));
  }
}

}  // namespace saltus

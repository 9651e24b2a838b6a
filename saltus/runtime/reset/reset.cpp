#include "saltus/runtime/reset/reset.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "saltus/foundation/base/check.h"
#include "saltus/runtime/reset/numeric_limit.h"
#include "saltus/runtime/reset/projected_reset.h"
#include "saltus/runtime/reset/reset_plan.h"
#include "saltus/runtime/reset/right_limit.h"
#include "saltus/runtime/reset/series_run.h"

namespace saltus {

struct Resetter::Content {
  explicit Content(const ExecutableMode& the_mode)
      : mode(the_mode), plan(the_mode), point(the_mode, plan), series(the_mode, plan) {}

  // With all values before the change in the slots of the plan.
  ResetProblem spread(const ResetProblem& problem);
  void spread(std::span<const double> values, double missing, std::vector<double>& result) const;
  const FirstInstant& first_instant(const ResetProblem& problem);
  Result<ResetResult, ResetFailure> by_series(const ResetProblem& problem);
  Result<ResetResult, ResetFailure> by_numeric_limit(const ResetProblem& problem,
                                                     const FirstInstant& first);

  const ExecutableMode& mode;
  ResetPlan plan;
  PointEvaluator point;
  SeriesRun series;
  std::vector<std::unique_ptr<FirstInstant>> first_instants;  // one per distribution of facts
  std::vector<Standing> standing;
  std::vector<double> spread_left, spread_scale, spread_noise;
};

ResetProblem Resetter::Content::spread(const ResetProblem& problem) {
  spread(problem.left, std::numeric_limits<double>::quiet_NaN(), spread_left);
  spread_scale.clear();
  if (!problem.scale.empty()) spread(problem.scale, 0.0, spread_scale);
  spread_noise.clear();
  if (!problem.noise.empty()) spread(problem.noise, 0.0, spread_noise);
  return {problem.mode,      problem.time, problem.known, spread_left,        problem.facts,
          problem.tolerance, spread_scale, spread_noise,  problem.as_written, problem.interruption};
}

void Resetter::Content::spread(std::span<const double> values, double missing,
                               std::vector<double>& result) const {
  if (values.size() == plan.entry_count) {
    result.assign(values.begin(), values.end());
    return;
  }
  result.assign(plan.entry_count, missing);
  auto next = values.begin();
  for (const ResetSlot& slot : plan.slots) {
    SALTUS_CHECK(values.end() - next > slot.state_order);
    std::copy_n(next, slot.state_order + 1, result.begin() + slot.first);
    next += slot.state_order + 1;
  }
}

const FirstInstant& Resetter::Content::first_instant(const ResetProblem& problem) {
  standing.resize(plan.entry_count);
  for (std::uint32_t j = 0; j < plan.slots.size(); ++j) {
    const ResetSlot& slot = plan.slots[j];
    for (int k = 0; k <= slot.order; ++k) {
      const std::uint32_t entry = slot.first + static_cast<std::uint32_t>(k);
      const bool has_left = std::isfinite(problem.left[entry]);
      standing[entry] = !has_left                                ? Standing::undefined
                        : k < problem.facts[j] && k < slot.order ? Standing::fact
                                                                 : Standing::has_left;
    }
  }
  for (const auto& known : first_instants) {
    if (known->standing == standing) return *known;
  }
  first_instants.push_back(std::make_unique<FirstInstant>(plan.first_instant(standing)));
  return *first_instants.back();
}

Result<ResetResult, ResetFailure> Resetter::Content::by_numeric_limit(const ResetProblem& problem,
                                                                      const FirstInstant& first) {
  const auto outcome = run_numeric_limit(problem, plan, first, point);
  if (!outcome) return outcome.error();
  auto result = find_right_limit(problem, plan, first, outcome.value(), point);
  if (result) result.value().method = ResetMethod::numeric_limit;
  return result;
}

Resetter::Resetter(const ExecutableMode& mode) : content_(std::make_unique<Content>(mode)) {}
Resetter::~Resetter() = default;
Resetter::Resetter(Resetter&&) noexcept = default;
Resetter& Resetter::operator=(Resetter&&) noexcept = default;

Result<ResetResult, ResetFailure> Resetter::reset(const ResetProblem& given) {
  SALTUS_CHECK(&given.mode == &content_->mode);
  const ResetProblem problem = content_->spread(given);
  // Combinations with derivatives agree with what was written where everything holds already.
  if (const WrittenMode* written = problem.as_written) {
    if (auto projected = reset_by_projection(problem, written->mode, content_->plan)) {
      return std::move(*projected);
    }
    auto found = content_->by_series(problem);
    if (!found || !written->combines_derivatives || found.value().deferred.empty()) return found;
    return ResetFailure{ResetFault::cancellation,
                        content_->plan.equations[found.value().deferred[0].equation].block};
  }
  auto found = content_->by_series(problem);
  if (found || found.error().fault == ResetFault::interrupted) return found;
  auto projected = reset_by_projection(problem, problem.mode, content_->plan);
  return projected ? Result<ResetResult, ResetFailure>(std::move(*projected)) : found;
}

Result<ResetResult, ResetFailure> Resetter::Content::by_series(const ResetProblem& problem) {
  const FirstInstant& first = first_instant(problem);
  const auto outcome = series.run(problem, first, point);
  if (outcome) return find_right_limit(problem, plan, first, outcome.value(), point);
  const SeriesFailure& failure = outcome.error();
  const bool has_diverged = failure.failure.fault == ResetFault::diverged;
  if (!failure.is_too_short && !failure.has_no_series && !has_diverged) return failure.failure;
  return by_numeric_limit(problem, first);
}

Result<ResetResult, ResetFailure> Resetter::reset_by_numeric_limit(const ResetProblem& given) {
  SALTUS_CHECK(&given.mode == &content_->mode);
  const ResetProblem problem = content_->spread(given);
  const FirstInstant& first = content_->first_instant(problem);
  return content_->by_numeric_limit(problem, first);
}

Result<ResetResult, ResetFailure> find_reset(const ResetProblem& problem) {
  return Resetter(problem.mode).reset(problem);
}

Result<ResetResult, ResetFailure> find_reset_by_numeric_limit(const ResetProblem& problem) {
  return Resetter(problem.mode).reset_by_numeric_limit(problem);
}

}  // namespace saltus

#include "saltus/runtime/reset/reset.h"

#include <algorithm>
#include <cmath>

#include "saltus/foundation/base/check.h"
#include "saltus/runtime/reset/numeric_limit.h"
#include "saltus/runtime/reset/reset_plan.h"
#include "saltus/runtime/reset/right_limit.h"
#include "saltus/runtime/reset/series_run.h"

namespace saltus {

struct Resetter::Content {
  explicit Content(const ExecutableMode& the_mode)
      : mode(the_mode), plan(the_mode), left(the_mode, plan), series(the_mode, plan) {}

  const FirstInstant& first_instant(const ResetProblem& problem);
  Result<ResetResult, ResetFailure> by_numeric_limit(const ResetProblem& problem,
                                                     const FirstInstant& first);

  const ExecutableMode& mode;
  ResetPlan plan;
  PointEvaluator left;
  SeriesRun series;
  std::vector<std::unique_ptr<FirstInstant>> first_instants;  // one per distribution of facts
  std::vector<Standing> standing;
};

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
  const auto outcome = run_numeric_limit(problem, plan, first, left);
  if (!outcome) return outcome.error();
  auto result = find_right_limit(problem, plan, first, outcome.value(), left);
  if (result) result.value().method = ResetMethod::numeric_limit;
  return result;
}

Resetter::Resetter(const ExecutableMode& mode) : content_(std::make_unique<Content>(mode)) {}
Resetter::~Resetter() = default;
Resetter::Resetter(Resetter&&) noexcept = default;
Resetter& Resetter::operator=(Resetter&&) noexcept = default;

Result<ResetResult, ResetFailure> Resetter::reset(const ResetProblem& problem) {
  SALTUS_CHECK(&problem.mode == &content_->mode);
  const FirstInstant& first = content_->first_instant(problem);
  content_->left.load(problem.left, problem.time, problem.known);
  const auto outcome = content_->series.run(problem, first, content_->left);
  if (outcome) {
    return find_right_limit(problem, content_->plan, first, outcome.value(), content_->left);
  }
  const SeriesFailure& failure = outcome.error();
  if (!failure.is_too_short && !failure.has_no_series) return failure.failure;
  return content_->by_numeric_limit(problem, first);
}

Result<ResetResult, ResetFailure> Resetter::reset_by_numeric_limit(const ResetProblem& problem) {
  SALTUS_CHECK(&problem.mode == &content_->mode);
  const FirstInstant& first = content_->first_instant(problem);
  content_->left.load(problem.left, problem.time, problem.known);
  return content_->by_numeric_limit(problem, first);
}

Result<ResetResult, ResetFailure> find_reset(const ResetProblem& problem) {
  return Resetter(problem.mode).reset(problem);
}

Result<ResetResult, ResetFailure> find_reset_by_numeric_limit(const ResetProblem& problem) {
  return Resetter(problem.mode).reset_by_numeric_limit(problem);
}

}  // namespace saltus

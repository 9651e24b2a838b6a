#include "saltus/runtime/reset/series_run.h"

#include "saltus/runtime/reset/reset_run.h"
#include "saltus/runtime/reset/series_field.h"

namespace saltus {

namespace {

template <int K>
using RunOfLength = ResetRun<SeriesField<K>>;

// Standard and infinite parts of every value; none if one is beyond the truncation.
template <int K>
std::optional<RunOutcome> standardize(const RunOfLength<K>& run, const ResetPlan& plan) {
  RunOutcome outcome;
  outcome.deferred = run.deferred();
  outcome.iterations = run.iterations();
  for (std::uint32_t entry = 0; entry < plan.entry_count; ++entry) {
    for (int instant = 0; instant <= plan.last_instant; ++instant) {
      const Laurent<K>& value = run.value(entry, instant);
      if (!value.knows(instant == plan.last_instant ? 0 : -1)) return std::nullopt;
      for (int order = -value.valuation; order >= 1; --order) {
        const double coefficient = value.coefficient(-order);
        if (coefficient != 0.0) outcome.infinite.push_back({entry, instant, order, coefficient});
      }
    }
    outcome.start.push_back(run.value(entry, 0).coefficient(0));
    outcome.state.push_back(run.value(entry, plan.last_instant).coefficient(0));
  }
  return outcome;
}

template <int K>
Result<RunOutcome, SeriesFailure> run_with(std::optional<RunOfLength<K>>& run,
                                           const ExecutableMode& mode, const ResetPlan& plan,
                                           const ResetProblem& problem, const FirstInstant& first,
                                           PointEvaluator& point) {
  if (!run) run.emplace(mode, plan);
  SeriesField<K> field;
  if (const auto failure = run->run(problem, first, point, field)) {
    return SeriesFailure{*failure, field.is_too_short, field.has_no_series};
  }
  if (auto outcome = standardize<K>(*run, plan)) return std::move(*outcome);
  return SeriesFailure{{ResetFault::not_finite, 0}, true, false};
}

}  // namespace

struct SeriesRun::Runs {
  std::optional<RunOfLength<4>> of_4;
  std::optional<RunOfLength<8>> of_8;
  std::optional<RunOfLength<16>> of_16;
  std::optional<RunOfLength<48>> of_48;
};

SeriesRun::SeriesRun(const ExecutableMode& mode, const ResetPlan& plan)
    : mode_(mode), plan_(plan), runs_(std::make_unique<Runs>()) {}
SeriesRun::~SeriesRun() = default;

Result<RunOutcome, SeriesFailure> SeriesRun::run(const ResetProblem& problem,
                                                 const FirstInstant& first, PointEvaluator& point) {
  const auto wants_more = [](const Result<RunOutcome, SeriesFailure>& result) {
    return !result && result.error().is_too_short && !result.error().has_no_series;
  };
  auto result = run_with<4>(runs_->of_4, mode_, plan_, problem, first, point);
  if (!wants_more(result)) return result;
  result = run_with<8>(runs_->of_8, mode_, plan_, problem, first, point);
  if (!wants_more(result)) return result;
  result = run_with<16>(runs_->of_16, mode_, plan_, problem, first, point);
  if (!wants_more(result)) return result;
  return run_with<48>(runs_->of_48, mode_, plan_, problem, first, point);
}

}  // namespace saltus

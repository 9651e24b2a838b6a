#include "saltus/runtime/simulate/switching_search.h"

#include <algorithm>

#include "saltus/runtime/simulate/surfaces_at_zero.h"

namespace saltus {

namespace {

// What is found is compared with so many others that are as near.
constexpr int kMostCompared = 16;

bool is_between(const Configuration& configuration) {
  return std::any_of(configuration.binaries.begin(), configuration.binaries.end(),
                     [](const BinaryDecision& decision) { return decision.between; });
}

}  // namespace

SwitchingSearch::SwitchingSearch(RunState& run, PresentInstant& instant, Attempt& attempt,
                                 ExpectedSwitches& expected)
    : run_(run),
      attempt_(attempt),
      expected_(expected),
      queue_(run.system().is_binary.size()),
      expansion_(run, instant, attempt, expected, queue_),
      mixtures_(run, attempt) {}

bool SwitchingSearch::find() {
  const bool is_untried = attempt_.is_concluded();
  if (!is_untried) log_.add(run_, attempt_);
  queue_.exclude(attempt_.configuration());
  expansion_.expand(attempt_.configuration(), 0);
  if (is_untried) queue_.push_present_values();
  // The rest is for what no conflict asks for.
  if (!try_what_is_queued(kMostCandidates / 2)) return false;
  if (!found_ || doubt_.mixes_equations) {
    attempt_.evaluate({});
    expansion_.push_all_sides();
    if (!try_what_is_queued(kMostCandidates)) return false;
  }
  if (found_) finish();
  if (!found_ && tried_ >= kMostCandidates) log_.cut_off();
  return found_.has_value();
}

bool SwitchingSearch::try_what_is_queued(int most) {
  while (!queue_.is_empty() && tried_ < most) {
    if (run_.interruption.poll()) return false;
    if (found_ && !doubt_.any()) break;
    SwitchingNode node = queue_.pop();
    if (found_ && !may_be_better(node)) continue;
    if (mixtures_.is_excluded(node.configuration)) continue;
    if (found_ && !doubt_.mixes_equations && ++rivals_ > kMostCompared) break;
    if (evaluate(node.configuration) && !mixtures_.mixes_equations(node.configuration)) {
      take(std::move(node));
    } else if (!found_ || doubt_.has_infinite_state || doubt_.mixes_equations) {
      expansion_.expand(node.configuration, node.rank);
    }
  }
  return true;
}

SwitchingSearch::Doubt SwitchingSearch::doubt() {
  Doubt doubt{.is_blurred = !attempt_.verdict().is_sharp};
  for (const std::uint32_t c : attempt_.touched()) {
    doubt.mixes_equations |= run_.components[c].mode().compiled->mixes_equations;
    doubt.has_impulse |= attempt_.change(c).is_impulsive();
    doubt.has_infinite_state |= attempt_.change(c).has_infinite_state;
  }
  return doubt;
}

// Others are tried in place of what was found: as near ones if only accuracy is in doubt, and
// nothing that stays on a surface, unless a state jumps that must not.
bool SwitchingSearch::may_be_better(const SwitchingNode& node) const {
  if (doubt_.has_infinite_state && !doubt_.mixes_equations) return true;
  const bool stays = node.held > 0 || is_between(node.configuration);
  return !stays &&
         (doubt_.mixes_equations || doubt_.has_impulse || node.switched == found_->switched);
}

void SwitchingSearch::take(SwitchingNode node) {
  const Doubt own = doubt();
  if (!found_ || own < doubt_) {
    found_ = std::move(node);
    doubt_ = own;
    rivals_ = 0;
  } else if (own == doubt_ && node.switched == found_->switched) {
    is_unique_ = false;
  }
}

// The attempt stands at what was found afterwards.
void SwitchingSearch::finish() {
  SwitchingNode& node = *found_;
  if (attempt_.configuration() != node.configuration) attempt_.evaluate(node.configuration);
  SurfacesAtZero at_zero(run_, attempt_,
                         [&](const Configuration& other) { return evaluate(other); });
  at_zero.prefer_what_is_written(node.configuration);
  at_zero.find_redundant(node.configuration);
  if (!doubt_.any()) compare(node);
  for (const ExpectedSwitches::Key& key : expansion_.problems()) {
    std::vector<std::uint32_t> switched;
    for (const BinaryDecision& decision : node.configuration.binaries) {
      switched.push_back(decision.variable);
    }
    expected_.set(key, std::move(switched));
  }
}

bool SwitchingSearch::evaluate(const Configuration& configuration) {
  ++tried_;
  if (!configuration.binaries.empty()) ++run_.statistics.candidates;
  const AttemptVerdict& verdict = attempt_.evaluate(configuration);
  if (configuration.binaries.size() == 1 && configuration.surfaces.empty() &&
      !is_between(configuration)) {
    mixtures_.note_switch(configuration.binaries.front().variable);
  }
  if (!found_ && !verdict.is_consistent()) log_.add(run_, attempt_);
  return verdict.is_consistent();
}

// Whether another configuration as near is consistent as well. The attempt stands at `found`
// afterwards.
void SwitchingSearch::compare(const SwitchingNode& found) {
  bool has_moved = false;
  const bool is_comparable = found.held == 0 && !is_between(found.configuration);
  for (int compared = 0; is_comparable && is_unique_ && compared < kMostCompared; ++compared) {
    const auto node = queue_.pop_if([&](const SwitchingNode& other) {
      return other.held == 0 && other.switched == found.switched &&
             (other.switched > 0 || other.rank == found.rank);
    });
    if (!node) break;
    has_moved = true;
    is_unique_ = !evaluate(node->configuration) || doubt().any();
  }
  if (has_moved) attempt_.evaluate(found.configuration);
}

}  // namespace saltus

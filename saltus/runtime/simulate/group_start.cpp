#include "saltus/runtime/simulate/group_start.h"

#include <algorithm>
#include <iterator>

namespace saltus {

namespace {

constexpr std::size_t kMostOptions = 12;
constexpr int kMostCandidates = 1 << 12;
// Discrete values and the point that they lead to are computed from each other, so often.
constexpr int kMostRounds = 20;
// What needs an impulse is compared with so many others that may do without.
constexpr int kMostRivals = 256;
// A search goes on to other values and sides until it has evaluated so many equations, and at least
// so many times what the first attempt took: some seconds in a small model.
constexpr std::uint64_t kMostWork = 1'500'000;
constexpr std::uint64_t kMostAttempts = 8;

}  // namespace

std::optional<SimulationEnd> GroupStart::find() {
  failed_component_ = group_.components.empty() ? 0 : group_.components.front();
  begin_work();
  for (int round = 0; round < kMostRounds; ++round) {
    if (End end = find_with_binaries()) return end;
    if (!count_steps()) break;
  }
  return std::nullopt;
}

// Numbers that count steps (`floor`, `mod`) have no past at the start: what they are is what they
// were, and the surfaces of the next steps are those around it.
bool GroupStart::count_steps() {
  bool has_changed = false;
  const KnownValues& known = run_.discrete.known();
  for (const std::uint32_t n : group_.nodes) {
    const DiscreteNode& node = run_.system().nodes[n];
    if (node.kind != NodeKind::equation || !run_.system().is_hidden[node.target]) continue;
    if (known.value[node.target] == known.pre[node.target]) continue;
    run_.discrete.begin_with(node.target, known.value[node.target], time(), instant_);
    has_changed = true;
  }
  return has_changed;
}

void GroupStart::begin_work() {
  work_before_ = run_.interruption.work();
  first_work_.reset();
  budgets_ = 1;
}

// After the first attempt.
bool GroupStart::is_exhausted() const {
  return run_.interruption.work() - work_before_ >
         budgets_ * std::max(kMostWork, kMostAttempts * first_work_.value_or(0));
}

void GroupStart::set_has_values(bool has_values) {
  for (const std::uint32_t c : group_.components) instant_.set_has_values(c, has_values);
}

void GroupStart::begin_with(const BinaryValues& values) {
  for (const auto& [binary, value] : values) {
    run_.discrete.begin_with(binary, value, time(), instant_);
  }
}

// Binary unknowns of one sub-problem after the other, as they need each other.
std::optional<SimulationEnd> GroupStart::find_with_binaries() {
  const std::size_t mark = run_.discrete.mark();
  BinaryValues chosen;
  End end = find_sides();
  for (const std::uint32_t p : group_.sub_problems) {
    const SubProblem& problem = run_.system().sub_problems[p];
    if (!end && !is_violated(problem)) continue;
    run_.discrete.undo_to(mark);
    begin_with(chosen);
    end = find_candidate(problem, std::move(end));
    for (const std::uint32_t binary : problem.binaries) {
      chosen.emplace_back(binary, run_.discrete.known().value[binary]);
    }
  }
  return end;
}

bool GroupStart::is_violated(const SubProblem& problem) const {
  return std::any_of(problem.inequalities.begin(), problem.inequalities.end(),
                     [&](SurfaceId inequality) {
                       return run_.discrete.side(inequality.index()) == Side::positive;
                     });
}

// The nearest values that satisfy the inequalities at the point that they lead to; if there are
// none, the nearest with a mode that can be entered, and the first event decides.
std::optional<SimulationEnd> GroupStart::find_candidate(const SubProblem& problem, End first) {
  const std::size_t mark = run_.discrete.mark();
  const std::size_t count = problem.binaries.size();
  BinaryValues base;
  for (const std::uint32_t binary : problem.binaries) {
    base.emplace_back(binary, run_.discrete.known().value[binary]);
  }
  const auto find_with = [&](const BinaryValues& values) {
    run_.discrete.undo_to(mark);
    begin_with(values);
    return find_sides();
  };
  std::optional<BinaryValues> enterable;
  if (!first) enterable = base;
  int tried = 0;
  for (std::size_t distance = 1; distance <= count; ++distance) {
    std::vector<bool> is_flipped(count, false);
    std::fill_n(is_flipped.begin(), distance, true);
    do {
      if (run_.interruption.is_requested()) return interrupted_at(time());
      if (++tried > kMostCandidates || is_exhausted()) break;
      BinaryValues values = base;
      for (std::size_t i = 0; i < count; ++i) {
        if (is_flipped[i]) values[i].second = 1.0 - base[i].second;
      }
      if (find_with(values)) continue;
      if (!is_violated(problem)) return std::nullopt;
      if (!enterable) enterable = values;
    } while (std::prev_permutation(is_flipped.begin(), is_flipped.end()));
  }
  budgets_ = 2;  // to find it once more
  if (enterable) return find_with(*enterable);
  run_.discrete.undo_to(mark);
  return first;
}

std::optional<SimulationEnd> GroupStart::find_sides() {
  counts_zero_ = counts_past_ = false;
  wanted_.clear();
  End end = search_sides();
  // A relation between states that the reset itself makes false has decided it all the same.
  const bool may_be_past =
      run_.options.start_from_left_limits && end && end->reason != EndReason::interrupted;
  if (may_be_past) {
    counts_past_ = true;
    if (End other = search_sides(); !other) end = other;
  }
  if (!end || end->reason == EndReason::interrupted) return end;
  // A surface of which zero and a side ask for each other holds the motion, too: a force that is
  // exactly what friction can bear.
  counts_zero_ = true;
  wanted_.clear();
  return search_sides() ? end : std::nullopt;
}

std::optional<SimulationEnd> GroupStart::search_sides() {
  const std::size_t mark = run_.discrete.mark();
  note_sides_before();
  std::optional<Candidate> best;
  int rivals = 0;
  ValuationSearch search(ValuationSearch::Order::requests_first);
  SearchLog log;
  found_ = {};
  on_boundary_.reset();
  bool cannot_be_entered = false;
  // Why the mode to which the start values lead, one request after the other, cannot be entered.
  bool is_asked_for = true;
  End asked;
  for (;;) {
    const bool is_found = try_valuation();
    if (!first_work_) first_work_ = run_.interruption.work() - work_before_;
    if (run_.interruption.poll()) return interrupted_at(time());
    if (is_found && (inconsistent_.empty() || is_contested())) {
      const Doubt own = doubt();
      if (own == Doubt()) return take_found();
      if (!best || own < best->doubt) best = Candidate{own, search.flips()};
    }
    if (is_found && !on_boundary_ && is_on_boundary()) on_boundary_ = search.flips();
    if (log.is_full()) {
      log.count();
    } else {
      log.add(describe_attempt());
    }
    run_.discrete.undo_to(mark);
    set_has_values(false);
    cannot_be_entered |= failure_.has_value();
    if (failure_ && is_asked_for && !asked) asked = failure_;
    if (best && ++rivals > kMostRivals) return start_with(best->flips);
    if (!is_exhausted() && try_another(search)) {
      is_asked_for = is_asked_for && search.is_requested();
      continue;
    }
    if (best) return start_with(best->flips);
    if (cannot_be_entered && on_boundary_ && start_on_boundary(mark)) return std::nullopt;
    run_.discrete.undo_to(mark);
    if (search.is_cut_off() || is_exhausted()) log.cut_off();
    return explain(log, asked);
  }
}

// False if the modes that the sides select cannot be entered. `inconsistent_` then says which
// sides do not agree with them.
bool GroupStart::try_valuation() {
  set_has_values(false);
  failure_.reset();
  inconsistent_.clear();
  after_reset_.clear();
  run_.discrete.run_pass(time(), instant_);
  for (int round = 0; round < kMostRounds; ++round) {
    if (!start_components()) return false;
    set_has_values(true);
    if (!run_.discrete.evaluate_again(group_.nodes, time(), instant_)) break;
  }
  for (const std::uint32_t c : group_.components) compare_sides(c);
  return true;
}

bool GroupStart::start_components() {
  for (const std::uint32_t c : group_.components) {
    reports_[c] = StartReport();
    ComponentRun& component = run_.components[c];
    changes_[c] = ComponentChange();
    auto failure = run_.options.start_from_left_limits
                       ? component.start_from_left_limits(time(), changes_[c])
                       : component.find_start(time(), reports_[c]);
    instant_.note_left_limit(c);
    if (failure) {
      failure_ = in_mode_of(run_, c, std::move(*failure));
      failed_component_ = c;
      return false;
    }
    component.keep_left_limit();
  }
  return true;
}

// Of a start from left limits, as at any change of mode: an impulse decides before the values after
// it do, and what reads nothing but state was decided by the left limits.
std::optional<Side> GroupStart::side_in_reset(std::uint32_t component, std::uint32_t position) {
  if (!run_.options.start_from_left_limits) return std::nullopt;
  ComponentRun& run = run_.components[component];
  const Side by_impulse = run.side_of_impulse(position, changes_[component]);
  if (by_impulse != Side::zero) return by_impulse;
  if (!counts_past_) return std::nullopt;
  const auto before = sides_before_.find(run.component().surfaces[position].index());
  const bool is_past = run.mode().reads_state_only[position] && before != sides_before_.end();
  return is_past && before->second != Side::zero ? std::optional(before->second) : std::nullopt;
}

void GroupStart::note_sides_before() {
  sides_before_.clear();
  for (const std::uint32_t c : group_.components) {
    for (const SurfaceId surface : run_.components[c].component().surfaces) {
      sides_before_.emplace(surface.index(), run_.discrete.side(surface.index()));
    }
  }
}

// What speaks against a start that is consistent.
GroupStart::Doubt GroupStart::doubt() const {
  Doubt doubt;
  for (const std::uint32_t c : group_.components) {
    doubt.has_infinite_state |= changes_[c].has_infinite_state;
    doubt.has_impulse |= changes_[c].is_impulsive();
  }
  return doubt;
}

void GroupStart::compare_sides(std::uint32_t component) {
  ComponentRun& run = run_.components[component];
  for (std::uint32_t p = 0; p < run.component().surfaces.size(); ++p) {
    const std::uint32_t surface = run.component().surfaces[p].index();
    const Side after = run.side_after(p, false);
    const Side side = side_in_reset(component, p).value_or(after);
    if (side != after && !run_.system().surfaces[surface].is_inequality) {
      after_reset_.emplace_back(surface, after);
    }
    if (side == run_.discrete.side(surface)) continue;
    // An inequality that does not hold has no other mode to offer: the binary unknowns do.
    if (run_.system().surfaces[surface].is_inequality) {
      run_.discrete.set_side(surface, side);
      continue;
    }
    inconsistent_.emplace_back(surface, side);
    failed_component_ = component;
  }
}

// Whether all that does not agree is decided by what comes after the start, and is taken
// literally at the start itself.
bool GroupStart::is_on_boundary() {
  return std::all_of(inconsistent_.begin(), inconsistent_.end(), [&](const WantedSide& wanted) {
    const SurfaceId surface(wanted.first);
    ComponentRun& run = run_.component_of_surface(surface);
    return run_.discrete.side(wanted.first) == Side::zero &&
           run.is_at_surface(run.position_of(surface), false);
  });
}

// What the reset has decided otherwise than what follows it belongs to the next micro-step.
GroupStart::End GroupStart::take_found() {
  found_.has_infinite_state = doubt().has_infinite_state;
  found_.postponed.insert(found_.postponed.end(), after_reset_.begin(), after_reset_.end());
  return std::nullopt;
}

// All that was tried since then is undone.
GroupStart::End GroupStart::start_with(const std::vector<Flip>& flips) {
  for (const auto& [surface, side] : flips) run_.discrete.set_side(surface, side);
  found_ = {};
  if (!try_valuation()) return failure_;
  is_contested();
  return take_found();
}

bool GroupStart::start_on_boundary(std::size_t mark) {
  run_.discrete.undo_to(mark);
  for (const auto& [surface, side] : *on_boundary_) run_.discrete.set_side(surface, side);
  if (!try_valuation()) return false;
  found_.postponed = inconsistent_;
  return true;
}

bool GroupStart::is_contested() {
  bool is_all = true;
  for (const auto& [surface, side] : inconsistent_) {
    ComponentRun& run = run_.component_of_surface(SurfaceId(surface));
    const bool is_there = run.is_at_surface(run.position_of(SurfaceId(surface)), false);
    if (is_there) wanted_.insert({surface, side});
    const auto first = wanted_.lower_bound({surface, Side::negative});
    const auto last = wanted_.upper_bound({surface, Side::positive});
    const bool is_both = counts_zero_
                             ? std::distance(first, last) > 1
                             : side != Side::zero && wanted_.contains({surface, opposite(side)});
    is_all = is_all && is_there && is_both;
  }
  if (!is_all) return false;
  for (const auto& [surface, side] : inconsistent_) found_.contested.push_back(SurfaceId(surface));
  return true;
}

// After an attempt that was undone: the next valuation, set. False when all were tried.
bool GroupStart::try_another(ValuationSearch& search) {
  for (const auto& [surface, side] : inconsistent_) {
    search.add_request(surface, run_.discrete.side(surface), side);
  }
  if (!search.next()) {
    // All event functions of the group may have to differ, first those of the component at fault.
    std::vector<std::uint32_t> components = group_.components;
    std::stable_partition(components.begin(), components.end(),
                          [&](std::uint32_t c) { return c == failed_component_; });
    for (const std::uint32_t c : components) {
      for (const SurfaceId surface : run_.components[c].component().surfaces) {
        if (search.option_count() >= kMostOptions) break;
        if (run_.watched(surface).is_inequality) continue;
        search.add_option(surface.index(), run_.discrete.side(surface.index()));
      }
    }
    if (!search.next()) return false;
  }
  for (const auto& [surface, side] : search.flips()) run_.discrete.set_side(surface, side);
  return true;
}

TriedMode GroupStart::describe_attempt() {
  if (failure_) return not_entered(*failure_);
  TriedMode tried{.mode = run_.guard_values(failed_component_)};
  for (const auto& [surface, side] : inconsistent_) {
    ComponentRun& run = run_.component_of_surface(SurfaceId(surface));
    const std::uint32_t position = run.position_of(SurfaceId(surface));
    ComponentChange& change = changes_[run_.held.component_of(SurfaceId(surface))];
    const bool is_by_impulse = run.side_of_impulse(position, change) != Side::zero;
    tried.contradictions.push_back({.surface = SurfaceId(surface),
                                    .assumed = run_.discrete.side(surface),
                                    .found = side,
                                    .value = run.function_value(position),
                                    .is_zero = run.is_at_surface(position, false),
                                    .is_by_impulse = is_by_impulse});
  }
  return tried;
}

SimulationEnd GroupStart::explain(const SearchLog& log, const End& asked) const {
  SimulationEnd end = asked ? *asked : log.end_at(time());
  log.tell(end);
  return in_mode_of(run_, failed_component_, std::move(end));
}

}  // namespace saltus

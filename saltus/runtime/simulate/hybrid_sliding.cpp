#include <algorithm>
#include <cmath>
#include <numeric>

#include "saltus/executable/guards_decided_by.h"
#include "saltus/runtime/simulate/hybrid_run.h"

// Motions along a surface (semantics 4): both sides lead back to it, so the solution
// stays there and mixes them.

namespace saltus {

namespace {

// Changes of what slides, in one micro-step.
constexpr int kMostChanges = 100;
// Values are the same if they differ by no more than this, in units of the tolerance.
constexpr double kSame = 100.0;
// So near to where events tend, relative to the time elapsed, they have accumulated.
constexpr double kAccumulated = 1e-4;

}  // namespace

void HybridRun::slide(SurfaceId surface) {
  slides_[*model_.discrete.surfaces[surface.index()].component].push_back(surface);
  is_sliding_[surface.index()] = 1;
  mode_key_ ^= sliding_key(surface);
}

void HybridRun::do_not_slide(SurfaceId surface) {
  std::erase(slides_[*model_.discrete.surfaces[surface.index()].component], surface);
  is_sliding_[surface.index()] = 0;
  mode_key_ ^= sliding_key(surface);
}

// The side whose share has become the whole; after a rest, the one where the bounces were.
Side HybridRun::side_to_leave_to(SurfaceId surface) const {
  if (is_resting_on(surface)) return discrete_.side(surface.index());
  if (shares_.contains(surface.index())) return Side::negative;
  const std::uint32_t component = *model_.discrete.surfaces[surface.index()].component;
  const bool is_low = components_[component].multiplier(surface).value_or(0.0) < 0.5;
  return is_low ? Side::negative : Side::positive;
}

// Its side from here on, in this instant, is the one to which it was left.
void HybridRun::stop_sliding(SurfaceId surface, Side side) {
  do_not_slide(surface);
  rests_.erase(surface.index());
  if (const auto share = shares_.find(surface.index()); share != shares_.end()) {
    const std::uint32_t component = *model_.discrete.surfaces[surface.index()].component;
    const bool is_low = components_[component].multiplier(surface).value_or(0.0) < 0.5;
    const double value = is_low ? 0.0 : 1.0;
    if (value != share->second.value) {
      decided_.emplace_back(share->second.variable.index(), value);
    }
    shares_.erase(share);
  }
  has_left_[surface.index()] = 1;
  left_surfaces_.push_back(surface);
  forced_.emplace_back(surface, side);
  alter(*model_.discrete.surfaces[surface.index()].component);
}

// How the component slides in the present valuation. False if crossing one of its surfaces
// does more than change guards.
bool HybridRun::find_sliding(std::uint32_t component) {
  for (;;) {
    auto sliding = find_clusters(component);
    if (!sliding) return false;
    const auto undecisive = find_undecisive(*sliding);
    if (!undecisive) {
      components_[component].set_sliding(std::move(*sliding));
      return true;
    }
    release(*undecisive);
  }
}

// Surfaces that decide a guard together, and the guards' values at all their corners.
std::optional<Sliding> HybridRun::find_clusters(std::uint32_t component) {
  Sliding sliding;
  for (const SurfaceId surface : slides_[component]) {
    if (is_resting_on(surface)) {
      sliding.push_back({{surface}, {}, rests_.at(surface.index())});
      continue;
    }
    if (const auto share = shares_.find(surface.index()); share != shares_.end()) {
      sliding.push_back({{surface}, {}, {}, share->second});
      continue;
    }
    const auto guards = guards_decided_by(model_.discrete, {&surface, 1});
    if (!guards) return std::nullopt;
    join_cluster(surface, *guards, sliding);
  }
  for (SlidingCluster& cluster : sliding) {
    if (!cluster.guards.empty()) find_corners(cluster);
  }
  return sliding;
}

// A surface that decides nothing now: `h > 1 and q > 0` after q has become negative. Both
// its sides are the same, so there is nothing to mix.
std::optional<SurfaceId> HybridRun::find_undecisive(const Sliding& sliding) {
  for (const SlidingCluster& cluster : sliding) {
    for (std::size_t i = 0; i < cluster.surfaces.size() && !cluster.guards.empty(); ++i) {
      const std::size_t bit = std::size_t{1} << i;
      const auto is_decided = [&](const SlidingGuard& guard) {
        for (std::size_t corner = 0; corner < guard.values.size(); ++corner) {
          if (guard.values[corner] != guard.values[corner | bit]) return true;
        }
        return false;
      };
      if (std::none_of(cluster.guards.begin(), cluster.guards.end(), is_decided)) {
        return cluster.surfaces[i];
      }
    }
  }
  return std::nullopt;
}

// Lets go of a surface; on which side the motion goes on is seen afterwards.
void HybridRun::release(SurfaceId surface) {
  stop_sliding(surface, discrete_.side(surface.index()));
  has_left_[surface.index()] = 0;
}

// Adds a surface, and makes one cluster of those that share a guard with it.
void HybridRun::join_cluster(SurfaceId surface, const std::vector<std::uint32_t>& guards,
                             Sliding& sliding) {
  SlidingCluster cluster{{surface}, {}};
  for (const std::uint32_t guard : guards) cluster.guards.push_back({guard, {}});
  const auto shares_guard = [&](const SlidingCluster& other) {
    return std::any_of(other.guards.begin(), other.guards.end(), [&](const SlidingGuard& guard) {
      return std::binary_search(guards.begin(), guards.end(), guard.guard);
    });
  };
  for (const SlidingCluster& other : sliding) {
    if (!shares_guard(other)) continue;
    cluster.surfaces.insert(cluster.surfaces.end(), other.surfaces.begin(), other.surfaces.end());
    cluster.guards.insert(cluster.guards.end(), other.guards.begin(), other.guards.end());
  }
  std::erase_if(sliding, shares_guard);
  const auto by_guard = [](const SlidingGuard& a, const SlidingGuard& b) {
    return a.guard < b.guard;
  };
  std::sort(cluster.surfaces.begin(), cluster.surfaces.end());
  std::sort(cluster.guards.begin(), cluster.guards.end(), by_guard);
  cluster.guards.erase(
      std::unique(cluster.guards.begin(), cluster.guards.end(),
                  [](const SlidingGuard& a, const SlidingGuard& b) { return a.guard == b.guard; }),
      cluster.guards.end());
  sliding.push_back(std::move(cluster));
}

void HybridRun::find_corners(SlidingCluster& cluster) {
  std::vector<std::uint32_t> guards;
  for (const SlidingGuard& guard : cluster.guards) guards.push_back(guard.guard);
  for (std::size_t corner = 0; corner < (std::size_t{1} << cluster.surfaces.size()); ++corner) {
    std::vector<std::pair<SurfaceId, Side>> sides;
    for (std::size_t i = 0; i < cluster.surfaces.size(); ++i) {
      const bool is_positive = (corner >> i & 1) != 0;
      sides.emplace_back(cluster.surfaces[i], is_positive ? Side::positive : Side::negative);
    }
    const auto values = discrete_.probe(sides, guards, now_.value(), *this);
    for (std::size_t g = 0; g < guards.size(); ++g) cluster.guards[g].values.push_back(values[g]);
  }
}

bool HybridRun::are_multipliers_inside(std::uint32_t component) {
  ComponentRun& run = components_[component];
  for (std::uint32_t p = 0; p < run.component().surfaces.size(); ++p) {
    const std::uint32_t surface = run.component().surfaces[p].index();
    if (is_sliding_[surface] && run.side_after(p, false) == Side::negative) return false;
  }
  return true;
}

// After the modes of this micro-step are found: surfaces are left where the multiplier
// says so, and held where both sides push towards them.
bool HybridRun::settle_sliding(std::size_t mark) {
  for (int change = 0; change < kMostChanges; ++change) {
    if (leave_surfaces(mark)) {
      if (!try_valuation() && !search_valuation(mark)) return false;
      continue;
    }
    const auto place = find_pushed_back();
    if (!place || !begin_sliding(*place, mark)) return true;
    reconsider_left_surfaces();
  }
  return true;
}

// A surface that could not hold the motion by itself may do so together with one that has
// been added: a corner into which both lead.
void HybridRun::reconsider_left_surfaces() {
  for (const SurfaceId surface : left_surfaces_) has_left_[surface.index()] = 0;
  left_surfaces_.clear();
}

// True if some surface cannot hold the motion any more; the attempt is then undone.
bool HybridRun::leave_surfaces(std::size_t mark) {
  for (const std::uint32_t c : touched_) {
    ComponentRun& run = components_[c];
    for (std::uint32_t p = 0; p < run.component().surfaces.size(); ++p) {
      const SurfaceId surface = run.component().surfaces[p];
      if (!is_sliding_[surface.index()] || run.side_after(p, false) != Side::negative) continue;
      stop_sliding(surface, side_to_leave_to(surface));
      undo_valuation(mark);
      return true;
    }
  }
  return false;
}

// A surface on which a component stands, and to which the side it has come to leads back.
std::optional<HybridRun::PushedBack> HybridRun::find_pushed_back() {
  for (const std::uint32_t c : touched_) {
    const ComponentRun& run = components_[c];
    for (std::uint32_t p = 0; p < run.component().surfaces.size(); ++p) {
      const std::uint32_t surface = run.component().surfaces[p].index();
      if (is_sliding_[surface] || has_left_[surface]) continue;
      if (model_.discrete.surfaces[surface].is_inequality) continue;
      if (is_leading_back(c, p)) return PushedBack{c, p};
    }
  }
  return std::nullopt;
}

bool HybridRun::is_leading_back(std::uint32_t component, std::uint32_t position) {
  const ComponentRun& run = components_[component];
  const std::uint32_t surface = run.component().surfaces[position].index();
  const bool has_crossed = has_crossed_[surface] != 0;
  TaylorIntegrator& integrator = *run.mode().integrator;
  if (!integrator.is_at_surface(position, has_crossed)) return false;
  const Side after = integrator.side_after(position, has_crossed);
  if (after != Side::zero) return after == opposite(discrete_.side(surface));
  return !is_same_when_zero(SurfaceId(surface));
}

// A motion that stays on the surface by itself belongs to the side it has come to if the
// relations say so: `x >= 0`, not `x > 0`.
bool HybridRun::is_same_when_zero(SurfaceId surface) {
  const auto guards = guards_decided_by(model_.discrete, {&surface, 1});
  if (!guards) return true;
  const std::pair<SurfaceId, Side> zero(surface, Side::zero);
  const auto values = discrete_.probe({&zero, 1}, *guards, now_.value(), *this);
  for (std::size_t i = 0; i < guards->size(); ++i) {
    if (discrete_.guard((*guards)[i]) != (values[i] != 0)) return false;
  }
  return true;
}

// The other side leads back as well: the component slides. False if it does not; then
// everything is as it was.
bool HybridRun::begin_sliding(const PushedBack& place, std::size_t mark) {
  const SurfaceId surface = components_[place.component].component().surfaces[place.position];
  const Side side = discrete_.side(surface.index());
  if (side == Side::zero || !guards_decided_by(model_.discrete, {&surface, 1})) return false;
  undo_valuation(mark);
  discrete_.set_side(surface.index(), opposite(side));
  alter(place.component);
  const bool is_attracting =
      can_be_tried(surface) && is_leading_back(place.component, place.position);
  if (is_attracting) {
    const auto on_surface = values_on_surface(place, mark);
    undo_valuation(mark);
    alter(place.component);
    slide(surface);
    const bool slides = try_valuation() && are_multipliers_inside(place.component);
    if (slides && (!on_surface || is_same(place.component, *on_surface))) return true;
    undo_valuation(mark);
    do_not_slide(surface);
    if (on_surface) return stay_on_surface(place);
  }
  undo_valuation(mark);
  alter(place.component);
  try_valuation();
  return false;
}

// The author may have written what holds on the surface itself, `else` after `v > 0` and
// `v < 0`. If that keeps the motion there it counts, unless it says the same as the mixture:
// the values of the component's unknowns.
std::optional<std::vector<double>> HybridRun::values_on_surface(const PushedBack& place,
                                                                std::size_t mark) {
  const SurfaceId surface = components_[place.component].component().surfaces[place.position];
  if (is_zero_like_a_side(surface)) return std::nullopt;
  undo_valuation(mark);
  discrete_.set_side(surface.index(), Side::zero);
  alter(place.component);
  ComponentRun& run = components_[place.component];
  const bool has_crossed = has_crossed_[surface.index()] != 0;
  if (!can_be_tried(surface) || run.side_after(place.position, has_crossed) != Side::zero) {
    return std::nullopt;
  }
  std::vector<double> values;
  for (std::uint32_t u = 0; u < run.component().variables.size(); ++u) {
    values.push_back(run.value(u, 0));
  }
  return values;
}

bool HybridRun::is_same(std::uint32_t component, const std::vector<double>& values) const {
  const ComponentRun& run = components_[component];
  for (std::uint32_t u = 0; u < values.size(); ++u) {
    const double size = std::max({std::fabs(values[u]), std::fabs(run.value(u, 0)), run.scale(u)});
    if (std::fabs(run.value(u, 0) - values[u]) > kSame * options_.tolerance * size) return false;
  }
  return true;
}

bool HybridRun::stay_on_surface(const PushedBack& place) {
  const SurfaceId surface = components_[place.component].component().surfaces[place.position];
  discrete_.set_side(surface.index(), Side::zero);
  forced_.emplace_back(surface, Side::zero);
  alter(place.component);
  try_valuation();
  return true;
}

bool HybridRun::is_zero_like_a_side(SurfaceId surface) {
  const auto guards = guards_decided_by(model_.discrete, {&surface, 1});
  const auto guards_at = [&](Side side) {
    const std::pair<SurfaceId, Side> there(surface, side);
    return discrete_.probe({&there, 1}, *guards, now_.value(), *this);
  };
  const auto zero = guards_at(Side::zero);
  return zero == guards_at(Side::negative) || zero == guards_at(Side::positive);
}

// Whether the present valuation can be entered, and agrees with itself but for `surface`.
bool HybridRun::can_be_tried(SurfaceId surface) {
  if (try_valuation()) return true;
  return !failure_ &&
         std::all_of(inconsistent_.begin(), inconsistent_.end(),
                     [&](const auto& other) { return other.first == surface.index(); });
}

// The valuation contradicts itself at surfaces on which the components stand: sides that
// lead back to one of them.
bool HybridRun::slide_where_contested(std::size_t mark) {
  if (failure_) return false;
  for (const auto& [surface, side] : std::vector(inconsistent_)) {
    const std::uint32_t component = *model_.discrete.surfaces[surface].component;
    const std::uint32_t position = components_[component].position_of(SurfaceId(surface));
    if (!is_leading_back(component, position)) return false;
    if (begin_sliding({component, position}, mark)) return true;
  }
  return false;
}

// Several surfaces at once, between whose sides the modes of this instant go round.
bool HybridRun::slide_along_cycle(const std::vector<SurfaceId>& surfaces) {
  if (surfaces.empty()) return false;
  const std::size_t mark = discrete_.mark();
  remember_touched();
  forced_.clear();
  for (const SurfaceId surface : surfaces) {
    ComponentRun& run = components_[*model_.discrete.surfaces[surface.index()].component];
    const bool has_crossed = has_crossed_[surface.index()] != 0;
    const bool can_slide = !is_sliding_[surface.index()] &&
                           run.is_at_surface(run.position_of(surface), has_crossed) &&
                           guards_decided_by(model_.discrete, {&surface, 1});
    if (!can_slide) return false;
  }
  for (const SurfaceId surface : surfaces) {
    slide(surface);
    alter(*model_.discrete.surfaces[surface.index()].component);
  }
  remember_touched();
  bool is_inside = try_valuation();
  for (const std::uint32_t c : touched_) is_inside = is_inside && are_multipliers_inside(c);
  if (is_inside) {
    history_.clear();
    accept(event_, described_);
    return true;
  }
  undo_valuation(mark);
  for (const SurfaceId surface : surfaces) do_not_slide(surface);
  return false;
}

void HybridRun::remark(SurfaceRemarkKind kind, SurfaceId surface) {
  const bool is_known = std::any_of(
      result_.remarks.begin(), result_.remarks.end(),
      [&](const SurfaceRemark& known) { return known.kind == kind && known.surface == surface; });
  if (!is_known) result_.remarks.push_back({kind, surface, now_.value()});
}

// Whether the motion that begins on this side of a surface, on which the component stands,
// stays on that side.
bool HybridRun::goes_on_at(SurfaceId surface, Side side, std::size_t mark) {
  const std::uint32_t component = *model_.discrete.surfaces[surface.index()].component;
  undo_valuation(mark);
  discrete_.set_side(surface.index(), side);
  alter(component);
  ComponentRun& run = components_[component];
  return can_be_tried(surface) && run.side_after(run.position_of(surface), false) == side;
}

// A motion along a surface from which, since something else has changed, both sides lead
// away.
void HybridRun::look_for_repelling(std::size_t mark) {
  std::vector<SurfaceId> suspects;
  for (const std::uint32_t c : touched_) {
    const std::vector<HeldSurface>& before = components_[c].left_mode().sliding;
    for (const SurfaceId surface : slides_[c]) {
      if (shares_.contains(surface.index())) continue;
      const bool has_slid =
          std::find(before.begin(), before.end(), HeldSurface{surface, false}) != before.end();
      if (has_slid && is_altered_[c]) suspects.push_back(surface);
    }
  }
  for (const SurfaceId surface : suspects) {
    do_not_slide(surface);
    const bool is_repelling =
        goes_on_at(surface, Side::negative, mark) && goes_on_at(surface, Side::positive, mark);
    slide(surface);
    if (is_repelling) remark(SurfaceRemarkKind::repelling, surface);
  }
  if (suspects.empty()) return;
  undo_valuation(mark);
  for (const SurfaceId surface : suspects) {
    alter(*model_.discrete.surfaces[surface.index()].component);
  }
  try_valuation();
}

// The start lies on a surface, and could go on at the other side just as well.
void HybridRun::look_for_repelling_at_start() {
  const std::size_t mark = discrete_.mark();
  for (const ComponentRun& run : components_) {
    for (std::uint32_t p = 0; p < run.component().surfaces.size(); ++p) {
      const SurfaceId surface = run.component().surfaces[p];
      const Side side = discrete_.side(surface.index());
      if (side == Side::zero || model_.discrete.surfaces[surface.index()].is_inequality) continue;
      if (!run.mode().integrator->is_at_surface(p, false)) continue;
      const auto guards = guards_decided_by(model_.discrete, {&surface, 1});
      if (!guards || guards->empty()) continue;
      remember_touched();
      forced_.clear();
      if (goes_on_at(surface, opposite(side), mark)) {
        remark(SurfaceRemarkKind::repelling, surface);
      }
      undo_valuation(mark);
    }
  }
}

// Multipliers join the results when they first have a value.
void HybridRun::add_multiplier_columns() {
  for (const std::uint32_t c : touched_) {
    for (const SurfaceId surface : slides_[c]) {
      if (components_[c].mode().compiled->mixes_equations) {
        remark(SurfaceRemarkKind::mixes_equations, surface);
      }
      if (has_column_[surface.index()]) continue;
      has_column_[surface.index()] = 1;
      OutputColumn column{
          .column = {.name = (is_resting_on(surface) ? "reaction(" : "multiplier(") +
                             model_.discrete.surfaces[surface.index()].text + ")",
                     .unit = ""},
          .source = ColumnSource::multiplier,
          .component = c,
          .variable = surface.index()};
      result_.trajectory.add_column(column.column);
      columns_.push_back(std::move(column));
    }
  }
}

// What hits a resting body sets it free; if that drives it into the surface, it bounces. A
// component that slides is set free by any `reinit`: if it is still on the surface, it slides on.
void HybridRun::end_rest_of(VariableId variable) {
  for (const SurfaceId surface : std::vector(slides_[component_of_[variable.index()]])) {
    const auto rest = rests_.find(surface.index());
    const bool is_free =
        rest != rests_.end() &&
        std::none_of(rest->second.begin(), rest->second.end(),
                     [&](const Reaction& reaction) { return reaction.variable == variable; });
    if (is_free) continue;
    release(surface);
  }
}

// From where events accumulate the motion goes on along a surface of theirs: at rest if they
// are bounces, sliding if they change the mode. False where neither is possible.
bool HybridRun::go_on_after_zeno(SurfaceId surface) {
  const auto component = model_.discrete.surfaces[surface.index()].component;
  if (!component) return false;
  std::vector<SurfaceId> candidates = {surface};
  for (const SurfaceId other : model_.components[*component].surfaces) {
    if (other != surface && is_accumulating(other)) candidates.push_back(other);
  }
  for (const SurfaceId candidate : candidates) {
    if (!can_go_on_along(candidate)) continue;
    // The rest of what accumulates passes within rounding: it is left out.
    Instantaneous event{.time = now_, .components = {}, .crossed = {candidate}, .clocks = {}};
    for (const SurfaceId other : candidates) zeno_.forget(other.index());
    slide(candidate);
    alter(*component);
    remark(SurfaceRemarkKind::continues_after_zeno, candidate);
    return work_through(event);
  }
  return false;
}

bool HybridRun::is_accumulating(SurfaceId surface) const {
  const auto limit = zeno_.accumulation(surface.index());
  const double elapsed = now_.value() - options_.start_time;
  return limit && std::fabs(*limit - now_.value()) <= kAccumulated * std::fabs(elapsed);
}

bool HybridRun::can_go_on_along(SurfaceId surface) {
  if (is_sliding_[surface.index()]) return false;
  const std::uint32_t component = *model_.discrete.surfaces[surface.index()].component;
  double largest = 0.0;
  for (const Reaction& reaction : last_bounce_) {
    if (component_of_[reaction.variable.index()] != component) return false;
    largest = std::max(largest, std::fabs(reaction.share));
  }
  if (largest > 0.0) {
    rests_[surface.index()] = last_bounce_;
    for (Reaction& reaction : rests_[surface.index()]) reaction.share /= largest;
  } else if (!guards_decided_by(model_.discrete, {&surface, 1})) {
    return false;
  }
  components_[component].keep_left_limit();
  const std::size_t mark = discrete_.mark();
  remember_touched();
  forced_.clear();
  decided_.clear();
  slide(surface);
  alter(component);
  const bool is_possible = try_valuation() && are_multipliers_inside(component);
  undo_valuation(mark);
  do_not_slide(surface);
  if (!is_possible) rests_.erase(surface.index());
  return is_possible;
}

}  // namespace saltus

#include <algorithm>
#include <cmath>

#include "saltus/runtime/simulate/hybrid_run.h"

// Motions along a surface (semantics 4): both sides lead back to it, so the solution
// stays there and mixes them.

namespace saltus {

namespace {

// Changes of what slides, in one micro-step.
constexpr int kMostChanges = 100;
// Values are the same if they differ by no more than this, in units of the tolerance.
constexpr double kSame = 100.0;

}  // namespace

bool HybridRun::is_share_low(SurfaceId surface) const {
  return components_[held_.component_of(surface)].multiplier(surface).value_or(0.0) < 0.5;
}

// The side whose share has become the whole; after a rest, the one where the bounces were.
Side HybridRun::side_to_leave_to(SurfaceId surface) const {
  if (held_.rest_on(surface)) return discrete_.side(surface.index());
  if (held_.share_at(surface)) return Side::negative;
  return is_share_low(surface) ? Side::negative : Side::positive;
}

// Its side from here on, in this instant, is the one to which it was left.
void HybridRun::stop_sliding(SurfaceId surface, Side side) {
  if (const BinaryShare* share = held_.share_at(surface)) {
    const double value = is_share_low(surface) ? 0.0 : 1.0;
    if (value != share->value) decided_.emplace_back(share->variable.index(), value);
  }
  held_.let_go(surface);
  held_.mark_left(surface);
  forced_.emplace_back(surface, side);
  alter(held_.component_of(surface));
}

// Lets go of a surface; on which side the motion goes on is seen afterwards.
void HybridRun::release(SurfaceId surface) {
  stop_sliding(surface, discrete_.side(surface.index()));
  held_.unmark_left(surface);
}

// What hits a resting body sets it free; if that drives it into the surface, it bounces. A
// component that slides is set free by any `reinit`: if it is still on the surface, it slides on.
void HybridRun::end_rest_of(VariableId variable) {
  for (const SurfaceId surface : std::vector(held_.of(component_of_[variable.index()]))) {
    const auto* rest = held_.rest_on(surface);
    const bool is_free =
        rest != nullptr && std::none_of(rest->begin(), rest->end(), [&](const Reaction& reaction) {
          return reaction.variable == variable;
        });
    if (is_free) continue;
    release(surface);
  }
}

// How the component slides in the present valuation. False if crossing one of its surfaces
// does more than change guards.
bool HybridRun::find_sliding(std::uint32_t component) {
  for (;;) {
    auto sliding = find_clusters(held_, component);
    if (!sliding) return false;
    for (SlidingCluster& cluster : *sliding) find_corners(cluster);
    const auto undecisive = find_undecisive(*sliding);
    if (!undecisive) {
      components_[component].set_sliding(std::move(*sliding));
      return true;
    }
    release(*undecisive);
  }
}

// The values of its guards at all corners.
void HybridRun::find_corners(SlidingCluster& cluster) {
  if (cluster.guards.empty()) return;
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
    const SurfaceId surface = run.component().surfaces[p];
    if (held_.holds(surface) && run.side_after(p, false) == Side::negative) return false;
  }
  return true;
}

// After the modes of this micro-step are found: surfaces are left where the multiplier
// says so, and held where both sides push towards them.
bool HybridRun::settle_sliding(std::size_t mark) {
  for (int change = 0; change < kMostChanges; ++change) {
    if (change == 0 && hold_corner(mark)) continue;
    if (leave_surfaces(mark)) {
      if (!try_valuation() && !search_valuation(mark)) return false;
      continue;
    }
    const auto place = find_pushed_back();
    if (!place || !begin_sliding(*place, mark)) return true;
    held_.reconsider_left();
  }
  return true;
}

// A motion along some surfaces has come to others, beyond which it would have to leave the first
// ones. If all of them together hold it, it stays there: whether they do does not depend on which
// of them is looked at first. False if they do not; then everything is as it was.
bool HybridRun::hold_corner(std::size_t mark) {
  for (const std::uint32_t c : std::vector(touched_)) {
    if (held_.of(c).empty() || are_multipliers_inside(c)) continue;
    std::vector<SurfaceId> reached;
    for (const SurfaceId surface : components_[c].component().surfaces) {
      const bool is_reached = has_crossed_[surface.index()] && !held_.holds(surface) &&
                              !held_.has_left(surface) &&
                              !model_.discrete.surfaces[surface.index()].is_inequality;
      if (is_reached && held_.guards_of(surface)) reached.push_back(surface);
    }
    if (reached.empty()) continue;
    undo_valuation(mark);
    for (const SurfaceId surface : reached) held_.hold(surface);
    alter(c);
    if (try_valuation() && are_multipliers_inside(c)) return true;
    undo_valuation(mark);
    for (const SurfaceId surface : reached) held_.let_go(surface);
    alter(c);
    try_valuation();
  }
  return false;
}

// True if some surface cannot hold the motion any more; the attempt is then undone.
bool HybridRun::leave_surfaces(std::size_t mark) {
  for (const std::uint32_t c : touched_) {
    ComponentRun& run = components_[c];
    for (std::uint32_t p = 0; p < run.component().surfaces.size(); ++p) {
      const SurfaceId surface = run.component().surfaces[p];
      if (!held_.holds(surface) || run.side_after(p, false) != Side::negative) continue;
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
      const SurfaceId surface = run.component().surfaces[p];
      if (held_.holds(surface) || held_.has_left(surface)) continue;
      if (model_.discrete.surfaces[surface.index()].is_inequality) continue;
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
  const auto* guards = held_.guards_of(surface);
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
  if (side == Side::zero || !held_.guards_of(surface)) return false;
  const bool stays_here = stays_by_itself(place);
  undo_valuation(mark);
  discrete_.set_side(surface.index(), opposite(side));
  alter(place.component);
  const bool is_attracting =
      can_be_tried(surface) && is_leading_back(place.component, place.position);
  if (is_attracting) {
    const bool stays_beyond = stays_by_itself(place);
    const auto on_surface = values_on_surface(place, mark);
    undo_valuation(mark);
    // Nothing leads away, so any share of the sides would do.
    if (stays_here && stays_beyond && on_surface) return stay_on_surface(place);
    alter(place.component);
    held_.hold(surface);
    const bool slides = try_valuation() && are_multipliers_inside(place.component);
    if (slides && (!on_surface || is_same(place.component, *on_surface))) return true;
    undo_valuation(mark);
    held_.let_go(surface);
    if (on_surface) return stay_on_surface(place);
  }
  undo_valuation(mark);
  alter(place.component);
  try_valuation();
  return false;
}

// Whether the present valuation keeps the component on the surface.
bool HybridRun::stays_by_itself(const PushedBack& place) {
  ComponentRun& run = components_[place.component];
  const std::uint32_t surface = run.component().surfaces[place.position].index();
  return run.side_after(place.position, has_crossed_[surface] != 0) == Side::zero;
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
  const auto* guards = held_.guards_of(surface);
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

// Multipliers join the results when they first have a value.
void HybridRun::add_multiplier_columns() {
  for (const std::uint32_t c : touched_) {
    for (const SurfaceId surface : held_.of(c)) {
      if (components_[c].mode().compiled->mixes_equations) {
        remark(SurfaceRemarkKind::mixes_equations, surface);
      }
      if (has_column_[surface.index()]) continue;
      has_column_[surface.index()] = 1;
      OutputColumn column{
          .column = {.name = (held_.rest_on(surface) ? "reaction(" : "multiplier(") +
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

}  // namespace saltus

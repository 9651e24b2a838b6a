#include "saltus/runtime/simulate/held_surfaces.h"

#include <algorithm>

#include "saltus/executable/guards_decided_by.h"
#include "saltus/runtime/simulate/mode_key.h"

namespace saltus {

namespace {

// Adds a surface, and makes one cluster of those that share a guard with it.
void join_cluster(SurfaceId surface, const std::vector<std::uint32_t>& guards, Sliding& sliding) {
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

// The same set of surfaces with another share is another mode.
std::uint64_t key_of_share(SurfaceId surface, double share) {
  return mode_key_of(ModeItem::share,
                     4 * surface.index() + static_cast<std::uint32_t>(2.0 * share));
}

bool decides(const SlidingCluster& cluster, std::size_t surface) {
  const std::size_t bit = std::size_t{1} << surface;
  return std::any_of(cluster.guards.begin(), cluster.guards.end(), [&](const SlidingGuard& guard) {
    for (std::size_t corner = 0; corner < guard.values.size(); ++corner) {
      if (guard.values[corner] != guard.values[corner | bit]) return true;
    }
    return false;
  });
}

}  // namespace

HeldSurfaces::HeldSurfaces(const DiscreteSystem& system, std::size_t components)
    : system_(system),
      held_(components),
      is_held_(system.surfaces.size(), 0),
      has_left_(system.surfaces.size(), 0),
      decided_(system.surfaces.size()) {}

const std::vector<Reaction>* HeldSurfaces::rest_on(SurfaceId surface) const {
  const auto found = rests_.find(surface.index());
  return found == rests_.end() ? nullptr : &found->second;
}

const BinaryShare* HeldSurfaces::share_at(SurfaceId surface) const {
  const auto found = shares_.find(surface.index());
  return found == shares_.end() ? nullptr : &found->second;
}

std::optional<SurfaceId> HeldSurfaces::surface_of_share(VariableId binary) const {
  for (const auto& surfaces : held_) {
    for (const SurfaceId surface : surfaces) {
      const BinaryShare* share = share_at(surface);
      if (share != nullptr && share->variable == binary) return surface;
    }
  }
  return std::nullopt;
}

void HeldSurfaces::remember(SurfaceId surface) {
  Change change{.surface = surface, .was_held = holds(surface), .had_left = has_left(surface)};
  if (change.was_held) {
    const std::vector<SurfaceId>& held = held_[component_of(surface)];
    change.position =
        static_cast<std::size_t>(std::find(held.begin(), held.end(), surface) - held.begin());
    if (const auto* reactions = rest_on(surface)) change.reactions = *reactions;
    if (const BinaryShare* share = share_at(surface)) change.share = *share;
    change.fixed_share = fixed_share(surface);
  }
  journal_.push_back(std::move(change));
}

void HeldSurfaces::insert(SurfaceId surface, std::size_t position) {
  std::vector<SurfaceId>& held = held_[component_of(surface)];
  held.insert(held.begin() + static_cast<std::ptrdiff_t>(position), surface);
  is_held_[surface.index()] = 1;
  key_ ^= mode_key_of(ModeItem::surface, surface.index());
}

void HeldSurfaces::erase(SurfaceId surface) {
  std::erase(held_[component_of(surface)], surface);
  is_held_[surface.index()] = 0;
  key_ ^= mode_key_of(ModeItem::surface, surface.index());
  rests_.erase(surface.index());
  shares_.erase(surface.index());
  if (const auto share = fixed_share(surface)) {
    key_ ^= key_of_share(surface, *share);
    fixed_shares_.erase(surface.index());
  }
}

void HeldSurfaces::fix(SurfaceId surface, double share) {
  fixed_shares_.insert_or_assign(surface.index(), share);
  key_ ^= key_of_share(surface, share);
}

std::optional<double> HeldSurfaces::fixed_share(SurfaceId surface) const {
  const auto found = fixed_shares_.find(surface.index());
  return found == fixed_shares_.end() ? std::nullopt : std::optional(found->second);
}

bool HeldSurfaces::has_free_beside(SurfaceId surface) const {
  const std::vector<SurfaceId>& held = of(component_of(surface));
  return std::any_of(held.begin(), held.end(),
                     [&](SurfaceId other) { return other != surface && !fixed_share(other); });
}

void HeldSurfaces::hold(SurfaceId surface) {
  remember(surface);
  insert(surface, held_[component_of(surface)].size());
}

void HeldSurfaces::hold_at_rest(SurfaceId surface, std::vector<Reaction> reactions) {
  hold(surface);
  rests_.insert_or_assign(surface.index(), std::move(reactions));
}

void HeldSurfaces::hold_between(SurfaceId surface, BinaryShare share) {
  hold(surface);
  shares_.insert_or_assign(surface.index(), share);
}

void HeldSurfaces::hold_at_share(SurfaceId surface, double share) {
  hold(surface);
  fix(surface, share);
}

void HeldSurfaces::let_go(SurfaceId surface) {
  remember(surface);
  erase(surface);
}

void HeldSurfaces::mark_left(SurfaceId surface) {
  if (has_left(surface)) return;
  remember(surface);
  has_left_[surface.index()] = 1;
  left_.push_back(surface);
}

void HeldSurfaces::forget_left() {
  for (const SurfaceId surface : left_) has_left_[surface.index()] = 0;
  left_.clear();
}

void HeldSurfaces::undo_to(std::size_t mark) {
  while (journal_.size() > mark) {
    const Change change = std::move(journal_.back());
    journal_.pop_back();
    if (holds(change.surface)) erase(change.surface);
    if (change.was_held) {
      insert(change.surface, change.position);
      if (!change.reactions.empty()) {
        rests_.insert_or_assign(change.surface.index(), change.reactions);
      }
      if (change.share) shares_.insert_or_assign(change.surface.index(), *change.share);
      if (change.fixed_share) fix(change.surface, *change.fixed_share);
    }
    has_left_[change.surface.index()] = change.had_left ? 1 : 0;
  }
}

const std::vector<std::uint32_t>* HeldSurfaces::guards_of(SurfaceId surface) {
  Decided& decided = decided_[surface.index()];
  if (!decided.is_known) decided = {true, guards_decided_by(system_, {&surface, 1})};
  return decided.guards ? &*decided.guards : nullptr;
}

std::optional<Sliding> find_clusters(HeldSurfaces& held, std::uint32_t component) {
  Sliding sliding;
  for (const SurfaceId surface : held.of(component)) {
    if (const auto* reactions = held.rest_on(surface)) {
      sliding.push_back({{surface}, {}, *reactions});
    } else if (const BinaryShare* share = held.share_at(surface)) {
      sliding.push_back({{surface}, {}, {}, *share});
    } else if (const auto* guards = held.guards_of(surface)) {
      join_cluster(surface, *guards, sliding);
    } else {
      return std::nullopt;
    }
  }
  for (SlidingCluster& cluster : sliding) {
    for (const SurfaceId surface : cluster.surfaces) {
      if (const auto share = held.fixed_share(surface)) cluster.fixed.push_back({surface, *share});
    }
  }
  return sliding;
}

std::optional<SurfaceId> find_undecisive(const Sliding& sliding) {
  for (const SlidingCluster& cluster : sliding) {
    for (std::size_t i = 0; i < cluster.surfaces.size() && !cluster.guards.empty(); ++i) {
      if (!decides(cluster, i)) return cluster.surfaces[i];
    }
  }
  return std::nullopt;
}

}  // namespace saltus

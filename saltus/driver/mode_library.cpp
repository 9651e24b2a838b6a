#include "saltus/driver/mode_library.h"

#include <algorithm>
#include <bit>

namespace saltus {

namespace {

void append(std::string& key, std::uint32_t number) {
  key.append(std::to_string(number));
  key += ',';
}

std::string key_of(const Sliding& sliding) {
  std::string key;
  for (const SlidingCluster& cluster : sliding) {
    key += '|';
    for (const SurfaceId surface : cluster.surfaces) append(key, surface.index());
    for (const SlidingGuard& guard : cluster.guards) {
      key += 'g';
      append(key, guard.guard);
      for (const std::uint8_t value : guard.values) key += value != 0 ? '1' : '0';
    }
    for (const FixedShare& fixed : cluster.fixed) {
      key += 'f';
      append(key, fixed.surface.index());
      append(key, static_cast<std::uint32_t>(2.0 * fixed.share));  // 0, 1/2 or 1
    }
    if (!cluster.binary) continue;
    key += 'z';
    append(key, cluster.binary->variable.index());
    key += cluster.binary->value != 0.0 ? '1' : '0';
  }
  return key;
}

}  // namespace

// What selects a mode of a component: its own guards only.
std::string ModeLibrary::key_of(std::uint32_t component,
                                std::span<const std::uint8_t> guards) const {
  std::string key;
  append(key, component);
  for (const GuardId guard : hybrid_.components[component].guards) {
    key += guards[guard.index()] != 0 ? '1' : '0';
  }
  return key;
}

ModeLibrary::Entry ModeLibrary::find(const std::string& key) const {
  const std::shared_lock lock(looking_up_);
  const auto found = modes_.find(key);
  return found == modes_.end() ? nullptr : found->second;
}

template <class Compile>
ModeLibrary::Entry ModeLibrary::find_or_compile(const std::string& key, const Compile& compile) {
  if (Entry known = find(key)) return known;
  const std::lock_guard lock(compiling_);
  if (Entry known = find(key)) return known;  // another run was faster
  auto entry = std::make_shared<const ModeOrFaults>(compile());
  const std::unique_lock insertion(looking_up_);
  modes_.emplace(key, entry);
  return entry;
}

ModeLibrary::Entry ModeLibrary::mode(std::uint32_t component, std::span<const std::uint8_t> guards,
                                     std::span<const DecidedValue> decided, bool at_start) {
  std::string key = key_of(component, guards);
  if (at_start) key += 's';
  for (const DecidedValue& known : decided) {
    key += '|';
    append(key, known.variable.index());
    append(key, static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(known.value) >> 32));
    append(key, static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(known.value)));
  }
  return find_or_compile(key,
                         [&] { return compiler_.compile(component, guards, decided, at_start); });
}

ModeLibrary::Entry ModeLibrary::sliding_mode(std::uint32_t component,
                                             std::span<const std::uint8_t> guards,
                                             const Sliding& sliding) {
  const bool has_reactions =
      std::any_of(sliding.begin(), sliding.end(),
                  [](const SlidingCluster& cluster) { return !cluster.reactions.empty(); });
  if (has_reactions) {
    // The shares of reactions are numbers of one run: no other run would find the mode.
    const std::lock_guard lock(compiling_);
    return std::make_shared<const ModeOrFaults>(
        compiler_.compile_sliding(component, guards, sliding));
  }
  return find_or_compile(key_of(component, guards) + saltus::key_of(sliding),
                         [&] { return compiler_.compile_sliding(component, guards, sliding); });
}

std::size_t ModeLibrary::size() const {
  const std::shared_lock lock(looking_up_);
  return modes_.size();
}

}  // namespace saltus

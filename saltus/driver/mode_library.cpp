#include "saltus/driver/mode_library.h"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

namespace saltus {

namespace {

constexpr std::size_t kShareOfModes = 4;
// A node of the pool of expressions and its place in the table.
constexpr std::size_t kBytesPerExpression = 64;

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

ModeLibrary::ModeLibrary(const FlatSystem& system, const HybridSystem& hybrid)
    : system_(system),
      hybrid_(hybrid),
      most_bytes_(usable_memory() / kShareOfModes),
      compiler_(std::make_unique<ModeCompiler>(system, hybrid)),
      first_expressions_(compiler_->expression_count()) {}

void ModeLibrary::set_most_bytes(std::size_t bytes) {
  const std::unique_lock lock(looking_up_);
  most_bytes_ = bytes;
  forget_oldest();
}

// The working copy of the system grows with each mode. A new one compiles the same modes.
ModeCompiler& ModeLibrary::compiler() {
  const std::size_t more = compiler_->expression_count() - first_expressions_;
  if (more * kBytesPerExpression > most_bytes_) {
    compiler_ = std::make_unique<ModeCompiler>(system_, hybrid_);
  }
  return *compiler_;
}

ModeLibrary::Entry ModeLibrary::find(const std::string& key) const {
  const std::shared_lock lock(looking_up_);
  const auto found = modes_.find(key);
  if (found == modes_.end()) return nullptr;
  found->second.last_use = ++uses_;
  return found->second.entry;
}

template <class Compile>
ModeLibrary::Entry ModeLibrary::find_or_compile(const std::string& key, const Compile& compile) {
  if (Entry known = find(key)) return known;
  const std::lock_guard lock(compiling_);
  if (Entry known = find(key)) return known;  // another run was faster
  auto entry = std::make_shared<const ModeOrFaults>(compile());
  keep(key, entry);
  return entry;
}

void ModeLibrary::keep(const std::string& key, const Entry& entry) {
  const std::size_t bytes = sizeof(Kept) + 2 * key.size() +
                            (entry->mode ? footprint(*entry->mode) : sizeof(ModeOrFaults));
  const std::unique_lock insertion(looking_up_);
  Kept& kept = modes_.try_emplace(key).first->second;
  kept.entry = entry;
  kept.bytes = bytes;
  kept.last_use = ++uses_;
  bytes_ += bytes;
  forget_oldest();
}

// Half of what may be kept remains, so that this is seldom done.
void ModeLibrary::forget_oldest() {
  if (bytes_ <= most_bytes_) return;
  std::vector<std::pair<std::uint64_t, const std::string*>> uses;
  for (const auto& [key, kept] : modes_) uses.emplace_back(kept.last_use, &key);
  std::sort(uses.begin(), uses.end());
  for (const auto& [use, key] : uses) {
    if (bytes_ <= most_bytes_ / 2) break;
    const auto found = modes_.find(*key);
    bytes_ -= found->second.bytes;
    modes_.erase(found);
  }
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
                         [&] { return compiler().compile(component, guards, decided, at_start); });
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
        compiler().compile_sliding(component, guards, sliding));
  }
  return find_or_compile(key_of(component, guards) + saltus::key_of(sliding),
                         [&] { return compiler().compile_sliding(component, guards, sliding); });
}

std::size_t ModeLibrary::size() const {
  const std::shared_lock lock(looking_up_);
  return modes_.size();
}

}  // namespace saltus

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <unordered_map>

#include "saltus/driver/mode_compiler.h"
#include "saltus/foundation/base/memory.h"
#include "saltus/runtime/simulate/mode_source.h"

namespace saltus {

// The modes of a model, compiled when a run first visits them and then shared by all runs, in
// any number of threads. A compiled mode never changes. Those that no run has asked for in a long
// time are forgotten when they take too much memory, and compiled anew when they are visited again;
// runs that are in them keep them.
class ModeLibrary {
 public:
  // `system` and `hybrid` must outlive the library.
  ModeLibrary(const FlatSystem& system, const HybridSystem& hybrid);

  using Entry = std::shared_ptr<const ModeOrFaults>;
  Entry mode(std::uint32_t component, std::span<const std::uint8_t> guards,
             std::span<const DecidedValue> decided, bool at_start);
  Entry sliding_mode(std::uint32_t component, std::span<const std::uint8_t> guards,
                     const Sliding& sliding);

  // How many are kept, singular ones included.
  std::size_t size() const;
  // How many bytes modes may take, and the expressions that they are compiled from; a part of the
  // memory that there is, if nobody says so.
  void set_most_bytes(std::size_t bytes);

 private:
  std::string key_of(std::uint32_t component, std::span<const std::uint8_t> guards) const;
  Entry find(const std::string& key) const;
  template <class Compile>
  Entry find_or_compile(const std::string& key, const Compile& compile);
  void keep(const std::string& key, const Entry& entry);
  void forget_oldest();
  ModeCompiler& compiler();

  struct Kept {
    Entry entry;
    std::size_t bytes;
    mutable std::atomic<std::uint64_t> last_use;
  };

  const FlatSystem& system_;
  const HybridSystem& hybrid_;
  std::atomic<std::size_t> most_bytes_;
  std::mutex compiling_;  // guards compiler_
  std::unique_ptr<ModeCompiler> compiler_;
  std::size_t first_expressions_;                // those of the model itself
  mutable std::shared_mutex looking_up_;         // guards what follows
  std::unordered_map<std::string, Kept> modes_;  // looked up only
  std::size_t bytes_ = 0;
  mutable std::atomic<std::uint64_t> uses_ = 0;
};

// What one run sees of the library: it also remembers why the last singular mode is singular.
class LibraryModes : public ModeSource {
 public:
  explicit LibraryModes(ModeLibrary& library) : library_(library) {}

  std::shared_ptr<const PlannedMode> compile(std::uint32_t component,
                                             std::span<const std::uint8_t> guards,
                                             std::span<const DecidedValue> decided,
                                             bool at_start) override {
    return keep(library_.mode(component, guards, decided, at_start));
  }
  std::shared_ptr<const PlannedMode> compile_sliding(std::uint32_t component,
                                                     std::span<const std::uint8_t> guards,
                                                     const Sliding& sliding) override {
    return keep(library_.sliding_mode(component, guards, sliding));
  }
  const Diagnostics& faults() const { return faults_; }

 private:
  std::shared_ptr<const PlannedMode> keep(const ModeLibrary::Entry& entry) {
    if (!entry->mode && !entry->faults.all().empty()) faults_ = entry->faults;
    return entry->mode;
  }

  ModeLibrary& library_;
  Diagnostics faults_;
};

}  // namespace saltus

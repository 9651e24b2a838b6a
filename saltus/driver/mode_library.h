#pragma once

#include <mutex>
#include <shared_mutex>
#include <string>
#include <unordered_map>

#include "saltus/driver/mode_compiler.h"
#include "saltus/runtime/simulate/mode_source.h"

namespace saltus {

// The modes of a model, compiled when a run first visits them and then shared by all runs, in
// any number of threads. A compiled mode never changes.
class ModeLibrary {
 public:
  // `hybrid` must outlive the library.
  ModeLibrary(const FlatSystem& system, const HybridSystem& hybrid)
      : hybrid_(hybrid), compiler_(system, hybrid) {}

  using Entry = std::shared_ptr<const ModeOrFaults>;
  Entry mode(std::uint32_t component, std::span<const std::uint8_t> guards,
             std::span<const DecidedValue> decided, bool at_start);
  Entry sliding_mode(std::uint32_t component, std::span<const std::uint8_t> guards,
                     const Sliding& sliding);

  // How many are kept, singular ones included.
  std::size_t size() const;

 private:
  std::string key_of(std::uint32_t component, std::span<const std::uint8_t> guards) const;
  Entry find(const std::string& key) const;
  template <class Compile>
  Entry find_or_compile(const std::string& key, const Compile& compile);

  const HybridSystem& hybrid_;
  std::mutex compiling_;  // guards compiler_
  ModeCompiler compiler_;
  mutable std::shared_mutex looking_up_;          // guards modes_
  std::unordered_map<std::string, Entry> modes_;  // looked up only
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

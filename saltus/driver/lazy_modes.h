#pragma once

#include "saltus/compiler/hybrid/hybrid_system.h"
#include "saltus/foundation/diagnostics/diagnostics.h"
#include "saltus/runtime/simulate/mode_source.h"

namespace saltus {

// Selects, analyses and lowers a mode of a component when a run first visits it.
class LazyModes : public ModeSource {
 public:
  LazyModes(FlatSystem& system, const HybridSystem& hybrid) : system_(system), hybrid_(hybrid) {}

  std::unique_ptr<CompiledMode> compile(std::uint32_t component,
                                        std::span<const std::uint8_t> guards,
                                        bool at_start) override;

  // What was wrong with the last mode that is structurally singular.
  const Diagnostics& faults() const { return faults_; }

 private:
  FlatSystem& system_;
  const HybridSystem& hybrid_;
  Diagnostics faults_;
};

}  // namespace saltus

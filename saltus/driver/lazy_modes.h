#pragma once

#include "saltus/compiler/hybrid/hybrid_system.h"
#include "saltus/compiler/modes/select_sliding_mode.h"
#include "saltus/compiler/structure/mode_structure.h"
#include "saltus/foundation/diagnostics/diagnostics.h"
#include "saltus/runtime/simulate/mode_source.h"

namespace saltus {

// Selects, analyses and lowers a mode of a component when a run first visits it.
class LazyModes : public ModeSource {
 public:
  LazyModes(FlatSystem& system, const HybridSystem& hybrid)
      : system_(system), hybrid_(hybrid), sliding_unknowns_(system, hybrid) {}

  std::unique_ptr<CompiledMode> compile(std::uint32_t component,
                                        std::span<const std::uint8_t> guards,
                                        std::span<const DecidedValue> decided,
                                        bool at_start) override;
  std::unique_ptr<CompiledMode> compile_sliding(std::uint32_t component,
                                                std::span<const std::uint8_t> guards,
                                                const Sliding& sliding) override;

  // What was wrong with the last mode that is structurally singular.
  const Diagnostics& faults() const { return faults_; }

 private:
  Mode mode_of(const Component& component, std::span<const std::uint8_t> guards) const;
  std::optional<WrittenMode> lower_as_written(const Mode& mode, const ModeSystem& equations) const;
  std::unique_ptr<CompiledMode> compile(const Mode& mode, ModeSystem equations);
  std::unique_ptr<CompiledMode> lower(const Mode& mode, const ModeSystem& equations,
                                      const ModeStructure& structure) const;
  bool add_reactions(const Component& component, const Mode& mode, const Sliding& sliding,
                     ModeSystem& mixed);
  std::optional<ModeSystem> filippov_mode(const Component& component, const Mode& mode,
                                          const Sliding& sliding, const ModeSystem& mixed,
                                          const std::vector<VariableId>& multipliers);

  FlatSystem& system_;
  const HybridSystem& hybrid_;
  SlidingUnknowns sliding_unknowns_;
  Diagnostics faults_;
};

}  // namespace saltus

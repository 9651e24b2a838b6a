#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "saltus/compiler/hybrid/hybrid_system.h"
#include "saltus/compiler/modes/select_sliding_mode.h"
#include "saltus/compiler/structure/mode_structure.h"
#include "saltus/executable/executable_model.h"
#include "saltus/foundation/diagnostics/diagnostics.h"
#include "saltus/runtime/simulate/mode_source.h"

namespace saltus {

// A mode, or what is structurally wrong with it. A mode that slides may also be missing
// because its sides cannot be mixed; then nothing is wrong.
struct ModeOrFaults {
  std::shared_ptr<const PlannedMode> mode;
  Diagnostics faults;
};

// Selects, analyses and lowers modes of components. The expressions, multipliers and copies of
// unknowns that modes need are added to a working copy of the flat system, never to the system
// itself (decision 0020). For one thread at a time.
class ModeCompiler {
 public:
  // `hybrid` must outlive the compiler.
  ModeCompiler(const FlatSystem& system, const HybridSystem& hybrid);
  ModeCompiler(const ModeCompiler&) = delete;
  ModeCompiler& operator=(const ModeCompiler&) = delete;

  // Expressions that are kept; grows with the modes that were compiled.
  std::size_t expression_count() const { return system_.pool.size(); }

  ModeOrFaults compile(std::uint32_t component, std::span<const std::uint8_t> guards,
                       std::span<const DecidedValue> decided, bool at_start);
  ModeOrFaults compile_sliding(std::uint32_t component, std::span<const std::uint8_t> guards,
                               const Sliding& sliding);

 private:
  Mode mode_of(const Component& component, std::span<const std::uint8_t> guards) const;
  std::unique_ptr<CompiledMode> lower(const Mode& mode, const ModeSystem& equations,
                                      const ModeStructure& structure) const;
  std::optional<WrittenMode> lower_as_written(const Mode& mode, const ModeSystem& equations) const;
  bool add_reactions(const Component& component, const Mode& mode, const Sliding& sliding,
                     ModeSystem& mixed);
  std::optional<ModeSystem> filippov_mode(const Component& component, const Mode& mode,
                                          const Sliding& sliding, const ModeSystem& mixed,
                                          const std::vector<VariableId>& multipliers);
  std::unique_ptr<CompiledMode> lower_filippov(const Mode& mode, const ModeSystem& equations) const;

  FlatSystem system_;
  const HybridSystem& hybrid_;
  SlidingUnknowns sliding_unknowns_;
};

}  // namespace saltus

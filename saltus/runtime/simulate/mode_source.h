#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "saltus/executable/executable_model.h"
#include "saltus/executable/sliding.h"
#include "saltus/runtime/taylor/expansion_plan.h"

namespace saltus {

// A compiled mode, and what every run that visits it would otherwise find out again.
struct PlannedMode : CompiledMode {
  ExpansionPlan expansion;  // of `executable`
};

// How many bytes it takes, to a few percent.
std::size_t footprint(const PlannedMode& mode);

// Gives a run its modes, compiled when they are first visited. A mode may be shared with
// other runs and never changes.
class ModeSource {
 public:
  virtual ~ModeSource() = default;
  // The mode of a component in which the guards have these values (by GuardId), and
  // discrete variables the `decided` ones. With `at_start` its initial equations are part
  // of it. Nothing when the mode is structurally singular; the source keeps the reason.
  virtual std::shared_ptr<const PlannedMode> compile(std::uint32_t component,
                                                     std::span<const std::uint8_t> guards,
                                                     std::span<const DecidedValue> decided,
                                                     bool at_start) = 0;
  // The same while the component slides: guards that have no value of their own are in
  // `sliding`. Nothing also when the sides of a surface cannot be mixed.
  virtual std::shared_ptr<const PlannedMode> compile_sliding(std::uint32_t component,
                                                             std::span<const std::uint8_t> guards,
                                                             const Sliding& sliding) = 0;
};

}  // namespace saltus

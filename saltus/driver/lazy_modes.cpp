#include "saltus/driver/lazy_modes.h"

#include "saltus/compiler/lower/lower_mode.h"
#include "saltus/compiler/modes/select_mode.h"
#include "saltus/compiler/structure/analyze_structure.h"

namespace saltus {

std::unique_ptr<CompiledMode> LazyModes::compile(std::uint32_t component,
                                                 std::span<const std::uint8_t> guards,
                                                 bool at_start) {
  Mode mode(system_.guards.size(), false);
  const Component& part = hybrid_.components[component];
  for (const GuardId guard : part.guards) mode[guard] = guards[guard.index()] != 0;
  const ModeSystem equations =
      select_mode(system_, hybrid_, part, mode, at_start ? Phase::start : Phase::run);
  Diagnostics diagnostics;
  const auto structure = analyze_structure(system_, equations, diagnostics);
  if (!structure) {
    faults_ = std::move(diagnostics);
    return nullptr;
  }
  auto compiled = std::make_unique<CompiledMode>();
  compiled->executable = lower_mode(system_, mode, equations, *structure);
  compiled->index = structure->index;
  compiled->degrees_of_freedom = structure->degrees_of_freedom;
  return compiled;
}

}  // namespace saltus

#include "saltus/driver/lazy_modes.h"

#include "saltus/compiler/lower/lower_mode.h"
#include "saltus/compiler/modes/select_mode.h"
#include "saltus/compiler/structure/analyze_structure.h"

namespace saltus {

Mode LazyModes::mode_of(const Component& component, std::span<const std::uint8_t> guards) const {
  Mode mode(system_.guards.size(), false);
  for (const GuardId guard : component.guards) mode[guard] = guards[guard.index()] != 0;
  return mode;
}

std::unique_ptr<CompiledMode> LazyModes::compile(const Mode& mode, const ModeSystem& equations) {
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

std::unique_ptr<CompiledMode> LazyModes::compile(std::uint32_t component,
                                                 std::span<const std::uint8_t> guards,
                                                 bool at_start) {
  const Component& part = hybrid_.components[component];
  const Mode mode = mode_of(part, guards);
  return compile(mode,
                 select_mode(system_, hybrid_, part, mode, at_start ? Phase::start : Phase::run));
}

std::unique_ptr<CompiledMode> LazyModes::compile_sliding(std::uint32_t component,
                                                         std::span<const std::uint8_t> guards,
                                                         const Sliding& sliding) {
  const Component& part = hybrid_.components[component];
  const Mode mode = mode_of(part, guards);
  const auto equations =
      select_sliding_mode(system_, hybrid_, part, mode, sliding, sliding_unknowns_);
  if (!equations) return nullptr;
  auto compiled = compile(mode, *equations);
  if (!compiled) return nullptr;
  for (const SlidingCluster& cluster : sliding) {
    compiled->sliding.insert(compiled->sliding.end(), cluster.surfaces.begin(),
                             cluster.surfaces.end());
  }
  return compiled;
}

}  // namespace saltus

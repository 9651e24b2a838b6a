#include "saltus/driver/mode_compiler.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "saltus/compiler/lower/lower_mode.h"
#include "saltus/compiler/modes/select_mode.h"
#include "saltus/compiler/structure/analyze_structure.h"
#include "saltus/compiler/structure/mixing.h"
#include "saltus/compiler/structure/resolve_cancellations.h"
#include "saltus/foundation/expr/put_values.h"

namespace saltus {

namespace {

// Filippov's mixture is made of copies of the unknowns, one for every corner.
constexpr std::size_t kMostSurfaces = 4;
constexpr std::size_t kMostCopies = 1000;

void decide_values(ExprPool& pool, std::span<const DecidedValue> decided, ModeSystem& mode) {
  std::vector<std::pair<VariableId, double>> values;
  for (const DecidedValue& known : decided) values.emplace_back(known.variable, known.value);
  PutValues put(pool, values);
  for (ModeEquation& equation : mode.equations) equation.residual = put.into(equation.residual);
}

std::shared_ptr<const PlannedMode> plan(std::unique_ptr<CompiledMode> compiled) {
  auto planned = std::make_shared<PlannedMode>(PlannedMode{std::move(*compiled), {}});
  planned->expansion = plan_expansion(planned->executable);
  return planned;
}

}  // namespace

ModeCompiler::ModeCompiler(const FlatSystem& system, const HybridSystem& hybrid)
    : system_(system), hybrid_(hybrid), sliding_unknowns_(system_, hybrid) {}

Mode ModeCompiler::mode_of(const Component& component, std::span<const std::uint8_t> guards) const {
  Mode mode(system_.guards.size(), false);
  for (const GuardId guard : component.guards) mode[guard] = guards[guard.index()] != 0;
  return mode;
}

std::unique_ptr<CompiledMode> ModeCompiler::lower(const Mode& mode, const ModeSystem& equations,
                                                  const ModeStructure& structure) const {
  auto compiled = std::make_unique<CompiledMode>();
  compiled->executable = lower_mode(system_, mode, equations, structure);
  compiled->index = structure.index;
  compiled->degrees_of_freedom = structure.degrees_of_freedom;
  compiled->as_written = lower_as_written(mode, equations);
  return compiled;
}

std::optional<WrittenMode> ModeCompiler::lower_as_written(const Mode& mode,
                                                          const ModeSystem& equations) const {
  if (equations.combined.empty()) return std::nullopt;
  const bool has_derivatives =
      std::any_of(equations.combined.begin(), equations.combined.end(),
                  [](const CombinedEquation& combined) { return combined.has_derivatives; });
  ModeSystem written{.equations = equations.equations, .unknowns = equations.unknowns};
  for (const CombinedEquation& combined : equations.combined) {
    written.equations[combined.equation].residual = combined.original;
  }
  Diagnostics ignored;
  const auto structure = analyze_structure(system_, written, ignored);
  if (!structure) return std::nullopt;
  return WrittenMode{lower_mode(system_, mode, written, *structure), has_derivatives};
}

ModeOrFaults ModeCompiler::compile(std::uint32_t component, std::span<const std::uint8_t> guards,
                                   std::span<const DecidedValue> decided, bool at_start) {
  const Component& part = hybrid_.components[component];
  const Mode mode = mode_of(part, guards);
  ModeSystem equations =
      select_mode(system_, hybrid_, part, mode, at_start ? Phase::start : Phase::run);
  if (!decided.empty()) decide_values(system_.pool, decided, equations);
  ModeOrFaults result;
  const auto structure = resolve_cancellations(system_, equations, result.faults);
  if (structure) result.mode = plan(lower(mode, equations, *structure));
  return result;
}

// Nothing where the sides have constraints, or leading values of different order, or where
// their copies would be too many.
std::optional<ModeSystem> ModeCompiler::filippov_mode(const Component& component, const Mode& mode,
                                                      const Sliding& sliding,
                                                      const ModeSystem& mixed,
                                                      const std::vector<VariableId>& multipliers) {
  const bool has_guards_only =
      std::all_of(sliding.begin(), sliding.end(), [](const SlidingCluster& cluster) {
        return cluster.reactions.empty() && !cluster.binary && cluster.fixed.empty();
      });
  if (!has_guards_only) return std::nullopt;
  const std::size_t corners = std::size_t{1} << multipliers.size();
  if (multipliers.size() > kMostSurfaces || corners * component.variables.size() > kMostCopies) {
    return std::nullopt;
  }
  std::vector<SlidingSide> sides;
  std::optional<ModeStructure> first;
  for (std::size_t corner = 0; corner < corners; ++corner) {
    const Mode decided = mode_at_corner(mode, sliding, corner);
    SlidingSide side{select_mode(system_, hybrid_, component, decided, Phase::run), {}};
    Diagnostics ignored;
    auto structure = analyze_structure(system_, side.equations, ignored);
    if (!structure) return std::nullopt;
    for (const int offset : structure->offsets.equation) {
      if (offset > 0) return std::nullopt;
    }
    side.leading.assign(structure->offsets.variable.begin(), structure->offsets.variable.end());
    if (!sides.empty() && side.leading != sides.front().leading) return std::nullopt;
    sides.push_back(std::move(side));
    if (!first) first = std::move(structure);
  }
  const CommonPart common = find_common_part(system_, sides, *first);
  const std::span surfaces = std::span(mixed.equations).last(multipliers.size());
  if (!are_places(system_, surfaces, multipliers, sides.front(), common)) return std::nullopt;
  return select_filippov_mode(system_, component, mixed, sides, common, multipliers,
                              sliding_unknowns_);
}

// A bounce acts on the equation that determines what it changes.
bool ModeCompiler::add_reactions(const Component& component, const Mode& mode,
                                 const Sliding& sliding, ModeSystem& mixed) {
  const bool has_reactions =
      std::any_of(sliding.begin(), sliding.end(),
                  [](const SlidingCluster& cluster) { return !cluster.reactions.empty(); });
  if (!has_reactions) return true;
  const ModeSystem free = select_mode(system_, hybrid_, component, mode, Phase::run);
  Diagnostics ignored;
  const auto structure = analyze_structure(system_, free, ignored);
  if (!structure) return false;
  for (const SlidingCluster& cluster : sliding) {
    for (const Reaction& reaction : cluster.reactions) {
      const VariableId multiplier = sliding_unknowns_.of(cluster.surfaces.front()).multiplier;
      bool is_added = false;
      for (std::uint32_t row = 0; row < free.equations.size(); ++row) {
        const Column column = structure->transversal[Row(row)];
        if (free.unknowns[column.index()] != reaction.variable) continue;
        if (structure->offsets.variable[column] != reaction.order + 1) return false;
        for (ModeEquation& equation : mixed.equations) {
          if (equation.equation != free.equations[row].equation) continue;
          add_reaction(system_, reaction, multiplier, equation);
          is_added = true;
        }
      }
      if (!is_added) return false;
    }
  }
  return true;
}

// The copies of unknowns have the ids of what they are copies of: only the working copy knows
// others.
std::unique_ptr<CompiledMode> ModeCompiler::lower_filippov(const Mode& mode,
                                                           const ModeSystem& equations) const {
  Diagnostics ignored;
  const auto structure = analyze_structure(system_, equations, ignored);
  if (!structure) return nullptr;
  auto compiled = lower(mode, equations, *structure);
  std::vector<ExecutableUnknown>& unknowns = compiled->executable.unknowns;
  for (std::size_t i = 0; i < unknowns.size(); ++i) {
    unknowns[i].variable = sliding_unknowns_.original(equations.unknowns[i]);
  }
  return compiled;
}

ModeOrFaults ModeCompiler::compile_sliding(std::uint32_t component,
                                           std::span<const std::uint8_t> guards,
                                           const Sliding& sliding) {
  const Component& part = hybrid_.components[component];
  const Mode mode = mode_of(part, guards);
  auto mixed = select_sliding_mode(system_, hybrid_, part, mode, sliding, sliding_unknowns_);
  if (!mixed || !add_reactions(part, mode, sliding, *mixed)) return {};
  std::vector<HeldSurface> surfaces;
  std::vector<FixedShare> fixed;
  std::vector<VariableId> multipliers;
  for (const SlidingCluster& cluster : sliding) {
    fixed.insert(fixed.end(), cluster.fixed.begin(), cluster.fixed.end());
    for (const SurfaceId surface : cluster.surfaces) {
      if (cluster.fixed_share(surface)) continue;
      surfaces.push_back({surface, !cluster.reactions.empty()});
      multipliers.push_back(sliding_unknowns_.of(surface).multiplier);
    }
  }
  Diagnostics ignored;
  ModeSystem resolved = *mixed;
  const auto structure = resolve_cancellations(system_, resolved, ignored);
  if (!structure) return {};
  std::unique_ptr<CompiledMode> compiled;
  const Mode low = mode_at_corner(mode, sliding, 0);
  const ModeSystem side = select_mode(system_, hybrid_, part, low, Phase::run);
  const auto side_structure = analyze_structure(system_, side, ignored);
  bool is_exact =
      side_structure && mixes_linearly(system_, side, *side_structure, *mixed, multipliers);
  if (!is_exact) {
    if (const auto filippov = filippov_mode(part, mode, sliding, *mixed, multipliers)) {
      compiled = lower_filippov(mode, *filippov);
      is_exact = compiled != nullptr;
    }
  }
  if (!compiled) compiled = lower(mode, resolved, *structure);
  compiled->sliding = std::move(surfaces);
  compiled->fixed = std::move(fixed);
  compiled->mixes_equations = !is_exact;
  return {.mode = plan(std::move(compiled)), .faults = {}};
}

}  // namespace saltus

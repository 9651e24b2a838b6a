#include "saltus/compiler/lower/lower_mode.h"

#include <algorithm>

#include "saltus/compiler/lower/constants.h"
#include "saltus/compiler/lower/schedule.h"
#include "saltus/compiler/lower/series_code.h"

namespace saltus {

namespace {

class ModeLeaves : public SeriesCode::Leaves {
 public:
  ModeLeaves(const FlatSystem& system, const Mode& mode, const ModeSystem& equations)
      : system_(system), mode_(mode), row_of_(system.variables.size()) {
    for (std::uint32_t row = 0; row < equations.unknowns.size(); ++row) {
      row_of_[equations.unknowns[row]] = row;
    }
  }
  std::optional<std::uint32_t> unknown_row(VariableId variable) const override {
    return row_of_[variable];
  }
  double parameter_value(ParameterId parameter) const override {
    return system_.parameters[parameter].value;
  }
  bool guard_value(GuardId guard) const override { return mode_[guard]; }

 private:
  const FlatSystem& system_;
  const Mode& mode_;
  IdMap<VariableId, std::optional<std::uint32_t>> row_of_;
};

// What is lowered: residuals first, then what is only watched.
std::vector<ExprId> collect_roots(const ModeSystem& equations) {
  std::vector<ExprId> roots;
  for (const ModeEquation& equation : equations.equations) roots.push_back(equation.residual);
  for (const ModeInitialEquation& initial : equations.initial_equations) {
    roots.push_back(initial.residual);
  }
  for (const ModeSurface& surface : equations.surfaces) roots.push_back(surface.function);
  return roots;
}

void add_unknowns_and_blocks(const ModeSystem& equations, const ModeStructure& structure,
                             ExecutableMode& result) {
  for (std::uint32_t i = 0; i < equations.unknowns.size(); ++i) {
    result.unknowns.push_back(
        {.variable = equations.unknowns[i], .offset = structure.offsets.variable[Column(i)]});
  }
  for (std::uint32_t i = 0; i < equations.equations.size(); ++i) {
    result.equations.push_back({.equation = equations.equations[i].equation,
                                .offset = structure.offsets.equation[Row(i)]});
  }
  for (const StructureBlock& source : structure.blocks) {
    ExecutableBlock block;
    for (const Row row : source.rows) block.equations.push_back(row.index());
    for (const Column column : source.columns) {
      block.unknowns.push_back(column.index());
      result.unknowns[column.index()].block = static_cast<std::uint32_t>(result.blocks.size());
    }
    block.lead = source.lead;
    block.is_quasilinear = source.is_quasilinear;
    result.blocks.push_back(std::move(block));
  }
  for (const CoarseBlock& source : structure.coarse_blocks) {
    ExecutableGroup group;
    group.first_block = source.first_block;
    group.block_count = source.block_count;
    result.groups.push_back(std::move(group));
  }
}

// An initial equation may mention derivatives beyond the leading ones; then the
// whole system is differentiated that much further for the start.
int extra_order(const ExecutableMode& mode) {
  int extra = 0;
  for (const std::uint32_t observer : mode.observers) {
    const Instruction& instruction = mode.instructions[observer];
    if (instruction.op != SeriesOp::derivative) continue;
    extra = std::max(extra, differentiation_of(instruction) - mode.unknowns[instruction.a].offset);
  }
  return extra;
}

// What only initial equations read is not watched.
void find_kinks(ExecutableMode& mode) {
  std::vector<bool> is_observer(mode.instructions.size(), false);
  for (const std::uint32_t i : mode.observers) is_observer[i] = mode.surfaces.empty();
  for (std::uint32_t i = 0; i < mode.instructions.size(); ++i) {
    const Instruction& instruction = mode.instructions[i];
    if (!has_branches(instruction.op) || instruction.is_constant || is_observer[i]) continue;
    if (instruction.op == SeriesOp::power && !is_root(instruction)) continue;
    mode.kinks.push_back(i);
  }
}

}  // namespace

ExecutableMode lower_mode(const FlatSystem& system, const Mode& mode, const ModeSystem& equations,
                          const ModeStructure& structure) {
  const ModeLeaves leaves(system, mode, equations);
  SeriesCode code(system.pool, leaves, static_cast<std::uint32_t>(equations.unknowns.size()));
  code.count_uses(collect_roots(equations));

  ExecutableMode result;
  add_unknowns_and_blocks(equations, structure, result);
  for (std::uint32_t i = 0; i < equations.equations.size(); ++i) {
    result.equations[i].residual = code.lower_root(equations.equations[i].residual);
  }
  for (const ModeInitialEquation& initial : equations.initial_equations) {
    result.initial_residuals.push_back(code.lower_root(initial.residual));
  }
  for (const ModeSurface& surface : equations.surfaces) {
    result.surfaces.push_back(
        {.row = code.lower_root(surface.function), .surface = surface.surface});
  }
  result.row_count = code.row_count();
  result.instructions = std::move(code.instructions());
  result.linear_terms = std::move(code.linear_terms());
  result.product_terms = std::move(code.product_terms());
  schedule(result);
  check_operands(result);
  mark_constants(result);
  find_kinks(result);
  result.initial_extra_order = extra_order(result);
  return result;
}

}  // namespace saltus

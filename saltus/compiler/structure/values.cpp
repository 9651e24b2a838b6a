#include "saltus/compiler/structure/values.h"

#include <fmt/format.h>

namespace saltus {

std::string value_name(std::string_view variable, int order) {
  switch (order) {
    case 0:
      return std::string(variable);
    case 1:
      return fmt::format("der({})", variable);
    case 2:
      return fmt::format("der(der({}))", variable);
    default:
      return fmt::format("der^{}({})", order, variable);
  }
}

namespace {

void add_below(std::vector<ValueOfUnknown>& values, Column column, int order) {
  for (int k = 0; k < order; ++k) values.push_back({column, k});
}

}  // namespace

std::vector<ValueOfUnknown> state_values(const ModeStructure& structure) {
  std::vector<ValueOfUnknown> values;
  const auto& d = structure.offsets.variable;
  for (const Column column : d.ids()) add_below(values, column, d[column]);
  return values;
}

std::vector<ValueOfUnknown> leading_values(const ModeStructure& structure) {
  std::vector<ValueOfUnknown> values;
  const auto& d = structure.offsets.variable;
  for (const Column column : d.ids()) values.push_back({column, d[column]});
  return values;
}

StartValues start_values(const ModeStructure& structure) {
  IdMap<Column, const StructureBlock*> block_of(structure.offsets.variable.size(), nullptr);
  for (const StructureBlock& block : structure.blocks) {
    for (const Column column : block.columns) block_of[column] = &block;
  }
  StartValues values;
  for (const Column column : block_of.ids()) {
    const StructureBlock& block = *block_of[column];
    const int order = structure.offsets.variable[column] - block.lead;
    add_below(values.given, column, order);
    if (!block.is_quasilinear) values.guessed.push_back({column, order});
  }
  return values;
}

}  // namespace saltus

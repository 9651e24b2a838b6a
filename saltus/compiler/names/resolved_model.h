#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "saltus/compiler/names/builtin_functions.h"
#include "saltus/compiler/names/types.h"
#include "saltus/compiler/syntax/syntax_tree.h"
#include "saltus/foundation/base/id_map.h"
#include "saltus/foundation/expr/variability.h"

namespace saltus {

using SymbolId = Id<struct SymbolTag>;

// What a declaration may say of its variable besides the value.
enum class Attribute : std::uint8_t {
  start,
  fixed,
  min,
  max,
  nominal,
  unit,
  display_unit,
  quantity,
  state_select,
};
inline constexpr std::size_t attribute_count = 9;

// A declared name. Its declaration is the one with the same index.
struct Symbol {
  std::string name;
  Type type = Type::real;
  // A Real that a when clause assigns is discrete, whether declared so or not.
  Variability variability = Variability::continuous;
  std::array<std::optional<syntax::NodeId>, attribute_count> attributes;

  const std::optional<syntax::NodeId>& attribute(Attribute which) const {
    return attributes[static_cast<std::size_t>(which)];
  }
  bool is_parameter() const { return variability <= Variability::parameter; }
};

// What an expression node is.
struct ResolvedNode {
  Type type = Type::poisoned;
  Variability variability = Variability::constant;
  bool is_time = false;                           // the name `time`
  bool is_event_free = false;                     // contains a noEvent(…)
  std::optional<SymbolId> symbol = std::nullopt;  // of a name
  const BuiltinFunction* function = nullptr;      // of a call
};

// One model of the text with every name known and every type checked.
struct ResolvedModel {
  std::size_t model = 0;                      // into SyntaxTree::models
  IdMap<SymbolId, Symbol> symbols;            // declaration order
  IdMap<syntax::NodeId, ResolvedNode> nodes;  // filled in for the nodes of this model
  // Parameters and constants, each after those that its value depends on.
  std::vector<SymbolId> parameter_order;
};

}  // namespace saltus

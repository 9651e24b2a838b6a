#pragma once

#include <cstdint>

#include "saltus/compiler/flat/flat_system.h"
#include "saltus/compiler/names/resolved_model.h"

namespace saltus {

// Which variable or parameter of the flat system a symbol has become.
class SymbolTargets {
 public:
  explicit SymbolTargets(const ResolvedModel& resolved) : index_(resolved.symbols.size()) {
    std::uint32_t parameters = 0;
    std::uint32_t variables = 0;
    for (const SymbolId symbol : resolved.symbols.ids()) {
      index_[symbol] = resolved.symbols[symbol].is_parameter() ? parameters++ : variables++;
    }
  }
  ParameterId parameter(SymbolId symbol) const { return ParameterId(index_[symbol]); }
  VariableId variable(SymbolId symbol) const { return VariableId(index_[symbol]); }

 private:
  IdMap<SymbolId, std::uint32_t> index_;
};

}  // namespace saltus

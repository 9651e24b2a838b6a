#include "saltus/compiler/flat/flatten_declarations.h"

namespace saltus {
namespace {

ValueType value_type(Type type) {
  if (type == Type::integer) return ValueType::integer;
  if (type == Type::boolean) return ValueType::boolean;
  return ValueType::real;
}

FlatParameter make_parameter(const syntax::Declaration& declaration, const Symbol& symbol) {
  FlatParameter parameter;
  parameter.name = symbol.name;
  parameter.type = value_type(symbol.type);
  parameter.is_constant = symbol.variability == Variability::constant;
  parameter.is_final = declaration.is_final;
  parameter.description = declaration.description;
  parameter.span = declaration.name_span;
  return parameter;
}

FlatVariable make_variable(const syntax::Declaration& declaration, const Symbol& symbol) {
  FlatVariable variable;
  variable.name = symbol.name;
  variable.type = value_type(symbol.type);
  variable.is_discrete = symbol.variability == Variability::discrete;
  variable.is_protected = declaration.is_protected;
  // An input that the model itself gives a value is an ordinary variable.
  const bool is_input = declaration.causality == syntax::Causality::input;
  variable.is_input = is_input && !declaration.binding.has_value();
  variable.is_bound_input = is_input && declaration.binding.has_value();
  variable.description = declaration.description;
  variable.span = declaration.name_span;
  return variable;
}

}  // namespace

void declare_all(const syntax::Model& model, const ResolvedModel& resolved, FlatSystem& system) {
  for (const SymbolId id : resolved.symbols.ids()) {
    const Symbol& symbol = resolved.symbols[id];
    const syntax::Declaration& declaration = model.declarations[id.index()];
    if (symbol.is_parameter()) {
      system.parameters.add(make_parameter(declaration, symbol));
    } else {
      system.variables.add(make_variable(declaration, symbol));
    }
  }
}

}  // namespace saltus

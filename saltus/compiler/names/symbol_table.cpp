#include "saltus/compiler/names/symbol_table.h"

#include <fmt/format.h>

#include <array>

#include "saltus/compiler/names/closest_name.h"

namespace saltus {
namespace {

constexpr std::array<std::string_view, 3> type_names{"Real", "Integer", "Boolean"};

Variability declared_variability(const syntax::Declaration& declaration, Type type) {
  switch (declaration.variability) {
    case syntax::Variability::constant:
      return Variability::constant;
    case syntax::Variability::parameter:
      return Variability::parameter;
    case syntax::Variability::discrete:
      return Variability::discrete;
    case syntax::Variability::continuous:
      break;
  }
  const bool has_steps_only = type == Type::integer || type == Type::boolean;
  return has_steps_only ? Variability::discrete : Variability::continuous;
}

}  // namespace

SymbolTable::SymbolTable(const syntax::Model& model, ResolvedModel& resolved,
                         Diagnostics& diagnostics)
    : model_(model), diagnostics_(diagnostics) {
  by_name_.reserve(model.declarations.size());
  for (const syntax::Declaration& declaration : model.declarations) declare(declaration, resolved);
}

std::optional<SymbolId> SymbolTable::find(std::string_view name) const {
  const auto found = by_name_.find(name);
  if (found == by_name_.end()) return std::nullopt;
  return found->second;
}

void SymbolTable::declare(const syntax::Declaration& declaration, ResolvedModel& resolved) {
  Symbol symbol{.name = declaration.name, .type = type_of(declaration), .attributes = {}};
  symbol.variability = declared_variability(declaration, symbol.type);
  const SymbolId id = resolved.symbols.add(std::move(symbol));
  if (declaration.name == "time") {
    diagnostics_
        .error(codes::duplicate_name, declaration.name_span, "`time` is already the name of time")
        .mark("declared here")
        .suggest("choose another name; `time` can be used without a declaration");
    return;
  }
  const auto [first, is_new] = by_name_.emplace(declaration.name, id);
  if (is_new) return;
  diagnostics_
      .error(codes::duplicate_name, declaration.name_span,
             fmt::format("`{}` is declared twice", declaration.name))
      .mark("declared again")
      .also(model_.declarations[first->second.index()].name_span, "first declared here");
}

Type SymbolTable::type_of(const syntax::Declaration& declaration) {
  if (declaration.type == "Real") return Type::real;
  if (declaration.type == "Integer") return Type::integer;
  if (declaration.type == "Boolean") return Type::boolean;
  // Several declarators share one type.
  if (reported_type_ == declaration.type_span) return Type::poisoned;
  reported_type_ = declaration.type_span;
  if (declaration.type == "String") {
    diagnostics_
        .error(codes::unknown_type, declaration.type_span, "there are no variables of type String")
        .suggest("texts can be written as literals: in `unit`, `assert` and `terminate`");
    return Type::poisoned;
  }
  Diagnostic& diagnostic = diagnostics_.error(codes::unknown_type, declaration.type_span,
                                              fmt::format("unknown type `{}`", declaration.type));
  if (const auto meant = find_closest_name(declaration.type, type_names)) {
    diagnostic.suggest(fmt::format("did you mean `{}`?", *meant));
  } else {
    diagnostic.suggest("the types are Real, Integer and Boolean");
  }
  return Type::poisoned;
}

void SymbolTable::report_unknown(std::string_view name, SourceSpan span) {
  if (!reported_.insert(name).second) return;
  Diagnostic& diagnostic =
      diagnostics_.error(codes::unknown_name, span, fmt::format("unknown name `{}`", name));
  diagnostic.mark("not declared in this model");
  if (candidates_.empty()) {
    for (const syntax::Declaration& declaration : model_.declarations) {
      candidates_.push_back(declaration.name);
    }
    candidates_.push_back("time");
  }
  if (candidates_.size() > comparisons_left_) return;
  comparisons_left_ -= candidates_.size();
  if (const auto meant = find_closest_name(name, candidates_)) {
    diagnostic.suggest(fmt::format("did you mean `{}`?", *meant));
  } else if (name.find('.') != std::string_view::npos) {
    diagnostic.suggest(
        "there are no packages or components: declare what you need in the model, "
        "as in `constant Real pi = 3.141592653589793`");
  }
}

}  // namespace saltus

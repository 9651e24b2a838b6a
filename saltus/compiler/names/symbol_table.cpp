#include "saltus/compiler/names/symbol_table.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "saltus/compiler/names/closest_name.h"
#include "saltus/compiler/names/foreign_names.h"

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

SymbolTable::SymbolTable(const syntax::SyntaxTree& tree, const syntax::Model& model,
                         ResolvedModel& resolved, Diagnostics& diagnostics)
    : tree_(tree), model_(model), diagnostics_(diagnostics) {
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
  report_unknown_type(declaration);
  return Type::poisoned;
}

void SymbolTable::report_unknown_type(const syntax::Declaration& declaration) {
  const std::string& type = declaration.type;
  for (const syntax::Model& model : tree_.models) {
    if (model.name != type) continue;
    diagnostics_
        .error(codes::unknown_type, declaration.type_span,
               fmt::format("`{}` is a model, and components are not supported yet", type))
        .also(model.name_span, "this model")
        .suggest(fmt::format("write the declarations and equations of `{}` into this model", type));
    return;
  }
  Diagnostic& diagnostic = diagnostics_.error(codes::unknown_type, declaration.type_span,
                                              fmt::format("unknown type `{}`", type));
  if (auto advice = find_foreign_type(type)) {
    diagnostic.suggest(std::move(*advice));
  } else if (const auto meant = find_closest_name(type, type_names)) {
    diagnostic.suggest(fmt::format("did you mean `{}`?", *meant));
  } else {
    diagnostic.suggest("the types are Real, Integer and Boolean");
  }
}

void SymbolTable::report_unknown(std::string_view name, SourceSpan span) {
  if (!reported_.insert(name).second) return;
  Diagnostic& diagnostic =
      diagnostics_.error(codes::unknown_name, span, fmt::format("unknown name `{}`", name));
  diagnostic.mark("not declared in this model");
  explain_unknown(diagnostic, name);
}

void SymbolTable::explain_unknown(Diagnostic& diagnostic, std::string_view name) {
  const std::size_t dot = name.find('.');
  if (dot != std::string_view::npos && find(name.substr(0, dot))) {
    const std::string_view variable = name.substr(0, dot);
    diagnostic.note(fmt::format("`{}` is a variable, and has attributes, but no parts", variable))
        .suggest(fmt::format("an attribute is set in the declaration: `Real {}({} = …)`", variable,
                             name.substr(dot + 1)));
    return;
  }
  if (find_builtin(name) != nullptr) {
    diagnostic.note(fmt::format("`{}` is a function", name))
        .suggest(fmt::format("write `{}(…)`", name));
    return;
  }
  if (auto advice = find_foreign_name(name)) {
    diagnostic.suggest(std::move(*advice));
    return;
  }
  if (candidates_.empty()) {
    for (const syntax::Declaration& declaration : model_.declarations) {
      candidates_.push_back(declaration.name);
    }
    candidates_.push_back("time");
  }
  const std::size_t letters = candidates_.size() * name.size();
  if (letters > comparisons_left_) return;
  comparisons_left_ -= letters;
  if (const auto meant = find_closest_name(name, candidates_)) {
    diagnostic.suggest(fmt::format("did you mean `{}`?", *meant));
  } else if (dot != std::string_view::npos) {
    diagnostic.suggest(
        "there are no packages or components: declare what you need in the model, "
        "as in `constant Real pi = 3.141592653589793`");
  } else {
    diagnostic.suggest(
        fmt::format("declare it: `Real {};` or `parameter Real {} = …;`", name, name));
  }
}

const syntax::Equation* SymbolTable::setter_in_when(SymbolId symbol) const {
  const auto found = setters_in_when_.find(symbol);
  return found == setters_in_when_.end() ? nullptr : found->second;
}

void SymbolTable::note_setter_in_when(SymbolId symbol, const syntax::Equation& equation) {
  const syntax::Equation*& first = setters_in_when_[symbol];
  if (first == nullptr || equation.span.begin < first->span.begin) first = &equation;
}

bool SymbolTable::is_declared_continuous(SymbolId symbol) const {
  const syntax::Declaration& declaration = model_.declarations[symbol.index()];
  return declaration.type == "Real" && declaration.variability == syntax::Variability::continuous;
}

}  // namespace saltus

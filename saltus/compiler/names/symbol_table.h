#pragma once

#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "saltus/compiler/names/resolved_model.h"
#include "saltus/foundation/diagnostics/diagnostics.h"

namespace saltus {

// Finds the symbols of a model by name, and says so once for each name that is none.
class SymbolTable {
 public:
  // Adds the symbols of the model's declarations to `resolved`; reports unknown
  // types and names that are declared twice, of which the first counts.
  SymbolTable(const syntax::SyntaxTree& tree, const syntax::Model& model, ResolvedModel& resolved,
              Diagnostics& diagnostics);

  std::optional<SymbolId> find(std::string_view name) const;
  void report_unknown(std::string_view name, SourceSpan span);

  // The first equation in a `when` that sets the variable; null if there is none.
  const syntax::Equation* setter_in_when(SymbolId symbol) const;
  void note_setter_in_when(SymbolId symbol, const syntax::Equation& equation);
  // A variable that is declared to change continuously, until a `when` sets it.
  bool is_declared_continuous(SymbolId symbol) const;

 private:
  void declare(const syntax::Declaration& declaration, ResolvedModel& resolved);
  Type type_of(const syntax::Declaration& declaration);
  void report_unknown_type(const syntax::Declaration& declaration);
  void explain_unknown(Diagnostic& diagnostic, std::string_view name);

  const syntax::SyntaxTree& tree_;
  const syntax::Model& model_;
  Diagnostics& diagnostics_;
  std::unordered_map<std::string_view, SymbolId> by_name_;
  std::map<SymbolId, const syntax::Equation*> setters_in_when_;
  std::unordered_set<std::string_view> reported_;
  std::vector<std::string_view> candidates_;
  // Of letters: keeps many mistakes in a huge model cheap.
  std::size_t comparisons_left_ = 100'000'000;
  std::optional<SourceSpan> reported_type_;
};

}  // namespace saltus

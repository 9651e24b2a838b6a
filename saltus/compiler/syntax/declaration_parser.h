#pragma once

#include <string>
#include <vector>

#include "saltus/compiler/syntax/expression_parser.h"
#include "saltus/compiler/syntax/syntax_tree.h"
#include "saltus/compiler/syntax/token_stream.h"

namespace saltus::syntax {

// Modelica 3.6, appendix A.2.4 and A.2.5: component clauses, modifiers, descriptions and
// annotations.
class DeclarationParser {
 public:
  DeclarationParser(TokenStream& tokens, ExpressionParser& expressions)
      : tokens_(tokens), expressions_(expressions) {}

  // Real x(start = 1) = 2 "text" annotation(…), y;
  void declarations(bool is_protected, std::vector<Declaration>& into);
  // A string, or several joined with `+`; empty if there is none.
  std::string description();
  // annotation(…), if there is one.
  std::vector<Modifier> annotation();

 private:
  void prefixes(Declaration& declaration);
  void set_variability(Declaration& declaration, Variability variability);
  void set_causality(Declaration& declaration, Causality causality);
  void respell_prefix();
  bool type(Declaration& declaration);
  bool at_name_without_type() const;
  void reject_missing_type(Declaration& declaration);
  bool declarator(Declaration& declaration);
  bool further_declarator();
  bool at_bare_attribute() const;
  void reject_bare_attribute(std::string_view name);
  void reject_hyphen(SourceSpan name);
  void reject_dimensions();

  std::vector<Modifier> modifiers();
  bool further_modifier();
  Modifier modifier();
  void modifier_value(Modifier& modifier);

  TokenStream& tokens_;
  ExpressionParser& expressions_;
};

}  // namespace saltus::syntax

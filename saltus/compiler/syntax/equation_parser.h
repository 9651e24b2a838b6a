#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "saltus/compiler/syntax/declaration_parser.h"
#include "saltus/compiler/syntax/expression_parser.h"
#include "saltus/compiler/syntax/syntax_tree.h"
#include "saltus/compiler/syntax/token_stream.h"

namespace saltus::syntax {

// Modelica 3.6, appendix A.2.6: equations and the clauses that contain equations.
class EquationParser {
 public:
  EquationParser(TokenStream& tokens, ExpressionParser& expressions,
                 DeclarationParser& declarations)
      : tokens_(tokens), expressions_(expressions), declarations_(declarations) {}

  // Equations up to a keyword that ends a section, a branch or a model.
  std::vector<Equation> equations();

 private:
  struct Clause {
    EquationKind kind;
    TokenKind keyword;    // if, when
    TokenKind alternate;  // elseif, elsewhen
  };

  bool at_end_of_equations();
  void respell_first_word();
  bool at_joined_end() const;
  void close_joined_end(const Clause& clause);
  Equation begin_equation(EquationKind kind) const;
  void statement(std::vector<Equation>& into);
  Equation clause(const Clause& clause);
  void clause_end(const Clause& clause, SourceSpan opening, std::optional<SourceSpan> else_if);
  Branch branch(bool has_condition);
  Equation simple_equation();
  void right_of_arrow(Equation& equation);
  void reject_strict_inequality(const ParsedExpression& left);
  void reject_missing_right_side(const ParsedExpression& left);
  void comment(Equation& equation);

  bool at_declaration() const;
  void reject_loop();
  void reject_connect();
  void reject_declaration();

  TokenStream& tokens_;
  ExpressionParser& expressions_;
  DeclarationParser& declarations_;
  std::vector<TokenKind> open_;  // the clauses around, by keyword
};

}  // namespace saltus::syntax

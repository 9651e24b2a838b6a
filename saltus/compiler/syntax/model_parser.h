#pragma once

#include "saltus/compiler/syntax/declaration_parser.h"
#include "saltus/compiler/syntax/equation_parser.h"
#include "saltus/compiler/syntax/expression_parser.h"
#include "saltus/compiler/syntax/syntax_tree.h"
#include "saltus/compiler/syntax/token_stream.h"

namespace saltus::syntax {

// Modelica 3.6, appendix A.2.1 to A.2.3: a text is a list of models, a model a list of sections.
class ModelParser {
 public:
  ModelParser(TokenStream& tokens, SyntaxTree& tree);

  // [within …;] {model … end …;}
  void stored_definition();

 private:
  void definition();
  bool at_model() const;
  void reject_class_prefixes();
  void reject_class();
  void skip_class(std::string_view name);

  Model model();
  void sections(Model& model);
  void section(Model& model, bool& is_protected);
  void element(Model& model, bool is_protected);
  void respell_section();
  bool at_equation() const;
  void reject_equations(Model& model);
  void reject_colon();
  void reject_algorithm();
  void reject_external();
  void reject_stray_end();
  bool at_model_end() const;
  void model_end(const Model& model);

  TokenStream& tokens_;
  SyntaxTree& tree_;
  ExpressionParser expressions_;
  DeclarationParser declarations_;
  EquationParser equations_;
};

}  // namespace saltus::syntax

#include "saltus/compiler/syntax/print_syntax.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "saltus/compiler/syntax/string_literal.h"

namespace saltus::syntax {
namespace {

std::string_view prefix_of(Variability variability) {
  switch (variability) {
    case Variability::continuous:
      return "";
    case Variability::discrete:
      return "discrete ";
    case Variability::parameter:
      return "parameter ";
    case Variability::constant:
      return "constant ";
  }
  return "";
}

std::string_view prefix_of(Causality causality) {
  switch (causality) {
    case Causality::internal:
      return "";
    case Causality::input:
      return "input ";
    case Causality::output:
      return "output ";
  }
  return "";
}

class SyntaxPrinter {
 public:
  explicit SyntaxPrinter(const SyntaxTree& tree) : tree_(tree) {}

  std::string print() {
    for (const Model& model : tree_.models) {
      if (!output_.empty()) output_ += "\n";
      write_model(model);
    }
    return std::move(output_);
  }

 private:
  void write_model(const Model& model) {
    output_ += "model " + model.name;
    write_description(model.description);
    output_ += "\n";
    bool is_protected = false;
    for (const Declaration& declaration : model.declarations) {
      if (declaration.is_protected != is_protected) {
        is_protected = declaration.is_protected;
        output_ += is_protected ? "protected\n" : "public\n";
      }
      write_declaration(declaration);
    }
    write_section("initial equation\n", model.initial_equations);
    write_section("equation\n", model.equations);
    if (!model.annotation.empty()) {
      output_ += " ";
      write_annotation(model.annotation);
      output_ += ";\n";
    }
    output_ += fmt::format("end {};\n", model.name);
  }

  void write_declaration(const Declaration& declaration) {
    output_ += fmt::format("  {}{}{}{} {}", declaration.is_final ? "final " : "",
                           prefix_of(declaration.variability), prefix_of(declaration.causality),
                           declaration.type, declaration.name);
    if (!declaration.modifiers.empty()) write_modifiers(declaration.modifiers);
    write_value(declaration.binding);
    write_description(declaration.description);
    write_annotation(declaration.annotation);
    output_ += ";\n";
  }

  void write_modifiers(const std::vector<Modifier>& modifiers) {
    output_ += "(";
    std::string_view separator = "";
    for (const Modifier& modifier : modifiers) {
      output_ += separator;
      separator = ", ";
      if (modifier.is_each) output_ += "each ";
      if (modifier.is_final) output_ += "final ";
      output_ += modifier.name;
      if (!modifier.nested.empty()) write_modifiers(modifier.nested);
      write_value(modifier.value);
    }
    output_ += ")";
  }

  void write_value(const std::optional<NodeId>& value) {
    if (value) output_ += " = " + print_expression(tree_, *value);
  }

  void write_description(const std::string& description) {
    if (!description.empty()) output_ += " " + quote_string(description);
  }

  void write_annotation(const std::vector<Modifier>& annotation) {
    if (annotation.empty()) return;
    output_ += " annotation";
    write_modifiers(annotation);
  }

  void write_section(std::string_view heading, const std::vector<Equation>& equations) {
    if (equations.empty()) return;
    output_ += heading;
    for (const Equation& equation : equations) write_equation(equation, 1);
  }

  void write_equation(const Equation& equation, std::size_t depth) {
    const std::string indent(2 * depth, ' ');
    output_ += indent;
    switch (equation.kind) {
      case EquationKind::equality:
        output_ += fmt::format("{} = {}", left_side(*equation.left),
                               print_expression(tree_, *equation.right));
        break;
      case EquationKind::substitution:
        output_ += fmt::format("{} <- {}", left_side(*equation.left),
                               print_expression(tree_, *equation.right));
        break;
      case EquationKind::call:
      case EquationKind::inequality:
        output_ += print_expression(tree_, *equation.left);
        break;
      case EquationKind::conditional:
        write_clause(equation, "if", "elseif", depth);
        break;
      case EquationKind::when:
        write_clause(equation, "when", "elsewhen", depth);
        break;
    }
    write_description(equation.description);
    write_annotation(equation.annotation);
    output_ += ";\n";
  }

  // At the beginning of an equation, `if` is the one that contains equations.
  std::string left_side(NodeId left) const {
    const std::string text = print_expression(tree_, left);
    return tree_.nodes[left].kind == NodeKind::if_else ? fmt::format("({})", text) : text;
  }

  void write_clause(const Equation& clause, std::string_view first, std::string_view further,
                    std::size_t depth) {
    const std::string indent(2 * depth, ' ');
    std::string_view keyword = first;
    for (const Branch& branch : clause.branches) {
      if (keyword != first) output_ += indent;
      output_ += branch.condition ? fmt::format("{} {} then\n", keyword,
                                                print_expression(tree_, *branch.condition))
                                  : "else\n";
      for (const Equation& equation : branch.equations) write_equation(equation, depth + 1);
      keyword = further;
    }
    output_ += fmt::format("{}end {}", indent, first);
  }

  const SyntaxTree& tree_;
  std::string output_;
};

}  // namespace

std::string print_syntax(const SyntaxTree& tree) { return SyntaxPrinter(tree).print(); }

}  // namespace saltus::syntax

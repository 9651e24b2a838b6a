#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "saltus/executable/executable_mode.h"
#include "saltus/foundation/base/zeroed_array.h"
#include "saltus/foundation/expr/expr_pool.h"

namespace saltus {

// constant + sum of factor*row + sum of factor*left*right: what an expression is
// before it is given a row of its own. Sums, differences and scalings merge into
// one form, so a whole equation becomes one instruction.
struct LinearForm {
  double constant = 0.0;
  std::vector<LinearTerm> linear;
  std::vector<ProductTerm> products;

  bool is_constant() const { return linear.empty() && products.empty(); }
  // factor*row and nothing else.
  bool is_single_term() const { return constant == 0.0 && linear.size() == 1 && products.empty(); }
};

// Writes series instructions for expressions, each common subexpression once.
class SeriesCode {
 public:
  // Answers what the leaves of expressions stand for.
  class Leaves {
   public:
    virtual ~Leaves() = default;
    // The row of an unknown, or nothing for a variable that is constant between events.
    virtual std::optional<std::uint32_t> unknown_row(VariableId variable) const = 0;
    virtual double parameter_value(ParameterId parameter) const = 0;
    virtual bool guard_value(GuardId guard) const = 0;
  };

  // Rows 0 … first_row - 1 belong to unknowns.
  SeriesCode(const ExprPool& pool, const Leaves& leaves, std::uint32_t first_row);

  // Call once with all roots before lowering any: what is used once is merged
  // into its user.
  void count_uses(const std::vector<ExprId>& roots);

  // The row of a root; always a row of its own.
  std::uint32_t lower_root(ExprId root);

  // Adds constant + terms as an instruction; terms are taken over.
  std::uint32_t add_sum(LinearForm form);

  std::uint32_t row_count() const { return row_count_; }
  std::vector<Instruction>& instructions() { return instructions_; }
  std::vector<LinearTerm>& linear_terms() { return linear_terms_; }
  std::vector<ProductTerm>& product_terms() { return product_terms_; }

 private:
  struct Term {
    double factor;
    std::uint32_t row;
  };

  void lower_reachable(ExprId root);
  LinearForm lower_node(const Expr& expr);
  LinearForm lower_variable(const Expr& expr);
  LinearForm lower_sum(const Expr& expr, double sign);
  LinearForm lower_multiply(ExprId left, ExprId right);
  LinearForm lower_divide(ExprId left, ExprId right);
  LinearForm lower_power(ExprId base, ExprId exponent);
  LinearForm lower_integer_power(ExprId base, int exponent);
  // `value`: the operation's own row, or its companion's.
  LinearForm lower_unary(const Expr& expr, SeriesOp op, Companion value = Companion::none);
  LinearForm lower_inverse_sine(const Expr& expr);
  enum class Order : std::uint8_t { as_written, swapped };
  LinearForm lower_binary(const Expr& expr, SeriesOp op, Order order = Order::as_written);
  LinearForm lower_if(const Expr& expr);

  // The form of a child: moved out if this is its only use, else one term.
  LinearForm take(ExprId child);
  Term as_term(ExprId child);
  std::uint32_t row_of(ExprId child);
  const LinearForm& form_of(ExprId child) const { return forms_[slot_[child.index()] - 1]; }
  bool is_constant(ExprId child) const { return form_of(child).is_constant(); }
  double constant_of(ExprId child) const { return form_of(child).constant; }

  // Adds the operation, or finds it again; its row is decided here.
  std::uint32_t add_instruction(Instruction instruction);
  std::uint32_t add_unary(SeriesOp op, std::uint32_t a, double constant = 0.0) {
    return add_instruction({.op = op, .a = a, .constant = constant});
  }
  std::uint32_t add_binary(SeriesOp op, std::uint32_t a, std::uint32_t b) {
    return add_instruction({.op = op, .a = a, .b = b});
  }
  std::uint32_t add_known(SeriesOp op, std::uint32_t variable) {
    return add_instruction({.op = op, .variable = variable});
  }

  const ExprPool& pool_;
  const Leaves& leaves_;
  std::uint32_t row_count_;
  std::vector<Instruction> instructions_;
  std::vector<LinearTerm> linear_terms_;
  std::vector<ProductTerm> product_terms_;
  // Per expression: position in forms_ plus 1, 0 if none; and how often it is used.
  ZeroedArray<std::uint32_t> slot_;
  ZeroedArray<std::uint32_t> uses_;
  std::vector<LinearForm> forms_;
  // Equal operations on equal rows share a row (sin and cos of one angle).
  using Operation =
      std::tuple<SeriesOp, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, double>;
  std::map<Operation, std::uint32_t> known_operations_;
};

}  // namespace saltus

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "saltus/foundation/base/id_map.h"
#include "saltus/foundation/expr/expr.h"

namespace saltus {

// All expressions of a model. Equal expressions have equal ids, so a common
// subexpression is stored, analysed and evaluated once; children are added
// before their parents, so one pass in id order visits children first.
//
// The pool only grows: an id stays valid and keeps its meaning.
class ExprPool {
 public:
  const Expr& operator[](ExprId id) const { return nodes_[id.index()]; }
  std::size_t size() const { return nodes_.size(); }
  IdRange<ExprId> ids() const { return IdRange<ExprId>(nodes_.size()); }

  ExprId constant(double value);
  ExprId boolean(bool value);
  ExprId time();
  ExprId variable(VariableId variable, int order = 0);
  ExprId parameter(ParameterId parameter);
  ExprId guard(GuardId guard);
  ExprId pre(VariableId variable);
  ExprId pre_guard(GuardId guard);
  ExprId leaf(Op op);  // initial, terminal

  // A node of another pool, its children replaced by those of this one.
  ExprId add(const Expr& copy) { return intern(copy); }

  // Operations with constant children are folded, and those with a neutral
  // element (x + 0, 1*x, x^1, if true) are simplified. Nothing else: an author
  // recognises the equation again. 0*x stays, so that structure is not lost silently.
  ExprId unary(Op op, ExprId a);
  ExprId binary(Op op, ExprId a, ExprId b);
  ExprId if_else(ExprId condition, ExprId then, ExprId otherwise);

  bool is_constant(ExprId id) const { return (*this)[id].op == Op::constant; }

 private:
  ExprId intern(const Expr& expr);
  void grow_table();

  std::vector<Expr> nodes_;
  std::vector<std::uint32_t> table_;  // open addressing, index + 1, 0 when free
};

// The value of an operation on numbers; Booleans are 0 and 1.
double evaluate_unary(Op op, double a);
double evaluate_binary(Op op, double a, double b);

}  // namespace saltus

#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "saltus/foundation/expr/expr_pool.h"
#include "saltus/foundation/expr/variability.h"

namespace saltus {

// How the leaves of an expression are called.
struct ExprNames {
  std::function<std::string_view(VariableId)> variable;
  std::function<std::string_view(ParameterId)> parameter;
  std::function<ExprId(GuardId)> condition;  // of a guard, printed in its place
  // The operand, if the variable stands for a floor(…) with events; may be left out.
  std::function<std::optional<ExprId>(VariableId)> floor_of = nullptr;
  std::function<bool(VariableId)> is_discrete;
};

// Whether events happen where the expression stands.
enum class EventContext {
  events,      // an equation: what is event-free in it is wrapped in noEvent
  event_free,  // parameters, assertions, when clauses, messages
};

// What the place is declared to hold: `floor` is written `integer` where an Integer is due.
enum class NumberContext { real, integer };

// Prints expressions of one pool as Modelica, with as few parentheses as the grammar
// allows; read back, the text gives the same expression.
//
// Common subexpressions are stored once and printed wherever they occur, so that the text can be
// exponentially longer than what is stored. Beyond so many letters in all, the printer writes
// `...`.
class ExprPrinter {
 public:
  static constexpr std::size_t default_room = std::size_t{1} << 26;
  ExprPrinter(const ExprPool& pool, ExprNames names, std::size_t room = default_room);
  // Whether it had to leave something out.
  bool is_cut() const { return is_cut_; }
  void append(std::string& out, ExprId expr, EventContext context,
              NumberContext number = NumberContext::real);
  std::string print(ExprId expr, EventContext context = EventContext::event_free,
                    NumberContext number = NumberContext::real);

 private:
  // What is still to be written, the next piece last.
  struct Piece {
    enum class Kind { text, expr, otherwise } kind;
    std::string_view text;
    ExprId expr;
    int binding;  // parentheses around anything that binds less
    bool events;
  };

  static Piece text(std::string_view text);
  static Piece expr(ExprId id, int binding, bool events);
  void push(std::initializer_list<Piece> pieces);
  void expand(std::string& out, ExprId id, int binding, bool events);
  void expand_leaf(std::string& out, const Expr& leaf, int binding, bool events);
  void expand_operator(ExprId id, int binding, bool events);
  bool expand_change(const Expr& node, bool events);
  void expand_if(ExprId id, std::string_view keyword, bool events);
  void expand_otherwise(ExprId id, bool events);
  bool expand_event_function(const Expr& node, bool events);
  bool expand_truncation(const Expr& node, ExprId quotient, bool events);
  std::optional<ExprId> floor_operand(ExprId id) const;
  std::optional<ExprId> ceil_operand(ExprId id) const;
  void push_division(ExprId quotient, bool events);
  bool is_chain(ExprId id, bool events);
  bool needs_no_event(ExprId id);
  bool is_continuous(ExprId id) { return variability_[id] == Variability::continuous; }

  const ExprPool& pool_;
  ExprNames names_;
  VariabilityTable variability_;
  NumberContext number_ = NumberContext::real;
  std::size_t room_;
  bool is_cut_ = false;
  std::vector<Piece> pieces_;
};

std::string print_expr(const ExprPool& pool, ExprId expr, const ExprNames& names,
                       EventContext context = EventContext::event_free);

// The shortest decimal number that reads back as `value`.
std::string print_number(double value);

}  // namespace saltus

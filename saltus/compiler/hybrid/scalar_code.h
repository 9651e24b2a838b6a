#pragma once

#include <map>
#include <utility>
#include <vector>

#include "saltus/compiler/hybrid/surfaces.h"

namespace saltus {

// The clocks of a model: equal calls of `sample` are one.
class ClockTable {
 public:
  std::uint32_t find_or_add(Clock clock, SourceSpan span);
  const std::vector<Clock>& all() const { return clocks_; }
  // Where each is first called.
  const std::vector<SourceSpan>& spans() const { return spans_; }

 private:
  std::vector<Clock> clocks_;
  std::vector<SourceSpan> spans_;
  std::map<std::pair<double, double>, std::uint32_t> known_;
};

// What a relation between continuous values is in the code.
enum class RelationMeaning {
  surface,  // the side of its surface
  literal,  // a comparison of two numbers
};

// Translates expressions into scalar code. Parameters become numbers.
class ScalarCoder {
 public:
  ScalarCoder(const FlatSystem& system, ParameterValues& values, SurfaceTable& surfaces,
              Diagnostics& diagnostics)
      : system_(system), values_(values), surfaces_(surfaces), diagnostics_(diagnostics) {}

  // `span` is for the message about a `sample` that cannot tick.
  ScalarCode encode(ExprId root, RelationMeaning meaning, SourceSpan span);
  const ClockTable& clocks() const { return clocks_; }

 private:
  bool is_done(ExprId id) const { return last_code_[id.index()] == current_code_; }
  void push_operands(ExprId id);
  bool has_operands(ExprId id);
  std::optional<ExprId> formula_of(ExprId id);
  ExprId grown(ExprId id);
  ScalarInstruction instruction(ExprId id, SourceSpan span);
  ScalarInstruction leaf(const Expr& expr) const;
  ScalarInstruction clock(const Expr& expr, SourceSpan span);
  std::uint32_t position(ExprId id) const { return position_[id.index()]; }

  const FlatSystem& system_;
  ParameterValues& values_;
  SurfaceTable& surfaces_;
  Diagnostics& diagnostics_;
  ClockTable clocks_;
  RelationMeaning meaning_ = RelationMeaning::surface;
  std::uint32_t current_code_ = 0;
  std::vector<std::uint32_t> last_code_;  // by ExprId: the code in which it has a position
  std::vector<std::uint32_t> position_;   // by ExprId, in that code
  std::vector<ExprId> pending_;
};

// Does the code read values that change between events, other than by surfaces?
bool reads_continuous(const ScalarCode& code);

}  // namespace saltus

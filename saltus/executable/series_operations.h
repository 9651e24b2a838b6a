#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace saltus {

enum class SeriesOp : std::uint8_t {
#define SALTUS_SERIES_OPERATION(name, operands, companion, kind, domain, branches) name,
#include "saltus/executable/series_operations.def"
#undef SALTUS_SERIES_OPERATION
};

enum class OperationKind : std::uint8_t {
  leaf,                // reads no row
  smooth,              // one analytic function within its domain
  literal_branch,      // one of several smooth branches, chosen without an event
  piecewise_constant,  // constant in each branch, chosen without an event
  boolean,             // 0 or 1
};

enum class Domain : std::uint8_t {
  everywhere,
  divisor_not_zero,  // the last operand
  positive,          // a > 0; at 0 there may be a value and no series
  within_one,        // |a| < 1
  not_origin,        // (a, b) is not (0, 0)
};

// Where an operation goes over to another branch: there its series ends.
enum class Branches : std::uint8_t {
  one,
  at_zero,      // a = 0
  at_equality,  // a = b
  at_integers,  // a is one, where the value changes
  at_root,      // a comes to 0: branch 1 before, 0 where it stays there
};

enum class Companion : std::uint8_t { none, next_row };

struct SeriesOperation {
  std::string_view name;
  int operands;
  Companion companion;
  OperationKind kind;
  Domain domain;
  Branches branches;
};

inline constexpr auto kSeriesOperations = std::to_array<SeriesOperation>({
#define SALTUS_SERIES_OPERATION(name, operands, companion, kind, domain, branches) \
  {#name, operands, Companion::companion, OperationKind::kind, Domain::domain, Branches::branches},
#include "saltus/executable/series_operations.def"
#undef SALTUS_SERIES_OPERATION
});

constexpr const SeriesOperation& describe(SeriesOp op) {
  return kSeriesOperations[static_cast<std::size_t>(op)];
}
constexpr int operand_count(SeriesOp op) { return describe(op).operands; }
// The companion series has the row after the operation's own.
constexpr bool has_companion(SeriesOp op) { return describe(op).companion == Companion::next_row; }
constexpr bool has_branches(SeriesOp op) { return describe(op).branches != Branches::one; }
constexpr OperationKind kind_of(SeriesOp op) { return describe(op).kind; }
// Only coefficient 0 of its result can differ from zero.
constexpr bool is_piecewise_constant(SeriesOp op) {
  return kind_of(op) == OperationKind::piecewise_constant || kind_of(op) == OperationKind::boolean;
}

}  // namespace saltus

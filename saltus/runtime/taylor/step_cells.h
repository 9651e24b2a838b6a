#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "saltus/runtime/taylor/expansion.h"
#include "saltus/runtime/taylor/interval.h"

namespace saltus {

// Both ends as parts of the step.
struct StepCell {
  double from = 0.0;
  double to = 1.0;

  double width() const { return to - from; }
};

// Divides a step until no operation whose series is not followed changes much within a cell: its
// values over a cell are enclosed by interval arithmetic, from the polynomials of what is followed
// closely.
// A bump of any width is found by halving the cells where it may be
// (docs/theory/taylor.md, "The whole step").
class StepCells {
 public:
  StepCells(const ExecutableMode& mode, int order);

  // `loose`: operations whose polynomials enclose nothing. `step`: in units of the expansion's time
  // scale, with its sign. `narrowest`: the part of it that time resolves. False if that takes too
  // many cells.
  bool divide(const Expansion& expansion, std::span<const Instruction* const> unfollowed,
              std::span<const Instruction* const> loose, double step, double narrowest);
  std::span<const StepCell> cells() const { return cells_; }

  // An unknown that may be infinite in or beside a cell that is too narrow to be divided.
  struct PossiblePole {
    StepCell cell;
    std::uint32_t unknown;
    bool is_infinite;  // as its enclosure says, which is not rounded outward
  };
  std::span<const PossiblePole> possible_poles() const { return possible_poles_; }

 private:
  // What is evaluated at a point, in order: operations, and algebraic unknowns that are assigned.
  struct Action {
    const Instruction* instruction;  // or none: the unknown becomes the value of the row
    std::uint32_t unknown, value;
  };
  void list_actions();
  void find_sources(const Expansion& expansion, std::span<const Instruction* const> unfollowed,
                    std::span<const Instruction* const> loose);
  void find_affected(const Expansion& expansion);
  static bool reads(const Expansion& expansion, const Instruction& instruction, std::uint32_t row);
  bool is_affected_by_operand(const Expansion& expansion, const Instruction& instruction) const;
  void enclose(const StepCell& cell);
  void add(const StepCell& cell);
  Interval of_row(std::uint32_t row);
  Interval of_polynomial(std::uint32_t row);
  Interval of_sum(const Instruction& sum);
  void find_hulls();
  bool is_resolved(std::size_t cell) const;
  void find_possible_poles();

  const ExecutableMode& mode_;
  std::size_t order_;
  std::vector<Action> actions_;
  std::vector<std::uint8_t> leads_there_;  // per row: to an operation that is not followed
  std::vector<std::uint8_t> is_source_;    // per row: enclosed from its operands
  std::vector<std::uint8_t> is_affected_;  // per row
  std::vector<const Action*> affected_;
  std::vector<std::uint32_t> measured_;  // affected rows that are not linear
  const Expansion* expansion_ = nullptr;
  double step_ = 0.0, narrowest_ = 0.0;
  StepCell present_;
  std::uint32_t visit_ = 0;  // of the cell; polynomials are enclosed once in each
  std::vector<std::uint32_t> visited_;
  std::vector<Interval> value_;  // per row
  std::vector<double> shifted_;
  std::vector<StepCell> cells_;
  std::vector<PossiblePole> possible_poles_;
  std::vector<Interval> ranges_;  // per cell and measured row
  std::vector<Interval> hulls_;   // per measured row
};

}  // namespace saltus

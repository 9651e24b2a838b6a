#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "saltus/executable/executable_mode.h"

namespace saltus {

// Where the values of an unknown are: x, x', …, x^(d), d its offset in its own block.
struct ResetSlot {
  std::uint32_t first = 0;
  int order = 0;  // d
};

// A derivative of an unknown that an equation mentions, and the row that holds it.
struct Leaf {
  std::uint32_t unknown;
  int order;
  std::uint32_t row;
};

// Operations in the order in which they run, down to the leaves.
struct Code {
  std::vector<std::uint32_t> instructions;
  std::vector<Leaf> leaves;
};

struct PlannedEquation {
  std::uint32_t residual;
  int shift;  // c in its own block
  std::uint32_t block;
  std::uint32_t evaluation;  // position in PlannedBlock::shared
  Code code;
  // Of `code`, the operations through which unknowns of the block come in.
  std::vector<std::uint32_t> cone;
};

// f_i at `shift` instants after the present one.
struct ShiftedEquation {
  std::uint32_t equation;
  int shift;
};

struct SolvedValue {
  std::uint32_t unknown;
  int order;
};

// d f_i[m + k] / d x_j^(l)[m] = sum over q of C(k, l-q) eps^(l-q) d f_i / d x_j^(q) [m + k].
struct Coupling {
  std::uint32_t row;  // of x_j^(q)
  std::uint32_t column;
  double factor;
  int power;
};

// A square system of a block at one instant.
struct BlockSystem {
  // Equations with one shift and shared code, evaluated together.
  struct Evaluation {
    std::uint32_t shared;  // position in PlannedBlock::shared
    int shift;
    std::uint32_t first_row, row_count;
  };
  std::vector<Evaluation> evaluations;
  std::vector<ShiftedEquation> rows;
  std::vector<SolvedValue> unknowns;
  std::vector<Coupling> couplings;
  std::vector<std::uint32_t> first_coupling;  // per row, and the end
};

struct PlannedBlock {
  std::vector<std::uint32_t> equations, unknowns;
  int lead = 0;
  bool is_assignment = false;
  std::uint32_t value_row = 0;
  double sign = 1.0;
  Code value_code;  // of an assignment
  // Code of the equations of one shift c, together.
  std::vector<Code> shared;
  // From the second instant on: f_i[m + c_i] for x_j^(d_j)[m].
  BlockSystem system;
};

// What a value of the state is when the reset begins.
enum class Standing : std::uint8_t {
  fact,       // fixed by the past
  has_left,   // to be found, or else its left limit
  undefined,  // to be found
};

// The first instant, for one distribution of facts.
struct FirstInstant {
  struct Block {
    BlockSystem system;
    // f_i[k], k < c_i, that are not solved: those that mention facts only, and those in the
    // over-determined part of Dulmage and Mendelsohn.
    BlockSystem settled, dropped;  // without unknowns
    // Values that no equation determines.
    std::vector<SolvedValue> open;
  };
  std::vector<Standing> standing;  // per state entry
  std::vector<Block> blocks;
};

// All that a reset into one mode needs and that does not depend on numbers.
struct ResetPlan {
  explicit ResetPlan(const ExecutableMode& mode);
  FirstInstant first_instant(std::span<const Standing> standing) const;

  std::vector<ResetSlot> slots;
  std::vector<std::uint32_t> block_of;  // per unknown
  std::vector<PlannedEquation> equations;
  std::vector<PlannedBlock> blocks;
  std::uint32_t entry_count = 0;  // size of the state
  int last_instant = 0;           // largest shift: from there on every constraint holds
  int largest_lead = 0;

 private:
  BlockSystem make_system(const PlannedBlock& block, std::vector<ShiftedEquation> rows,
                          std::vector<SolvedValue> unknowns) const;
  FirstInstant::Block plan_first(const PlannedBlock& block,
                                 std::span<const Standing> standing) const;
};

double binomial(int n, int k);

}  // namespace saltus

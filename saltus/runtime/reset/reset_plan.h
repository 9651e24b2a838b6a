#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "saltus/executable/executable_mode.h"
#include "saltus/foundation/graph/bipartite_graph.h"
#include "saltus/foundation/graph/matching.h"

namespace saltus {

// Where the values x, x', …, x^(d) of an unknown are.
struct ResetSlot {
  std::uint32_t first = 0;
  int order = 0;        // d
  int state_order = 0;  // d in its own block: the new mode wants the values up to this one
};

// A derivative of an unknown that an equation mentions, and the row that holds it.
struct Leaf {
  std::uint32_t unknown;
  int order;
  std::uint32_t row;
};

// Operations in the order in which they run, down to the leaves.
struct RowCode {
  std::vector<std::uint32_t> instructions;
  std::vector<Leaf> leaves;
};

struct PlannedEquation {
  std::uint32_t residual;
  int shift;  // c
  std::uint32_t block;
  std::uint32_t code;         // position in ResetPlan::codes: its own
  std::uint32_t shared_code;  // with the equations of its block that have the same shift
  // Of its own code, the operations through which unknowns of the mode come in.
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

// A square system, solved together at one instant.
struct BlockSystem {
  // Equations with one shift and one code.
  struct Evaluation {
    std::uint32_t code;
    int shift;
    std::uint32_t first_row, row_count;
  };
  std::uint32_t block = 0;  // of the mode, to say where a solution failed
  std::vector<Evaluation> evaluations;
  std::vector<ShiftedEquation> rows;
  std::vector<SolvedValue> unknowns;
  std::vector<Coupling> couplings;
  std::vector<std::uint32_t> first_coupling;  // per row, and the end
};

struct PlannedBlock {
  std::vector<std::uint32_t> equations, unknowns;
  bool is_assignment = false;
  std::uint32_t value_row = 0;
  double sign = 1.0;
  std::uint32_t value_code = 0;  // of an assignment
  BlockSystem system;            // f_i[m + c_i] for x_j^(d_j)[m]
};

// What a value of the state is when the reset begins.
enum class Standing : std::uint8_t {
  fact,       // fixed by the past
  has_left,   // to be found, or else its left limit
  undefined,  // to be found
};

// The first instant, for one distribution of facts. The lower shifts f_i[k], k < c_i, take part
// where they determine a value of the state that is no fact.
struct FirstInstant {
  std::vector<Standing> standing;  // per entry of the slots
  // Leading values only, for which the blocks of the mode will do.
  bool is_regular = true;
  // Otherwise, in the order in which they are solved.
  std::vector<BlockSystem> systems;
  // f_i[k], k < c_i, that are not solved: those that mention facts only, and those in the
  // over-determined part of Dulmage and Mendelsohn. No unknowns.
  BlockSystem settled, dropped;
  // Values that no equation determines.
  std::vector<SolvedValue> open;
};

class CodeSearch;

// All that a reset into one mode needs and that does not depend on numbers.
struct ResetPlan {
  explicit ResetPlan(const ExecutableMode& mode);
  FirstInstant first_instant(std::span<const Standing> standing) const;
  const RowCode& code_of(std::uint32_t equation) const { return codes[equations[equation].code]; }

  std::vector<ResetSlot> slots;
  std::vector<std::uint32_t> block_of;  // per unknown
  std::vector<RowCode> codes;
  std::vector<PlannedEquation> equations;
  std::vector<PlannedBlock> blocks;
  std::uint32_t entry_count = 0;  // of all slots
  int last_instant = 0;           // largest shift: from there on every constraint holds

 private:
  void plan_block(const ExecutableMode& mode, std::uint32_t index, CodeSearch& search);
  BlockSystem make_system(std::vector<ShiftedEquation> rows, std::vector<SolvedValue> unknowns,
                          bool with_shared_code) const;
  void solve_in_blocks(FirstInstant& first, const BipartiteGraph& graph, const Matching& matching,
                       std::span<const ShiftedEquation> rows,
                       std::span<const SolvedValue> unknowns) const;
};

double binomial(int n, int k);

}  // namespace saltus

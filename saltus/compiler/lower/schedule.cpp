#include "saltus/compiler/lower/schedule.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "saltus/foundation/base/check.h"

namespace saltus {

namespace {

constexpr int kUnused = std::numeric_limits<int>::min();
constexpr int kFree = -1;  // depends on no unknown of its own stage

// The theory: an unknown's coefficient k + d is solved for at stage k. A value
// that equations with offsets c use is computed, at stage k, to coefficient
// k + level, level = max c. All variables in it have d - q >= level; those with
// equality make it depend on what stage k solves for.
class Scheduler {
 public:
  explicit Scheduler(ExecutableMode& mode)
      : mode_(mode),
        instruction_of_row_(instructions_of_rows(mode)),
        group_of_(mode.instructions.size(), 0),
        block_of_(mode.instructions.size(), kFree),
        group_of_block_(mode.blocks.size(), 0) {
    for (std::uint32_t group = 0; group < mode_.groups.size(); ++group) {
      const ExecutableGroup& range = mode_.groups[group];
      for (std::uint32_t i = 0; i < range.block_count; ++i) {
        group_of_block_[range.first_block + i] = group;
      }
    }
  }

  void run() {
    find_levels();
    turn_explicit_blocks_into_assignments();
    find_places();
    for (std::uint32_t block = 0; block < mode_.blocks.size(); ++block) find_cones(block);
    distribute();
    find_first_stages();
  }

 private:
  struct Operand {
    std::uint32_t row;
    int derivative;  // how often the row is differentiated on the way in
  };

  bool is_unknown(std::uint32_t row) const { return row < mode_.unknowns.size(); }

  template <class Visit>
  void for_each_operand(const Instruction& instruction, Visit visit) const {
    const int derivative = differentiation_of(instruction);
    saltus::for_each_operand(mode_, instruction, [&](std::uint32_t row) {
      visit(Operand{row, derivative});
    });
  }

  void require_level(std::uint32_t row, int level) {
    if (is_unknown(row)) return;
    int& known = mode_.instructions[instruction_of_row_[row]].level;
    known = std::max(known, level);
  }

  void find_levels() {
    for (Instruction& instruction : mode_.instructions) instruction.level = kUnused;
    for (const ExecutableEquation& equation : mode_.equations) {
      require_level(equation.residual, equation.offset);
    }
    for (std::size_t i = mode_.instructions.size(); i-- > 0;) {
      const Instruction& instruction = mode_.instructions[i];
      if (instruction.level == kUnused) continue;
      const int level = instruction.level;
      for_each_operand(instruction, [&](Operand operand) { require_level(operand.row, level); });
    }
  }

  void turn_explicit_blocks_into_assignments() {
    for (const Instruction& instruction : mode_.instructions) {
      if (instruction.op != SeriesOp::derivative || instruction.level == kUnused) continue;
      derivative_row_of_[key(instruction.a, differentiation_of(instruction))] = instruction.row;
    }
    for (ExecutableBlock& block : mode_.blocks) {
      if (block.equations.size() == 1 && block.is_quasilinear) try_assignment(block);
    }
  }

  static std::uint64_t key(std::uint32_t unknown, int order) {
    return static_cast<std::uint64_t>(unknown) << 32 | static_cast<std::uint32_t>(order);
  }

  // residual = factor*x^(q) + rest, rest free of x^(q)  ⇒  x^(q) = -rest/factor.
  void try_assignment(ExecutableBlock& block) {
    const ExecutableEquation& equation = mode_.equations[block.equations[0]];
    const std::uint32_t unknown = block.unknowns[0];
    const int order = mode_.unknowns[unknown].offset - equation.offset;
    std::uint32_t leading = unknown;
    if (order > 0) {
      const auto found = derivative_row_of_.find(key(unknown, order));
      if (found == derivative_row_of_.end()) return;
      leading = found->second;
    }
    const Instruction residual = mode_.instructions[instruction_of_row_[equation.residual]];
    double factor = 0.0;
    for (std::uint32_t i = 0; i < residual.linear_count; ++i) {
      const LinearTerm& term = mode_.linear_terms[residual.first_linear + i];
      if (term.row == leading) {
        factor = term.factor;
      } else if (reaches(term.row, leading)) {
        return;
      }
    }
    if (factor == 0.0) return;
    for (std::uint32_t i = 0; i < residual.product_count; ++i) {
      const ProductTerm& term = mode_.product_terms[residual.first_product + i];
      if (reaches(term.left, leading) || reaches(term.right, leading)) return;
    }
    add_value(block, residual, leading, factor);
  }

  // Only values of one block are asked about, so the search stays inside small expressions.
  bool reaches(std::uint32_t from, std::uint32_t target) {
    search_.assign(1, from);
    visited_.clear();
    while (!search_.empty()) {
      const std::uint32_t row = search_.back();
      search_.pop_back();
      if (row == target) return true;
      // Rows are numbered operands first: nothing below reaches a later row.
      if (is_unknown(row) || (row < target && !is_unknown(target))) continue;
      if (std::find(visited_.begin(), visited_.end(), row) != visited_.end()) continue;
      visited_.push_back(row);
      for_each_operand(mode_.instructions[instruction_of_row_[row]], [&](Operand operand) {
        if (operand.derivative == 0) search_.push_back(operand.row);
      });
    }
    return false;
  }

  void add_value(ExecutableBlock& block, const Instruction& residual, std::uint32_t leading,
                 double factor) {
    Instruction value{.op = SeriesOp::sum, .row = mode_.row_count++};
    value.constant = -residual.constant / factor;
    value.level = mode_.equations[block.equations[0]].offset;
    value.first_linear = static_cast<std::uint32_t>(mode_.linear_terms.size());
    value.first_product = static_cast<std::uint32_t>(mode_.product_terms.size());
    for (std::uint32_t i = 0; i < residual.linear_count; ++i) {
      const LinearTerm term = mode_.linear_terms[residual.first_linear + i];
      if (term.row != leading) mode_.linear_terms.push_back({term.row, -term.factor / factor});
    }
    for (std::uint32_t i = 0; i < residual.product_count; ++i) {
      const ProductTerm term = mode_.product_terms[residual.first_product + i];
      mode_.product_terms.push_back({term.left, term.right, -term.factor / factor});
    }
    value.linear_count = static_cast<std::uint32_t>(mode_.linear_terms.size()) - value.first_linear;
    value.product_count =
        static_cast<std::uint32_t>(mode_.product_terms.size()) - value.first_product;
    instruction_of_row_.push_back(static_cast<std::uint32_t>(mode_.instructions.size()));
    mode_.instructions.push_back(value);
    group_of_.push_back(0);
    block_of_.push_back(kFree);
    block.is_assignment = true;
    block.value = value.row;
  }

  // The group and, where coefficient k + level depends on what stage k solves
  // for, the block after whose solution the instruction can be finished.
  void find_places() {
    for (std::uint32_t i = 0; i < mode_.instructions.size(); ++i) {
      const Instruction& instruction = mode_.instructions[i];
      if (instruction.level == kUnused) continue;
      for_each_operand(instruction, [&](Operand operand) {
        group_of_[i] = std::max(group_of_[i], group_of_row(operand.row));
      });
      for_each_operand(instruction, [&](Operand operand) {
        if (group_of_row(operand.row) == group_of_[i] && is_top(instruction, operand)) {
          block_of_[i] = std::max(block_of_[i], block_of_row(operand.row));
        }
      });
    }
  }

  std::uint32_t group_of_row(std::uint32_t row) const {
    if (is_unknown(row)) return group_of_block_[mode_.unknowns[row].block];
    return group_of_[instruction_of_row_[row]];
  }

  int block_of_row(std::uint32_t row) const {
    if (is_unknown(row)) return static_cast<int>(mode_.unknowns[row].block);
    return block_of_[instruction_of_row_[row]];
  }

  // Whether the operand's newest coefficient is the one that the instruction reads last.
  bool is_top(const Instruction& instruction, Operand operand) const {
    const int reached = is_unknown(operand.row)
                            ? mode_.unknowns[operand.row].offset - operand.derivative
                            : mode_.instructions[instruction_of_row_[operand.row]].level;
    return reached == instruction.level;
  }

  void find_cones(std::uint32_t block_index) {
    ExecutableBlock& block = mode_.blocks[block_index];
    if (block.is_assignment) return;
    std::vector<std::vector<std::uint32_t>> cones;
    for (const std::uint32_t equation : block.equations) {
      cones.push_back(cone_of(mode_.equations[equation].residual, static_cast<int>(block_index)));
      block.through.insert(block.through.end(), cones.back().begin(), cones.back().end());
    }
    std::sort(block.through.begin(), block.through.end());
    block.through.erase(std::unique(block.through.begin(), block.through.end()),
                        block.through.end());
    for (const std::vector<std::uint32_t>& cone : cones) {
      std::vector<std::uint32_t> positions;
      for (const std::uint32_t instruction : cone) {
        positions.push_back(static_cast<std::uint32_t>(
            std::lower_bound(block.through.begin(), block.through.end(), instruction) -
            block.through.begin()));
      }
      block.cone.push_back(std::move(positions));
    }
  }

  std::vector<std::uint32_t> cone_of(std::uint32_t residual, int block) {
    std::vector<std::uint32_t> cone;
    stamp_.resize(mode_.instructions.size(), 0);
    ++current_stamp_;
    search_.assign(1, instruction_of_row_[residual]);
    while (!search_.empty()) {
      const std::uint32_t i = search_.back();
      search_.pop_back();
      if (block_of_[i] != block || stamp_[i] == current_stamp_) continue;
      stamp_[i] = current_stamp_;
      cone.push_back(i);
      const Instruction& instruction = mode_.instructions[i];
      for_each_operand(instruction, [&](Operand operand) {
        if (!is_unknown(operand.row) && is_top(instruction, operand)) {
          search_.push_back(instruction_of_row_[operand.row]);
        }
      });
    }
    std::sort(cone.begin(), cone.end());
    return cone;
  }

  void distribute() {
    std::vector<bool> is_through(mode_.instructions.size(), false);
    for (const ExecutableBlock& block : mode_.blocks) {
      for (const std::uint32_t i : block.through) is_through[i] = true;
      // The value is what the stages compute; its residual is for the start only.
      if (block.is_assignment) {
        is_through[instruction_of_row_[mode_.equations[block.equations[0]].residual]] = true;
      }
    }
    for (std::uint32_t i = 0; i < mode_.instructions.size(); ++i) {
      if (mode_.instructions[i].level == kUnused) {
        mode_.instructions[i].level = 0;
        mode_.observers.push_back(i);
      } else if (is_through[i]) {
        continue;
      } else if (block_of_[i] == kFree) {
        mode_.groups[group_of_[i]].free.push_back(i);
      } else {
        mode_.blocks[static_cast<std::size_t>(block_of_[i])].after.push_back(i);
      }
    }
  }

  void find_first_stages() {
    for (std::uint32_t unknown = 0; unknown < mode_.unknowns.size(); ++unknown) {
      int& first = mode_.groups[group_of_row(unknown)].first_stage;
      first = std::min(first, -mode_.unknowns[unknown].offset);
      mode_.largest_offset = std::max(mode_.largest_offset, mode_.unknowns[unknown].offset);
    }
    for (ExecutableGroup& group : mode_.groups) {
      for (const std::uint32_t i : group.free) {
        group.first_stage = std::min(group.first_stage, -mode_.instructions[i].level);
      }
    }
  }

  ExecutableMode& mode_;
  std::vector<std::uint32_t> instruction_of_row_;
  std::vector<std::uint32_t> group_of_;
  std::vector<int> block_of_;
  std::vector<std::uint32_t> group_of_block_;
  std::unordered_map<std::uint64_t, std::uint32_t> derivative_row_of_;  // looked up only
  std::vector<std::uint32_t> search_, visited_, stamp_;
  std::uint32_t current_stamp_ = 0;
};

}  // namespace

void schedule(ExecutableMode& mode) { Scheduler(mode).run(); }

}  // namespace saltus

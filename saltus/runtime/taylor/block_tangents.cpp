#include "saltus/runtime/taylor/block_tangents.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace saltus {

namespace {

constexpr int kInactive = std::numeric_limits<int>::min();

std::uint32_t size_of(const auto& list) { return static_cast<std::uint32_t>(list.size()); }

// Follows the unknowns of one block after the other through the instructions that lead to its
// residuals.
class TangentFinder {
 public:
  explicit TangentFinder(const ExecutableMode& mode)
      : mode_(mode), active_level_(mode.row_count, kInactive) {
    found_.through.resize(mode.blocks.size());
  }

  void follow(std::uint32_t index) {
    const ExecutableBlock& block = mode_.blocks[index];
    for (const std::uint32_t unknown : block.unknowns) {
      active_level_[unknown] = mode_.unknowns[unknown].offset;
    }
    for (const std::uint32_t i : block.through) {
      const Instruction& instruction = mode_.instructions[i];
      found_.through[index].push_back(tangent_of(instruction));
      for_each_result(instruction,
                      [&](std::uint32_t row) { active_level_[row] = instruction.level; });
    }
    for (const std::uint32_t unknown : block.unknowns) active_level_[unknown] = kInactive;
    for (const std::uint32_t i : block.through) {
      for_each_result(mode_.instructions[i],
                      [&](std::uint32_t row) { active_level_[row] = kInactive; });
    }
  }

  BlockTangents take() { return std::move(found_); }

 private:
  std::uint32_t zero() const { return mode_.row_count; }

  // The operand, if the coefficient that the instruction reads of it is a top coefficient.
  std::uint32_t active(const Instruction& instruction, std::uint32_t row) const {
    const bool is_active =
        row != kNoRow && active_level_[row] != kInactive &&
        active_level_[row] - differentiation_of(instruction) == instruction.level;
    return is_active ? row : zero();
  }

  Tangent tangent_of(const Instruction& instruction) {
    Tangent tangent{.row = instruction.row,
                    .a = zero(),
                    .b = zero(),
                    .op = instruction.op,
                    .has_companion = has_companion(instruction.op),
                    .level = instruction.level,
                    .differentiation = differentiation_of(instruction),
                    .first_linear = size_of(found_.linear),
                    .linear_count = 0,
                    .first_product = size_of(found_.products),
                    .product_count = 0};
    if (instruction.op == SeriesOp::sum) {
      add_terms(instruction, tangent);
    } else if (instruction.op == SeriesOp::if_else) {
      tangent.a = active(instruction, instruction.b);
      tangent.b = active(instruction, instruction.c);
    } else {
      tangent.a = active(instruction, instruction.a);
      tangent.b = active(instruction, instruction.b);
    }
    return tangent;
  }

  void add_terms(const Instruction& sum, Tangent& tangent) {
    for (std::uint32_t t = 0; t < sum.linear_count; ++t) {
      const LinearTerm& term = mode_.linear_terms[sum.first_linear + t];
      if (active(sum, term.row) != zero()) found_.linear.push_back(term);
    }
    for (std::uint32_t t = 0; t < sum.product_count; ++t) {
      const ProductTerm& term = mode_.product_terms[sum.first_product + t];
      const std::uint32_t left = active(sum, term.left), right = active(sum, term.right);
      if (left == zero() && right == zero()) continue;
      found_.products.push_back({term.left, term.right, left, right, term.factor});
    }
    tangent.linear_count = size_of(found_.linear) - tangent.first_linear;
    tangent.product_count = size_of(found_.products) - tangent.first_product;
  }

  const ExecutableMode& mode_;
  std::vector<int> active_level_;  // of the rows that contain top coefficients of the block
  BlockTangents found_;
};

// Calls visit(row) for every operand of a tangent, the row of zeros included.
template <class Visit>
void for_each_operand(const BlockTangents& tangents, const Tangent& tangent, Visit&& visit) {
  visit(tangent.a);
  visit(tangent.b);
  for (std::uint32_t t = 0; t < tangent.linear_count; ++t) {
    visit(tangents.linear[tangent.first_linear + t].row);
  }
  for (std::uint32_t t = 0; t < tangent.product_count; ++t) {
    visit(tangents.products[tangent.first_product + t].left_tangent);
    visit(tangents.products[tangent.first_product + t].right_tangent);
  }
}

}  // namespace

BlockTangents find_tangents(const ExecutableMode& mode) {
  TangentFinder finder(mode);
  for (std::uint32_t i = 0; i < mode.blocks.size(); ++i) {
    if (!mode.blocks[i].is_assignment) finder.follow(i);
  }
  return finder.take();
}

std::vector<BlockPattern> find_jacobian_patterns(const ExecutableMode& mode,
                                                 const BlockTangents& tangents) {
  std::vector<BlockPattern> patterns(mode.blocks.size());
  std::vector<std::uint32_t> position(mode.unknowns.size(), 0);  // in their block
  for (std::uint32_t index = 0; index < mode.blocks.size(); ++index) {
    const ExecutableBlock& block = mode.blocks[index];
    if (block.is_assignment) continue;
    for (std::uint32_t j = 0; j < block.unknowns.size(); ++j) position[block.unknowns[j]] = j;
    auto& [row_start, columns] = patterns[index];
    for (const std::vector<std::uint32_t>& cone : block.cone) {
      for (const std::uint32_t i : cone) {
        for_each_operand(tangents, tangents.through[index][i], [&](std::uint32_t row) {
          if (row < mode.unknowns.size()) columns.push_back(position[row]);
        });
      }
      const auto first = columns.begin() + row_start.back();
      std::sort(first, columns.end());
      columns.erase(std::unique(first, columns.end()), columns.end());
      row_start.push_back(size_of(columns));
    }
  }
  return patterns;
}

}  // namespace saltus

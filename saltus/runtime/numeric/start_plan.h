#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "saltus/foundation/graph/bipartite_graph.h"
#include "saltus/runtime/numeric/nearest_point.h"

namespace saltus {

// Rows and columns that belong together although the structure would split them:
// their Jacobian has a lower rank than its pattern promises.
struct DeficientBlock {
  std::vector<Row> rows;
  std::vector<Column> columns;
  std::size_t rank = 0;
};

// Which unknowns are solved for, by which rows, in which order (theory/start.md, 2).
class StartPlan {
 public:
  enum class BlockKind : std::uint8_t {
    square,         // as many rows as unknowns, all of them determined
    least_squares,  // guessed values compete, or rows are too many
  };

  std::uint32_t block_count() const { return static_cast<std::uint32_t>(kind_.size()); }
  BlockKind kind(std::uint32_t block) const { return kind_[block]; }
  std::span<const Row> rows_of(std::uint32_t block) const {
    return std::span(rows_).subspan(row_start_[block], row_start_[block + 1] - row_start_[block]);
  }
  // Ascending.
  std::span<const Column> columns_of(std::uint32_t block) const {
    return std::span(columns_).subspan(column_start_[block],
                                       column_start_[block + 1] - column_start_[block]);
  }
  // The rank that the block's Jacobian must have.
  std::size_t rank_of(std::uint32_t block) const { return rank_[block]; }

  // Blocks of one unit depend on each other, directly or not; units are independent.
  std::uint32_t unit_of(std::uint32_t block) const { return unit_of_[block]; }
  std::uint32_t unit_count() const { return unit_count_; }

  // The block that solves for the column; none when it is given.
  bool is_given(Column column) const { return block_of_[column] == no_block; }
  bool is_in(Column column, std::uint32_t block) const { return block_of_[column] == block; }
  std::optional<std::uint32_t> block_of(Column column) const {
    if (is_given(column)) return std::nullopt;
    return block_of_[column];
  }
  // The column's position among those of its block.
  std::uint32_t position_of(Column column) const { return position_of_[column]; }

  // The columns that rows were matched to; the others are pinned or move with them.
  std::span<const Column> determined() const { return determined_; }

  // Rows that no block solves: they hold by themselves or are in conflict.
  std::span<const Row> checked_rows() const { return checked_rows_; }

 private:
  friend class StartPlanner;
  static constexpr std::uint32_t no_block = 0xffffffff;

  std::vector<BlockKind> kind_;
  std::vector<std::size_t> rank_;
  std::vector<Row> rows_;
  std::vector<Column> columns_;
  std::vector<std::uint32_t> row_start_ = {0}, column_start_ = {0};
  std::vector<std::uint32_t> unit_of_;
  std::uint32_t unit_count_ = 0;
  IdMap<Column, std::uint32_t> block_of_, position_of_;
  std::vector<Column> determined_;
  std::vector<Row> checked_rows_;
};

// All unknowns that are not fixed, the ones to be determined first at the front:
// standard values of low preference, then of high preference, then guessed ones.
std::vector<Column> determination_order(std::span<const StartValue> start);

// Rows are matched to `candidates`, the front ones first; what stays unmatched is
// pinned to its start value. `deficient` blocks are taken as they are.
StartPlan make_start_plan(const BipartiteGraph& pattern, std::span<const StartValue> start,
                          std::span<const Column> candidates,
                          std::span<const DeficientBlock> deficient);

}  // namespace saltus

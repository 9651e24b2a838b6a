#include "saltus/compiler/multilinear/normal_form.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace saltus {
namespace {

using Key = std::vector<std::pair<std::uint32_t, double>>;  // a column of S

struct Column {
  Key structure;
  std::map<std::uint32_t, double> f, g;

  bool is_used() const { return !f.empty() || !g.empty(); }
  // Rows of f come before those of g.
  std::pair<int, std::uint32_t> first_row() const {
    return f.empty() ? std::pair{1, g.begin()->first} : std::pair{0, f.begin()->first};
  }
};

void add(std::map<std::uint32_t, double>& row, std::span<const MatrixEntry> entries, double sign) {
  for (const MatrixEntry& entry : entries) row[entry.row] += sign * entry.value;
  std::erase_if(row, [](const auto& item) { return item.second == 0.0; });
}

std::vector<Column> merged_columns(const MultilinearModel& model) {
  std::vector<Column> columns;
  std::map<Key, std::size_t> known;
  for (std::size_t k = 0; k < model.structure.columns(); ++k) {
    Key key;
    double sign = 1.0;
    for (const MatrixEntry& entry : model.structure.column(k)) {
      if (entry.value == -1.0) sign = -sign;
      key.emplace_back(entry.row, entry.value == -1.0 ? 1.0 : entry.value);
    }
    const auto [place, is_new] = known.try_emplace(key, columns.size());
    if (is_new) columns.push_back({std::move(key), {}, {}});
    add(columns[place->second].f, model.phi_f.column(k), sign);
    add(columns[place->second].g, model.phi_g.column(k), sign);
  }
  return columns;
}

template <class Entries>
void append(SparseMatrix& matrix, const Entries& entries) {
  std::vector<MatrixEntry> column;
  for (const auto& [row, value] : entries) column.push_back({row, value});
  matrix.add_column(column);
}

}  // namespace

MultilinearModel normal_form(const MultilinearModel& model) {
  std::vector<Column> columns = merged_columns(model);
  std::erase_if(columns, [](const Column& column) { return !column.is_used(); });
  std::ranges::stable_sort(columns, {}, [](const Column& column) {
    return std::pair{column.first_row(), column.structure.empty()};
  });
  MultilinearModel result = model;
  for (InputSignal& signal : result.u_value) signal = normal_form(signal);
  result.structure = SparseMatrix(model.structure.rows());
  result.phi_f = SparseMatrix(model.phi_f.rows());
  result.phi_g = SparseMatrix(model.phi_g.rows());
  for (const Column& column : columns) {
    append(result.structure, column.structure);
    append(result.phi_f, column.f);
    append(result.phi_g, column.g);
  }
  return result;
}

}  // namespace saltus

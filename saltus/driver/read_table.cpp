#include "saltus/driver/read_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <vector>

namespace saltus {

namespace {

using Fields = std::vector<std::string_view>;

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  text = text.substr(first, text.find_last_not_of(blanks) - first + 1);
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') {
    text = text.substr(1, text.size() - 2);
  }
  return text;
}

Fields fields_of(std::string_view line) {
  Fields fields;
  for (;;) {
    const std::size_t end = line.find_first_of(",;\t");
    fields.push_back(trimmed(line.substr(0, end)));
    if (end == std::string_view::npos) return fields;
    line.remove_prefix(end + 1);
  }
}

std::optional<double> number_of(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0.0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

bool are_names(const Fields& fields) {
  return std::none_of(fields.begin(), fields.end(),
                      [](std::string_view field) { return number_of(field).has_value(); });
}

class TableReader {
 public:
  TableReader(const std::string& column, const std::string& input)
      : column_(column), input_(input) {}

  Result<InputTable, TableError> read(std::string_view text) {
    for (std::size_t number = 1; !text.empty(); ++number) {
      const std::size_t end = text.find('\n');
      if (const auto error = take(trimmed(text.substr(0, end)), number)) return *error;
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    if (table_.time.empty()) return TableError{"it has no rows of numbers"};
    return std::move(table_);
  }

 private:
  std::optional<TableError> take(std::string_view line, std::size_t number) {
    if (line.empty() || line.starts_with('#')) return std::nullopt;
    const Fields fields = fields_of(line);
    if (width_ == 0) {
      width_ = fields.size();
      const bool has_names = are_names(fields);
      if (auto error = choose_column(has_names ? fields : Fields())) return error;
      if (has_names) return std::nullopt;
    }
    if (fields.size() != width_) {
      return TableError{
          fmt::format("line {} has {} field(s), not {}", number, fields.size(), width_)};
    }
    return add_row(fields, number);
  }

  std::optional<TableError> choose_column(const Fields& names) {
    if (width_ < 2) return TableError{"it needs a column of times and one of values"};
    const auto named = [&](const std::string& name) {
      const auto found = std::find(names.begin(), names.end(), name);
      return static_cast<std::size_t>(found - names.begin());
    };
    if (column_.empty()) {
      chosen_ = named(input_);
      if (chosen_ < names.size()) return std::nullopt;
      chosen_ = 1;
      if (width_ == 2) return std::nullopt;
      return TableError{fmt::format("it has {} columns; say which one by `:COLUMN`", width_)};
    }
    chosen_ = named(column_);
    if (chosen_ < names.size()) return std::nullopt;
    const auto number = number_of(column_);
    if (number && *number >= 2.0 && *number <= static_cast<double>(width_) &&
        *number == std::floor(*number)) {
      chosen_ = static_cast<std::size_t>(*number) - 1;
      return std::nullopt;
    }
    return TableError{names.empty() ? fmt::format("it has no column `{}`", column_)
                                    : fmt::format("it has no column `{}`, but `{}`", column_,
                                                  fmt::join(names, "`, `"))};
  }

  std::optional<TableError> add_row(const Fields& fields, std::size_t number) {
    const auto time = number_of(fields[0]), value = number_of(fields[chosen_]);
    for (const std::size_t column : {std::size_t{0}, chosen_}) {
      const auto entry = column == 0 ? time : value;
      if (entry && std::isfinite(*entry)) continue;
      return TableError{
          fmt::format("`{}` in line {} is not a finite number", fields[column], number)};
    }
    if (!table_.time.empty() && *time < table_.time.back()) {
      return TableError{fmt::format("the time in line {} lies before the one above", number)};
    }
    table_.time.push_back(*time);
    table_.value.push_back(*value);
    return std::nullopt;
  }

  const std::string& column_;
  const std::string& input_;
  std::size_t width_ = 0;
  std::size_t chosen_ = 0;
  InputTable table_;
};

}  // namespace

Result<InputTable, TableError> read_table(std::string_view text, const std::string& column,
                                          const std::string& input) {
  return TableReader(column, input).read(text);
}

}  // namespace saltus

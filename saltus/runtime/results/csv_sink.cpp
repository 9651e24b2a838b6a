#include "saltus/runtime/results/csv_sink.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <utility>

namespace saltus {
namespace {

// -1.7976931348623157e+308 has 24 characters; a separator follows.
constexpr std::size_t longest_cell = 25;
constexpr std::size_t block_size = std::size_t{1} << 18;
constexpr std::chrono::milliseconds longest_wait(200);

bool needs_quotes(std::string_view name) {
  return name.find_first_of(",\"\r\n") != std::string_view::npos || name.starts_with(' ') ||
         name.ends_with(' ');
}

std::string quoted(std::string_view name) {
  if (!needs_quotes(name)) return std::string(name);
  std::string result = "\"";
  for (const char c : name) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + '"';
}

char* append_word(char* out, std::string_view word) {
  std::memcpy(out, word.data(), word.size());
  return out + word.size();
}

char* append_number(char* out, double value) {
  if (std::isnan(value)) return append_word(out, "NaN");
  if (std::isinf(value)) return append_word(out, value > 0 ? "Infinity" : "-Infinity");
  return std::to_chars(out, out + longest_cell, value).ptr;
}

std::string header_of(const std::vector<ResultColumn>& columns) {
  std::string header = "time";
  for (const ResultColumn& column : columns) header += ',' + quoted(column.name);
  return header + '\n';
}

}  // namespace

void CsvSink::begin(const std::vector<ResultColumn>& columns) {
  header_ = header_of(columns);
  block_.resize(block_size + (columns.size() + 1) * longest_cell);
  used_ = row_count_ = 0;
}

void CsvSink::add_row(const ResultRow& row) {
  if (row_count_++ == 0) write_(header_);
  char* out = append_number(block_.data() + used_, row.time);
  for (const double value : row.values) {
    *out++ = ',';
    out = append_number(out, value);
  }
  *out++ = '\n';
  used_ = static_cast<std::size_t>(out - block_.data());
  const bool is_late = std::chrono::steady_clock::now() - last_flush_ > longest_wait;
  if (used_ >= block_size || is_late) flush();
}

void CsvSink::flush() {
  if (used_ > 0) write_({block_.data(), std::exchange(used_, 0)});
  last_flush_ = std::chrono::steady_clock::now();
}

CsvFileSink::CsvFileSink(std::string path)
    : path_(std::move(path)), csv_([this](std::string_view text) { file_->write(text); }) {}

void CsvFileSink::begin(const std::vector<ResultColumn>& columns) {
  file_.emplace(path_, AtomicFile::Worth::part);
  csv_.begin(columns);
}

WriteResult CsvFileSink::finish() {
  if (!file_ || csv_.row_count() == 0) return Written{};
  csv_.flush();
  return file_->commit_part();
}

}  // namespace saltus

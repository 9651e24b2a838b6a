#include "saltus/runtime/results/write_csv.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <vector>

namespace saltus {
namespace {

// -1.7976931348623157e+308 has 24 characters; a separator follows.
constexpr std::size_t longest_cell = 25;
constexpr std::size_t piece_size = std::size_t{1} << 18;

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

std::string header_of(const Trajectory& trajectory) {
  std::string header = "time";
  for (const TrajectoryColumn& column : trajectory.columns()) header += ',' + quoted(column.name);
  return header + '\n';
}

}  // namespace

void write_csv(const Trajectory& trajectory, const std::function<void(std::string_view)>& write) {
  write(header_of(trajectory));
  const std::size_t longest_row = (trajectory.columns().size() + 1) * longest_cell;
  std::vector<char> piece(piece_size + longest_row);
  char* out = piece.data();
  const auto flush = [&] {
    write({piece.data(), static_cast<std::size_t>(out - piece.data())});
    out = piece.data();
  };
  for (std::size_t row = 0; row < trajectory.row_count(); ++row) {
    out = append_number(out, trajectory.time(row));
    for (const double value : trajectory.row(row)) {
      *out++ = ',';
      out = append_number(out, value);
    }
    *out++ = '\n';
    if (static_cast<std::size_t>(out - piece.data()) >= piece_size) flush();
  }
  flush();
}

WriteResult write_csv(const Trajectory& trajectory, const std::string& path) {
  AtomicFile file(path);
  if (!file.failed()) write_csv(trajectory, [&](std::string_view text) { file.write(text); });
  return file.commit();
}

}  // namespace saltus

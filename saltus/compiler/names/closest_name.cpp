#include "saltus/compiler/names/closest_name.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <vector>

namespace saltus {
namespace {

char lower(char letter) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
}

bool same_but_for_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  const std::size_t shorter = std::min(a.size(), b.size());
  if (std::max(a.size(), b.size()) - shorter >= limit) return limit;
  // Rows of the usual table: distance between the first i letters of a and j of b. It is at least
  // |i - j|, so that only a band along the diagonal can be below the limit; beside it stands the
  // limit itself.
  std::vector<std::size_t> two_above(b.size() + 1, limit), above(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = std::min(j, limit);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    const std::size_t first = i > limit ? i - limit : 1;
    const std::size_t last = std::min(i + limit, b.size());
    row[first - 1] = first == 1 ? std::min(i, limit) : limit;
    if (last < b.size()) row[last + 1] = limit;
    for (std::size_t j = first; j <= last; ++j) {
      const std::size_t replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], two_above[j - 2] + 1);
      }
    }
    const auto begin = row.begin() + static_cast<std::ptrdiff_t>(first - 1);
    const auto end = row.begin() + static_cast<std::ptrdiff_t>(last + 1);
    if (*std::min_element(begin, end) >= limit) return limit;
    std::swap(two_above, above);
    std::swap(above, row);
  }
  return std::min(above[b.size()], limit);
}

std::optional<std::string_view> find_closest_name(std::string_view name,
                                                  std::span<const std::string_view> candidates) {
  // A third of the letters may be wrong, rounded up, but not the only one, and no more than
  // somebody mistypes.
  constexpr std::size_t most_wrong_letters = 9;
  std::size_t best_distance = name.size() > 1 ? (name.size() + 2) / 3 + 1 : 1;
  best_distance = std::min(best_distance, most_wrong_letters + 1);
  std::optional<std::string_view> best;
  for (const std::string_view candidate : candidates) {
    if (same_but_for_case(candidate, name)) return candidate;
    const std::size_t distance = edit_distance(name, candidate, best_distance);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

}  // namespace saltus

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace saltus {

// How many letters must be inserted, deleted, replaced or swapped with their
// neighbour to turn one word into the other.
// Stops counting at `limit`.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit);

// The candidate that `name` was probably meant to be, if any is near enough; the
// first of equals. Wrong case alone is always near enough.
std::optional<std::string_view> find_closest_name(std::string_view name,
                                                  std::span<const std::string_view> candidates);

}  // namespace saltus

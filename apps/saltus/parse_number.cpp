#include "apps/saltus/parse_number.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace saltus {

Result<double, NumberError> parse_number(std::string_view text) {
  if (text.empty()) return NumberError{"it is empty"};
  std::string_view digits = text;
  if (digits.starts_with('+') && !digits.starts_with("+-")) digits.remove_prefix(1);
  double value = 0.0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error == std::errc::result_out_of_range) return NumberError{"it is out of range"};
  if (error != std::errc() || end != digits.data() + digits.size()) {
    return NumberError{"it is not a number"};
  }
  if (!std::isfinite(value)) return NumberError{"it is not finite"};
  return value;
}

Result<std::vector<double>, NumberError> parse_number_list(std::string_view text) {
  std::vector<double> numbers;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view item = text.substr(begin, end - begin);
    const auto number = parse_number(item);
    if (!number) {
      return NumberError{item.empty() ? "a number is missing between its commas"
                                      : fmt::format("`{}`: {}", item, number.error().reason)};
    }
    numbers.push_back(number.value());
    begin = end + 1;
  }
  return numbers;
}

}  // namespace saltus

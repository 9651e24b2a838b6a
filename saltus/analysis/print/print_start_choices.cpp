#include "saltus/analysis/print/print_start_choices.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

namespace saltus {
namespace {

std::string_view reason_of(StartChoice choice) {
  switch (choice) {
    case StartChoice::constrained:
      return "determined by a constraint";
    case StartChoice::algebraic:
      return "algebraic";
    case StartChoice::substituted:
      return "substituted";
    case StartChoice::free:
      break;
  }
  return "";
}

std::string join_first(const std::vector<std::string>& items) {
  constexpr std::size_t shown = 20;
  if (items.empty()) return "none";
  const auto last = items.begin() + static_cast<std::ptrdiff_t>(std::min(items.size(), shown));
  const std::string text = fmt::format("{}", fmt::join(items.begin(), last, ", "));
  return items.size() > shown ? fmt::format("{} and {} more", text, items.size() - shown) : text;
}

}  // namespace

std::string print_start_choices(const FlatSystem& system, const std::vector<VariableStart>& starts,
                                int degrees_of_freedom) {
  std::vector<std::string> free, others;
  for (const VariableStart& start : starts) {
    const std::string& name = system.variables[start.variable].name;
    if (start.choice == StartChoice::free) {
      free.push_back(name);
    } else {
      others.push_back(fmt::format("{} ({})", name, reason_of(start.choice)));
    }
  }
  std::string text = fmt::format("  may be initialised: {}", join_first(free));
  if (!free.empty()) text += fmt::format("; {} free to choose", degrees_of_freedom);
  text += "\n";
  if (!others.empty()) text += fmt::format("  follow from these:  {}\n", join_first(others));
  return text;
}

nlohmann::ordered_json start_choices_to_json(const FlatSystem& system,
                                             const std::vector<VariableStart>& starts,
                                             int degrees_of_freedom) {
  using Json = nlohmann::ordered_json;
  Json free = Json::array(), others = Json::array();
  for (const VariableStart& start : starts) {
    const std::string& name = system.variables[start.variable].name;
    if (start.choice == StartChoice::free) {
      free.push_back(name);
    } else {
      others.push_back(Json{{"name", name}, {"why", reason_of(start.choice)}});
    }
  }
  return Json{
      {"may_be_initialised", free}, {"free_to_choose", degrees_of_freedom}, {"others", others}};
}

}  // namespace saltus

#include "saltus/compiler/structure/substituted.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "saltus/compiler/structure/model_text.h"

namespace saltus {

std::vector<SubstitutedVariable> find_substituted(const FlatSystem& system) {
  std::map<std::uint32_t, SubstitutedVariable> found;
  for (const FlatSubstitution& substitution : system.substitutions) {
    SubstitutedVariable& variable =
        found
            .try_emplace(substitution.variable.index(),
                         SubstitutedVariable{.variable = substitution.variable, .spans = {}})
            .first->second;
    (substitution.order == 0 ? variable.is_base : variable.is_prime) = true;
    variable.is_differential |= substitution.order > 0 || substitution.highest_derivative > 0;
    for (const SubstitutionBranch& branch : substitution.branches) {
      variable.spans.push_back(branch.span);
    }
  }
  std::vector<SubstitutedVariable> variables;
  for (auto& [id, variable] : found) variables.push_back(std::move(variable));
  return variables;
}

std::string category_of(const SubstitutedVariable& variable) {
  return fmt::format("{}{}substituted", variable.is_base ? "base-" : "",
                     variable.is_prime ? "prime-" : "");
}

std::string print_substituted(const FlatSystem& system, const SourceText& source) {
  std::string text;
  for (const SubstitutedVariable& variable : find_substituted(system)) {
    if (text.empty()) text = "\nSubstituted variables: replaced wherever they are used\n";
    text +=
        fmt::format("  {}, {} {} variable\n", system.variables[variable.variable].name,
                    category_of(variable), variable.is_differential ? "differential" : "algebraic");
    for (const SourceSpan span : variable.spans) {
      text += fmt::format("        line {}: {}\n", source.position(span.begin).line,
                          on_one_line(source.text(span)));
    }
  }
  return text;
}

nlohmann::ordered_json substituted_to_json(const FlatSystem& system, const SourceText& source) {
  using Json = nlohmann::ordered_json;
  Json list = Json::array();
  for (const SubstitutedVariable& variable : find_substituted(system)) {
    Json written = Json::array();
    for (const SourceSpan span : variable.spans) {
      written.push_back(Json{{"line", source.position(span.begin).line},
                             {"text", on_one_line(source.text(span))}});
    }
    list.push_back(Json{{"variable", system.variables[variable.variable].name},
                        {"category", category_of(variable)},
                        {"differential", variable.is_differential},
                        {"written", written}});
  }
  return list;
}

}  // namespace saltus

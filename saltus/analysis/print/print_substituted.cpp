#include "saltus/analysis/print/print_substituted.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "saltus/compiler/structure/model_text.h"

namespace saltus {
namespace {

// "base-prime-substituted"
std::string category_of(const SubstitutedVariable& variable) {
  return fmt::format("{}{}substituted", variable.is_base ? "base-" : "",
                     variable.is_prime ? "prime-" : "");
}

}  // namespace

std::string print_substituted(const FlatSystem& system,
                              const std::vector<SubstitutedVariable>& variables,
                              const SourceText& source) {
  std::string text;
  for (const SubstitutedVariable& variable : variables) {
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

nlohmann::ordered_json substituted_to_json(const FlatSystem& system,
                                           const std::vector<SubstitutedVariable>& variables,
                                           const SourceText& source) {
  using Json = nlohmann::ordered_json;
  Json list = Json::array();
  for (const SubstitutedVariable& variable : variables) {
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

#include "saltus/compiler/names/foreign_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <vector>

#include "saltus/compiler/syntax/print_syntax.h"

namespace saltus {
namespace {

using syntax::NodeId;
using syntax::NodeKind;

struct Entry {
  std::string_view name;
  std::string_view meaning;
};

// `{0}`, `{1}`, `{2}` stand for the arguments, `(0)` for the first one as an operand.
struct FunctionEntry {
  std::string_view name;
  std::size_t arguments;
  std::string_view meaning;
};

constexpr FunctionEntry kFunctions[] = {
    {"pow", 2, "(0)^(1)"},
    {"power", 2, "(0)^(1)"},
    {"sqr", 1, "(0)^2"},
    {"square", 1, "(0)^2"},
    {"cbrt", 1, "sign({0})*abs({0})^(1/3)"},
    {"hypot", 2, "sqrt((0)^2 + (1)^2)"},
    {"ln", 1, "log({0})"},
    {"lg", 1, "log10({0})"},
    {"log2", 1, "log({0})/log(2)"},
    {"exp10", 1, "10^(0)"},
    {"arcsin", 1, "asin({0})"},
    {"arccos", 1, "acos({0})"},
    {"arctan", 1, "atan({0})"},
    {"arctan2", 2, "atan2({0}, {1})"},
    {"tg", 1, "tan({0})"},
    {"cot", 1, "1/tan({0})"},
    {"sec", 1, "1/cos({0})"},
    {"sgn", 1, "sign({0})"},
    {"signum", 1, "sign({0})"},
    {"fabs", 1, "abs({0})"},
    {"round", 1, "floor((0) + 0.5)"},
    {"ceiling", 1, "ceil({0})"},
    {"int", 1, "integer({0})"},
    {"trunc", 1, "div({0}, 1)"},
    {"fix", 1, "div({0}, 1)"},
    {"fmod", 2, "rem({0}, {1})"},
    {"modulo", 2, "mod({0}, {1})"},
    {"remainder", 2, "rem({0}, {1})"},
    {"fmin", 2, "min({0}, {1})"},
    {"fmax", 2, "max({0}, {1})"},
    {"minimum", 2, "min({0}, {1})"},
    {"maximum", 2, "max({0}, {1})"},
    {"diff", 1, "der({0})"},
    {"diff", 2, "der({0})"},
    {"ddt", 1, "der({0})"},
    {"dt", 1, "der({0})"},
    {"derivative", 1, "der({0})"},
    {"heaviside", 1, "(if (0) >= 0 then 1 else 0)"},
    {"step", 1, "(if (0) >= 0 then 1 else 0)"},
    {"ifelse", 3, "(if {0} then {1} else {2})"},
    {"where", 3, "(if {0} then {1} else {2})"},
    {"iif", 3, "(if {0} then {1} else {2})"},
    {"previous", 1, "pre({0})"},
    {"clip", 3, "max({1}, min({0}, {2}))"},
    // known functions with another number of arguments
    {"max", 3, "max({0}, max({1}, {2}))"},
    {"min", 3, "min({0}, min({1}, {2}))"},
    {"atan", 2, "atan2({0}, {1})"},
    {"log", 2, "log({0})/log({1})"},
    {"der", 2, "der({0})"},
    {"sample", 1, "sample(0, {0})"},
    {"assert", 1, "assert({0}, \"message\")"},
};

constexpr Entry kTypes[] = {
    {"double", "Real"},      {"float", "Real"},      {"real", "Real"},       {"number", "Real"},
    {"float64", "Real"},     {"single", "Real"},     {"var", "Real"},        {"variable", "Real"},
    {"int", "Integer"},      {"integer", "Integer"}, {"long", "Integer"},    {"short", "Integer"},
    {"unsigned", "Integer"}, {"bool", "Boolean"},    {"boolean", "Boolean"}, {"logical", "Boolean"},
};

constexpr Entry kAttributes[] = {
    {"init", "start"},
    {"initial_value", "start"},
    {"initialvalue", "start"},
    {"initialguess", "start"},
    {"x0", "start"},
    {"guess", "start"},
    {"units", "unit"},
    {"lower", "min"},
    {"minimum", "min"},
    {"lb", "min"},
    {"upper", "max"},
    {"maximum", "max"},
    {"ub", "max"},
    {"scale", "nominal"},
};

constexpr Entry kNames[] = {
    {"Pi", "declare `constant Real pi = 3.141592653589793`"},
    {"PI", "declare `constant Real pi = 3.141592653589793`"},
    {"pi", "declare `constant Real pi = 3.141592653589793`"},
    {"e", "write `exp(1)`"},
    {"inf", "write a large number, as `1e60`"},
    {"Inf", "write a large number, as `1e60`"},
    {"infinity", "write a large number, as `1e60`"},
    {"t", "the time is called `time`"},
};

std::string lower_case(std::string_view name) {
  std::string lower(name);
  std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return lower;
}

std::string_view last_part(std::string_view name) { return name.substr(name.rfind('.') + 1); }

std::optional<std::string_view> find_in(std::span<const Entry> table, std::string_view name) {
  const std::string lower = lower_case(name);
  for (const Entry& entry : table) {
    if (entry.name == lower) return entry.meaning;
  }
  return std::nullopt;
}

bool is_primary(const syntax::Node& node) {
  return node.kind != NodeKind::binary && node.kind != NodeKind::unary &&
         node.kind != NodeKind::if_else;
}

std::string fill_in(std::string_view meaning, const syntax::SyntaxTree& tree,
                    std::span<const NodeId> arguments) {
  std::string text;
  for (std::size_t at = 0; at < meaning.size(); ++at) {
    const std::string_view place = meaning.substr(at, 3);
    const bool is_place = place.size() == 3 && place[1] >= '0' && place[1] <= '2' &&
                          (place[0] == '{' || place[0] == '(') &&
                          (place[2] == '}' || place[2] == ')');
    if (!is_place) {
      text += meaning[at];
      continue;
    }
    const NodeId argument = arguments[static_cast<std::size_t>(place[1] - '0')];
    const bool wraps = place[0] == '(' && !is_primary(tree.nodes[argument]);
    const std::string written = syntax::print_expression(tree, argument);
    text += wraps ? fmt::format("({})", written) : written;
    at += 2;
  }
  return text;
}

// Short enough to be repeated in a message.
bool can_be_repeated(const syntax::SyntaxTree& tree, NodeId call) {
  const SourceSpan span = tree.nodes[call].span;
  return span.end - span.begin <= 80;
}

}  // namespace

std::optional<std::string> find_other_arity(const syntax::SyntaxTree& tree, NodeId call) {
  const auto arguments = tree.children_of(call);
  const std::string_view name = last_part(tree.nodes[call].text);
  if (!can_be_repeated(tree, call)) return std::nullopt;
  for (const FunctionEntry& entry : kFunctions) {
    if (entry.name != lower_case(name) || entry.arguments != arguments.size()) continue;
    return fmt::format("write `{}`", fill_in(entry.meaning, tree, arguments));
  }
  return std::nullopt;
}

std::optional<std::string> find_foreign_function(const syntax::SyntaxTree& tree, NodeId call) {
  const std::string& name = tree.nodes[call].text;
  if (auto advice = find_other_arity(tree, call)) return advice;
  if (name == "delay" || name == "spatialDistribution") return "delays are not supported yet";
  return std::nullopt;
}

std::optional<std::string> find_foreign_type(std::string_view name) {
  if (const auto type = find_in(kTypes, name)) return fmt::format("write `{}`", *type);
  if (name.starts_with("SI.") || name.find(".SI.") != name.npos ||
      name.find("SIunits.") != name.npos) {
    return "write `Real`, with the unit as an attribute: `Real u(unit = \"V\")`";
  }
  if (name.find('.') != name.npos) {
    return "libraries and components are not supported yet: write the equations of the component";
  }
  return std::nullopt;
}

std::optional<std::string> find_foreign_attribute(std::string_view name) {
  const auto attribute = find_in(kAttributes, name);
  if (!attribute) return std::nullopt;
  return fmt::format("write `{}`", *attribute);
}

std::optional<std::string> find_foreign_name(std::string_view name) {
  if (name.size() > 1 && name.front() == '\'') {
    return fmt::format("a text stands in double quotes: `\"{}\"`", name.substr(1, name.size() - 2));
  }
  const std::string lower = lower_case(name);
  if (lower == "true" || lower == "false") return fmt::format("write `{}`", lower);
  const auto found = std::find_if(std::begin(kNames), std::end(kNames), [&](const Entry& entry) {
    return entry.name == last_part(name);
  });
  if (found == std::end(kNames)) return std::nullopt;
  return std::string(found->meaning);
}

}  // namespace saltus

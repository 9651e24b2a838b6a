#include "saltus/compiler/structure/model_text.h"

#include <fmt/format.h>

namespace saltus {
namespace {

bool has_comment(std::string_view text) {
  return text.find("//") != std::string_view::npos || text.find("/*") != std::string_view::npos;
}

}  // namespace

std::string on_one_line(std::string_view text) {
  std::string line;
  for (const char character : text) {
    const bool is_blank =
        character == ' ' || character == '\n' || character == '\r' || character == '\t';
    if (!is_blank) line += character;
    if (is_blank && !line.empty() && line.back() != ' ') line += ' ';
  }
  while (!line.empty() && (line.back() == ' ' || line.back() == ';')) line.pop_back();
  return line;
}

ExprNames names_in(const FlatSystem& system) {
  return {
      .variable = [&](VariableId id) -> std::string_view { return system.variables[id].name; },
      .parameter = [&](ParameterId id) -> std::string_view { return system.parameters[id].name; },
      .condition = [&](GuardId id) { return system.guards[id].condition; },
      .is_discrete = [&](VariableId id) { return system.variables[id].is_discrete; }};
}

ModelText::ModelText(const FlatSystem& system, const ModeSystem& mode, const SourceText& source)
    : system_(system), mode_(mode), source_(source), printer_(system.pool, names_in(system)) {}

const std::string& ModelText::unknown(Column column) const {
  return system_.variables[mode_.unknowns[column.index()]].name;
}

std::string ModelText::value(ValueOfUnknown value) const {
  return value_name(unknown(value.column), value.order);
}

std::vector<std::string> ModelText::values(const std::vector<ValueOfUnknown>& values) const {
  std::vector<std::string> names;
  names.reserve(values.size());
  for (const ValueOfUnknown each : values) names.push_back(value(each));
  return names;
}

std::string ModelText::equation(Row row) const {
  const std::string_view written = source_.text(flat(row).span);
  if (!written.empty() && !has_comment(written) && !flat(row).is_branch) {
    return on_one_line(written);
  }
  return fmt::format("{} = {}", printer_.print(flat(row).left), printer_.print(flat(row).right));
}

std::optional<std::uint32_t> ModelText::line(Row row) const {
  if (source_.text(flat(row).span).empty()) return std::nullopt;
  return source_.position(flat(row).span.begin).line;
}

std::string ModelText::place(Row row) const {
  const auto number = line(row);
  return number ? fmt::format("line {}", *number) : fmt::format("equation {}", row.index() + 1);
}

const FlatEquation& ModelText::flat(Row row) const {
  return system_.equations[mode_.equations[row.index()].equation];
}

}  // namespace saltus

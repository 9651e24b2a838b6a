#pragma once

#include <cstdint>
#include <string_view>

namespace saltus {

// The type of an expression. `poisoned`: something in it was already reported, so
// nothing more is said about it.
enum class Type : std::uint8_t {
  poisoned,
  real,
  integer,
  boolean,
  string,
  state_select,
  assertion_level,
};

constexpr bool is_numeric(Type type) { return type == Type::real || type == Type::integer; }

constexpr std::string_view name_of(Type type) {
  switch (type) {
    case Type::real:
      return "Real";
    case Type::integer:
      return "Integer";
    case Type::boolean:
      return "Boolean";
    case Type::string:
      return "String";
    case Type::state_select:
      return "StateSelect";
    case Type::assertion_level:
      return "AssertionLevel";
    case Type::poisoned:
      break;
  }
  return "?";
}

// May a value of type `from` stand where `to` is expected? Integer converts to Real.
constexpr bool converts(Type from, Type to) {
  return from == to || from == Type::poisoned || to == Type::poisoned ||
         (from == Type::integer && to == Type::real);
}

}  // namespace saltus

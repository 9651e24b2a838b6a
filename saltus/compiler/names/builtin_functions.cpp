#include "saltus/compiler/names/builtin_functions.h"

#include <unordered_map>

namespace saltus {
namespace {

constexpr Type any = Type::poisoned;
constexpr Type real = Type::real;
constexpr Op none = Op::constant;

constexpr BuiltinFunction elementary(std::string_view name, Op op) {
  return {name, Builtin::elementary, op, 1, 1, {real, any, any}, ResultRule::real, "u"};
}

constexpr BuiltinFunction event_function(std::string_view name, Op op, int arguments,
                                         ResultRule result) {
  return {name,      Builtin::event_function, op,     arguments,
          arguments, {real, real, any},       result, arguments == 1 ? "u" : "u1, u2"};
}

constexpr BuiltinFunction division(std::string_view name, Builtin meaning) {
  return {name, meaning, none, 2, 2, {real, real, any}, ResultRule::as_arguments, "x, y"};
}

constexpr BuiltinFunction table[] = {
    elementary("sin", Op::sin),
    elementary("cos", Op::cos),
    elementary("tan", Op::tan),
    elementary("asin", Op::asin),
    elementary("acos", Op::acos),
    elementary("atan", Op::atan),
    {"atan2", Builtin::elementary, Op::atan2, 2, 2, {real, real, any}, ResultRule::real, "u1, u2"},
    elementary("sinh", Op::sinh),
    elementary("cosh", Op::cosh),
    elementary("tanh", Op::tanh),
    elementary("exp", Op::exp),
    elementary("log", Op::log),
    elementary("log10", Op::log10),
    elementary("sqrt", Op::sqrt),
    event_function("abs", Op::abs, 1, ResultRule::as_arguments),
    event_function("sign", Op::sign, 1, ResultRule::integer),
    event_function("min", Op::minimum, 2, ResultRule::as_arguments),
    event_function("max", Op::maximum, 2, ResultRule::as_arguments),
    event_function("floor", Op::floor, 1, ResultRule::real),
    event_function("ceil", Op::ceil, 1, ResultRule::real),
    division("div", Builtin::div),
    division("mod", Builtin::mod),
    division("rem", Builtin::rem),
    {"integer", Builtin::integer, none, 1, 1, {real, any, any}, ResultRule::integer, "x"},
    {"der", Builtin::der, none, 1, 1, {real, any, any}, ResultRule::real, "expr"},
    {"pre", Builtin::pre, none, 1, 1, {any, any, any}, ResultRule::as_last, "y"},
    {"edge", Builtin::edge, none, 1, 1, {Type::boolean, any, any}, ResultRule::boolean, "b"},
    {"change", Builtin::change, none, 1, 1, {any, any, any}, ResultRule::boolean, "v"},
    {"sample",
     Builtin::sample,
     none,
     2,
     2,
     {real, real, any},
     ResultRule::boolean,
     "start, interval"},
    {"initial", Builtin::initial, none, 0, 0, {any, any, any}, ResultRule::boolean, ""},
    {"terminal", Builtin::terminal, none, 0, 0, {any, any, any}, ResultRule::boolean, ""},
    {"noEvent", Builtin::no_event, none, 1, 1, {any, any, any}, ResultRule::as_last, "expr"},
    {"smooth",
     Builtin::smooth,
     none,
     2,
     2,
     {Type::integer, real, any},
     ResultRule::as_last,
     "p, expr"},
    {"homotopy",
     Builtin::homotopy,
     none,
     2,
     2,
     {real, real, any},
     ResultRule::as_arguments,
     "actual, simplified"},
    {"assert",
     Builtin::assert,
     none,
     2,
     3,
     {Type::boolean, Type::string, Type::assertion_level},
     ResultRule::nothing,
     "condition, message, level"},
    {"reinit", Builtin::reinit, none, 2, 2, {real, real, any}, ResultRule::nothing, "x, expr"},
    {"terminate",
     Builtin::terminate,
     none,
     1,
     1,
     {Type::string, any, any},
     ResultRule::nothing,
     "message"},
};

}  // namespace

std::span<const BuiltinFunction> builtin_functions() { return table; }

const BuiltinFunction* find_builtin(std::string_view name) {
  static const auto by_name = [] {
    std::unordered_map<std::string_view, const BuiltinFunction*> map;
    for (const BuiltinFunction& function : table) map.emplace(function.name, &function);
    return map;
  }();
  const auto found = by_name.find(name);
  return found == by_name.end() ? nullptr : found->second;
}

}  // namespace saltus

#pragma once

namespace saltus {

// std::visit(overloaded{[](const A&) {…}, [](const B&) {…}}, variant)
template <class... Ts>
struct overloaded : Ts... {
  using Ts::operator()...;
};
template <class... Ts>
overloaded(Ts...) -> overloaded<Ts...>;

}  // namespace saltus

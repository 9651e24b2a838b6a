#pragma once

#include <utility>
#include <variant>

#include "saltus/foundation/base/check.h"

namespace saltus {

// A value, or the reason why there is none. For faults of the machine (files)
// and of the numbers; faults of a model are diagnostics.
template <class T, class E>
class [[nodiscard]] Result {
 public:
  Result(T value)
      : content_(std::in_place_index<0>, std::move(value)) {}  // NOLINT: implicit by design
  Result(E error)
      : content_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: implicit by design

  bool has_value() const { return content_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  T& value() {
    SALTUS_CHECK(has_value());
    return std::get<0>(content_);
  }
  const T& value() const {
    SALTUS_CHECK(has_value());
    return std::get<0>(content_);
  }
  const E& error() const {
    SALTUS_CHECK(!has_value());
    return std::get<1>(content_);
  }

 private:
  std::variant<T, E> content_;
};

}  // namespace saltus

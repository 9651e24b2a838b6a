#pragma once

#include <mutex>
#include <optional>

namespace saltus {

// A value that is computed when it is first asked for, once, whichever thread asks.
template <class T>
class Cached {
 public:
  template <class Compute>
  const T& get(const Compute& compute) const {
    std::call_once(once_, [&] { value_.emplace(compute()); });
    return *value_;
  }

 private:
  mutable std::once_flag once_;
  mutable std::optional<T> value_;
};

}  // namespace saltus

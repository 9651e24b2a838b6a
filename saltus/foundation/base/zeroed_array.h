#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

namespace saltus {

// An array of zeros. Large ones cost nothing until they are written to: the system hands
// out their pages one by one. For tables over all expressions of a model of which only
// those of a small part are looked at.
template <class T>
class ZeroedArray {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  ZeroedArray() = default;
  explicit ZeroedArray(std::size_t size)
      : size_(size), items_(static_cast<T*>(std::calloc(size == 0 ? 1 : size, sizeof(T)))) {
    if (!items_) throw std::bad_alloc();
  }

  std::size_t size() const { return size_; }
  T& operator[](std::size_t index) { return items_.get()[index]; }
  const T& operator[](std::size_t index) const { return items_.get()[index]; }

 private:
  struct Free {
    void operator()(T* items) const { std::free(items); }
  };
  std::size_t size_ = 0;
  std::unique_ptr<T, Free> items_;
};

}  // namespace saltus

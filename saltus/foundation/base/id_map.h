#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "saltus/foundation/base/id.h"

namespace saltus {

// All handles 0 … count-1 of one kind, in creation order, without storing them.
template <class IdT>
class IdRange {
 public:
  class Iterator {
   public:
    explicit Iterator(std::uint32_t index) : index_(index) {}
    IdT operator*() const { return IdT(index_); }
    Iterator& operator++() {
      ++index_;
      return *this;
    }
    friend bool operator==(Iterator, Iterator) = default;

   private:
    std::uint32_t index_;
  };

  explicit IdRange(std::size_t count) : count_(static_cast<std::uint32_t>(count)) {}
  Iterator begin() const { return Iterator(0); }
  Iterator end() const { return Iterator(count_); }

 private:
  std::uint32_t count_;
};

// One value per item of a kind, indexable only by that kind's handle and
// iterated in creation order.
template <class IdT, class T>
class IdMap {
 public:
  IdMap() = default;
  explicit IdMap(std::size_t size, T value = {}) : values_(size, value) {}

  decltype(auto) operator[](IdT id) { return values_[id.index()]; }
  decltype(auto) operator[](IdT id) const { return values_[id.index()]; }
  std::size_t size() const { return values_.size(); }
  bool empty() const { return values_.empty(); }
  IdT add(T value) {
    values_.push_back(std::move(value));
    return IdT(static_cast<std::uint32_t>(values_.size() - 1));
  }
  void resize(std::size_t size, T value = {}) { values_.resize(size, value); }
  IdRange<IdT> ids() const { return IdRange<IdT>(values_.size()); }

  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }
  auto begin() { return values_.begin(); }
  auto end() { return values_.end(); }
  const std::vector<T>& values() const { return values_; }

  friend bool operator==(const IdMap&, const IdMap&) = default;

 private:
  std::vector<T> values_;
};

}  // namespace saltus

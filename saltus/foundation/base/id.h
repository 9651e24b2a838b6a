#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace saltus {

// A handle to the index-th item of one kind. Two kinds never mix, and a handle
// costs as much as the integer it wraps. "No item" is std::optional<Id>.
template <class Tag>
class Id {
 public:
  constexpr explicit Id(std::uint32_t index) : index_(index) {}
  constexpr std::uint32_t index() const { return index_; }
  friend constexpr auto operator<=>(Id, Id) = default;

 private:
  std::uint32_t index_;
};

// The two sides of every structural analysis.
using EquationId = Id<struct EquationTag>;
using VariableId = Id<struct VariableTag>;

}  // namespace saltus

template <class Tag>
struct std::hash<saltus::Id<Tag>> {
  std::size_t operator()(saltus::Id<Tag> id) const {
    return std::hash<std::uint32_t>()(id.index());
  }
};

#pragma once

#include <cstdint>
#include <unordered_map>

#include "saltus/runtime/simulate/mode_key.h"

namespace saltus {

// Modes of the whole model are numbered from 1 in the order in which they are visited.
class ModeNumbers {
 public:
  void toggle(ModeItem kind, std::uint32_t index) { key_ ^= mode_key_of(kind, index); }
  // With the surfaces that hold the motion.
  std::uint32_t number(std::uint64_t held) {
    const auto next = static_cast<std::uint32_t>(numbers_.size() + 1);
    return numbers_.try_emplace(key_ ^ held, next).first->second;
  }
  std::size_t count() const { return numbers_.size(); }

 private:
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;  // looked up only
  std::uint64_t key_ = 0;
};

}  // namespace saltus

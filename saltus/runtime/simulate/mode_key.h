#pragma once

#include <cstdint>

namespace saltus {

enum class ModeItem : std::uint32_t {
  guard = 0,
  surface = 1u << 30,
  binary = 1u << 31,
  share = 3u << 30,
};

// One number per item; a mode is known by the exclusive or of those that hold: guards that
// are true, binary unknowns that were switched, surfaces that hold the motion.
inline std::uint64_t mode_key_of(ModeItem kind, std::uint32_t index) {
  std::uint64_t key = (index + static_cast<std::uint32_t>(kind) + 1) * 0x9E3779B97F4A7C15ull;
  key = (key ^ (key >> 30)) * 0xBF58476D1CE4E5B9ull;
  key = (key ^ (key >> 27)) * 0x94D049BB133111EBull;
  return key ^ (key >> 31);
}

}  // namespace saltus

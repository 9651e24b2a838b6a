#pragma once

#include <cstdint>

namespace saltus {

// A half-open range [begin, end) of bytes of one source text.
struct SourceSpan {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  friend bool operator==(SourceSpan, SourceSpan) = default;
};

// The smallest span that covers both.
inline SourceSpan cover(SourceSpan first, SourceSpan last) {
  return {first.begin < last.begin ? first.begin : last.begin,
          first.end > last.end ? first.end : last.end};
}

}  // namespace saltus

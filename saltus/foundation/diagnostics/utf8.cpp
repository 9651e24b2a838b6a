#include "saltus/foundation/diagnostics/utf8.h"

#include "saltus/foundation/base/check.h"

namespace saltus {
namespace {

struct Lead {
  std::size_t length;
  unsigned char
      second_min;  // the second byte rules out overlong forms, surrogates and large values
  unsigned char second_max;
};

// The Unicode Standard, table 3-7 (well-formed UTF-8 byte sequences).
Lead classify_lead(unsigned char byte) {
  if (byte < 0x80) return {1, 0, 0};
  if (byte >= 0xC2 && byte <= 0xDF) return {2, 0x80, 0xBF};
  if (byte == 0xE0) return {3, 0xA0, 0xBF};
  if (byte == 0xED) return {3, 0x80, 0x9F};
  if (byte >= 0xE1 && byte <= 0xEF) return {3, 0x80, 0xBF};
  if (byte == 0xF0) return {4, 0x90, 0xBF};
  if (byte >= 0xF1 && byte <= 0xF3) return {4, 0x80, 0xBF};
  if (byte == 0xF4) return {4, 0x80, 0x8F};
  return {0, 0, 0};
}

}  // namespace

std::size_t code_point_length(std::string_view text) {
  SALTUS_CHECK(!text.empty());
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  const Lead lead = classify_lead(byte(0));
  if (lead.length <= 1) return lead.length;
  if (text.size() < lead.length) return 0;
  if (byte(1) < lead.second_min || byte(1) > lead.second_max) return 0;
  for (std::size_t at = 2; at < lead.length; ++at) {
    if ((byte(at) & 0xC0U) != 0x80U) return 0;
  }
  return lead.length;
}

}  // namespace saltus

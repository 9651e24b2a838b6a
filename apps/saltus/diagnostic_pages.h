#pragma once

#include <span>
#include <string_view>

namespace saltus {

// A page of docs/diagnostics, as it was when the executable was built.
struct DiagnosticPage {
  std::string_view code;
  std::string_view text;
};

// All of them, in the order of their codes.
std::span<const DiagnosticPage> diagnostic_pages();

}  // namespace saltus

#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>

namespace saltus {

// Text that is written line by line, without blanks at the ends.
class Lines {
 protected:
  template <class... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    out_ += fmt::format(format, std::forward<Arguments>(arguments)...);
    while (!out_.empty() && out_.back() == ' ') out_.pop_back();
    out_ += '\n';
  }

  std::string out_;
};

}  // namespace saltus

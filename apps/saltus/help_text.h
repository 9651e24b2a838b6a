#pragma once

#include <string>
#include <string_view>

namespace saltus {

// What `saltus --help` prints and, with the name of a command, `saltus COMMAND --help`.
std::string_view help_text(std::string_view command);

std::string version_text();

}  // namespace saltus

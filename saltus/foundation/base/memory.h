#pragma once

#include <cstddef>

namespace saltus {

// How many bytes this process may use: what the machine has, or less by a limit of its own
// (`ulimit -v`, `ulimit -d`, a control group).
std::size_t usable_memory();

}  // namespace saltus

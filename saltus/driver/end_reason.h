#pragma once

#include <string_view>

#include "saltus/runtime/simulate/outcome.h"

namespace saltus {

// reached_stop_time, as in files.
std::string_view end_reason_name(EndReason reason);

// "reached the stop time", as in the summary.
std::string_view end_reason_text(EndReason reason);

}  // namespace saltus

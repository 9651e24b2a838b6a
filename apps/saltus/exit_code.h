#pragma once

namespace saltus {

// docs/exit_codes.md
enum class ExitCode : int {
  done = 0,
  model_is_wrong = 1,
  usage = 2,
  numbers_failed = 3,  // what was computed is kept
  files = 4,
  internal_error = 5,
  out_of_memory = 6,  // what was computed is kept
};

}  // namespace saltus

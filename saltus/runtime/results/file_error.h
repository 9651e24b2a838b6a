#pragma once

#include <string>

namespace saltus {

// Why a file could not be written, as one sentence without a final stop:
// "cannot write `out/a.csv`: the folder `out` does not exist".
struct FileError {
  std::string message;
};

// What the system's error number means for somebody who wanted to write a file.
std::string describe_system_error(int error_number);

}  // namespace saltus

#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

namespace saltus::testing {

// A file of the project, by its path from the root.
inline std::string read_text(const std::string& path) {
  std::ifstream file(std::string(SALTUS_SOURCE_DIR) + "/" + path);
  EXPECT_TRUE(file.is_open()) << path;
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace saltus::testing

#include "apps/saltus/same_file.h"

#include <filesystem>

namespace saltus {

namespace {

std::filesystem::path place_of(const std::string& path) {
  std::error_code error;
  const std::filesystem::path absolute = std::filesystem::absolute(path, error);
  const std::filesystem::path place = std::filesystem::weakly_canonical(absolute, error);
  return error ? absolute.lexically_normal() : place;
}

}  // namespace

bool is_same_file(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty() || a == "-" || b == "-") return false;
  std::error_code error;
  return a == b || std::filesystem::equivalent(a, b, error) || place_of(a) == place_of(b);
}

}  // namespace saltus

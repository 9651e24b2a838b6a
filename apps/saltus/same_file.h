#pragma once

#include <string>

namespace saltus {

// Whether two paths lead to one file, which need not exist. `-` is none.
bool is_same_file(const std::string& a, const std::string& b);

}  // namespace saltus

#pragma once

#include <stdexcept>
#include <string>

namespace saltus {

// A mistake of ours. Whoever embeds the library catches it and goes on with other models; what was
// computed on is in no defined state and must be thrown away.
class InternalError : public std::logic_error {
 public:
  InternalError(const char* condition, const char* file, int line)
      : std::logic_error(std::string(condition) + ", " + file + ":" + std::to_string(line)) {}
};

[[noreturn, gnu::cold, gnu::noinline]] inline void fail_check(const char* condition,
                                                              const char* file, int line) {
  throw InternalError(condition, file, line);
}

}  // namespace saltus

// For mistakes of ours, never for those of a model or of its numbers: always on, throws
// InternalError. No user input may reach it.
#define SALTUS_CHECK(condition)                                             \
  do {                                                                      \
    if (!(condition)) ::saltus::fail_check(#condition, __FILE__, __LINE__); \
  } while (false)

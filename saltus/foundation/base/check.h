#pragma once

#include <cstdio>
#include <cstdlib>

// For mistakes of ours, never for those of a model or of its numbers: always on,
// prints the broken condition and aborts. No user input may reach it.
#define SALTUS_CHECK(condition)                                                                    \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      std::fprintf(stderr, "saltus: internal error: %s, %s:%d\n", #condition, __FILE__, __LINE__); \
      std::abort();                                                                                \
    }                                                                                              \
  } while (false)

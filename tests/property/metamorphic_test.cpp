#include "tests/property/metamorphic_suite.h"

// A few dozen models for each relation; metamorphic_slow has over a thousand.
namespace saltus::testing {
namespace {

INSTANTIATE_TEST_SUITE_P(Few, Metamorphic,
                         ::testing::Values(Extent{.first = 1, .count = 75, .few = 45}));

}  // namespace
}  // namespace saltus::testing

#include "tests/property/metamorphic_suite.h"

// Over a thousand models for each relation. SALTUS_SEED and SALTUS_MODELS choose others.
namespace saltus::testing {
namespace {

INSTANTIATE_TEST_SUITE_P(Many, Metamorphic,
                         ::testing::Values(Extent{.first = 1000, .count = 1200, .few = 375}));

}  // namespace
}  // namespace saltus::testing

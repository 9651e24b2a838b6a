#pragma once

#include <ostream>

#include "tests/property/metamorphic_relations.h"

// The tests of all relations; those who include it say over how many models.
namespace saltus::testing {

struct Extent {
  std::uint32_t first = 1;  // seed
  std::uint32_t count = 1;
  std::uint32_t few = 1;  // where a second integration takes its time
};

// In the names of tests.
inline void PrintTo(const Extent& extent, std::ostream* out) { *out << extent.count << " models"; }

class Metamorphic : public ::testing::TestWithParam<Extent> {
 protected:
  static MetamorphicModels models() { return {GetParam().first, GetParam().count}; }
  static MetamorphicModels few_models() { return {GetParam().first, GetParam().few}; }
};

TEST_P(Metamorphic, ModelsHaveEvents) { models_have_events(GetParam().first, GetParam().count); }
TEST_P(Metamorphic, RowsSatisfyTheModel) { models().check_each(rows_satisfy_the_model); }
TEST_P(Metamorphic, SmallStepsAgree) { few_models().check_each(small_steps_agree); }
TEST_P(Metamorphic, OrderDoesNotMatter) { models().check_each(order_does_not_matter); }
TEST_P(Metamorphic, NamesDoNotMatter) { models().check_each(names_do_not_matter); }
TEST_P(Metamorphic, GuardsMayBeTurned) { models().check_each(guards_may_be_turned); }
TEST_P(Metamorphic, BranchesMayBeEquationsOrExpressions) {
  models().check_each(branches_may_be_changed);
}
TEST_P(Metamorphic, PartsMayBeNamed) { models().check_each(parts_may_be_named); }
TEST_P(Metamorphic, TwoCopiesAreTwice) { models().check_each(two_copies_are_twice); }
TEST_P(Metamorphic, UnitsDoNotMatter) { models().check_each(units_do_not_matter); }
TEST_P(Metamorphic, UnitsOfGuessesDoNotMatter) {
  models().check_each(units_of_guesses_do_not_matter);
}
TEST_P(Metamorphic, TheUnitOfTimeDoesNotMatter) {
  models().check_each(unit_of_time_does_not_matter);
}
TEST_P(Metamorphic, FactorsOfEquationsDoNotMatter) { models().check_each(factors_do_not_matter); }
TEST_P(Metamorphic, WritingDoesNotMatter) { models().check_each(writing_does_not_matter); }
TEST_P(Metamorphic, TolerancesExplainDifferences) {
  models().check_each(tolerances_explain_differences);
}
TEST_P(Metamorphic, RowsDoNotMatter) { models().check_each(rows_do_not_matter); }
TEST_P(Metamorphic, RunsMayBeSplit) { models().check_each(runs_may_be_split); }
TEST_P(Metamorphic, FormsOfDiodesAgree) {
  forms_of_diodes_agree(GetParam().first, GetParam().count);
}
TEST_P(Metamorphic, TimedClutchesShareMomentum) {
  timed_clutches_share_momentum(GetParam().first, GetParam().count);
}

}  // namespace saltus::testing

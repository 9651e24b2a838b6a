#include "tests/property/metamorphic_relations.h"

// Over a thousand models for each relation; metamorphic has a few dozen of them.
namespace saltus::testing {
namespace {

constexpr std::uint32_t kFirst = 1000, kCount = 1200, kFew = 375;

TEST(MetamorphicSlow, ModelsHaveEvents) { models_have_events(kFirst, kCount); }
TEST(MetamorphicSlow, RowsSatisfyTheModel) {
  MetamorphicModels(kFirst, kCount).check_each(rows_satisfy_the_model);
}
TEST(MetamorphicSlow, SmallStepsAgree) {
  MetamorphicModels(kFirst, kFew).check_each(small_steps_agree);
}
TEST(MetamorphicSlow, OrderDoesNotMatter) {
  MetamorphicModels(kFirst, kCount).check_each(order_does_not_matter);
}
TEST(MetamorphicSlow, NamesDoNotMatter) {
  MetamorphicModels(kFirst, kCount).check_each(names_do_not_matter);
}
TEST(MetamorphicSlow, GuardsMayBeTurned) {
  MetamorphicModels(kFirst, kCount).check_each(guards_may_be_turned);
}
TEST(MetamorphicSlow, BranchesMayBeEquationsOrExpressions) {
  MetamorphicModels(kFirst, kCount).check_each(branches_may_be_changed);
}
TEST(MetamorphicSlow, PartsMayBeNamed) {
  MetamorphicModels(kFirst, kCount).check_each(parts_may_be_named);
}
TEST(MetamorphicSlow, TwoCopiesAreTwice) {
  MetamorphicModels(kFirst, kCount).check_each(two_copies_are_twice);
}
TEST(MetamorphicSlow, UnitsDoNotMatter) {
  MetamorphicModels(kFirst, kCount).check_each(units_do_not_matter);
}
TEST(MetamorphicSlow, TheUnitOfTimeDoesNotMatter) {
  MetamorphicModels(kFirst, kCount).check_each(unit_of_time_does_not_matter);
}
TEST(MetamorphicSlow, FactorsOfEquationsDoNotMatter) {
  MetamorphicModels(kFirst, kCount).check_each(factors_do_not_matter);
}
TEST(MetamorphicSlow, WritingDoesNotMatter) {
  MetamorphicModels(kFirst, kCount).check_each(writing_does_not_matter);
}
TEST(MetamorphicSlow, TolerancesExplainDifferences) {
  MetamorphicModels(kFirst, kCount).check_each(tolerances_explain_differences);
}
TEST(MetamorphicSlow, RowsDoNotMatter) {
  MetamorphicModels(kFirst, kCount).check_each(rows_do_not_matter);
}
TEST(MetamorphicSlow, RunsMayBeSplit) {
  MetamorphicModels(kFirst, kCount).check_each(runs_may_be_split);
}
TEST(MetamorphicSlow, FormsOfDiodesAgree) { forms_of_diodes_agree(kFirst, kCount); }
TEST(MetamorphicSlow, TimedClutchesShareMomentum) { timed_clutches_share_momentum(kFirst, kCount); }

}  // namespace
}  // namespace saltus::testing

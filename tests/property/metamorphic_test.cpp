#include "tests/property/metamorphic_relations.h"

// A few dozen models for each relation; metamorphic_slow has thousands.
namespace saltus::testing {
namespace {

constexpr std::uint32_t kFirst = 1, kCount = 75, kFew = 45;

TEST(Metamorphic, ModelsHaveEvents) { models_have_events(kFirst, kCount); }
TEST(Metamorphic, RowsSatisfyTheModel) {
  MetamorphicModels(kFirst, kCount).check_each(rows_satisfy_the_model);
}
TEST(Metamorphic, SmallStepsAgree) {
  MetamorphicModels(kFirst, kFew).check_each(small_steps_agree);
}
TEST(Metamorphic, OrderDoesNotMatter) {
  MetamorphicModels(kFirst, kCount).check_each(order_does_not_matter);
}
TEST(Metamorphic, NamesDoNotMatter) {
  MetamorphicModels(kFirst, kCount).check_each(names_do_not_matter);
}
TEST(Metamorphic, GuardsMayBeTurned) {
  MetamorphicModels(kFirst, kCount).check_each(guards_may_be_turned);
}
TEST(Metamorphic, BranchesMayBeEquationsOrExpressions) {
  MetamorphicModels(kFirst, kCount).check_each(branches_may_be_changed);
}
TEST(Metamorphic, PartsMayBeNamed) {
  MetamorphicModels(kFirst, kCount).check_each(parts_may_be_named);
}
TEST(Metamorphic, TwoCopiesAreTwice) {
  MetamorphicModels(kFirst, kCount).check_each(two_copies_are_twice);
}
TEST(Metamorphic, UnitsDoNotMatter) {
  MetamorphicModels(kFirst, kCount).check_each(units_do_not_matter);
}
TEST(Metamorphic, TheUnitOfTimeDoesNotMatter) {
  MetamorphicModels(kFirst, kCount).check_each(unit_of_time_does_not_matter);
}
TEST(Metamorphic, FactorsOfEquationsDoNotMatter) {
  MetamorphicModels(kFirst, kCount).check_each(factors_do_not_matter);
}
TEST(Metamorphic, WritingDoesNotMatter) {
  MetamorphicModels(kFirst, kCount).check_each(writing_does_not_matter);
}
TEST(Metamorphic, TolerancesExplainDifferences) {
  MetamorphicModels(kFirst, kCount).check_each(tolerances_explain_differences);
}
TEST(Metamorphic, RowsDoNotMatter) {
  MetamorphicModels(kFirst, kCount).check_each(rows_do_not_matter);
}
TEST(Metamorphic, RunsMayBeSplit) {
  MetamorphicModels(kFirst, kCount).check_each(runs_may_be_split);
}
TEST(Metamorphic, FormsOfDiodesAgree) { forms_of_diodes_agree(kFirst, kCount); }
TEST(Metamorphic, TimedClutchesShareMomentum) { timed_clutches_share_momentum(kFirst, kCount); }

}  // namespace
}  // namespace saltus::testing

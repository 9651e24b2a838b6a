#include "saltus/runtime/simulate/agenda.h"

#include <gtest/gtest.h>

#include <vector>

namespace saltus {
namespace {

std::vector<std::uint32_t> order_of(Agenda& agenda) {
  std::vector<std::uint32_t> items;
  while (const Agenda::Entry* entry = agenda.first()) {
    items.push_back(entry->item);
    agenda.pop();
  }
  return items;
}

TEST(Agenda, GivesTheEarliestFirst) {
  Agenda agenda(1.0, 3);
  agenda.set(0, 3.0, Agenda::Kind::crossing);
  agenda.set(1, 1.0, Agenda::Kind::segment_end);
  agenda.set(2, 2.0, Agenda::Kind::clock);
  EXPECT_EQ(order_of(agenda), (std::vector<std::uint32_t>{1, 2, 0}));
}

TEST(Agenda, GivesTheLatestFirstWhenTimeRunsBackward) {
  Agenda agenda(-1.0, 3);
  agenda.set(0, 3.0, Agenda::Kind::crossing);
  agenda.set(1, 1.0, Agenda::Kind::segment_end);
  agenda.set(2, 2.0, Agenda::Kind::clock);
  EXPECT_EQ(order_of(agenda), (std::vector<std::uint32_t>{0, 2, 1}));
}

TEST(Agenda, PutsEventsBeforeEndsOfStepsAtTheSameTime) {
  Agenda agenda(1.0, 4);
  agenda.set(0, 1.0, Agenda::Kind::segment_end);
  agenda.set(3, 1.0, Agenda::Kind::crossing);
  agenda.set(2, 1.0, Agenda::Kind::segment_end);
  agenda.set(1, 1.0, Agenda::Kind::crossing);
  EXPECT_EQ(order_of(agenda), (std::vector<std::uint32_t>{1, 3, 0, 2}));
}

TEST(Agenda, KeepsOneEntryPerItem) {
  Agenda agenda(1.0, 2);
  agenda.set(0, 1.0, Agenda::Kind::crossing);
  agenda.set(1, 2.0, Agenda::Kind::crossing);
  agenda.set(0, 3.0, Agenda::Kind::crossing);
  EXPECT_EQ(order_of(agenda), (std::vector<std::uint32_t>{1, 0}));
}

TEST(Agenda, ForgetsWhatIsRemoved) {
  Agenda agenda(1.0, 2);
  agenda.set(0, 1.0, Agenda::Kind::threshold);
  agenda.set(1, 2.0, Agenda::Kind::threshold);
  agenda.remove(0);
  EXPECT_EQ(order_of(agenda), (std::vector<std::uint32_t>{1}));
  EXPECT_EQ(agenda.first(), nullptr);
  agenda.set(0, 5.0, Agenda::Kind::threshold);
  EXPECT_EQ(order_of(agenda), (std::vector<std::uint32_t>{0}));
}

}  // namespace
}  // namespace saltus

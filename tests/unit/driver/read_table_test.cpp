#include "saltus/driver/read_table.h"

#include <gtest/gtest.h>

namespace saltus {
namespace {

using Numbers = std::vector<double>;

InputTable table_of(const std::string& text, const std::string& column = "",
                    const std::string& input = "u") {
  auto table = read_table(text, column, input);
  EXPECT_TRUE(table.has_value()) << (table ? "" : table.error().reason);
  return table ? table.value() : InputTable{};
}

std::string fault_of(const std::string& text, const std::string& column = "") {
  const auto table = read_table(text, column, "u");
  EXPECT_FALSE(table.has_value());
  return table ? "" : table.error().reason;
}

TEST(ReadTable, TakesTheOnlyColumn) {
  const InputTable table = table_of("0,1\n1,2.5\r\n\n# later\n2 , -3e1");
  EXPECT_EQ(table.time, (Numbers{0, 1, 2}));
  EXPECT_EQ(table.value, (Numbers{1, 2.5, -30}));
}

TEST(ReadTable, TakesTheColumnOfThatName) {
  const std::string text = "time;v;\"u\"\n0;1;2\n1;3;4\n";
  EXPECT_EQ(table_of(text).value, (Numbers{2, 4}));
  EXPECT_EQ(table_of(text, "v").value, (Numbers{1, 3}));
  EXPECT_EQ(table_of(text, "2").value, (Numbers{1, 3}));
  EXPECT_EQ(table_of("t\tw\n0\t1\n").value, Numbers{1});
}

TEST(ReadTable, ATimeMayComeTwice) {
  EXPECT_EQ(table_of("0,1\n1,1\n1,2\n").time, (Numbers{0, 1, 1}));
}

TEST(ReadTable, SaysWhatIsWrong) {
  EXPECT_EQ(fault_of(""), "it has no rows of numbers");
  EXPECT_EQ(fault_of("time,u\n"), "it has no rows of numbers");
  EXPECT_EQ(fault_of("0\n1\n"), "it needs a column of times and one of values");
  EXPECT_EQ(fault_of("0,1\n1\n"), "line 2 has 1 field(s), not 2");
  EXPECT_EQ(fault_of("0,1\n1,x\n"), "`x` in line 2 is not a finite number");
  EXPECT_EQ(fault_of("0,1\n1,inf\n"), "`inf` in line 2 is not a finite number");
  EXPECT_EQ(fault_of("0,1\n1,\n"), "`` in line 2 is not a finite number");
  EXPECT_EQ(fault_of("1,1\n0,1\n"), "the time in line 2 lies before the one above");
  EXPECT_EQ(fault_of("time,v,w\n0,1,2\n"), "it has 3 columns; say which one by `:COLUMN`");
  EXPECT_EQ(fault_of("time,v\n0,1\n", "w"), "it has no column `w`, but `time`, `v`");
  EXPECT_EQ(fault_of("0,1\n", "1"), "it has no column `1`");
}

}  // namespace
}  // namespace saltus

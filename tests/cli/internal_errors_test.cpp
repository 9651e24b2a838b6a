#include <gtest/gtest.h>

#include <new>

#include "apps/saltus/run.h"
#include "saltus/foundation/base/check.h"

namespace saltus {
namespace {

ExitCode break_a_promise() {
  SALTUS_CHECK(!"a promise");
  return ExitCode::done;
}

TEST(InternalErrors, HaveAnExitCodeOfTheirOwn) {
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(report_failures(false, break_a_promise), ExitCode::internal_error);
  const std::string text = ::testing::internal::GetCapturedStderr();
  EXPECT_NE(text.find("internal error"), std::string::npos);
  EXPECT_NE(text.find("a promise"), std::string::npos);
}

TEST(InternalErrors, AreJsonForPrograms) {
  ::testing::internal::CaptureStdout();
  EXPECT_EQ(report_failures(true, break_a_promise), ExitCode::internal_error);
  const std::string text = ::testing::internal::GetCapturedStdout();
  EXPECT_NE(text.find("\"exit_code\": 5"), std::string::npos) << text;
  EXPECT_NE(text.find("a promise"), std::string::npos) << text;
}

TEST(InternalErrors, LeaveOtherCodesAlone) {
  EXPECT_EQ(report_failures(false, [] { return ExitCode::files; }), ExitCode::files);
}

TEST(EndOfMemory, HasAnExitCodeOfItsOwn) {
  const auto use_up = []() -> ExitCode { throw std::bad_alloc(); };
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(report_failures(false, use_up), ExitCode::out_of_memory);
  EXPECT_NE(::testing::internal::GetCapturedStderr().find("out of memory"), std::string::npos);
  ::testing::internal::CaptureStdout();
  EXPECT_EQ(report_failures(true, use_up), ExitCode::out_of_memory);
  EXPECT_NE(::testing::internal::GetCapturedStdout().find("\"exit_code\": 6"), std::string::npos);
}

}  // namespace
}  // namespace saltus

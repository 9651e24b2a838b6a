#include <gtest/gtest.h>

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
  EXPECT_EQ(report_internal_errors(false, break_a_promise), ExitCode::internal_error);
  const std::string text = ::testing::internal::GetCapturedStderr();
  EXPECT_NE(text.find("internal error"), std::string::npos);
  EXPECT_NE(text.find("a promise"), std::string::npos);
}

TEST(InternalErrors, AreJsonForPrograms) {
  ::testing::internal::CaptureStdout();
  EXPECT_EQ(report_internal_errors(true, break_a_promise), ExitCode::internal_error);
  const std::string text = ::testing::internal::GetCapturedStdout();
  EXPECT_NE(text.find("\"exit_code\": 5"), std::string::npos) << text;
  EXPECT_NE(text.find("a promise"), std::string::npos) << text;
}

TEST(InternalErrors, LeaveOtherCodesAlone) {
  EXPECT_EQ(report_internal_errors(false, [] { return ExitCode::files; }), ExitCode::files);
}

}  // namespace
}  // namespace saltus

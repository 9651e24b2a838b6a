#include "saltus/runtime/results/atomic_file.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <filesystem>

#include "tests/unit/results/temporary_folder.h"

namespace saltus {
namespace {

namespace fs = std::filesystem;

TEST(AtomicFile, AppearsUnderItsNameOnCommitOnly) {
  const TemporaryFolder folder;
  AtomicFile file(folder.file("a.txt"));
  file.write("half");
  EXPECT_FALSE(fs::exists(folder.file("a.txt")));
  file.write(" and half");
  ASSERT_TRUE(file.commit());
  EXPECT_EQ(read_text(folder.file("a.txt")), "half and half");
  EXPECT_EQ(folder.file_count(), 1);
}

TEST(AtomicFile, LeavesTheOldFileAndNothingElseWhenNotCommitted) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.file("a.txt"), "old"));
  {
    AtomicFile file(folder.file("a.txt"));
    file.write("new");
    EXPECT_EQ(read_text(folder.file("a.txt")), "old");
    EXPECT_LE(folder.file_count(), 2);  // the new one has no name where the file system can do so
  }
  EXPECT_EQ(read_text(folder.file("a.txt")), "old");
  EXPECT_EQ(folder.file_count(), 1);
}

TEST(AtomicFile, KeepsThePermissionsOfTheFileItReplaces) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.file("a.txt"), "old"));
  fs::permissions(folder.file("a.txt"), fs::perms(0640));
  ASSERT_TRUE(write_file(folder.file("a.txt"), "new"));
  EXPECT_EQ(fs::status(folder.file("a.txt")).permissions(), fs::perms(0640));
}

TEST(AtomicFile, WritesThroughASymbolicLink) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.file("target.txt"), "old"));
  fs::create_symlink("target.txt", folder.file("link.txt"));
  ASSERT_TRUE(write_file(folder.file("link.txt"), "new"));
  EXPECT_TRUE(fs::is_symlink(folder.file("link.txt")));
  EXPECT_EQ(read_text(folder.file("target.txt")), "new");
}

TEST(AtomicFile, NeverReplacesADevice) {
  ASSERT_TRUE(write_file("/dev/null", "gone"));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST(AtomicFile, ReportsAFullDevice) {
  const WriteResult result = write_file("/dev/full", "does not fit");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "cannot write `/dev/full`: no space is left on the device");
}

TEST(AtomicFile, LeavesNoHalfFileWhenTheSpaceEndsInTheMiddle) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.file("a.txt"), "old"));
  struct rlimit previous {};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &previous), 0);
  ::signal(SIGXFSZ, SIG_IGN);
  const struct rlimit four_kilobytes { 4096, previous.rlim_max };
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &four_kilobytes), 0);
  const WriteResult result = write_file(folder.file("a.txt"), std::string(100'000, 'x'));
  ::setrlimit(RLIMIT_FSIZE, &previous);
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().message.find("the file would exceed the allowed size"),
            std::string::npos);
  EXPECT_EQ(read_text(folder.file("a.txt")), "old");
  EXPECT_EQ(folder.file_count(), 1);
}

TEST(AtomicFile, NamesTheFolderThatDoesNotExist) {
  const TemporaryFolder folder;
  const WriteResult result = write_file(folder.file("missing/a.txt"), "text");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().message, "cannot write `" + folder.file("missing/a.txt") +
                                        "`: the folder `" + folder.file("missing") +
                                        "` does not exist");
}

TEST(AtomicFile, RefusesAFolder) {
  const TemporaryFolder folder;
  const WriteResult result = write_file(folder.file(""), "text");
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().message.find("it is a folder"), std::string::npos);
}

TEST(AtomicFile, RefusesAPathThroughAFile) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.file("a.txt"), "old"));
  const WriteResult result = write_file(folder.file("a.txt/b.txt"), "text");
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().message.find("is not a folder"), std::string::npos);
}

TEST(AtomicFile, AcceptsTheLongestName) {
  const TemporaryFolder folder;
  const std::string name(255, 'n');
  ASSERT_TRUE(write_file(folder.file(name), "text"));
  EXPECT_EQ(read_text(folder.file(name)), "text");
}

TEST(AtomicFile, ReportsATooLongName) {
  const TemporaryFolder folder;
  const WriteResult result = write_file(folder.file(std::string(300, 'n')), "text");
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().message.find("the name is too long"), std::string::npos);
  EXPECT_EQ(folder.file_count(), 0);
}

TEST(RequireWritable, AgreesWithWritingAndTouchesNothing) {
  const TemporaryFolder folder;
  EXPECT_TRUE(require_writable(folder.file("a.txt")));
  EXPECT_FALSE(require_writable(folder.file("missing/a.txt")));
  EXPECT_FALSE(require_writable(""));
  EXPECT_EQ(folder.file_count(), 0);
}

}  // namespace
}  // namespace saltus

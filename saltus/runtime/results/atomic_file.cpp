#include "saltus/runtime/results/atomic_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <utility>

namespace saltus {
namespace {

namespace fs = std::filesystem;

std::string cannot_write(const std::string& path, const std::string& reason) {
  return fmt::format("cannot write `{}`: {}", path, reason);
}

std::string folder_of(const std::string& path) {
  const std::string folder = fs::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

std::string follow_links(const std::string& path) {
  std::error_code error;
  if (!fs::is_symlink(path, error)) return path;
  const fs::path target = fs::weakly_canonical(path, error);
  return error ? path : target.string();
}

// Those that keep_open_files() finds. A program has a few; what finds no place is not kept.
std::array<std::atomic<AtomicFile*>, 16> open_files{};

void note_open(AtomicFile* file) {
  for (std::atomic<AtomicFile*>& place : open_files) {
    AtomicFile* nothing = nullptr;
    if (place.compare_exchange_strong(nothing, file)) return;
  }
}

void note_closed(AtomicFile* file) {
  for (std::atomic<AtomicFile*>& place : open_files) {
    AtomicFile* expected = file;
    if (place.compare_exchange_strong(expected, nullptr)) return;
  }
}

bool is_replaceable(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode);
}

std::optional<std::string> find_obstacle(const std::string& path) {
  if (path.empty()) return "the name is empty";
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) return "it is a folder";
  const std::string folder = folder_of(path);
  const fs::file_status folder_status = fs::status(folder, error);
  if (!fs::exists(folder_status)) return fmt::format("the folder `{}` does not exist", folder);
  if (!fs::is_directory(folder_status)) return fmt::format("`{}` is not a folder", folder);
  if (fs::exists(status) && ::access(path.c_str(), W_OK) != 0) return describe_system_error(errno);
  if (is_replaceable(path) && ::access(folder.c_str(), W_OK | X_OK) != 0) {
    return errno == EACCES ? fmt::format("the folder `{}` may not be written to", folder)
                           : describe_system_error(errno);
  }
  return std::nullopt;
}

}  // namespace

std::string describe_system_error(int error_number) {
  switch (error_number) {
    case ENOSPC:
      return "no space is left on the device";
    case EDQUOT:
      return "the disk quota is used up";
    case EFBIG:
      return "the file would exceed the allowed size";
    case EROFS:
      return "the file system is read-only";
    case EACCES:
    case EPERM:
      return "permission denied";
    case ENOENT:
      return "its folder does not exist";
    case EISDIR:
      return "it is a folder";
    case ENAMETOOLONG:
      return "the name is too long";
    case EIO:
      return "the device reported an error";
    default:
      return std::strerror(error_number);
  }
}

WriteResult require_writable(const std::string& path) {
  if (const auto obstacle = find_obstacle(follow_links(path))) {
    return FileError{cannot_write(path, *obstacle)};
  }
  return Written{};
}

AtomicFile::AtomicFile(const std::string& path, Worth worth)
    : path_(path), target_(follow_links(path)), keeps_part_(worth == Worth::part) {
  if (const auto obstacle = find_obstacle(target_)) {
    fail(*obstacle);
  } else if (is_replaceable(target_)) {
    open_temporary();
  } else {
    open_in_place();
  }
}

AtomicFile::~AtomicFile() {
  note_closed(this);
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty() && nameless_.empty()) ::unlink(temporary_.c_str());
}

void AtomicFile::open_in_place() {
  descriptor_ = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor_ < 0) fail_with(errno);
}

// A short name of its own: one derived from the target could become too long.
void AtomicFile::choose_name() {
  static std::atomic<unsigned> next = 0;
  temporary_ = fmt::format("{}/.saltus-{}-{}.tmp", folder_of(target_), ::getpid(), next++);
}

void AtomicFile::open_temporary() {
  constexpr int most_attempts = 1000;
  choose_name();
  if (open_nameless()) return;
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ >= 0 || errno != EEXIST) break;
    choose_name();
  }
  if (descriptor_ >= 0) {
    note_open(this);
    return keep_permissions();
  }
  const int error_number = errno;
  temporary_.clear();
  fail_with(error_number);
}

// False where the file system knows no files without a name, or nothing leads to them.
bool AtomicFile::open_nameless() {
#ifdef O_TMPFILE
  const std::string folder = folder_of(target_);
  descriptor_ = ::open(folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666);
  if (descriptor_ < 0) return false;
  nameless_ = fmt::format("/proc/self/fd/{}", descriptor_);
  if (::access(nameless_.c_str(), F_OK) == 0) {
    note_open(this);
    keep_permissions();
    return true;
  }
  nameless_.clear();
  ::close(std::exchange(descriptor_, -1));
#endif
  return false;
}

void AtomicFile::give_name() {
  constexpr int most_attempts = 1000;
  for (int attempt = 0; !nameless_.empty() && attempt < most_attempts; ++attempt) {
    if (::linkat(AT_FDCWD, nameless_.c_str(), AT_FDCWD, temporary_.c_str(), AT_SYMLINK_FOLLOW) ==
        0) {
      nameless_.clear();
    } else if (errno == EEXIST) {
      choose_name();
    } else {
      return fail_with(errno);
    }
  }
}

void AtomicFile::keep_permissions() {
  struct stat status {};
  if (::stat(target_.c_str(), &status) != 0) return;
  // Without the right to do so the new file keeps the usual permissions.
  [[maybe_unused]] const int ignored = ::fchmod(descriptor_, status.st_mode & 0777);
}

void AtomicFile::write(std::string_view bytes) {
  const std::size_t size = bytes.size();
  while (!failed() && !bytes.empty()) {
    const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
    if (count >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno != EINTR) {
      fail_with(errno);
    }
  }
  if (!failed()) written_ += size;
}

WriteResult AtomicFile::commit() {
  // Pipes and devices cannot be synchronised, and need not be.
  if (!failed() && ::fsync(descriptor_) != 0 && errno != EINVAL && errno != EROFS) fail_with(errno);
  close();
  if (!failed()) show();
  if (failed()) return FileError{failure_};
  return Written{};
}

void AtomicFile::close() {
  if (descriptor_ < 0) return;
  is_complete_ = !failed();
  if (is_complete_) give_name();
  if (::close(std::exchange(descriptor_, -1)) != 0) fail_with(errno);
}

void AtomicFile::show() {
  if (temporary_.empty()) return;
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) return fail_with(errno);
  note_closed(this);
  temporary_.clear();
}

void AtomicFile::keep_at_once() const noexcept {
  if (temporary_.empty()) return;
  const bool is_kept =
      is_complete_ ||
      (keeps_part_ && written_ > 0 && ::ftruncate(descriptor_, static_cast<off_t>(written_)) == 0);
  const char* const name = temporary_.c_str();
  if (!nameless_.empty()) {
    const bool has_name =
        is_kept && ::linkat(AT_FDCWD, nameless_.c_str(), AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0;
    if (!has_name) return;
  }
  if (!is_kept || ::rename(name, target_.c_str()) != 0) ::unlink(name);
}

void keep_open_files() noexcept {
  for (const std::atomic<AtomicFile*>& place : open_files) {
    if (const AtomicFile* file = place.load()) file->keep_at_once();
  }
}

WriteResult AtomicFile::commit_part() {
  const bool has_part = failed() && written_ > 0 && !temporary_.empty() &&
                        ::ftruncate(descriptor_, static_cast<off_t>(written_)) == 0 &&
                        ::fsync(descriptor_) == 0;
  if (has_part) {
    give_name();
    ::close(std::exchange(descriptor_, -1));
    if (nameless_.empty()) show();
    if (temporary_.empty()) failure_ += "; it has the results until then";
  }
  return commit();
}

void AtomicFile::fail_with(int error_number) { fail(describe_system_error(error_number)); }

void AtomicFile::fail(const std::string& reason) {
  if (failure_.empty()) failure_ = cannot_write(path_, reason);
}

WriteResult write_file(const std::string& path, std::string_view content) {
  AtomicFile file(path);
  file.write(content);
  return file.commit();
}

}  // namespace saltus

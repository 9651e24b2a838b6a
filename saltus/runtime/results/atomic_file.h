#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "saltus/foundation/base/result.h"
#include "saltus/runtime/results/file_error.h"

namespace saltus {

struct Written {};
using WriteResult = Result<Written, FileError>;

// Whether `path` could be written now: its folder exists and is writable, and it is no folder
// itself. To be asked before long work whose result goes there.
WriteResult require_writable(const std::string& path);

// A file that appears complete or not at all.
//
// Bytes go to a temporary file in the same folder, which takes the place of `path` on commit() and
// vanishes when it was not committed. Where the file system can do so it has no name until then,
// and vanishes however the program ends. A symbolic link is followed. What is no regular file (a
// pipe, a device) cannot be replaced and is written in place.
//
// The first failure is kept: later calls do nothing and commit() reports it.
class AtomicFile {
 public:
  // Whether a part is worth having when the program ends at once (keep_open_files()).
  enum class Worth : std::uint8_t { complete, part };
  explicit AtomicFile(const std::string& path, Worth worth = Worth::complete);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  bool failed() const { return !failure_.empty(); }
  void write(std::string_view bytes);
  // Makes the file durable and visible under its name.
  WriteResult commit();
  // The same for content of which a part is worth having: after a failure the file has what was
  // written before, whole calls of write(). The failure is reported all the same.
  WriteResult commit_part();

 private:
  friend void keep_open_files() noexcept;

  void open_in_place();
  void open_temporary();
  bool open_nameless();
  void choose_name();
  void keep_permissions();
  void give_name();
  void close();
  void show();
  void keep_at_once() const noexcept;
  void fail(const std::string& reason);
  void fail_with(int error_number);

  std::string path_;       // as given, for messages
  std::string target_;     // links followed
  std::string temporary_;  // the name until commit(); empty when written in place
  std::string nameless_;   // another way to the same file, as long as it has no name
  std::string failure_;
  int descriptor_ = -1;
  std::uint64_t written_ = 0;  // bytes, by calls that succeeded
  bool is_complete_ = false;   // nothing but its name is missing
  const bool keeps_part_;
};

// For a program that has to end at once: the files that are open get their names with the whole
// calls of write() until now, if a part is worth having, and vanish otherwise. Does nothing but
// what a signal handler may do.
void keep_open_files() noexcept;

// The whole content at once.
WriteResult write_file(const std::string& path, std::string_view content);

}  // namespace saltus

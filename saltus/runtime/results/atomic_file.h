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
// vanishes when it was not committed. A symbolic link is followed. What is no regular file (a pipe,
// a device) cannot be replaced and is written in place.
//
// The first failure is kept: later calls do nothing and commit() reports it.
class AtomicFile {
 public:
  explicit AtomicFile(const std::string& path);
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
  void open_in_place();
  void open_temporary();
  void keep_permissions();
  void show();
  void fail(const std::string& reason);
  void fail_with(int error_number);

  std::string path_;       // as given, for messages
  std::string target_;     // links followed
  std::string temporary_;  // empty when written in place
  std::string failure_;
  int descriptor_ = -1;
  std::uint64_t written_ = 0;  // bytes, by calls that succeeded
};

// The whole content at once.
WriteResult write_file(const std::string& path, std::string_view content);

}  // namespace saltus

#include "apps/saltus/read_source.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <string_view>
#include <vector>

#include "saltus/compiler/names/closest_name.h"
#include "saltus/runtime/results/file_error.h"

namespace saltus {
namespace {

namespace fs = std::filesystem;

// Positions in a text are 32 bits wide; models of this size have millions of equations.
constexpr std::size_t largest_size = std::size_t{1} << 30;
constexpr std::size_t piece_size = std::size_t{1} << 16;

std::vector<std::string> models_beside(const fs::path& path) {
  std::vector<std::string> names;
  std::error_code error;
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name.ends_with(".mo") || name.ends_with(".imti.json") || name.ends_with(".mat")) {
      names.push_back(name);
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

void report_missing(const std::string& path, Diagnostics& diagnostics) {
  Diagnostic& diagnostic =
      diagnostics.error(codes::missing_file, {}, fmt::format("there is no file `{}`", path));
  const std::vector<std::string> names = models_beside(path);
  const std::vector<std::string_view> views(names.begin(), names.end());
  const fs::path given(path);
  if (const auto closest = find_closest_name(given.filename().string(), views)) {
    diagnostic.suggest(
        fmt::format("did you mean `{}`?", (given.parent_path() / *closest).string()));
  } else if (!fs::exists(given.has_parent_path() ? given.parent_path() : fs::path("."))) {
    diagnostic.note(
        fmt::format("the folder `{}` does not exist either", given.parent_path().string()));
  }
}

void report_folder(const std::string& path, Diagnostics& diagnostics) {
  Diagnostic& diagnostic = diagnostics.error(
      codes::file_is_folder, {}, fmt::format("`{}` is a folder, not the file of a model", path));
  const std::vector<std::string> names = models_beside(fs::path(path) / "");
  if (!names.empty()) {
    diagnostic.suggest(
        fmt::format("it has the model `{}`", (fs::path(path) / names.front()).string()));
  }
}

void report_unreadable(const std::string& path, int error_number, Diagnostics& diagnostics) {
  diagnostics.error(codes::unreadable_file, {},
                    fmt::format("cannot read `{}`: {}", path, describe_system_error(error_number)));
}

void report_open_failure(const std::string& path, int error_number, Diagnostics& diagnostics) {
  if (error_number == ENOENT || error_number == ENOTDIR) return report_missing(path, diagnostics);
  report_unreadable(path, error_number, diagnostics);
}

class Descriptor {
 public:
  explicit Descriptor(const std::string& path)
      : number_(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~Descriptor() {
    if (number_ > STDIN_FILENO) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

std::optional<std::string> read_all(const Descriptor& descriptor, const std::string& path,
                                    std::size_t expected_size, Diagnostics& diagnostics) {
  std::string text;
  text.reserve(expected_size);
  std::vector<char> piece(piece_size);
  for (;;) {
    const ssize_t count = ::read(descriptor.number(), piece.data(), piece.size());
    if (count == 0) return text;
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      report_unreadable(path, errno, diagnostics);
      return std::nullopt;
    }
    text.append(piece.data(), static_cast<std::size_t>(count));
    if (text.size() > largest_size) {
      diagnostics.error(codes::file_too_large, {},
                        fmt::format("`{}` is larger than {} MiB, the most that is read", path,
                                    largest_size >> 20));
      return std::nullopt;
    }
  }
}

}  // namespace

std::optional<SourceText> read_source(const std::string& path, Diagnostics& diagnostics) {
  const Descriptor descriptor(path);
  struct stat status {};
  if (descriptor.number() < 0 || ::fstat(descriptor.number(), &status) != 0) {
    report_open_failure(path, errno, diagnostics);
    return std::nullopt;
  }
  if (S_ISDIR(status.st_mode)) {
    report_folder(path, diagnostics);
    return std::nullopt;
  }
  const auto size = std::min(static_cast<std::size_t>(status.st_size), largest_size + 1);
  auto text = read_all(descriptor, path, size, diagnostics);
  if (!text) return std::nullopt;
  return SourceText(path == "-" ? "(standard input)" : path, std::move(*text));
}

}  // namespace saltus

#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "saltus/runtime/results/atomic_file.h"
#include "saltus/runtime/results/result_sink.h"

namespace saltus {

// Results as comma-separated values (RFC 4180, but lines end with \n): a header `time,x,…`,
// then one line per row. Numbers are the shortest that read back as the same double; a value that
// does not exist is `NaN`, an infinite one `Infinity` or `-Infinity`.
//
// The text goes out in blocks of whole lines as the rows come, a few times per second if they come
// slowly. Without rows there is no text.
class CsvSink : public ResultSink {
 public:
  using Write = std::function<void(std::string_view)>;
  explicit CsvSink(Write write) : write_(std::move(write)) {}

  void begin(const std::vector<ResultColumn>& columns) override;
  void add_row(const ResultRow& row) override;
  void end(const RunResult&) override { flush(); }

  std::size_t row_count() const { return row_count_; }
  // Writes what is still kept.
  void flush();

 private:
  Write write_;
  std::string header_;
  std::vector<char> block_;
  std::size_t used_ = 0;
  std::size_t row_count_ = 0;
  std::chrono::steady_clock::time_point last_flush_{};
};

// The same as a file, which appears when the run has ended, however it has. If the file cannot
// take all rows, it has those before.
class CsvFileSink : public ResultSink {
 public:
  explicit CsvFileSink(std::string path);

  void begin(const std::vector<ResultColumn>& columns) override;
  void add_row(const ResultRow& row) override { csv_.add_row(row); }

  // Nothing more can be written: there is no use in going on.
  bool has_failed() const { return file_ && file_->failed(); }
  // After the run. A file that is there stays if the run had no rows.
  WriteResult finish();

 private:
  std::string path_;
  std::optional<AtomicFile> file_;
  CsvSink csv_;
};

}  // namespace saltus

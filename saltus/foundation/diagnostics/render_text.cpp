#include "saltus/foundation/diagnostics/render_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "saltus/foundation/diagnostics/displayed_line.h"
#include "saltus/foundation/diagnostics/shortened.h"
#include "saltus/foundation/diagnostics/styled_row.h"
#include "saltus/foundation/diagnostics/words.h"

namespace saltus {
namespace {

// A span on its first line: `^^^^ text` if primary, `---- text` otherwise.
struct Mark {
  std::uint32_t line;
  std::size_t first_byte;  // within the line
  std::size_t last_byte;   // exclusive
  std::string_view text;
  bool primary;
};

// The same in columns of the terminal.
struct PlacedMark {
  std::size_t begin;
  std::size_t end;
  std::string_view text;
  Ink ink;
  char stroke;
};

std::string_view severity_name(Severity severity) {
  switch (severity) {
    case Severity::error:
      return "error";
    case Severity::warning:
      return "warning";
    case Severity::note:
      return "note";
  }
  return "error";
}

Ink severity_ink(Severity severity) {
  switch (severity) {
    case Severity::error:
      return Ink::error;
    case Severity::warning:
      return Ink::warning;
    case Severity::note:
      return Ink::note;
  }
  return Ink::error;
}

Mark make_mark(SourceSpan span, std::string_view text, bool primary, const SourceText& source) {
  const auto size = static_cast<std::uint32_t>(source.text().size());
  const std::uint32_t begin = std::min(span.begin, size);
  const std::uint32_t number = source.position(begin).line;
  const std::size_t start = source.line_start(number);
  std::string_view line = source.line(number);
  // A span over several lines is marked up to the last visible character of its first line.
  if (span.end > start + line.size()) {
    line = line.substr(0, line.find_last_not_of(" \t") + 1);
  }
  const std::size_t first = begin - start;
  const std::size_t last = std::min<std::size_t>(std::max(span.end, begin) - start, line.size());
  return {number, first, std::max(first, last), text, primary};
}

std::vector<Mark> make_marks(const Diagnostic& diagnostic, const SourceText& source) {
  std::vector<Mark> marks = {make_mark(diagnostic.span, diagnostic.label, true, source)};
  for (const Label& label : diagnostic.labels) {
    marks.push_back(make_mark(label.span, label.text, false, source));
  }
  std::stable_sort(marks.begin(), marks.end(),
                   [](const Mark& a, const Mark& b) { return a.line < b.line; });
  return marks;
}

class SnippetWriter {
 public:
  SnippetWriter(const Diagnostic& diagnostic, const SourceText& source, bool color)
      : diagnostic_(diagnostic), source_(source), color_(color) {}

  std::string write() {
    write_headline();
    if (!source_.text().empty() || diagnostic_.span != SourceSpan{}) write_snippet();
    for (const std::string& note : diagnostic_.notes) write_remark("", note);
    for (const std::string& help : diagnostic_.help) write_remark("help: ", help);
    return output_ + "\n";
  }

 private:
  void write_headline() {
    StyledRow row;
    const std::string kind =
        fmt::format("{}[{}]", severity_name(diagnostic_.severity), diagnostic_.code.name);
    row.append(kind, severity_ink(diagnostic_.severity));
    row.append(": " + shortened(diagnostic_.message), Ink::bold);
    write(row);
  }

  void write_snippet() {
    const std::vector<Mark> marks = make_marks(diagnostic_, source_);
    gutter_ = std::to_string(marks.back().line).size();
    write_location();
    write(gutter_row());
    std::uint32_t previous = marks.front().line;
    for (auto first = marks.begin(); first != marks.end();) {
      const auto last = std::find_if(first, marks.end(),
                                     [&](const Mark& mark) { return mark.line != first->line; });
      write_gap(previous, first->line);
      write_line(std::vector<Mark>(first, last));
      previous = first->line;
      first = last;
    }
  }

  void write_location() {
    const SourceText::Position position = source_.position(diagnostic_.span.begin);
    StyledRow row;
    row.put(gutter_, "-->", Ink::frame);
    row.append(fmt::format(" {}:{}:{}", source_.name(), position.line, position.column),
               Ink::plain);
    write(row);
  }

  // One line between two marked ones is shown, more are not.
  void write_gap(std::uint32_t previous, std::uint32_t next) {
    if (next == previous + 2) {
      StyledRow row = gutter_row(std::to_string(previous + 1));
      row.put(source_column(), DisplayedLine(source_.line(previous + 1), 0).text(), Ink::plain);
      write(row);
    } else if (next > previous + 2) {
      StyledRow row;
      row.append("...", Ink::frame);
      write(row);
    }
  }

  void write_line(const std::vector<Mark>& marks) {
    const auto primary =
        std::find_if(marks.begin(), marks.end(), [](const Mark& mark) { return mark.primary; });
    const Mark& anchor = primary == marks.end() ? marks.front() : *primary;
    const DisplayedLine line(source_.line(anchor.line), anchor.first_byte);
    StyledRow row = gutter_row(std::to_string(anchor.line));
    row.put(source_column(), line.text(), Ink::plain);
    write(row);
    write_marks(place(marks, line));
  }

  std::vector<PlacedMark> place(const std::vector<Mark>& marks, const DisplayedLine& line) const {
    std::vector<PlacedMark> placed;
    for (const Mark& mark : marks) {
      const std::size_t begin = source_column() + line.column(mark.first_byte);
      const std::size_t end = source_column() + line.column(mark.last_byte);
      placed.push_back({begin, std::max(end, begin + 1), mark.text,
                        mark.primary ? severity_ink(diagnostic_.severity) : Ink::frame,
                        mark.primary ? '^' : '-'});
    }
    std::stable_sort(placed.begin(), placed.end(),
                     [](const PlacedMark& a, const PlacedMark& b) { return a.begin < b.begin; });
    return placed;
  }

  // The strokes, the text of the last mark behind them, the other texts hanging below:
  //   |     --- ^^^ text of the last
  //   |     |
  //   |     text of the first
  void write_marks(std::vector<PlacedMark> marks) {
    StyledRow strokes = gutter_row();
    for (const char stroke : {'-', '^'}) {
      for (const PlacedMark& mark : marks) {
        if (mark.stroke != stroke) continue;
        strokes.put(mark.begin, std::string(mark.end - mark.begin, stroke), mark.ink);
      }
    }
    if (text_fits_behind(marks, strokes.width())) {
      strokes.append(fmt::format(" {}", marks.back().text), marks.back().ink);
      marks.pop_back();
    }
    write(strokes);
    std::erase_if(marks, [](const PlacedMark& mark) { return mark.text.empty(); });
    write_hanging_texts(marks);
  }

  static bool text_fits_behind(const std::vector<PlacedMark>& marks, std::size_t width) {
    const bool alone = marks.size() < 2 || marks[marks.size() - 2].begin != marks.back().begin;
    return alone && marks.back().end == width;
  }

  void write_hanging_texts(std::vector<PlacedMark> marks) {
    if (marks.empty()) return;
    write(row_with_stems(marks));
    while (!marks.empty()) {
      const PlacedMark last = marks.back();
      marks.pop_back();
      StyledRow row = row_with_stems(marks);
      row.put(last.begin, last.text, last.ink);
      write(row);
    }
  }

  StyledRow row_with_stems(const std::vector<PlacedMark>& marks) const {
    StyledRow row = gutter_row();
    for (const PlacedMark& mark : marks) row.put(mark.begin, "|", mark.ink);
    return row;
  }

  void write_remark(std::string_view kind, const std::string& text) {
    StyledRow row;
    row.put(gutter_ + 1, "=", Ink::frame);
    row.append(" ", Ink::plain);
    row.append(kind, Ink::bold);
    row.append(shortened(text), Ink::plain);
    write(row);
  }

  StyledRow gutter_row(std::string_view number = "") const {
    StyledRow row;
    if (!number.empty()) row.put(gutter_ - number.size(), number, Ink::frame);
    row.put(gutter_ + 1, "|", Ink::frame);
    return row;
  }

  std::size_t source_column() const { return gutter_ + 3; }
  void write(const StyledRow& row) { output_ += row.text(color_); }

  const Diagnostic& diagnostic_;
  const SourceText& source_;
  bool color_;
  std::size_t gutter_ = 1;
  std::string output_;
};

}  // namespace

std::string render_text(const Diagnostics& diagnostics, const SourceText& source,
                        RenderOptions options) {
  std::string result;
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    result += SnippetWriter(diagnostic, source, options.color).write();
  }
  const std::string remainder = diagnostics.remainder();
  if (!remainder.empty()) result += remainder + "\n\n";
  return result;
}

std::string summary(const Diagnostics& diagnostics) {
  const std::size_t warnings = diagnostics.warning_count();
  const std::size_t errors = diagnostics.error_count();
  if (errors == 0 && warnings == 0) return "";
  if (errors == 0) return "warning: " + counted(warnings, "warning");
  if (warnings == 0) return "error: " + counted(errors, "error");
  return fmt::format("error: {}, {}", counted(errors, "error"), counted(warnings, "warning"));
}

}  // namespace saltus

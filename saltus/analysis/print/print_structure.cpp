#include "saltus/analysis/print/print_structure.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "saltus/analysis/print/print_substituted.h"
#include "saltus/compiler/structure/model_text.h"
#include "saltus/compiler/structure/values.h"
#include "saltus/foundation/diagnostics/words.h"

namespace saltus {
namespace {

constexpr std::size_t page_width = 100;
constexpr std::size_t widest_matrix = 30;  // columns; beyond, entries are listed

// In code points: how far the text reaches on the page.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
  }));
}

std::string padded(std::string_view text, std::size_t width) {
  std::string result(text);
  result.append(width - std::min(width, width_of(text)), ' ');
  return result;
}

void trim_end(std::string& text) {
  while (!text.empty() && text.back() == ' ') text.pop_back();
}

class StructurePrinter {
 public:
  StructurePrinter(const FlatSystem& system, const ModeSystem& mode, const ModeStructure& structure,
                   const SourceText& source)
      : system_(system),
        mode_(mode),
        structure_(structure),
        source_(source),
        text_(system, mode, source) {}

  std::string run() {
    print_summary();
    if (mode_.equations.empty()) return std::move(out_);
    out_ += print_substituted(system_, find_substituted(system_), source_);
    if (mode_.unknowns.size() <= widest_matrix) {
      print_matrix();
    } else {
      print_entries();
    }
    print_blocks();
    print_latent_equations();
    print_combined_equations();
    print_values();
    return std::move(out_);
  }

 private:
  template <class... Args>
  void print(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
  }

  void print_summary() {
    print("{}: {}, {}\n", system_.name, counted(mode_.equations.size(), "equation"),
          counted(mode_.unknowns.size(), "unknown"));
    print("  structural index    {}\n", structure_.index);
    print("  degrees of freedom  {}\n", structure_.degrees_of_freedom);
    print("  quasilinear         {}\n", structure_.is_quasilinear ? "yes" : "no");
  }

  void print_matrix() {
    print(
        "\nSignature: order of each unknown in each equation, * on the transversal; offsets c, "
        "d\n");
    const std::size_t label = label_width();
    std::vector<std::size_t> widths;
    std::string line = "  " + padded("", label);
    for (const Column column : structure_.signature.columns()) {
      widths.push_back(std::max<std::size_t>(width_of(text_.unknown(column)), 2));
      line += "  " + padded(text_.unknown(column), widths.back());
    }
    print("{}     c\n", line);
    for (const Row row : structure_.signature.rows()) print_matrix_row(row, label, widths);
    line = "  " + padded("d", label);
    for (const Column column : structure_.signature.columns()) {
      line += "  " +
              padded(fmt::to_string(structure_.offsets.variable[column]), widths[column.index()]);
    }
    trim_end(line);
    print("{}\n", line);
  }

  void print_matrix_row(Row row, std::size_t label, const std::vector<std::size_t>& widths) {
    std::vector<std::string> cells(widths.size());
    const auto columns = structure_.signature.columns_of(row);
    const auto orders = structure_.signature.weights_of(row);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      cells[columns[k].index()] = entry(row, columns[k], orders[k]);
    }
    std::string line = "  " + padded(text_.place(row), label);
    for (std::size_t k = 0; k < cells.size(); ++k) line += "  " + padded(cells[k], widths[k]);
    print("{}  |  {}\n", line, structure_.offsets.equation[row]);
  }

  std::string entry(Row row, Column column, int order) const {
    return fmt::format("{}{}", order, structure_.transversal[row] == column ? "*" : "");
  }

  void print_entries() {
    print(
        "\nSignature: unknowns of each equation with their order, * on the transversal; offsets c, "
        "d\n");
    const std::size_t label = label_width();
    for (const Row row : structure_.signature.rows()) {
      const auto columns = structure_.signature.columns_of(row);
      const auto orders = structure_.signature.weights_of(row);
      std::vector<std::string> entries;
      for (std::size_t k = 0; k < columns.size(); ++k) {
        entries.push_back(
            fmt::format("{} {}", text_.unknown(columns[k]), entry(row, columns[k], orders[k])));
      }
      print_list(fmt::format("  {}  c {}  ", padded(text_.place(row), label),
                             structure_.offsets.equation[row]),
                 entries);
    }
    std::vector<std::string> offsets;
    for (const Column column : structure_.signature.columns()) {
      offsets.push_back(
          fmt::format("{} {}", text_.unknown(column), structure_.offsets.variable[column]));
    }
    print_list("  d  ", offsets);
  }

  std::size_t label_width() const {
    std::size_t width = 1;
    for (const Row row : structure_.signature.rows()) {
      width = std::max(width, text_.place(row).size());
    }
    return width;
  }

  void print_blocks() {
    print("\nBlocks, in order of evaluation\n");
    for (std::size_t coarse = 0; coarse < structure_.coarse_blocks.size(); ++coarse) {
      const auto [first, count] = structure_.coarse_blocks[coarse];
      for (std::uint32_t fine = 0; fine < count; ++fine) {
        const std::string number =
            count == 1 ? fmt::format("{}", coarse + 1) : fmt::format("{}.{}", coarse + 1, fine + 1);
        print_block(fmt::format("  {:<5} ", number), structure_.blocks[first + fine]);
      }
    }
  }

  void print_block(const std::string& head, const StructureBlock& block) {
    std::vector<std::string> solved;
    for (const Column column : block.columns) {
      solved.push_back(text_.value({column, structure_.offsets.variable[column] - block.lead}));
    }
    const std::string traits = fmt::format(
        "{}{}", block.is_quasilinear ? "linear" : "nonlinear",
        block.lead == 0
            ? ""
            : fmt::format(", differentiated {} more for later blocks", times(block.lead)));
    if (block.rows.size() == 1) {
      print("{}{}, {}\n", head, solved[0], traits);
    } else {
      print("{}{}, {}\n", head, counted(block.rows.size(), "equation"), traits);
      print_list(std::string(head.size(), ' ') + "for ", solved);
    }
    for (const Row row : block.rows) print_block_row(head.size(), block, row);
  }

  void print_block_row(std::size_t indent, const StructureBlock& block, Row row) {
    const int own = structure_.offsets.equation[row] - block.lead;
    print("{:{}}{}: {}{}\n", "", indent, text_.place(row), text_.equation(row),
          own == 0 ? "" : fmt::format("  (differentiated {})", times(own)));
  }

  void print_latent_equations() {
    const auto& c = structure_.offsets.equation;
    if (std::all_of(c.begin(), c.end(), [](int offset) { return offset == 0; })) return;
    print("\nLatent equations: what the text implies without saying it\n");
    for (const Row row : c.ids()) {
      if (c[row] == 0) continue;
      print("  {}: {}  differentiated {}\n", text_.place(row), text_.equation(row), times(c[row]));
    }
  }

  void print_combined_equations() {
    if (mode_.combined.empty()) return;
    print("\nHidden cancellations: the highest derivatives cancel in a combination of equations\n");
    for (const CombinedEquation& combined : mode_.combined) {
      std::vector<std::string> others;
      for (const CombinedEquation::Term& term : combined.terms) {
        if (term.equation == combined.equation) continue;
        others.push_back(text_.place(Row(term.equation)) +
                         (term.differentiated == 0
                              ? ""
                              : fmt::format(" (differentiated {})", times(term.differentiated))));
      }
      print_list(fmt::format("  {}: {} with ", text_.place(Row(combined.equation)),
                             others.empty() ? "without what cancels in it;" : "combined"),
                 others);
    }
  }

  void print_values() {
    const StartValues start = start_values(structure_);
    print("\n");
    print_list("State           ", text_.values(state_values(structure_)));
    print_list("Leading values  ", text_.values(leading_values(structure_)));
    print_list("Start values    ", text_.values(start.given));
    if (!start.given.empty()) {
      const auto free = static_cast<std::size_t>(structure_.degrees_of_freedom);
      print("                ({} free to choose)\n",
            free == start.given.size() ? "all" : fmt::format("{} of them", free));
    }
    if (!start.guessed.empty()) print_list("Guesses         ", text_.values(start.guessed));
  }

  // head a, b, c, … continued below the first item.
  void print_list(const std::string& head, const std::vector<std::string>& items) {
    const std::size_t indent = width_of(head);
    std::string line = head;
    if (items.empty()) line += "none";
    for (std::size_t k = 0; k < items.size(); ++k) {
      const std::string item = items[k] + (k + 1 < items.size() ? "," : "");
      const bool is_first = width_of(line) == indent;
      if (!is_first && width_of(line) + 1 + width_of(item) > page_width) {
        print("{}\n", line);
        line = std::string(indent, ' ') + item;
      } else {
        line += (is_first ? "" : " ") + item;
      }
    }
    print("{}\n", line);
  }

  const FlatSystem& system_;
  const ModeSystem& mode_;
  const ModeStructure& structure_;
  const SourceText& source_;
  const ModelText text_;
  std::string out_;
};

}  // namespace

std::string print_structure(const FlatSystem& system, const ModeSystem& mode,
                            const ModeStructure& structure, const SourceText& source) {
  return StructurePrinter(system, mode, structure, source).run();
}

}  // namespace saltus

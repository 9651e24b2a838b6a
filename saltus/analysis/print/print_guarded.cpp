#include "saltus/analysis/print/print_guarded.h"

#include <algorithm>

namespace saltus {
namespace {

class GuardedPrinter {
 public:
  GuardedPrinter(const std::vector<GuardedLine>& lines,
                 const std::function<std::string(GuardId)>& condition)
      : lines_(lines), condition_(condition), common_(lines.size(), 0) {
    for (std::size_t line = 1; line < lines.size(); ++line) {
      const std::vector<GuardLiteral>& before = *lines[line - 1].literals;
      const std::vector<GuardLiteral>& here = *lines[line].literals;
      const auto end = std::mismatch(before.begin(), before.end(), here.begin(), here.end()).first;
      common_[line] = static_cast<std::size_t>(end - before.begin());
    }
  }

  std::string print() {
    for (std::size_t line = 0; line < lines_.size(); ++line) {
      const std::vector<GuardLiteral>& literals = *lines_[line].literals;
      std::size_t common = 0;
      while (common < open_.size() && common < literals.size() &&
             open_[common] == literals[common]) {
        ++common;
      }
      const bool takes_else = common < open_.size() && common < literals.size() &&
                              open_[common].guard == literals[common].guard &&
                              open_[common].value && !literals[common].value;
      close_to(takes_else ? common + 1 : common);
      std::size_t next = common;
      if (takes_else) {
        open_[common].value = false;
        ++next;
        if (!continue_with_elseif(line, next)) {
          indent(common);
          out_ += "else\n";
        } else {
          next = open_.size();
        }
      }
      open_from(line, next);
      out_ += std::string(2 * (depth() + 1), ' ') + lines_[line].text + '\n';
    }
    close_to(0);
    return std::move(out_);
  }

 private:
  // Opens the literals of `line` from position `next` on.
  void open_from(std::size_t line, std::size_t next) {
    const std::vector<GuardLiteral>& literals = *lines_[line].literals;
    while (next < literals.size()) {
      out_ += std::string(2 * (depth() + 1), ' ') + "if " + condition_(literals[next].guard) +
              " then\n";
      open_.push_back(literals[next]);
      chained_.push_back(false);
      ++next;
      if (literals[next - 1].value) continue;
      if (continue_with_elseif(line, next)) {
        next = open_.size();
      } else {
        indent(next - 1);
        out_ += "else\n";
      }
    }
  }

  // After `if a then …`, with not a known: `elseif b` if everything that follows under
  // not a is about b. Goes on as long as possible.
  bool continue_with_elseif(std::size_t line, std::size_t next) {
    const std::vector<GuardLiteral>& literals = *lines_[line].literals;
    bool continued = false;
    while (next < literals.size() && is_chain(line, next)) {
      indent(next - 1);
      out_ += "elseif " + condition_(literals[next].guard) + " then\n";
      open_.push_back(literals[next]);
      chained_.push_back(true);
      continued = true;
      ++next;
      if (literals[next - 1].value) return true;
      if (next == literals.size() || !is_chain(line, next)) {
        indent(next - 1);
        out_ += "else\n";
        return true;
      }
    }
    return continued;
  }

  // Do all lines that share the first `depth` literals of `line` go on with one guard,
  // those where it holds first?
  bool is_chain(std::size_t line, std::size_t depth) const {
    const std::vector<GuardLiteral>& literals = *lines_[line].literals;
    const GuardId guard = literals[depth].guard;
    bool holds = literals[depth].value;
    for (std::size_t later = line + 1; later < lines_.size(); ++later) {
      if (common_[later] < depth) return true;
      const std::vector<GuardLiteral>& others = *lines_[later].literals;
      if (others.size() == depth || others[depth].guard != guard) return false;
      if (others[depth].value && !holds) return false;
      holds = others[depth].value;
    }
    return true;
  }

  void close_to(std::size_t size) {
    while (open_.size() > size) {
      const bool ends = !chained_.back();
      open_.pop_back();
      chained_.pop_back();
      if (ends) out_ += std::string(2 * (depth() + 1), ' ') + "end if;\n";
    }
  }

  std::size_t depth() const {
    return static_cast<std::size_t>(std::count(chained_.begin(), chained_.end(), false));
  }

  // Before the `else` or `elseif` that belongs to the literal at `position`.
  void indent(std::size_t position) {
    const auto end = chained_.begin() + static_cast<std::ptrdiff_t>(position) + 1;
    const auto depth = static_cast<std::size_t>(std::count(chained_.begin(), end, false));
    out_ += std::string(2 * depth, ' ');
  }

  const std::vector<GuardedLine>& lines_;
  const std::function<std::string(GuardId)>& condition_;
  std::vector<std::size_t>
      common_;                      // by line: how many literals it begins with like the one before
  std::vector<GuardLiteral> open_;  // of the branch that is being written
  std::vector<bool> chained_;       // which of them continue the `if` before them as `elseif`
  std::string out_;
};

}  // namespace

std::string print_guarded(const std::vector<GuardedLine>& lines,
                          const std::function<std::string(GuardId)>& condition) {
  return GuardedPrinter(lines, condition).print();
}

}  // namespace saltus

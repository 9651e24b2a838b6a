#include <fmt/format.h>

#include <algorithm>

#include "saltus/analysis/print/graph_names.h"
#include "saltus/analysis/print/print_graph.h"
#include "saltus/analysis/print/step_colours.h"

namespace saltus {
namespace {

constexpr int letter_width = 7;
constexpr int line_height = 34;
constexpr int gap = 16;

// Code points, not bytes.
int width_of(const std::string& text) {
  int letters = 0;
  for (const char byte : text) letters += (static_cast<unsigned char>(byte) & 0xC0) != 0x80 ? 1 : 0;
  return letters * letter_width;
}

std::string escaped(const std::string& text) {
  std::string result;
  for (const char character : text) {
    switch (character) {
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '&':
        result += "&amp;";
        break;
      default:
        result += character;
    }
  }
  return result;
}

// One row per run: the instant that it starts from, its micro-steps on arrows from left to
// right, the instant that it leads to. Instants are numbered; a run that leads back to where it
// began is a mode.
class SvgWriter {
 public:
  SvgWriter(const FlatSystem& system, const std::vector<ConstructiveGraph>& graphs,
            const SourceText& source)
      : system_(system), graphs_(graphs), names_(system, graphs, source) {}

  std::string write() {
    y_ = line_height;
    text(gap, y_, system_.name, "black", "bold");
    for (std::size_t part = 0; part < graphs_.size(); ++part) append_graph(graphs_[part]);
    append_legend();
    const int height = y_ + line_height;
    return fmt::format(
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
               "viewBox=\"0 0 {0} {1}\" font-family=\"sans-serif\" font-size=\"12\">\n"
               "<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n"
               "<defs><marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" "
               "markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">"
               "<path d=\"M0 0L8 4L0 8z\"/></marker></defs>\n",
               width_ + gap, height) +
           out_ + "</svg>\n";
  }

 private:
  void text(int x, int y, const std::string& content, const char* colour,
            const char* weight = "normal") {
    out_ += fmt::format("<text x=\"{}\" y=\"{}\" fill=\"{}\" font-weight=\"{}\">{}</text>\n", x, y,
                        colour, weight, escaped(content));
    width_ = std::max(width_, x + width_of(content));
  }

  int box(int x, const std::string& content) {
    const int width = width_of(content) + 2 * gap;
    out_ += fmt::format(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"24\" rx=\"4\" fill=\"#f4f4f4\" "
        "stroke=\"black\"/>\n",
        x, y_ - 16, width);
    text(x + gap, y_, content, "black");
    width_ = std::max(width_, x + width);
    return x + width;
  }

  int arrow(int x, const std::string& label, const char* colour) {
    const int end = x + width_of(label) + 2 * gap;
    out_ += fmt::format(
        "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" marker-end=\"url(#head)\"/>\n",
        x, y_ - 4, end, y_ - 4, colour);
    text(x + gap, y_ - 8, label, colour);
    return end;
  }

  std::string instant(const ConstructiveGraph& graph, NodeId id, std::uint32_t number) const {
    const ConstructiveNode& node = graph.nodes[id];
    const std::string known = names_.list(names_.known(graph, node.status));
    std::string content = fmt::format("{}: {}", number, known.empty() ? "nothing known" : known);
    for (const EquationAt e : node.context) content += " #" + names_.text(e);
    return content;
  }

  void append_graph(const ConstructiveGraph& graph) {
    std::vector<std::uint32_t> number(graph.nodes.size(), 0);
    std::uint32_t next = 0;
    for (const NodeId id : graph.nodes.ids()) {
      if (graph.nodes[id].begins_instant) number[id.index()] = ++next;
    }
    const std::vector<StepColour> colours = colour_runs(graph);
    for (const RunId id : graph.runs.ids()) {
      const ConstructiveRun& run = graph.runs[id];
      const char* colour = colour_name(colours[id.index()]);
      y_ += line_height + line_height / 4;
      int x = box(gap, instant(graph, run.from, number[run.from.index()]));
      for (const std::uint32_t step : run.steps) {
        x = arrow(x, names_.text(graph.micro_steps[step]), colour);
      }
      if (run.kind == RunKind::failed) {
        box(x, "fails");
      } else {
        box(x, fmt::format("{}", number[run.to.index()]));
      }
    }
    for (const SelfTransition& each : graph.self_transitions) {
      const NodeId node = graph.runs[*graph.modes[each.mode].run].from;
      y_ += line_height + line_height / 4;
      const int x = box(gap, instant(graph, node, number[node.index()]));
      box(arrow(x, names_.text(each), colour_name(StepColour::black)),
          fmt::format("{}", number[node.index()]));
    }
  }

  void append_legend() {
    y_ += 2 * line_height;
    text(gap, y_, "blue: continuous mode   black: reset   red: impulsive reset", "black");
    y_ += line_height / 2;
    text(gap, y_,
         "• next instant   #e: e is in the context   FS: forward shift   LE: latent equation",
         "black");
    for (const ConstructiveGraph& graph : graphs_) {
      for (const EquationId id : graph.equations) {
        y_ += line_height / 2;
        const std::string condition = names_.condition(id);
        text(gap, y_,
             fmt::format("{}  {}: {}{}", names_.equation(id), names_.place(id), names_.written(id),
                         condition.empty() ? "" : ", " + condition),
             "black");
      }
    }
  }

  const FlatSystem& system_;
  const std::vector<ConstructiveGraph>& graphs_;
  GraphNames names_;
  std::string out_;
  int y_ = 0, width_ = 0;
};

}  // namespace

std::string graph_to_svg(const FlatSystem& system, const std::vector<ConstructiveGraph>& graphs,
                         const SourceText& source) {
  return SvgWriter(system, graphs, source).write();
}

}  // namespace saltus

#include "saltus/compiler/names/arguments.h"

#include <algorithm>

namespace saltus {

using syntax::NodeId;
using syntax::NodeKind;

CallArguments arrange_arguments(const syntax::SyntaxTree& tree, NodeId call,
                                const BuiltinFunction& function) {
  CallArguments arguments;
  std::size_t next = 0;
  for (const NodeId child : tree.children_of(call)) {
    ++arguments.count;
    const syntax::Node& node = tree.nodes[child];
    if (node.kind != NodeKind::named_argument) {
      if (next < arguments.at.size()) arguments.at[next] = child;
      ++next;
      continue;
    }
    const auto names = split_argument_names(function.argument_names);
    const auto found = std::find(names.begin(), names.end(), node.text);
    const auto position = static_cast<std::size_t>(found - names.begin());
    if (found == names.end() || arguments.at[position]) {
      arguments.misnamed.push_back(child);
    } else {
      arguments.at[position] = tree.children_of(child)[0];
    }
  }
  return arguments;
}

std::vector<std::string_view> split_argument_names(std::string_view names) {
  std::vector<std::string_view> parts;
  while (!names.empty()) {
    const std::size_t comma = std::min(names.find(", "), names.size());
    parts.push_back(names.substr(0, comma));
    names.remove_prefix(std::min(comma + 2, names.size()));
  }
  return parts;
}

std::optional<std::string> find_literal_text(const syntax::SyntaxTree& tree, NodeId root) {
  std::string text;
  std::vector<NodeId> pending{root};
  while (!pending.empty()) {
    const NodeId id = pending.back();
    pending.pop_back();
    const syntax::Node& node = tree.nodes[id];
    if (node.kind == NodeKind::string) {
      text += node.text;
    } else if (node.kind == NodeKind::binary && node.text == "+") {
      pending.push_back(tree.children_of(id)[1]);
      pending.push_back(tree.children_of(id)[0]);
    } else {
      return std::nullopt;
    }
  }
  return text;
}

}  // namespace saltus

#include "input/tree/expression_tree.hpp"

#include <fmt/format.h>

#include <charconv>
#include <utility>
#include <vector>

#include <pram/detail/no_node.hpp>
#include "input/file/text.hpp"
#include "random.hpp"

namespace pram::programs {

namespace {

/// A new leaf, or a new node above two others.
std::uint32_t add_node(ExpressionTree& tree, std::uint32_t value, bool multiplies, std::uint32_t left,
                       std::uint32_t right) {
  tree.left.push_back(left);
  tree.right.push_back(right);
  tree.value.push_back(value);
  tree.multiplies.push_back(multiplies ? 1 : 0);
  return tree.root = static_cast<std::uint32_t>(tree.nodes() - 1);
}

/// The operands and operators that have been read and are not yet joined.
struct OpenExpression {
  ExpressionTree& tree;
  std::vector<std::uint32_t> operands = {};
  std::vector<char> operators = {};

  void close_one() {
    const std::uint32_t right = operands.back();
    operands.pop_back();
    operands.back() = add_node(tree, 0, operators.back() == '*', operands.back(), right);
    operators.pop_back();
  }
};

/// A random tree: left_of(random, draw, m) says how many of the m leaves below a node are on its left.
template <class LeftOf>
ExpressionTree random_expression(std::uint64_t leaves, std::uint64_t seed, LeftOf left_of) {
  const Random random(seed, tree_stream);
  const std::vector<std::uint32_t> name = random_permutation(static_cast<std::uint32_t>(2 * leaves - 1), seed);
  const std::size_t nodes = name.size();
  ExpressionTree tree{std::vector<std::uint32_t>(nodes, no_node), std::vector<std::uint32_t>(nodes, no_node),
                      std::vector<std::uint32_t>(nodes, 0), std::vector<std::uint8_t>(nodes, 0), name[0]};
  std::vector<std::pair<std::uint32_t, std::uint64_t>> open = {
      {0, leaves}};  // nodes without children so far, and how many leaves each is to have
  for (std::uint32_t made = 1; !open.empty();) {
    const auto [k, below] = open.back();
    open.pop_back();
    const std::uint32_t node = name[k];
    if (below == 1) {
      tree.value[node] = random.below(2 * std::uint64_t{k}, 1000);
      continue;
    }
    tree.multiplies[node] = static_cast<std::uint8_t>(random.below(2 * std::uint64_t{k}, 2));
    const std::uint64_t on_left = left_of(random, 2 * std::uint64_t{k} + 1, below);
    tree.left[node] = name[made];
    tree.right[node] = name[made + 1];
    open.emplace_back(made, on_left);
    open.emplace_back(made + 1, below - on_left);
    made += 2;
  }
  return tree;
}

}  // namespace

ExpressionTree parse_expression(std::string_view text, const std::string& file) {
  ExpressionTree tree;
  OpenExpression open{tree};
  const auto fail = [&](std::size_t at, const char* expected) {
    throw InputError(file, 0,
                     at < text.size() ? fmt::format("character {} is {}, where {} belongs", at + 1,
                                                    in_quotes(text.substr(at, 1)), expected)
                                      : fmt::format("it ends where {} belongs", expected));
  };
  bool expects_operand = true;
  std::size_t at = 0;
  for (;; ++at) {
    if (at < text.size() && std::string_view(" \t\r\n").find(text[at]) != std::string_view::npos) continue;
    const char letter = at < text.size() ? text[at] : '\0';
    if (expects_operand) {
      if (letter == '(') {
        open.operators.push_back('(');
        continue;
      }
      std::uint32_t value = 0;
      const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), value);
      if (error != std::errc{} || value >= expression_modulus) fail(at, "a number below 2^31 - 1, or (");
      open.operands.push_back(add_node(tree, value, false, no_node, no_node));
      at = static_cast<std::size_t>(end - text.data()) - 1;
      expects_operand = false;
      continue;
    }
    while (!open.operators.empty() && open.operators.back() != '(' && (letter != '*' || open.operators.back() == '*'))
      open.close_one();
    if (letter == '+' || letter == '*') {
      open.operators.push_back(letter);
      expects_operand = true;
    } else if (letter == ')' && !open.operators.empty()) {
      open.operators.pop_back();
    } else if (at < text.size() || !open.operators.empty()) {
      fail(at, open.operators.empty() ? "+, * or the end" : "+, * or )");
    } else {
      break;
    }
  }
  tree.root = open.operands.front();
  return tree;
}

Shapes<ExpressionTree> ExpressionTrees::shapes() {
  return {{"random", "random expression",
           [](std::uint64_t n, std::uint64_t seed) {
             return random_expression(n, seed, [](const Random& random, std::uint64_t draw, std::uint64_t leaves) {
               return 1 + random.below(draw, static_cast<std::uint32_t>(leaves - 1));
             });
           }},
          {"balanced", "balanced expression",
           [](std::uint64_t n, std::uint64_t seed) {
             return random_expression(n, seed,
                                      [](const Random&, std::uint64_t, std::uint64_t leaves) { return leaves / 2; });
           }},
          {"left", "expression in parentheses from the left",
           [](std::uint64_t n, std::uint64_t seed) {
             return random_expression(n, seed,
                                      [](const Random&, std::uint64_t, std::uint64_t leaves) { return leaves - 1; });
           }},
          {"right", "expression in parentheses from the right", [](std::uint64_t n, std::uint64_t seed) {
             return random_expression(n, seed,
                                      [](const Random&, std::uint64_t, std::uint64_t) { return std::uint64_t{1}; });
           }}};
}

ExpressionTree ExpressionTrees::read(const InputRequest& request, const Sizes& sizes) {
  const std::string text = read_content(request.file, request.memory_limit);
  const std::string name = shown_path(request.file);
  check_room(fmt::format("{}, of {} characters,", name, text.size()), text.size(), sizes.bytes_each / 2, request);
  ExpressionTree tree = parse_expression(text, name);
  if ((tree.nodes() + 1) / 2 > sizes.most)
    throw InputError(name, 0, fmt::format("it has more than {} numbers", sizes.most));
  return tree;
}

const UntypedKind& ExpressionTrees::untyped() { return untyped_kind<ExpressionTrees>; }

}  // namespace pram::programs

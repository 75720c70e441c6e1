#include <pram/programs/input/text/languages.hpp>

#include <fmt/format.h>

#include <charconv>
#include <utility>
#include <vector>

#include <pram/detail/no_node.hpp>
#include <pram/programs/input/text/texts.hpp>
#include "input/file/text.hpp"
#include "input/shapes_made_of.hpp"
#include "random.hpp"

namespace pram::programs {

Shapes<std::string> Parentheses::shapes() {
  return {{"random", "random parentheses, all matched if n is even",
           [](std::uint64_t n, std::uint64_t seed) {
             const Random random(seed, text_stream);
             std::string text;
             std::uint64_t open = 0;
             for (std::uint64_t i = 0; i < n; ++i) {
               // Of all matched sequences that begin like this one, each is equally likely.
               const std::uint64_t left = n - i;
               const std::uint64_t ways_to_open = (open + 2) * (left - open);
               const std::uint64_t ways = 2 * (open + 1) * left;
               const bool opens = open == 0 || (open < left && random(i) % ways < ways_to_open);
               text += opens ? '(' : ')';
               open = opens ? open + 1 : open - 1;
             }
             return text;
           }},
          {"nested", "parentheses, one within the other",
           [](std::uint64_t n, std::uint64_t) { return std::string((n + 1) / 2, '(') + std::string(n / 2, ')'); }},
          {"flat", "parentheses, one behind the other",
           [](std::uint64_t n, std::uint64_t) {
             std::string text;
             for (std::uint64_t i = 0; i < n; ++i) text += i % 2 == 0 ? '(' : ')';
             return text;
           }},
          {"unmatched", "random parentheses, not all matched", [](std::uint64_t n, std::uint64_t seed) {
             const Random random(seed, text_stream);
             std::string text;
             for (std::uint64_t i = 0; i < n; ++i) text += random.below(i, 2) == 0 ? '(' : ')';
             return text;
           }}};
}

std::string Parentheses::read(const InputRequest& request, const Sizes& sizes) {
  const std::string content = read_content(request.file, request.memory_limit);
  const std::string name = shown_path(request.file);
  std::string text;
  std::uint64_t line = 1;
  for (const char letter : content) {
    if (letter == '\n') ++line;
    if (std::string_view(" \t\r\n").find(letter) != std::string_view::npos) continue;
    if (letter != '(' && letter != ')')
      throw InputError(name, line, fmt::format("{} is no parenthesis", in_quotes(std::string_view(&letter, 1))));
    text += letter;
  }
  check_items(request, sizes, text.size(), "parentheses");
  return text;
}

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

namespace {

/// An automaton that goes from a state to next_of(state, letter) if it reads a letter of the alphabet, and stays in the
/// state if it reads any other.
template <class NextOf>
Automaton automaton_of(std::uint32_t states, std::string_view alphabet, NextOf next_of) {
  Automaton made;
  made.accepts.resize(states, 0);
  for (std::uint32_t from = 0; from < states; ++from) {
    made.next.emplace_back();
    made.next.back().fill(static_cast<std::uint8_t>(from));
    for (const char letter : alphabet)
      made.next.back()[static_cast<unsigned char>(letter)] = static_cast<std::uint8_t>(next_of(from, letter));
  }
  return made;
}

}  // namespace

Shapes<AutomatonAndText> AutomataAndTexts::shapes() {
  return {{"divisible", "binary digits, and whether 13 divides their number",
           [](std::uint64_t n, std::uint64_t seed) {
             AutomatonAndText made{automaton_of(13, "01",
                                                [](std::uint32_t from, char letter) {
                                                  return (2 * from + (letter == '1' ? 1 : 0)) % 13;
                                                }),
                                   random_letters(n, seed, "01")};
             made.automaton.accepts[0] = 1;
             return made;
           }},
          {"random", "random automaton of 16 states, and random letters a, b and c",
           [](std::uint64_t n, std::uint64_t seed) {
             const Random random(seed, tree_stream);
             AutomatonAndText made{automaton_of(16, "abc",
                                                [&](std::uint32_t from, char letter) {
                                                  return random.below(
                                                      3 * from + static_cast<std::uint32_t>(letter - 'a'), 16);
                                                }),
                                   random_letters(n, seed, "abc")};
             for (std::uint32_t state = 0; state < 16; state += 2) made.automaton.accepts[state] = 1;
             return made;
           }},
          {"comment", "random letters, and whether a comment /* */ is closed", [](std::uint64_t n, std::uint64_t seed) {
             // The states 0 to 3: outside of a comment, there behind a /, inside of a comment, there behind a *.
             AutomatonAndText made{automaton_of(4, "/*a",
                                                [](std::uint32_t from, char letter) -> std::uint32_t {
                                                  if (from < 2)
                                                    return letter == '/' ? 1 : from == 1 && letter == '*' ? 2 : 0;
                                                  return letter == '*' ? 3 : from == 3 && letter == '/' ? 0 : 2;
                                                }),
                                   random_letters(n, seed, "/*a")};
             made.automaton.accepts[0] = made.automaton.accepts[1] = 1;
             return made;
           }}};
}

AutomatonAndText AutomataAndTexts::read(const InputRequest& request, const Sizes& sizes) {
  const std::string content = read_content(request.file, request.memory_limit);
  const std::string name = shown_path(request.file);
  Scanner scanner(content, name);
  std::string alphabet;
  if (scanner.next_line()) alphabet = scanner.word();
  if (alphabet.empty()) throw InputError(name, 1, "the alphabet, letters without blanks, is missing");
  scanner.end_row();
  std::vector<std::vector<std::uint64_t>> rows;
  std::vector<std::uint64_t> lines;
  while (scanner.next_line() && !scanner.row_done()) {
    if (rows.size() == most_states) scanner.fail(fmt::format("it has more than {} states", most_states));
    rows.emplace_back();
    for (std::size_t k = 0; k <= alphabet.size(); ++k)
      rows.back().push_back(scanner.number<std::uint64_t>(k < alphabet.size() ? "next state" : "0 or 1 behind them"));
    lines.push_back(scanner.line());
    scanner.end_row();
  }
  if (rows.empty()) scanner.fail_file("it has no states");
  AutomatonAndText made{automaton_of(static_cast<std::uint32_t>(rows.size()), alphabet,
                                     [&](std::uint32_t from, char letter) {
                                       const std::uint64_t next = rows[from][alphabet.find(letter)];
                                       if (next >= rows.size())
                                         throw InputError(
                                             name, lines[from],
                                             fmt::format("{} is no state: they are 0 to {}", next, rows.size() - 1));
                                       return next;
                                     }),
                        ""};
  for (std::size_t state = 0; state < rows.size(); ++state) made.automaton.accepts[state] = rows[state].back() != 0;
  made.text = content.substr(content.size() - scanner.bytes_left());
  if (made.text.starts_with('\n')) made.text.erase(0, 1);
  if (made.text.ends_with('\n')) made.text.pop_back();
  for (const char letter : made.text) {
    if (alphabet.find(letter) == std::string::npos)
      throw InputError(name, 0,
                       fmt::format("letter {} of the text is not of the alphabet {}",
                                   in_quotes(std::string_view(&letter, 1)), in_quotes(alphabet)));
  }
  check_items(request, sizes, made.text.size(), "letters");
  return made;
}

template const UntypedKind& untyped_kind<Parentheses>();
template const UntypedKind& untyped_kind<ExpressionTrees>();
template const UntypedKind& untyped_kind<AutomataAndTexts>();

}  // namespace pram::programs

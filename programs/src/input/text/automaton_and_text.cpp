#include "input/text/automaton_and_text.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <utility>

#include "input/file/text.hpp"
#include "input/text/words.hpp"
#include "random.hpp"

namespace pram::programs {

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
  if (made.text.size() > sizes.most)
    throw InputError(name, 0,
                     fmt::format("it holds {} letters; the program takes at most {}", made.text.size(), sizes.most));
  check_room(fmt::format("{}, of {} letters,", name, made.text.size()), made.text.size(), sizes.bytes_each, request);
  return made;
}

const UntypedKind& AutomataAndTexts::untyped() { return untyped_kind<AutomataAndTexts>; }

}  // namespace pram::programs

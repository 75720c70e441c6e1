#include <pram/programs/string.hpp>

#include <algorithm>
#include <string>

#include <pram/programs/input/text/languages.hpp>
#include <pram/programs/row.hpp>
#include "programs.hpp"
#include "scan/balanced_tree.hpp"
#include "scan/prefix_sums_cost.hpp"

namespace pram::programs {

namespace {

/// A map of all states to states: four bits for each of 16.
struct StateMap {
  std::uint64_t bits = 0;

  std::uint8_t of(std::uint64_t state) const { return static_cast<std::uint8_t>(bits >> 4 * state & 15); }
  void set(std::uint64_t state, std::uint64_t next) { bits |= next << 4 * state; }
};

/// The composition of two maps, the first one first.
StateMap composed(StateMap first, StateMap second) {
  StateMap both;
  for (std::uint64_t state = 0; state < most_states; ++state) both.set(state, second.of(first.of(state)));
  return both;
}

void check_automaton(const Automaton& automaton) {
  const std::uint64_t states = automaton.next.size();
  if (states == 0 || states > most_states || automaton.accepts.size() != states)
    throw ConfigError("states", std::to_string(states),
                      "from 1 to " + std::to_string(most_states) + ", each of which accepts or not");
  for (const auto& row : automaton.next) {
    for (const std::uint8_t state : row) {
      if (state >= states)
        throw ConfigError("next state", std::to_string(state), "below the number of states, " + std::to_string(states));
    }
  }
}

}  // namespace

std::vector<std::uint8_t> automaton_run(Machine& machine, const Automaton& automaton, std::string_view text) {
  check_automaton(automaton);
  const auto letter = machine.array(text, "letter");
  const auto map = machine.array<StateMap>(text.size(), {}, "map");  // of a letter, then of all letters up to it
  const auto state = machine.array<std::uint8_t>(text.size(), 0, "state");
  machine.pardo(text.size(), [&](Processor self) -> Task<> {
    const auto mine = static_cast<unsigned char>(co_await letter[self.id()]);
    StateMap next;
    for (std::uint64_t from = 0; from < automaton.next.size(); ++from) next.set(from, automaton.next[from][mine]);
    co_await (map[self.id()] = next);
  });
  sweep_balanced_tree(machine, text.size(), [&map](std::uint64_t left, std::uint64_t right) -> Task<> {
    const StateMap before = co_await map[left];
    const StateMap own = co_await map[right];
    co_await (map[right] = composed(before, own));
  });
  machine.pardo(text.size(), [&](Processor self) -> Task<> {
    const StateMap all = co_await map[self.id()];
    co_await (state[self.id()] = all.of(0));
  });
  return state.host();
}

Program automaton_run_program() {
  return program<AutomataAndTexts>(
      automaton_run,
      {.name = "automaton-run",
       .alias = "automaton",
       .what = "the states of a finite automaton while it reads n letters, by a scan over maps of states",
       .columns = "state behind the letter",
       .source = "Ladner, Fischer 1980; Hillis, Steele 1986",
       .model = Rule::erew,
       .time = "O(log n)",
       .steps = [](std::uint64_t n) { return n == 0 ? 0 : 4 + prefix_sums_steps(n); },
       .work = "O(n)",
       .work_at_most = [](std::uint64_t n) { return 4 * n + prefix_sums_work(n); },
       .degree_at_most = 1,
       .size = {.usual = 1 << 15, .bytes_each = 2 * sizeof(std::int64_t) + processor_bytes},
       .oracle =
           [](const AutomatonAndText& input, const std::vector<std::uint8_t>& found) {
             std::uint8_t state = 0;
             for (std::size_t i = 0; i < input.text.size(); ++i) {
               state = input.automaton.next[state][static_cast<unsigned char>(input.text[i])];
               if (i >= found.size() || found[i] != state) return false;
             }
             return found.size() == input.text.size();
           },
       .against = "a run letter by letter",
       .facts = [](const AutomatonAndText& input, const std::vector<std::uint8_t>& found) -> Facts {
         const std::uint8_t last = found.empty() ? std::uint8_t{0} : found.back();
         return {{"last_state", std::int64_t{last}}, {"accepted", input.automaton.accepts[last] != 0}};
       },
       .write =
           [](std::ostream& out, const AutomatonAndText&, const std::vector<std::uint8_t>& found) {
             for (const std::uint8_t state : found) out << unsigned{state} << '\n';
           }});
}

}  // namespace pram::programs

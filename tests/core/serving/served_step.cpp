#include "served_step.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "step_bench.hpp"

namespace pram::testing {

namespace {

/// Cuts a word to the bytes of a value.
Word cut_to_value(const OperatorOnType& on, Word word) {
  return detail::normalise({Action::read, OperatorKind::none, on.type, on.width}, word);
}

/// What the requests for one cell are, in the order of their processors.
struct CellAsked {
  std::vector<std::uint32_t> readers;
  std::vector<std::uint32_t> writers;
};

using CellsAsked = std::map<std::pair<std::uint32_t, std::uint32_t>, CellAsked>;  // by array and index

CellsAsked requests_of_cells(const StepAsked& asked) {
  CellsAsked cells;
  for (std::uint32_t i = 0; i < asked.requests.size(); ++i) {
    const RequestAsked& one = asked.requests[i];
    if (one.line == RequestAsked::idle) continue;
    const LineAsked& line = asked.lines[one.line];
    CellAsked& cell = cells[{line.array, one.index}];
    (line.action == Action::read ? cell.readers : cell.writers).push_back(i);
  }
  return cells;
}

/// The value of the writer that wins, or what none of them leaves.
Word written_plainly(const StepAsked& asked, const OperatorOnType& on, Word before, const CellAsked& cell) {
  const auto operand = [&](std::uint32_t i) { return asked.requests[i].operand; };
  if (cell.writers.size() == 1) return operand(cell.writers.front());
  switch (asked.rule) {
    case Rule::tolerant: return before;
    case Rule::collision: return cut_to_value(on, asked.marker);
    case Rule::arbitrary: {
      const auto draw = [](std::uint32_t i) { return detail::hash64(step_number, i, step_seed); };
      return operand(*std::ranges::min_element(cell.writers, {}, draw));
    }
    default: return operand(cell.writers.front());
  }
}

/// Whether fetches may have happened one after the other: each takes the cell from its reply to what its operand makes
/// of that. So they must be the edges of a path that begins at the old value and ends at the new one.
bool is_serial(const OperatorOnType& on, Word before, Word after, const std::vector<std::pair<Word, Word>>& fetches) {
  std::map<Word, int> balance;  // edges that leave, less those that arrive
  std::map<Word, std::vector<Word>> neighbours;
  for (const auto& [reply, operand] : fetches) {
    const Word next = on.apply(reply, operand);
    ++balance[reply];
    --balance[next];
    neighbours[reply].push_back(next);
    neighbours[next].push_back(reply);
  }
  --balance[before];
  ++balance[after];
  if (!std::ranges::all_of(balance, [](const auto& one) { return one.second == 0; })) return false;
  std::set<Word> reached = {before};
  std::vector<Word> open = {before};
  while (!open.empty()) {
    const Word at = open.back();
    open.pop_back();
    for (const Word next : neighbours[at]) {
      if (reached.insert(next).second) open.push_back(next);
    }
  }
  return std::ranges::all_of(neighbours, [&](const auto& one) { return reached.contains(one.first); });
}

/// Checks one cell and the replies of its requests.
bool is_served(const StepAsked& asked, const ArrayAsked& array, Word before, Word after, const CellAsked& cell,
               const std::vector<Word>& replies) {
  const OperatorOnType& on = array.on;
  for (const std::uint32_t i : cell.readers) {
    if (cut_to_value(on, replies[i]) != before) return false;
  }
  if (cell.writers.empty()) return after == before;
  const Action action = asked.lines[asked.requests[cell.writers.front()].line].action;
  if (action == Action::write && array.plain) return after == written_plainly(asked, on, before, cell);
  Word combined = action == Action::write ? on.identity : before;
  std::vector<std::pair<Word, Word>> fetches;
  for (const std::uint32_t i : cell.writers) {
    const Word operand = asked.requests[i].operand;
    if (action == Action::multiprefix && cut_to_value(on, replies[i]) != combined) return false;
    if (action == Action::fetch) fetches.emplace_back(cut_to_value(on, replies[i]), operand);
    combined = on.apply(combined, operand);
  }
  return after == combined && (action != Action::fetch || is_serial(on, before, after, fetches));
}

/// Checks cells and replies. @returns how many cells are wrong
std::size_t wrong_cells(const StepAsked& asked, const CellsAsked& cells, const Served& served, bool has_replies) {
  std::size_t wrong = 0;
  for (std::uint32_t a = 0; a < asked.arrays.size(); ++a) {
    for (std::uint32_t c = 0; c < asked.arrays[a].cells.size(); ++c) {
      const auto found = cells.find({a, c});
      CellAsked cell = found == cells.end() ? CellAsked() : found->second;
      if (!has_replies) cell.readers.clear();
      wrong +=
          is_served(asked, asked.arrays[a], asked.arrays[a].cells[c], served.cells[a][c], cell, served.replies) ? 0 : 1;
    }
  }
  return wrong;
}

/// Checks what the rule and the ledger ask of a step.
void check_facts(const StepAsked& asked, const CellsAsked& cells, const Served& served) {
  std::uint64_t reads = 0;
  std::uint64_t writes = 0;
  std::uint64_t both = 0;
  bool unequal = false;
  bool combined = false;
  for (const auto& [at, cell] : cells) {
    reads = std::max<std::uint64_t>(reads, cell.readers.size());
    writes = std::max<std::uint64_t>(writes, cell.writers.size());
    both += !cell.readers.empty() && !cell.writers.empty() ? 1 : 0;
    const ArrayAsked& array = asked.arrays[at.first];
    for (const std::uint32_t i : cell.writers) {
      if (array.plain) unequal |= asked.requests[i].operand != asked.requests[cell.writers.front()].operand;
    }
    combined |= !array.plain && cell.writers.size() > 1;
  }
  CHECK(served.facts.largest_read_degree == reads);
  CHECK(served.facts.largest_write_degree == writes);
  CHECK(served.facts.read_and_written == both);
  CHECK(served.facts.combined_writes == combined);
  CHECK_FALSE(served.facts.mixed_operations);
  CHECK(served.facts.contended.degree == (std::max(reads, writes) > 1 ? std::max(reads, writes) : 0));
  CHECK(served.unequal == unequal);
  if (asked.lines.size() > 1) return;
  CHECK(served.lines.front().distinct == cells.size());
  CHECK(served.lines.front().largest_degree == std::max(reads, writes));
}

/// Checks the messages that leave processors' components: one for all requests of a component that ask the same of a
/// cell.
void check_first_messages(const StepAsked& asked, const Served& served, bool straight, StepBench& bench) {
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, Action>> messages;
  std::map<std::uint32_t, std::uint32_t> requests;
  for (std::uint64_t i = 0; i < asked.requests.size(); ++i) {
    const RequestAsked& one = asked.requests[i];
    if (one.line == RequestAsked::idle) continue;
    const auto component = static_cast<std::uint32_t>(i * asked.components / asked.requests.size());
    const LineAsked& line = asked.lines[one.line];
    messages.insert({component, line.array, one.index, line.action});
    ++requests[component];
  }
  std::map<std::uint32_t, std::uint32_t> sent;
  std::map<std::uint32_t, std::uint32_t> received;
  for (const auto& [component, array, index, action] : messages) {
    ++sent[component];
    ++received[bench.home_of(array, index)];
  }
  const auto largest = [](const std::map<std::uint32_t, std::uint32_t>& of) {
    std::uint32_t most = 0;
    for (const auto& [component, count] : of) most = std::max(most, count);
    return most;
  };
  CHECK(served.largest_requests == largest(requests));
  if (messages.empty()) return;
  REQUIRE_FALSE(served.phases.empty());
  CHECK(served.phases.front().messages == messages.size());
  CHECK(served.phases.front().largest_sent == largest(sent));
  if (straight) CHECK(served.phases.front().largest_received == largest(received));
}

auto phase_charges(const Served& served) {
  std::vector<std::array<std::uint64_t, 7>> all;
  for (const PhaseRecord& one : served.phases) {
    all.push_back({one.largest_sent, one.largest_received, one.messages, one.combined, one.charge, one.charge_back,
                   one.largest_replies});
  }
  return all;
}

}  // namespace

Shape random_shape(std::mt19937_64& random) {
  const std::uint32_t processors[] = {1, 5, 40, 300, 300, 5000};
  Shape shape{};
  shape.processors = processors[random() % std::size(processors)];
  const std::uint32_t cells[] = {1, 2, shape.processors / 20 + 1, shape.processors, 3 * shape.processors};
  shape.cells = cells[random() % std::size(cells)];
  shape.all_ask = random() % 2 == 0;
  shape.distinct = false;
  return shape;
}

void add_line(StepAsked& step, std::mt19937_64& random, const OperatorOnType& on, Action action, std::uint32_t cells,
              bool plain) {
  ArrayAsked array{on, plain, {}};
  for (std::uint32_t c = 0; c < cells; ++c) array.cells.push_back(on.values[random() % on.values.size()]);
  step.arrays.push_back(std::move(array));
  step.lines.push_back({static_cast<std::uint32_t>(step.arrays.size() - 1), action});
}

void add_requests(StepAsked& step, std::mt19937_64& random, const Shape& shape) {
  std::vector<std::uint32_t> fresh(shape.cells);
  std::iota(fresh.begin(), fresh.end(), 0U);
  std::ranges::shuffle(fresh, random);
  std::uint32_t line = 0;
  std::uint32_t index = 0;
  for (std::uint32_t i = 0; i < shape.processors; ++i) {
    RequestAsked& one = step.requests.emplace_back();
    if (!shape.all_ask && random() % 4 == 0) continue;
    if (random() % 8 == 0) line = static_cast<std::uint32_t>(random() % step.lines.size());
    const ArrayAsked& array = step.arrays[step.lines[line].array];
    if (shape.distinct) {
      if (i >= fresh.size()) continue;
      index = fresh[i];
    } else if (random() % 2 == 0 || index >= array.cells.size()) {
      index = static_cast<std::uint32_t>(random() % array.cells.size());
    }
    one = {line, index, array.on.values[random() % array.on.values.size()]};
  }
}

StepAsked step_of_line(std::mt19937_64& random, const OperatorOnType& on, Action action, Rule rule, bool plain,
                       const Shape& shape) {
  StepAsked step;
  step.rule = rule;
  step.marker = random();
  add_line(step, random, on, action, shape.cells, plain);
  add_requests(step, random, shape);
  return step;
}

ServedBy check_served(const StepAsked& asked, const Carrier& carrier) {
  const CellsAsked cells = requests_of_cells(asked);
  const bool slots = carrier.kind != Carrier::Kind::data_parallel;  // which reads its replies from the cells
  std::optional<Served> first;
  for (const unsigned workers : {1U, 2U, 3U, 8U}) {
    CAPTURE(workers);
    StepBench bench(asked, carrier, workers);
    const Served undone = bench.serve(false);
    for (std::size_t a = 0; a < asked.arrays.size(); ++a) CHECK(undone.cells[a] == asked.arrays[a].cells);
    const Served served = bench.serve(true);
    CHECK(wrong_cells(asked, cells, served, slots) == 0);
    check_facts(asked, cells, served);
    if (carrier.kind != Carrier::Kind::sorted) {
      const bool straight = carrier.kind == Carrier::Kind::direct || carrier.kind == Carrier::Kind::data_parallel;
      check_first_messages(asked, served, straight, bench);
    }
    CHECK(undone.served_by == served.served_by);
    if (!first) first = served;
    CHECK(phase_charges(served) == phase_charges(*first));
    CHECK(served.served_by == first->served_by);
    CHECK(served.facts.contended.cell == first->facts.contended.cell);
  }
  return first->served_by;
}

}  // namespace pram::testing

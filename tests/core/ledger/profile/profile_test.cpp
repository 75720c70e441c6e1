#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <pram/pram.hpp>

#include "../../../support.hpp"
#include "../../../support/every_machine.hpp"
#include "../../thrown.hpp"

/// LedgerDetail::profile against a recount of the program's requests that knows nothing of deliveries.
namespace pram::profiles {

namespace {

constexpr std::uint32_t components = 16;
constexpr std::uint64_t cells = 48;  // of each array: 3 on each component, one after the other

enum class Ask : std::uint8_t { idle, read, read_too, add, fetch, count };

struct Request {
  Ask ask = Ask::idle;
  std::uint32_t cell = 0;
};

/// Per step and processor.
using Requests = std::vector<std::vector<Request>>;

/// Steps in which all processors do the same, and steps in which they do not.
Requests random_requests(std::mt19937_64& draw, std::uint64_t processors) {
  Requests steps(4 + draw() % 4);
  for (std::vector<Request>& step : steps) {
    const bool same = draw() % 2 == 0;
    const auto any = [&] { return static_cast<Ask>(draw() % static_cast<std::uint64_t>(Ask::count)); };
    const Ask all = any();
    const std::uint64_t few = draw() % 2 == 0 ? cells : 1 + draw() % 4;
    for (std::uint64_t i = 0; i < processors; ++i)
      step.push_back({same ? all : any(), static_cast<std::uint32_t>(draw() % few)});
  }
  return steps;
}

/// Reads of one array stand on two lines; the other lines have an array each. All arrays are hot.
Ledger ledger_of(const Requests& steps, MachineOptions options) {
  options.placement = Placement::direct;
  options.ledger = LedgerDetail::profile;
  Machine machine(options);
  auto read = machine.array<std::int32_t>(cells, 0, "read");
  auto added = machine.array<std::int64_t>(cells, 0, "added");
  auto fetched = machine.array<std::int64_t>(cells, 0, "fetched");
  read.hot();
  added.hot();
  fetched.hot();
  machine.pardo(steps.front().size(), [&](Processor self) -> Task<> {
    for (const std::vector<Request>& step : steps) {
      const Request& mine = step[self.id()];
      switch (mine.ask) {
        case Ask::read: co_await read[mine.cell]; break;
        case Ask::read_too: co_await read[mine.cell]; break;
        case Ask::add: co_await added[mine.cell].add(1); break;
        case Ask::fetch: co_await fetched[mine.cell].fetch_add(1); break;
        default: co_await self.idle();
      }
    }
  });
  return machine.ledger();
}

std::uint32_t home_of(std::uint32_t cell) { return static_cast<std::uint32_t>(cell * components / cells); }

/// Which array, and how: requests of one kind for one cell may merge.
std::uint32_t kind_of(Ask ask) { return static_cast<std::uint32_t>(ask == Ask::read_too ? Ask::read : ask); }

/// The lines of the program that a run has met, by the order of their first requests.
std::vector<Ask> asks_by_line(const Requests& steps) {
  std::vector<Ask> met;
  for (const std::vector<Request>& step : steps) {
    for (const Request& one : step) {
      if (one.ask != Ask::idle && std::ranges::find(met, one.ask) == met.end()) met.push_back(one.ask);
    }
  }
  return met;
}

/// Groups of every line by powers of two of their requests.
std::map<Ask, DegreeBins> recounted_degrees(const Requests& steps) {
  std::map<Ask, DegreeBins> bins;
  for (const std::vector<Request>& step : steps) {
    std::map<std::pair<Ask, std::uint32_t>, std::uint64_t> groups;
    for (const Request& one : step) {
      if (one.ask != Ask::idle) ++groups[{one.ask, one.cell}];
    }
    for (const auto& [group, degree] : groups) {
      std::size_t bin = 0;
      while (std::uint64_t{2} << bin <= degree) ++bin;
      ++bins[group.first][bin];
    }
  }
  return bins;
}

std::vector<std::uint64_t> recounted_served(const Requests& steps) {
  std::vector<std::uint64_t> served(components);
  for (const std::vector<Request>& step : steps) {
    for (const Request& one : step) served[home_of(one.cell)] += one.ask != Ask::idle ? 1 : 0;
  }
  return served;
}

using Destination = std::function<std::uint32_t(std::uint32_t source, std::uint32_t cell)>;

struct Messages {
  std::vector<ComponentTotal> components = std::vector<ComponentTotal>(profiles::components);
  std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>> busiest;  ///< per step: of each phase
};

/// Moves the records of every step by hand: requests of one kind for one cell merge where they meet.
Messages moved_by_hand(const Requests& steps, const std::vector<Destination>& phases) {
  Messages made;
  for (const std::vector<Request>& step : steps) {
    std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> held;  // component, kind, cell
    for (std::uint64_t i = 0; i < step.size(); ++i) {
      if (step[i].ask != Ask::idle)
        held.emplace(static_cast<std::uint32_t>(i * components / step.size()), kind_of(step[i].ask), step[i].cell);
    }
    auto& busiest = made.busiest.emplace_back();
    for (const Destination& destination : phases) {
      if (held.empty()) break;
      std::vector<std::uint32_t> sent(components);
      std::vector<std::uint32_t> received(components);
      std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> next;
      for (const auto& [component, kind, cell] : held) {
        const std::uint32_t to = destination(component, cell);
        ++sent[component];
        ++received[to];
        next.emplace(to, kind, cell);
      }
      for (std::uint32_t c = 0; c < components; ++c) {
        made.components[c].sent += sent[c];
        made.components[c].received += received[c];
      }
      const auto lowest_of_most = [](const std::vector<std::uint32_t>& of) {
        return static_cast<std::uint32_t>(std::ranges::max_element(of) - of.begin());
      };
      busiest.emplace_back(lowest_of_most(sent), lowest_of_most(received));
      ++made.components[busiest.back().second].times_busiest;
      held = std::move(next);
    }
  }
  return made;
}

const Destination to_home = [](std::uint32_t, std::uint32_t cell) { return home_of(cell); };
/// Levels of the binary tree on 16 components: 8 nodes behind 7, 4 behind 3, 2 behind the root, and the root.
const Destination tree_leaves = [](std::uint32_t source, std::uint32_t cell) {
  return (home_of(cell) + 7 + source / 2) % components;
};
const Destination tree_fours = [](std::uint32_t source, std::uint32_t cell) {
  return (home_of(cell) + 3 + (source + components - home_of(cell) - 7) % components / 2) % components;
};
const Destination tree_pair = [](std::uint32_t source, std::uint32_t cell) {
  return (home_of(cell) + 1 + (source + components - home_of(cell) - 3) % components / 2) % components;
};
const Destination modular = [](std::uint32_t source, std::uint32_t cell) { return home_of(cell) / 4 * 4 + source % 4; };

void check_messages(const Ledger& ledger, const Requests& steps, const std::vector<Destination>& phases) {
  const Messages expected = moved_by_hand(steps, phases);
  for (std::uint32_t c = 0; c < components; ++c) {
    CHECK(ledger.components()[c].sent == expected.components[c].sent);
    CHECK(ledger.components()[c].received == expected.components[c].received);
    CHECK(ledger.components()[c].times_busiest == expected.components[c].times_busiest);
  }
  for (std::size_t s = 0; s < steps.size(); ++s) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> seen;
    for (const PhaseRecord& phase : ledger.step_records()[s].phases)
      seen.emplace_back(phase.busiest_sender, phase.busiest_receiver);
    CHECK(seen == expected.busiest[s]);
  }
}

/// The records of steps add up to the totals of lines, and lines to those of the run.
void check_sums(const Ledger& ledger) {
  std::vector<StepLine> lines(ledger.lines().size());
  for (const StepRecord& step : ledger.step_records()) {
    std::uint64_t requests = 0;
    for (const StepLine& one : step.lines) {
      lines[one.line].requests += one.requests;
      lines[one.line].distinct += one.distinct;
      lines[one.line].largest_degree = std::max(lines[one.line].largest_degree, one.largest_degree);
      requests += one.requests;
    }
    CHECK(requests == step.requests.total());
    if (!step.lines.empty()) CHECK(step.lines.front().line == step.line);
  }
  double forward = 0;
  double distinct = 0;
  for (std::size_t k = 0; k < lines.size(); ++k) {
    const LineTotal& total = ledger.lines()[k];
    CHECK(lines[k].requests == total.requests);
    CHECK(lines[k].distinct == total.distinct);
    CHECK(lines[k].largest_degree == total.largest_degree);
    CHECK(total.charge_forward <= static_cast<double>(total.charge) + 1 + 1e-6);
    CHECK(total.avoidable_charge() == total.charge_forward - total.distinct_charge);
    forward += total.charge_forward;
    distinct += total.distinct_charge;
  }
  CHECK(forward == doctest::Approx(static_cast<double>(ledger.charge())));
  CHECK(distinct == doctest::Approx(ledger.distinct_charge()));
}

}  // namespace

TEST_CASE("a profile has degrees by line, what components serve and send, and lines that add up, on every machine") {
  std::mt19937_64 draw(testing::seed());
  CAPTURE(testing::seed());
  const int cases = testing::random_cases(400);
  for (int k = 0; k < cases; ++k) {
    const Requests steps = random_requests(draw, 1 + draw() % 100);
    const std::vector<Ask> asks = asks_by_line(steps);
    const std::map<Ask, DegreeBins> degrees = recounted_degrees(steps);
    const std::vector<std::uint64_t> served = recounted_served(steps);
    testing::on_every_machine({.rule = Rule::arbitrary}, [&](const MachineOptions& options) {
      const Ledger ledger = ledger_of(steps, options);
      REQUIRE(ledger.has_profile());
      REQUIRE(ledger.lines().size() == asks.size());
      for (std::size_t line = 0; line < asks.size(); ++line)
        CHECK(ledger.lines()[line].degrees == degrees.at(asks[line]));
      REQUIRE(ledger.components().size() == components);
      std::uint64_t sent = 0;
      std::uint64_t received = 0;
      for (std::uint32_t c = 0; c < components; ++c) {
        CHECK(ledger.components()[c].served == served[c]);
        sent += ledger.components()[c].sent;
        received += ledger.components()[c].received;
      }
      CHECK(sent == received);
      check_sums(ledger);
      const std::string access = options.access.text();
      if (access == "sorting" || access == "ranade" || access == "copies") {
        CHECK(sent == 0);
        return;
      }
      if (access == "direct") check_messages(ledger, steps, {to_home});
      if (access == "combining:4,4,spread=modular") check_messages(ledger, steps, {modular, to_home});
      if (access == "tree:2") check_messages(ledger, steps, {tree_leaves, tree_fours, tree_pair, to_home});
      if (access == "adaptive" || access == "integer-sort")
        return;  // counts of the routing are messages of no component
      std::uint64_t messages = 0;
      for (const PhaseTotal& phase : ledger.phases()) messages += phase.messages;
      CHECK(sent == messages);
      for (const StepRecord& step : ledger.step_records()) {
        for (const PhaseRecord& phase : step.phases)
          CHECK((phase.busiest_receiver < components) == (phase.messages > 0));
      }
    });
  }
}

TEST_CASE("processes of a profile: words of every component, the busiest one, and what they ask of shared arrays") {
  // Process i sends i words to each process above it and gets one from process 0.
  constexpr std::uint32_t p = 8;
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    CAPTURE(threads);
    Machine machine({.components = p,
                     .access = "direct",
                     .placement = Placement::direct,
                     .threads = threads,
                     .ledger = LedgerDetail::profile});
    const auto cells_asked = machine.array<std::int64_t>(p, 0, "asked");
    machine.spmd(
        [&](bsp::Process self) -> Task<> {
          auto words = self.coarray<std::int64_t>(p * p, 0, "words");
          for (std::uint64_t to = self.id() + 1; to < p; ++to) {
            for (std::uint64_t k = 0; k < self.id(); ++k) words(to)[self.id() * p + k] = 1;
          }
          const auto got = words(0)[0].get();
          co_await self.sync("exchange");
          if (got.value() != 0) co_return;
          self.update(cells_asked[3], Sum{}, std::int64_t{1});
          co_await self.sync("ask");
        },
        "processes");
    const Ledger& ledger = machine.ledger();
    std::uint64_t words = 0;
    for (std::uint32_t i = 0; i < p; ++i) {
      const ComponentTotal& mine = ledger.components()[i];
      std::uint64_t sent = std::uint64_t{i} * (p - 1 - i) + (i > 0 ? 1 : p - 1);  // a request, or all replies
      std::uint64_t received = std::uint64_t{i} * (i - std::uint64_t{1}) / 2 * (i > 0 ? 1 : 0) + (i > 0 ? 1 : p - 1);
      sent += 1;                   // of the second superstep
      received += i == 3 ? p : 0;  // to the owner of cell 3
      CHECK(mine.sent == sent);
      CHECK(mine.received == received);
      CHECK(mine.served == (i == 3 ? p : 0));
      words += sent;
    }
    CHECK(words == ledger.superstep_records()[0].words + p);
    // Component 7 is busiest in the first superstep, with 21 + 1 words; component 3 in the phase of the second.
    CHECK(ledger.components()[7].times_busiest == 1);
    CHECK(ledger.components()[3].times_busiest == 1);
    REQUIRE(ledger.pardos().size() == 1);
    CHECK(ledger.pardos()[0].form == PardoTotal::Form::processes);
    CHECK(ledger.pardos()[0].name == "processes");
    CHECK(ledger.pardos()[0].supersteps == 2);
    CHECK(ledger.pardos()[0].steps == 0);
    CHECK(ledger.pardos()[0].charge == ledger.total_charge());
    REQUIRE(ledger.superstep_records()[1].shared.lines.size() == 1);
    CHECK(ledger.superstep_records()[1].shared.lines[0].requests == p);
    CHECK(ledger.superstep_records()[1].shared.lines[0].largest_degree == p);
    CHECK(ledger.superstep_records()[1].pardo_number == 1);
    CHECK(ledger.lines()[0].degrees[3] == 1);
  }
}

TEST_CASE("the difference of two copies has the profile of what was done in between") {
  std::mt19937_64 draw(testing::seed());
  CAPTURE(testing::seed());
  for (const char* const access : {"direct", "combining:4,4,spread=modular"}) {  // whose routes are those of any step
    const auto programs = [&](Machine& machine, bool first, bool second) {
      const auto cold = machine.array<std::int32_t>(cells, 0, "cold");
      const auto hot = machine.array<std::int64_t>(cells, 0, "hot");
      const auto before = [&] {
        machine.pardo(
            20, [&](Processor self) -> Task<> { co_await cold[self.id()]; }, "only before");
      };
      const auto both = [&] {
        machine.pardo(
            64, [&](Processor self) -> Task<> { co_await hot[self.id() % 5].add(1); }, "both");
      };
      if (first) before(), both();
      const Ledger copy = machine.ledger();
      if (second) both();
      if (second)
        machine.pardo(
            9, [&](Processor) -> Task<> { co_await hot[0]; }, "only after");
      return machine.ledger() - copy;
    };
    const MachineOptions options = {
        .components = components, .access = access, .placement = Placement::direct, .ledger = LedgerDetail::profile};
    Machine machine(options);
    const Ledger between = programs(machine, true, true);
    Machine alone(options);
    const Ledger expected = programs(alone, false, true);
    REQUIRE(between.lines().size() == 2);
    REQUIRE(between.pardos().size() == 2);
    for (std::size_t k = 0; k < 2; ++k) {
      CHECK(between.lines()[k].degrees == expected.lines()[k].degrees);
      CHECK(between.lines()[k].charge_forward == doctest::Approx(expected.lines()[k].charge_forward));
      CHECK(between.lines()[k].distinct_charge == doctest::Approx(expected.lines()[k].distinct_charge));
      const PardoTotal& pardo = between.pardos()[k];
      CHECK(pardo.name == (k == 0 ? "both" : "only after"));
      CHECK(pardo.times == 1);
      CHECK(pardo.first_step == 3 + k);
      CHECK(pardo.steps == 1);
      CHECK(pardo.work == expected.pardos()[k].work);
      CHECK(pardo.charge == expected.pardos()[k].charge);
      CHECK(between.step_records()[k].pardo == k);
      REQUIRE(between.step_records()[k].lines.size() == 1);
      CHECK(between.step_records()[k].lines[0].line == k);
    }
    for (std::uint32_t c = 0; c < components; ++c) {
      CHECK(between.components()[c].sent == expected.components()[c].sent);
      CHECK(between.components()[c].received == expected.components()[c].received);
      CHECK(between.components()[c].served == expected.components()[c].served);
      CHECK(between.components()[c].times_busiest == expected.components()[c].times_busiest);
    }
    CHECK_THROWS_AS(alone.ledger() - machine.ledger(), Error);
  }
}

}  // namespace pram::profiles

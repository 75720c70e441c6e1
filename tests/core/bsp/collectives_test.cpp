#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include <pram/pram.hpp>

#include "../../support.hpp"
#include "../all_workers.hpp"
#include "../thrown.hpp"
#include "thread_counts.hpp"

namespace pram {

namespace testing {

/// x → a x + b. Their composition is associative and not commutative.
struct Affine {
  std::uint64_t a;
  std::uint64_t b;

  friend bool operator==(const Affine&, const Affine&) = default;
};

inline Affine then(const Affine& first, const Affine& second) {
  return {first.a * second.a, first.b * second.a + second.b};
}

}  // namespace testing

namespace {

using bsp::Algorithm;
using bsp::CollectiveCost;
using testing::Affine;

constexpr Algorithm algorithms[] = {Algorithm::best, Algorithm::one_phase, Algorithm::two_phase, Algorithm::tree};

/// One way to call a collective.
struct Call {
  std::uint32_t processes = 1;
  std::uint32_t components = 1;
  std::uint64_t values = 0;
  std::uint64_t root = 0;
  std::uint64_t gap = 1;
  std::uint64_t latency = 0;
  bsp::CollectiveOptions options;
};

template <class Draw>
Call random_call(Draw& draw, bool process_a_component) {
  const auto below = [&](std::uint64_t bound) { return draw() % bound; };
  Call call;
  call.processes = static_cast<std::uint32_t>(1 + below(below(4) == 0 ? 70 : 12));
  call.components = process_a_component ? call.processes : static_cast<std::uint32_t>(1 + below(9));
  const std::uint64_t sizes[] = {0, 1, 2, call.processes - 1U, call.processes, call.processes + 1U, below(100)};
  call.values = sizes[below(7)];
  call.root = below(call.processes);
  call.gap = 1 + below(5);
  call.latency = below(2) == 0 ? 0 : below(300);
  call.options.algorithm = algorithms[below(4)];
  if (below(3) == 0)
    call.options.parameters = bsp::Parameters{static_cast<double>(below(4)), 1.5 * static_cast<double>(below(100))};
  return call;
}

Machine machine_of(const Call& call, unsigned threads) {
  return Machine({.components = call.components,
                  .network = "router:g=" + std::to_string(call.gap) + ",l=" + std::to_string(call.latency),
                  .threads = threads});
}

bsp::Parameters parameters_of(const Call& call) {
  if (call.options.parameters) return *call.options.parameters;
  return {static_cast<double>(call.gap), static_cast<double>(call.latency)};
}

/// What the ledger measured, the superstep after the collective included.
struct Measured {
  std::uint64_t supersteps = 0;
  std::uint64_t relation = 0;
  std::uint64_t work = 0;
};

Measured measured(const Machine& machine) {
  Measured sum;
  for (const SuperstepRecord& record : machine.ledger().superstep_records()) {
    if (record.tag != "after") ++sum.supersteps;
    sum.relation += record.relation();
    sum.work += record.largest_work;
  }
  return sum;
}

void check_cost(const Machine& machine, const Call& call, const CollectiveCost& cost) {
  const Measured had = measured(machine);
  CHECK(had.supersteps == cost.supersteps);
  CHECK(had.relation == cost.relation);
  CHECK(had.work == cost.work);
  std::uint64_t charge = 0;
  for (const SuperstepRecord& record : machine.ledger().superstep_records()) {
    if (record.relation() > 0) charge += call.gap * record.relation() + call.latency;
  }
  CHECK(machine.ledger().superstep_charge() == charge);
}

/// Values of all processes, as drawn.
template <class T>
using All = std::vector<std::vector<T>>;

/// Runs a collective on values of a type, for all numbers of threads.
/// @param collective  (Process, values of this process) → Task<>, in place
template <class T, class Collective>
All<T> run(const Call& call, const All<T>& given, const std::optional<CollectiveCost>& cost,
           const Collective& collective) {
  std::optional<All<T>> first;
  std::optional<std::uint64_t> charge;
  for (const unsigned threads : testing::thread_counts) {
    Machine machine = machine_of(call, threads);
    All<T> values = given;
    machine.spmd(call.processes, [&](bsp::Process self) -> Task<> {
      co_await collective(self, values[self.id()]);
      co_await self.sync("after");
    });
    CAPTURE(threads);
    CAPTURE(call.processes);
    CAPTURE(call.values);
    CAPTURE(call.root);
    CAPTURE(static_cast<int>(call.options.algorithm));
    if (!first) {
      first = values;
      charge = machine.ledger().superstep_charge();
      if (cost) check_cost(machine, call, *cost);
    } else {
      CHECK(values == *first);
      CHECK(machine.ledger().superstep_charge() == *charge);
    }
  }
  return *first;
}

/// All five on values of one type.
template <class T, class Operator, class Oracle>
void check_all(const Call& call, const std::function<T()>& value, Operator op, T identity, const Oracle& combine) {
  All<T> given(call.processes);
  for (auto& own : given) {
    for (std::uint64_t k = 0; k < call.values; ++k) own.push_back(value());
  }
  const bool exact = call.processes == call.components;
  const bsp::Parameters parameters = parameters_of(call);
  const auto cost = [&](auto formula) {
    return exact ? std::optional(formula(call.processes, call.values, sizeof(T), parameters, call.options.algorithm))
                 : std::nullopt;
  };
  // Prefixes the plain way.
  All<T> before(call.processes + 1U, std::vector<T>(call.values, identity));
  for (std::size_t p = 0; p < call.processes; ++p) {
    for (std::size_t k = 0; k < call.values; ++k)
      before[p + 1][k] = p == 0 ? given[0][k] : combine(before[p][k], given[p][k]);
  }
  const std::vector<T>& all = before.back();

  CHECK(run(call, given, cost(bsp::broadcast_cost), [&](bsp::Process self, std::vector<T>& own) {
          return bsp::broadcast(self, own, call.root, call.options);
        }) == All<T>(call.processes, given[call.root]));

  All<T> reduced = given;
  reduced[call.root] = all;
  CHECK(run(call, given, cost(bsp::reduce_cost), [&](bsp::Process self, std::vector<T>& own) {
          return bsp::reduce(self, own, op, call.root, call.options);
        }) == reduced);

  CHECK(run(call, given, cost(bsp::all_reduce_cost), [&](bsp::Process self, std::vector<T>& own) {
          return bsp::all_reduce(self, own, op, call.options);
        }) == All<T>(call.processes, all));

  CHECK(run(call, given, cost(bsp::scan_cost), [&](bsp::Process self, std::vector<T>& own) {
          return bsp::scan(self, own, op, call.options);
        }) == All<T>(before.begin() + 1, before.end()));

  CHECK(run(call, given, cost(bsp::exclusive_scan_cost), [&](bsp::Process self, std::vector<T>& own) {
          return bsp::exclusive_scan(self, own, op, identity, call.options);
        }) == All<T>(before.begin(), before.end() - 1));
}

std::uint64_t words(std::uint64_t values, std::uint64_t bytes_each) { return (values * bytes_each + 7) / 8; }

/// Blocks that each process has for each: sizes and values drawn.
All<std::vector<std::uint16_t>> random_blocks(std::mt19937_64& draw, std::uint64_t processes) {
  All<std::vector<std::uint16_t>> blocks(processes, std::vector<std::vector<std::uint16_t>>(processes));
  for (auto& own : blocks) {
    for (auto& block : own) {
      block.resize(draw() % 3 == 0 ? 0 : draw() % 20);
      for (auto& one : block) one = static_cast<std::uint16_t>(draw());
    }
  }
  return blocks;
}

}  // namespace

TEST_CASE("collectives give what a loop gives, at the cost of their formulas, for any operator and all threads") {
  const testing::AllWorkers all_workers;
  std::mt19937_64 draw(testing::seed());
  for (int round = testing::random_cases(150); round > 0; --round) {
    const Call call = random_call(draw, draw() % 4 != 0);
    check_all<Affine>(
        call,
        [&] {
          return Affine{draw() % 1000 | 1, draw() % 1000};
        },
        testing::then, Affine{1, 0}, testing::then);
    check_all<std::uint64_t>(
        call, [&] { return draw(); }, Sum{}, std::uint64_t{0}, std::plus<std::uint64_t>());
    check_all<std::int8_t>(
        call, [&] { return static_cast<std::int8_t>(draw()); }, Minimum{}, std::int8_t{127},
        [](std::int8_t a, std::int8_t b) { return std::min(a, b); });
    check_all<std::uint16_t>(
        call, [&] { return static_cast<std::uint16_t>(draw()); }, Sum{}, std::uint16_t{0},
        [](std::uint16_t a, std::uint16_t b) { return static_cast<std::uint16_t>(a + b); });
  }
}

TEST_CASE("collectives of one value, and of what lies in a coarray, an array, a span") {
  const std::vector<std::uint64_t> factorials = {1, 2, 6, 24, 120, 720, 5040};
  for (const Algorithm algorithm : algorithms) {
    const bsp::CollectiveOptions by = {.algorithm = algorithm};
    Machine machine({.components = 7});
    machine.spmd([&](bsp::Process self) -> Task<> {
      const std::uint64_t id = self.id();
      const std::uint64_t fourth = co_await bsp::broadcast(self, 10 * id, 4, by);
      CHECK(fourth == 40);
      const std::uint64_t sum = co_await bsp::reduce(self, id, Sum{}, 2, by);
      CHECK(sum == (id == 2 ? 21 : id));
      const double most = co_await bsp::all_reduce(self, static_cast<double>(id), Maximum{}, by);
      CHECK(most == 6.0);
      const std::uint64_t factorial = co_await bsp::scan(self, id + 1, Product{}, by);
      CHECK(factorial == factorials[id]);
      const std::uint64_t below = co_await bsp::exclusive_scan(self, id, Sum{}, std::uint64_t{0}, by);
      CHECK(below == (id == 0 ? 0 : id * (id - 1) / 2));
      const Affine all = co_await bsp::all_reduce(self, Affine{id + 1, id}, testing::then, by);
      CHECK(all.a == 5040);
      auto cells = self.coarray<std::uint32_t>(3, static_cast<std::uint32_t>(id));
      co_await bsp::broadcast(self, cells, 5, by);
      CHECK(cells[2] == 5);
      std::array<std::uint64_t, 2> pair;
      pair.fill(id);
      co_await bsp::all_reduce(self, pair, Sum{}, by);
      CHECK(pair[0] == 21);
      CHECK(pair[1] == 21);
      std::vector<std::uint64_t> row(3, 2);
      co_await bsp::scan(self, std::span(row).subspan(1), std::plus<>(), by);
      CHECK(row[0] == 2);
      CHECK(row[1] == 2 * (id + 1));
      CHECK(row[2] == 2 * (id + 1));
    });
  }
}

TEST_CASE("gather, all-gather and all-to-all move blocks of any sizes straight, in one superstep") {
  const testing::AllWorkers all_workers;
  std::mt19937_64 draw(testing::seed());
  using Block = std::vector<std::uint16_t>;
  for (int round = testing::random_cases(100); round > 0; --round) {
    Call call = random_call(draw, true);
    const std::uint64_t p = call.processes;
    const auto blocks = random_blocks(draw, p);
    std::vector<std::uint64_t> sent(p);
    std::vector<std::uint64_t> received(p);
    std::uint64_t gathered = 0;
    std::uint64_t largest = 0;
    for (std::size_t from = 0; from < p; ++from) {
      const std::uint64_t own = words(blocks[from][0].size(), 2);
      largest = std::max(largest, own);
      if (from != call.root) gathered += own;
      for (std::size_t to = 0; to < p; ++to) {
        if (from == to) continue;
        sent[from] += words(blocks[from][to].size(), 2);
        received[to] += words(blocks[from][to].size(), 2);
      }
    }
    for (const unsigned threads : testing::thread_counts) {
      Machine machine = machine_of(call, threads);
      machine.spmd([&](bsp::Process self) -> Task<> {
        const auto& mine = blocks[self.id()];
        const auto on_root = co_await bsp::gather(self, mine[0], call.root);
        CHECK(on_root.count() == (self.id() == call.root ? p : 0));
        const auto on_all = co_await bsp::all_gather(self, mine[0]);
        REQUIRE(on_all.count() == p);
        Block given;
        std::vector<std::uint64_t> counts;
        for (const Block& block : mine) {
          given.insert(given.end(), block.begin(), block.end());
          counts.push_back(block.size());
        }
        const auto got = co_await bsp::all_to_all(self, given, counts);
        REQUIRE(got.count() == p);
        Block joined;
        for (std::size_t from = 0; from < p; ++from) {
          const auto same = [&](std::span<const std::uint16_t> had, const Block& wanted) {
            return std::ranges::equal(had, wanted);
          };
          if (on_root.count() > 0) CHECK(same(on_root[from], blocks[from][0]));
          CHECK(same(on_all[from], blocks[from][0]));
          CHECK(same(got[from], blocks[from][self.id()]));
          joined.insert(joined.end(), blocks[from][0].begin(), blocks[from][0].end());
        }
        CHECK(on_all.values() == joined);
        CHECK_THROWS_AS((void)on_all[p], std::out_of_range);
      });
      const auto& records = machine.ledger().superstep_records();
      REQUIRE(records.size() == 3);
      CHECK(records[0].tag == "gather");
      CHECK(records[0].relation() == gathered);
      CHECK(records[1].tag == "all-gather");
      CHECK(records[1].relation() == (p - 1) * largest);
      CHECK(records[2].tag == "all-to-all");
      CHECK(records[2].relation() == std::max(*std::ranges::max_element(sent), *std::ranges::max_element(received)));
    }
  }
}

TEST_CASE("gather, all-gather and all-to-all of one value each") {
  for (const std::uint32_t p : {1U, 2U, 6U}) {
    Machine machine({.components = p});
    machine.spmd([&](bsp::Process self) -> Task<> {
      std::vector<std::uint64_t> squares;
      for (std::uint64_t k = 0; k < p; ++k) squares.push_back(k * k);
      const auto on_root = co_await bsp::gather(self, self.id() * self.id(), p - 1);
      CHECK(on_root == (self.id() == p - 1 ? squares : std::vector<std::uint64_t>()));
      const auto on_all = co_await bsp::all_gather(self, self.id() * self.id());
      CHECK(on_all == squares);
      std::vector<std::uint64_t> row;
      std::vector<std::uint64_t> column;
      for (std::uint64_t k = 0; k < 2 * p; ++k) {
        row.push_back(100 * self.id() + k);
        column.push_back(100 * (k / 2) + 2 * self.id() + k % 2);
      }
      const auto transposed = co_await bsp::all_to_all(self, row);
      CHECK(transposed.values() == column);
    });
  }
}

TEST_CASE("formulas of collectives are those of the book") {
  const bsp::Parameters machine = {3, 50};
  for (const std::uint64_t p : {4U, 16U, 64U}) {
    for (const std::uint64_t m : {p, 4 * p, 100 * p}) {
      const auto straight = bsp::broadcast_cost(p, m, 8, machine, Algorithm::one_phase);
      CHECK(straight.charge(machine) == static_cast<double>((p - 1) * m * 3 + 50));
      const auto two = bsp::broadcast_cost(p, m, 8, machine, Algorithm::two_phase);
      CHECK(two.charge(machine) == static_cast<double>(2 * (p - 1) * (m / p) * 3 + 2 * 50));
      const auto sum = bsp::reduce_cost(p, m, 8, machine, Algorithm::two_phase);
      CHECK(sum.charge(machine) == static_cast<double>((p - 1) * (m / p) * (1 + 2 * 3) + 2 * 50));
      std::uint64_t rounds = 0;
      for (std::uint64_t have = 1; have < p; have *= 2) ++rounds;
      // With no price on supersteps the binary tree is best of all trees.
      const auto tree = bsp::scan_cost(p, m, 8, {1, 0}, Algorithm::tree);
      CHECK(tree.degree == 2);
      CHECK(tree.supersteps == rounds);
      CHECK(tree.charge(machine) == static_cast<double>(rounds * (m + 3 * m + 50)));
      CHECK(bsp::all_reduce_cost(p, m, 8, {1, 0}, Algorithm::tree).relation == 2 * rounds * m);
    }
  }
  CHECK_THROWS_AS((void)bsp::broadcast_cost(0, 1, 8, machine), Error);
}

TEST_CASE("best is the cheapest by g, l and size, and is what runs") {
  std::mt19937_64 draw(testing::seed());
  const auto formulas = {bsp::broadcast_cost, bsp::reduce_cost, bsp::all_reduce_cost, bsp::scan_cost,
                         bsp::exclusive_scan_cost};
  for (int round = 0; round < 300; ++round) {
    const std::uint64_t p = 1 + draw() % 5000;
    const std::uint64_t m = draw() % (draw() % 2 == 0 ? 10 : 100'000);
    const bsp::Parameters machine = {static_cast<double>(draw() % 10), static_cast<double>(draw() % 10'000)};
    for (const auto formula : formulas) {
      const auto best = formula(p, m, 8, machine, Algorithm::best);
      double least = best.charge(machine) + 1;
      for (const Algorithm algorithm : {Algorithm::one_phase, Algorithm::two_phase, Algorithm::tree})
        least = std::min(least, formula(p, m, 8, machine, algorithm).charge(machine));
      CHECK(best.charge(machine) == least);
    }
  }
  CHECK(bsp::broadcast_cost(64, 1, 8, {1, 1'000'000}).algorithm == Algorithm::one_phase);
  CHECK(bsp::broadcast_cost(64, 100'000, 8, {1, 100}).algorithm == Algorithm::two_phase);
  CHECK(bsp::broadcast_cost(4096, 1, 8, {1, 0}).algorithm == Algorithm::tree);
  CHECK(bsp::broadcast_cost(4096, 1, 8, {1, 50}).degree > 2);

  const auto supersteps = [](const char* network, std::uint64_t values) {
    Machine machine({.components = 64, .network = network});
    machine.spmd([&](bsp::Process self) -> Task<> {
      std::vector<double> row(values);
      co_await bsp::broadcast(self, row);
    });
    return machine.ledger().supersteps();
  };
  CHECK(supersteps("router:g=1,l=1000000", 1) == 1);
  CHECK(supersteps("router:g=1,l=100", 100'000) == 2);
  CHECK(supersteps("router", 1) == 6);
  CHECK(supersteps("ideal", 1) == 1);
}

TEST_CASE("processes know g and l of their network") {
  const auto parameters = [](const char* network) {
    bsp::Parameters known;
    Machine machine({.components = 16, .network = network});
    machine.spmd([&](bsp::Process self) -> Task<> {
      if (self.id() == 0) known = self.parameters();
      co_return;
    });
    return std::pair(known.g, known.l);
  };
  CHECK(parameters("router:g=4,l=30") == std::pair(4.0, 30.0));
  CHECK(parameters("ideal") == std::pair(0.0, 1.0));
  CHECK(parameters("torus:4x4") == std::pair(1.0, 0.0));
}

TEST_CASE("what was asked for before a collective takes effect with its first superstep, and lines are the caller's") {
  Machine machine({.components = 4});
  machine.spmd([&](bsp::Process self) -> Task<> {
    auto cells = self.coarray<int>(1);
    cells((self.id() + 1) % 4)[0] = static_cast<int>(self.id());
    const auto before = cells(0)[0].get();
    const std::uint64_t five = co_await bsp::broadcast(self, 5 + self.id(), 0, {.algorithm = Algorithm::one_phase});
    CHECK(five == 5);
    CHECK(cells[0] == static_cast<int>(self.id() + 3) % 4);
    CHECK(before.value() == 0);
  });
  bool found = false;
  for (const TransferTotal& line : machine.ledger().transfers()) {
    if (line.subject != "collectives") continue;
    found = true;
    CHECK(testing::contains(line.where.file, "collectives_test.cpp"));
    CHECK(line.words == 3);
  }
  CHECK(found);
}

TEST_CASE("mistakes in collectives are named with process, superstep and line") {
  const auto says = [](const auto& body, const std::vector<std::string>& parts) {
    std::optional<std::string> first;
    for (const unsigned threads : testing::thread_counts) {
      const testing::AllWorkers all_workers;
      Machine machine({.components = 4, .threads = threads});
      const auto error = testing::thrown<Error>([&] { machine.spmd(body); });
      const std::string what = error.what();
      CAPTURE(what);
      for (const std::string& part : parts) CHECK(testing::contains(error.what(), part));
      CHECK(testing::contains(error.what(), "collectives_test.cpp"));
      CHECK(testing::is_one_line(error.what()));
      if (!first) first = error.what();
      CHECK(*first == error.what());
      machine.spmd([](bsp::Process self) -> Task<> {
        const int four = co_await bsp::all_reduce(self, 1, Sum{});
        CHECK(four == 4);
      });
    }
  };
  const bsp::CollectiveOptions straight = {.algorithm = Algorithm::one_phase};
  says([&](bsp::Process self) -> Task<> { co_await bsp::broadcast(self, 1.0, self.id() == 3 ? 1 : 0, straight); },
       {"process 3", "superstep 2", "8 bytes of broadcast from process 1", "sent 0 bytes", "same root and sizes"});
  says(
      [&](bsp::Process self) -> Task<> {
        std::vector<int> values(self.id() == 2 ? 3 : 2);
        co_await bsp::all_reduce(self, values, Sum{}, straight);
      },
      {"process 0", "8 bytes of all-reduce from process 2", "sent 12 bytes"});
  says(
      [&](bsp::Process self) -> Task<> {
        if (self.id() == 1) {
          co_await bsp::scan(self, 1.0, Sum{}, straight);
        } else {
          co_await bsp::broadcast(self, 1.0, 0, straight);
        }
      },
      {"process 1", "8 bytes of scan from process 0", "sent 8 bytes of broadcast"});
  says(
      [&](bsp::Process self) -> Task<> {
        if (self.id() == 2) co_return;
        co_await bsp::reduce(self, 1, Sum{});
      },
      {"process 0", "\"reduce\"", "process 2", "has ended"});
  says([&](bsp::Process self) -> Task<> { (void)co_await bsp::gather(self, 1, 4); },
       {"process 0", "process 4", "root", "0 to 3"});
  says(
      [&](bsp::Process self) -> Task<> {
        const std::vector<int> values(6);
        (void)co_await bsp::all_to_all(self, values);
      },
      {"process 0", "6 values", "4 blocks"});
  says(
      [&](bsp::Process self) -> Task<> {
        const std::vector<int> values(6);
        std::vector<std::uint64_t> counts(4, 2);
        counts[3] = ~std::uint64_t{0};
        (void)co_await bsp::all_to_all(self, values, counts);
      },
      {"process 0", "6 values", "4 counts", "4 processes"});
}

}  // namespace pram

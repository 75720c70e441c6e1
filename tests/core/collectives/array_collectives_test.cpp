#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <pram/pram.hpp>

#include "core/thrown.hpp"
#include "support.hpp"

namespace pram {

namespace {

using Values = std::vector<std::int64_t>;

MachineOptions direct_machine(std::uint32_t components, const std::string& network = "router") {
  MachineOptions options;
  options.components = components;
  options.network = network;
  options.placement = Placement::direct;
  options.threads = 1;
  return options;
}

/// Every network of the registry, and some with options, that a machine of so many components may have.
std::vector<std::string> networks_for(std::uint32_t components) {
  std::vector<std::string> all = networks().names();
  for (const char* const more :
       {"router:g=2,l=3", "shared-memory:1", "torus,ports=one", "ring:duplex=half", "hypercube:ports=one,startup=5",
        "torus:combining=pairwise", "omega:combining=unlimited", "torus:switching=wormhole"}) {
    all.emplace_back(more);
  }
  std::erase_if(all, [&](const std::string& network) {
    try {
      const Machine made(direct_machine(components, network));
      return false;
    } catch (const ConfigError&) {
      return true;
    }
  });
  return all;
}

Values numbers(std::uint64_t n) {
  Values values(n);
  for (std::uint64_t i = 0; i < n; ++i) values[i] = static_cast<std::int64_t>(i * i + 7 * i) - 50;
  return values;
}

/// The component of a cell under placement direct.
std::uint64_t home(std::uint64_t cell, std::uint64_t n, std::uint64_t p) { return cell * p / n; }

/// The cells of every component, one after the other.
std::vector<Values> blocks(const Values& values, std::uint64_t p) {
  std::vector<Values> out(p);
  for (std::uint64_t i = 0; i < values.size(); ++i) out[home(i, values.size(), p)].push_back(values[i]);
  return out;
}

Values joined(const std::vector<Values>& parts) {
  Values all;
  for (const Values& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

Values all_to_all(const Values& values, std::uint64_t p) {
  std::vector<Values> piece(p);
  for (const Values& block : blocks(values, p)) {
    for (std::uint64_t k = 0; k < block.size(); ++k) piece[home(k, block.size(), p)].push_back(block[k]);
  }
  return joined(piece);
}

Values transposed(const Values& values, std::uint64_t rows, std::uint64_t columns) {
  Values out(values.size());
  for (std::uint64_t i = 0; i < rows; ++i) {
    for (std::uint64_t j = 0; j < columns; ++j) out[j * rows + i] = values[i * columns + j];
  }
  return out;
}

/// Every operation on arrays of n cells.
void check_all(Machine& machine, std::uint64_t n) {
  const std::uint64_t p = machine.options().components;
  const Values values = numbers(n);
  const auto from = machine.array(values, "values");
  const std::vector<Values> block = blocks(values, p);
  for (const std::uint64_t root : {std::uint64_t{0}, p / 2, p - 1}) {
    CAPTURE(root);
    const auto number = static_cast<std::uint32_t>(root);
    const auto copies = machine.array<std::int64_t>(p * block[root].size());
    machine.broadcast(from, copies, number);
    CHECK(copies.host() == joined(std::vector<Values>(p, block[root])));

    const auto dealt = machine.array<std::int64_t>(block[root].size());
    machine.scatter(from, dealt, number);
    CHECK(dealt.host() == block[root]);

    const auto collected = machine.array<std::int64_t>(p * n, -1);
    machine.gather(from, collected, number);
    std::vector<Values> expected(p, Values(n, -1));
    expected[root] = values;
    CHECK(collected.host() == joined(expected));
  }
  const auto everywhere = machine.array<std::int64_t>(p * n);
  machine.all_gather(from, everywhere);
  CHECK(everywhere.host() == joined(std::vector<Values>(p, values)));

  const auto pieces = machine.array<std::int64_t>(n);
  machine.all_to_all(from, pieces);
  CHECK(pieces.host() == all_to_all(values, p));

  for (std::uint64_t rows = 1; rows <= n; ++rows) {
    if (n % rows != 0) continue;
    CAPTURE(rows);
    const auto matrix = machine.array(values);
    machine.transpose(matrix, rows, n / rows);
    CHECK(matrix.host() == transposed(values, rows, n / rows));
    machine.transpose(matrix, pieces, n / rows, rows);
    CHECK(pieces.host() == values);
  }
  CHECK(from.host() == values);
}

std::string text_of(const Ledger& ledger) {
  std::string text = std::to_string(ledger.collective_charge());
  for (const CollectiveTotal& one : ledger.collectives()) {
    text += "\n" + one.array + " " + one.operation + " " + one.algorithm + " " + std::to_string(one.where.line);
    for (const std::uint64_t number : {one.times, one.words, one.steps, one.charge})
      text += " " + std::to_string(number);
    text += " " + std::to_string(one.lower_bound.value_or(-1));
  }
  return text;
}

}  // namespace

TEST_CASE("collectives do on every network what host code does") {
  for (const std::uint32_t p : {1U, 2U, 3U, 5U, 8U, 16U}) {
    CAPTURE(p);
    for (const std::string& network : networks_for(p)) {
      CAPTURE(network);
      Machine machine(direct_machine(p, network));
      std::vector<std::uint64_t> sizes = {0, 1, 3, p, 4 * p, p * p, 37};
      if (testing::size() <= testing::Size::small) sizes = {0, 3, p * p, 37};
      for (const std::uint64_t n : sizes) {
        CAPTURE(n);
        check_all(machine, n);
      }
      const Ledger& ledger = machine.ledger();
      CHECK(ledger.steps() == 0);
      CHECK(ledger.charge() == 0);
      CHECK((ledger.collective_charge() > 0) == (p > 1));
      CHECK(ledger.total_charge() == ledger.collective_charge());
      std::uint64_t sum = 0;
      for (const CollectiveTotal& one : ledger.collectives()) {
        CAPTURE(one.operation);
        CAPTURE(one.algorithm);
        sum += one.charge;
        CHECK((one.charge > 0) == (one.words > 0));
        CHECK((one.steps > 0) == (one.words > 0));
        CHECK(static_cast<double>(one.charge) >= one.lower_bound.value_or(0) - 1e-9);
      }
      CHECK(sum == ledger.collective_charge());
    }
  }
}

TEST_CASE("where a block has a piece for every component all-to-all transposes pieces") {
  Machine machine(direct_machine(3));
  const auto from =
      machine.array(Values{0, 1, 10, 11, 20, 21, 100, 101, 110, 111, 120, 121, 200, 201, 210, 211, 220, 221});
  machine.all_to_all(from, from);
  CHECK(from.host() == Values{0, 1, 100, 101, 200, 201, 10, 11, 110, 111, 210, 211, 20, 21, 120, 121, 220, 221});
}

TEST_CASE("on a router an exchange costs the words that the busiest component sends or receives") {
  Machine machine(direct_machine(4));
  const auto values = machine.array(numbers(64), "values");
  const auto block = machine.array<std::int64_t>(16);
  const auto large = machine.array<std::int64_t>(256);
  machine.scatter(values, block, 1);
  machine.gather(values, large, 2);
  machine.all_gather(values, large);
  machine.all_to_all(values, values);
  machine.broadcast(values, machine.array<std::int64_t>(64));
  const auto& made = machine.ledger().collectives();
  REQUIRE(made.size() == 5);
  const std::uint64_t words[] = {12, 48, 192, 48, 48};
  // Broadcast: scatter (12 sent by the source) and all-gather (12), against 48 in one phase and 32 in two.
  const std::uint64_t charge[] = {12, 48, 48, 12, 24};
  const std::uint64_t steps[] = {1, 1, 1, 1, 2};
  for (std::size_t k = 0; k < 5; ++k) {
    CAPTURE(made[k].operation);
    CHECK(made[k].words == words[k]);
    CHECK(made[k].charge == charge[k]);
    CHECK(made[k].steps == steps[k]);
    CHECK(made[k].array == "values");
    CHECK(made[k].times == 1);
    CHECK(made[k].where.file.ends_with("array_collectives_test.cpp"));
  }
  CHECK(made[4].algorithm == "scatter-all-gather");
  CHECK(machine.ledger().collective_charge() == 12 + 48 + 48 + 12 + 24);

  // Few words: in two phases, for the source alone would send three times as many.
  Machine few(direct_machine(4));
  few.broadcast(few.array(numbers(4)), few.array<std::int64_t>(4));
  CHECK(few.ledger().collectives().at(0).algorithm == "recursive-doubling");
  CHECK(few.ledger().collective_charge() == 2);

  Machine ideal(direct_machine(4, "ideal"));
  ideal.broadcast(ideal.array(numbers(64)), ideal.array<std::int64_t>(64));
  CHECK(ideal.ledger().collective_charge() == 1);
}

TEST_CASE("exchanges of one line are one entry, and stand beside the steps") {
  Machine machine(direct_machine(4));
  const auto matrix = machine.array(numbers(64), "matrix");
  std::uint32_t line = 0;
  for (int round = 0; round < 3; ++round) {
    line = __LINE__ + 1;
    machine.transpose(matrix, 8, 8);
    machine.pardo(64, [&](Processor self) -> Task<> { co_await matrix[self.id()].add(1); });
  }
  const Ledger& ledger = machine.ledger();
  CHECK(ledger.steps() == 3);
  REQUIRE(ledger.collectives().size() == 1);
  const CollectiveTotal& total = ledger.collectives().front();
  CHECK(total.operation == "transpose");
  CHECK(total.where.line == line);
  CHECK(total.times == 3);
  CHECK(total.words == 3 * 48);
  CHECK(total.charge == 3 * 12);
  CHECK_FALSE(total.lower_bound.has_value());
  CHECK(ledger.total_charge() == ledger.charge() + ledger.charge_back() + 36);
  Values expected = transposed(numbers(64), 8, 8);
  for (std::int64_t& one : expected) one += 3;
  CHECK(matrix.host() == expected);
}

TEST_CASE("exchanges and their ledger are the same for any number of threads") {
  for (const char* const network : {"router", "torus", "omega", "torus,routing=valiant"}) {
    CAPTURE(network);
    std::string alone;
    for (const unsigned threads : {1U, 2U, 3U, 8U}) {
      MachineOptions options = direct_machine(16, network);
      options.threads = threads;
      Machine machine(options);
      check_all(machine, 96);
      if (threads == 1) alone = text_of(machine.ledger());
      CHECK(text_of(machine.ledger()) == alone);
    }
  }
}

TEST_CASE("bad arguments give one clear line, and nothing moves") {
  Machine machine(direct_machine(4));
  Machine other(direct_machine(4));
  const auto values = machine.array(numbers(10), "values");
  const auto small = machine.array<std::int64_t>(3, 5, "small");
  const auto foreign = other.array<std::int64_t>(10, 0, "foreign");
  const Array<std::int64_t> none;
  const auto refused = [&](const std::string& option, const std::string& part, const std::function<void()>& call) {
    CAPTURE(option);
    try {
      call();
      FAIL("no error");
    } catch (const ConfigError& error) {
      CHECK(error.option == option);
      CHECK_MESSAGE(std::string(error.what()).find(part) != std::string::npos, error.what());
      CHECK(std::string(error.what()).find('\n') == std::string::npos);
    }
  };
  refused("source", "a component from 0 to 3", [&] { machine.broadcast(values, small, 4); });
  refused("target", "a component from 0 to 3", [&] { machine.gather(values, small, 9); });
  refused("to", "12 cells: a block of 3 for each component", [&] { machine.broadcast(values, small); });
  refused("to", "2 cells: as many as the source's block has", [&] { machine.scatter(values, small, 1); });
  refused("to", "40 cells: the target's block takes all 10", [&] { machine.gather(values, small); });
  refused("to", "40 cells: a block of 10", [&] { machine.all_gather(values, small); });
  refused("to", "10 cells", [&] { machine.all_to_all(values, small); });
  refused("to", "10 cells", [&] { machine.transpose(values, small, 2, 5); });
  refused("rows x columns", "as many elements as the array has cells: 10", [&] { machine.transpose(values, 3, 4); });
  refused("rows x columns", "10", [&] { machine.transpose(values, 10, 0); });
  refused("rows x columns", "10", [&] { machine.transpose(values, std::uint64_t{1} << 63, 20); });
  refused("array", "an array of this machine", [&] { machine.all_to_all(values, foreign); });
  refused("array", "an array of this machine", [&] { machine.all_to_all(none, none); });
  for (const Placement placement : {Placement::hashed, Placement::balanced}) {
    MachineOptions options = direct_machine(4);
    options.placement = placement;
    Machine scattered(options);
    const auto cells = scattered.array(numbers(16));
    refused("placement", "direct, where data are exchanged", [&] { scattered.transpose(cells, 4, 4); });
  }
  CHECK(values.host() == numbers(10));
  CHECK(small.host() == Values{5, 5, 5});
  CHECK(machine.ledger().collectives().empty());
}

TEST_CASE("an exchange belongs between pardos, and stops where the machine shall stop") {
  Machine machine(direct_machine(4));
  const auto values = machine.array(numbers(16));
  CHECK_THROWS_WITH(machine.pardo(1,
                                  [&](Processor self) -> Task<> {
                                    co_await self.idle();
                                    machine.transpose(values, 4, 4);
                                  }),
                    doctest::Contains("between pardos"));
  machine.request_stop();
  CHECK_THROWS_AS(machine.transpose(values, 4, 4), Interrupted);
  CHECK(values.host() == numbers(16));
  machine.transpose(values, 4, 4);
  CHECK(values.host() == transposed(numbers(16), 4, 4));

  MachineOptions options = direct_machine(4);
  options.memory_limit = 1000;
  Machine tight(options);
  const auto cells = tight.array(numbers(32));
  CHECK_THROWS_AS(tight.transpose(cells, 4, 8), LimitError);
  CHECK(cells.host() == numbers(32));
}

namespace {

/// A network with an exchange of its own.
class Postman : public Network {
 public:
  std::string name() const override { return "postman"; }
  std::uint64_t carry(const Traffic& phase) override { return phase.messages; }
  double distinct_charge(std::uint64_t messages, std::uint32_t) const override { return static_cast<double>(messages); }
  std::unique_ptr<Collectives> collectives(std::uint32_t components) override {
    class Round : public Collectives {
     public:
      explicit Round(std::unique_ptr<Collectives> general) : general_(std::move(general)) {}
      CollectiveReport run(const CollectiveBlocks& task, std::span<const Word> in, std::span<Word> out) override {
        general_->run(task, in, out);
        return {"round", 3, 77, 70.5};
      }

     private:
      std::unique_ptr<Collectives> general_;
    };
    return std::make_unique<Round>(Network::collectives(components));
  }
};

}  // namespace

TEST_CASE("a network may bring algorithms of its own") {
  networks().add({"postman", "goes his round", [](const Spec&, std::uint32_t) { return std::make_unique<Postman>(); }});
  Machine machine(direct_machine(4, "postman"));
  check_all(machine, 16);
  CHECK(machine.ledger().collectives().front().algorithm == "round");
  CHECK(machine.ledger().collectives().front().charge % 77 == 0);
  CHECK(machine.ledger().collectives().front().lower_bound.value() >= 70.5);
}

}  // namespace pram

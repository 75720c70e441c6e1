#include <pram/network.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <pram/pram.hpp>

#include "../support.hpp"
#include "../support/forced.hpp"
#include "thrown.hpp"

namespace pram {

namespace {

using Message = std::pair<std::uint32_t, std::uint32_t>;

struct Seen {
  Traffic numbers;  // without its spans
  std::vector<Message> messages;
};

/// Listens in on every phase.
class Spy : public Network {
 public:
  static inline std::vector<Seen> phases;

  std::string name() const override { return "spy"; }
  bool wants_messages() const override { return true; }
  std::uint64_t carry(const Traffic& phase) override {
    Seen seen{phase, {}};
    for (std::size_t k = 0; k < phase.source.size(); ++k)
      seen.messages.emplace_back(phase.source[k], phase.destination[k]);
    REQUIRE(phase.source.size() == phase.destination.size());
    seen.numbers.source = seen.numbers.destination = {};
    phases.push_back(std::move(seen));
    return 7;
  }
  double distinct_charge(std::uint64_t messages, std::uint32_t) const override { return static_cast<double>(messages); }
};

void register_spy() {
  networks().add({"spy", "listens in", [](const Spec&, std::uint32_t) { return std::make_unique<Spy>(); }});
}

/// Checks a phase against itself, and gives its messages sorted.
std::vector<Message> checked(const Seen& seen, std::uint32_t components) {
  std::vector<std::uint32_t> sent(components);
  std::vector<std::uint32_t> received(components);
  CHECK(std::ranges::is_sorted(seen.messages, {}, &Message::first));
  for (const auto& [source, destination] : seen.messages) {
    REQUIRE(source < components);
    REQUIRE(destination < components);
    ++sent[source];
    ++received[destination];
  }
  CHECK(seen.numbers.components == components);
  CHECK(seen.numbers.messages == seen.messages.size());
  CHECK(seen.numbers.messages > 0);
  CHECK(seen.numbers.largest_sent == *std::ranges::max_element(sent));
  CHECK(seen.numbers.largest_received == *std::ranges::max_element(received));
  std::vector<Message> sorted = seen.messages;
  std::ranges::sort(sorted);
  return sorted;
}

/// Carries all but the replies of one phase.
class Jammed : public Network {
 public:
  static inline int replies_until_jam = 0;

  std::string name() const override { return "jammed"; }
  std::uint64_t carry(const Traffic&) override { return 1; }
  std::uint64_t carry_back(const Traffic&) override {
    if (replies_until_jam-- == 0) throw NetworkError("jammed: no way back");
    return 1;
  }
  double distinct_charge(std::uint64_t, std::uint32_t) const override { return 1; }
};

/// Carries so many phases, requests or replies, and then no more.
class Stuck : public Network {
 public:
  static inline int phases_left = 0;

  std::string name() const override { return "stuck"; }
  std::uint64_t carry(const Traffic&) override {
    if (phases_left-- == 0) throw NetworkError("stuck: no way on");
    return 1;
  }
  double distinct_charge(std::uint64_t, std::uint32_t) const override { return 1; }
};

/// Says of its links what the test wants, as far as the first phase there and back.
class Loaded : public Network {
 public:
  static inline NetworkLoad load;

  std::string name() const override { return "loaded"; }
  std::uint64_t carry(const Traffic&) override { return 1; }
  double distinct_charge(std::uint64_t, std::uint32_t) const override { return 1; }
  bool take_load(NetworkLoad& given) override {
    given = load;
    return true;
  }
};

std::vector<Message> reversed(std::vector<Message> messages) {
  for (auto& [source, destination] : messages) std::swap(source, destination);
  std::ranges::sort(messages);
  return messages;
}

double largest_bin_by_enumeration(unsigned balls, unsigned bins) {
  double sum = 0;
  double ways = 0;
  std::vector<unsigned> bin_of(balls, 0);
  while (true) {
    std::vector<unsigned> load(bins, 0);
    for (const unsigned bin : bin_of) ++load[bin];
    sum += *std::ranges::max_element(load);
    ++ways;
    std::size_t k = 0;
    while (k < balls && ++bin_of[k] == bins) bin_of[k++] = 0;
    if (k == balls) return sum / ways;
  }
}

}  // namespace

TEST_CASE("a network is handed every message of every phase, there and back") {
  register_spy();
  const std::uint32_t p = 30;
  const std::uint64_t n = 70;
  for (const std::string access :
       {"direct", "combining:3,2,5", "combining:6,5,spread=modular", "combining:4,8,spread=ordered"}) {
    std::vector<std::vector<Message>> alone;
    for (const unsigned threads : {1U, 2U}) {
      CAPTURE(access);
      CAPTURE(threads);
      const testing::ForcedWorkers forced(threads > 1);
      Machine machine(
          {.components = p, .network = "spy", .access = access, .placement = Placement::direct, .threads = threads});
      const auto cells = machine.array<int>(p, 0);  // cell i at component i
      Spy::phases.clear();
      machine.pardo(n, [&](Processor self) -> Task<> {
        co_await self.idle();
        co_await cells[self.id() * self.id() % 11];        // all reply
        co_await cells[self.id() * self.id() % 7].max(1);  // none replies
      });
      const std::size_t phases = machine.ledger().phases().size();
      REQUIRE(Spy::phases.size() == 3 * phases);  // idle steps are not handed over
      std::vector<std::vector<Message>> seen;
      for (const Seen& phase : Spy::phases) seen.push_back(checked(phase, p));
      if (threads == 1) alone = seen;
      CHECK(seen == alone);
      // The reads go there and back by the same paths, in whatever order the phases are charged.
      std::vector<std::vector<Message>> reads(seen.begin(), seen.begin() + static_cast<std::ptrdiff_t>(2 * phases));
      std::vector<std::vector<Message>> back;
      for (const auto& phase : reads) back.push_back(reversed(phase));
      std::ranges::sort(reads);
      std::ranges::sort(back);
      CHECK(reads == back);
      // From the components of the processors to the components of the cells, as the ledger says.
      const StepRecord& read = machine.ledger().step_records()[1];
      const StepRecord& update = machine.ledger().step_records()[2];
      std::vector<Message> asked;
      for (std::uint64_t i = 0; i < n; ++i) asked.emplace_back(i * p / n, i * i % 11);
      std::ranges::sort(asked);
      asked.erase(std::unique(asked.begin(), asked.end()), asked.end());
      if (access == "direct") CHECK(seen[0] == asked);
      CHECK(read.phases[0].messages == asked.size());
      CHECK(read.charge == 7 * phases);
      CHECK(read.charge_back == 7 * phases);
      CHECK(update.charge == 7 * phases);
      CHECK(update.charge_back == 0);
      CHECK(read.distinct_charge == 70);
      for (std::size_t k = 0; k < phases; ++k) {
        CHECK(update.phases[k].messages == Spy::phases[2 * phases + k].numbers.messages);
        CHECK(update.phases[k].largest_sent == Spy::phases[2 * phases + k].numbers.largest_sent);
        CHECK(update.phases[k].largest_received == Spy::phases[2 * phases + k].numbers.largest_received);
      }
      for (const auto& [source, destination] : seen.back()) CHECK(destination < 7);
    }
  }
}

TEST_CASE("a network that fails names the machine's step, and memory is that of the step before") {
  networks().add({"jammed", "loses replies", [](const Spec&, std::uint32_t) { return std::make_unique<Jammed>(); }});
  for (const std::string access : {"direct", "combining:2,4"}) {
    CAPTURE(access);
    Machine machine({.components = 8, .network = "jammed", .access = access, .placement = Placement::direct});
    const auto cells = machine.array<int>(8, 0);
    Jammed::replies_until_jam = -1;
    machine.pardo(8, [&](Processor self) -> Task<> { co_await (cells[self.id()] = 5); });
    Jammed::replies_until_jam = 0;
    const auto error = testing::thrown<NetworkError>([&] {
      machine.pardo(8, [&](Processor self) -> Task<> {
        co_await self.idle();
        co_await cells[7 - self.id()].fetch_add(1);
      });
    });
    CHECK(error.pram_step() == 3);
    CHECK(std::string(error.what()) == "step 3 of the program: jammed: no way back");
    CHECK(cells.host() == std::vector<int>(8, 5));
    CHECK(machine.ledger().steps() == 2);
    machine.pardo(8, [&](Processor self) -> Task<> { co_await cells[7 - self.id()].fetch_add(1); });
    CHECK(cells.host() == std::vector<int>(8, 6));
    CHECK(machine.ledger().steps() == 3);
  }
}

TEST_CASE("a network that fails in a superstep names it by its number in the run and its tag") {
  networks().add(
      {"stuck", "carries so many phases", [](const Spec&, std::uint32_t) { return std::make_unique<Stuck>(); }});
  for (const bool shared : {false, true}) {
    CAPTURE(shared);
    Machine machine({.components = 8, .network = "stuck", .access = "direct"});
    const auto cells = machine.array<int>(8, 3);
    Stuck::phases_left = -1;
    machine.pardo(8, [&](Processor self) -> Task<> { co_await (cells[self.id()] = 5); });
    const auto run = [&](const char* tag) {
      machine.spmd([&](bsp::Process self) -> Task<> {
        auto own = self.coarray<int>(1, 0);
        self.write(cells, self.id(), 6);
        co_await self.sync();
        const auto ahead = shared ? self.read(cells, 7 - self.id()) : own((self.id() + 1) % 8)[0].get();
        co_await self.sync(tag);
        CHECK(ahead.value() >= 0);
      });
    };
    Stuck::phases_left = 2;
    const auto error = testing::thrown<NetworkError>([&] { run("fetch"); });
    CHECK(error.pram_step() == 3);
    CHECK(std::string(error.what()) == "superstep 2 \"fetch\" of the program: stuck: no way on");
    CHECK(cells.host() == std::vector<int>(8, 6));
    CHECK(machine.ledger().supersteps() == 1);
    Stuck::phases_left = 2;
    CHECK(std::string(testing::thrown<NetworkError>([&] { run(""); }).what()) ==
          "superstep 2 of the program: stuck: no way on");
    Stuck::phases_left = -1;
    run("fetch");
  }
}

TEST_CASE("the ledger adds up the loads that a user's network gives, and refuses those of other links") {
  networks().add({"loaded", "gives loads", [](const Spec&, std::uint32_t) { return std::make_unique<Loaded>(); }});
  Machine machine({.components = 8, .network = "loaded", .access = "direct", .ledger = LedgerDetail::profile});
  const auto cells = machine.array<int>(8, 0);
  const auto step = [&](int value, NetworkLoad load) {
    Loaded::load = std::move(load);
    machine.pardo(8, [&](Processor self) -> Task<> { co_await (cells[self.id()] = value); });
  };
  step(1, {"two links", {}, {}});
  CHECK_FALSE(machine.ledger().network_load().has_value());
  step(2, {"two links", {{3, 1}, {2, 1}}, {}});
  step(3, {"two links", {}, {{0, 5}, {0, 4}}});
  step(4, {"two links", {{1, 0}, {9, 0}}, {{2, 0}, {1, 0}}});
  const auto check = [&] {
    const NetworkLoad& load = machine.ledger().network_load().value();
    CHECK(load.topology == "two links");
    CHECK(load.forward.busy == std::vector<std::uint64_t>{4, 1});
    CHECK(load.forward.largest_queue == std::vector<std::uint32_t>{9, 1});
    CHECK(load.back.busy == std::vector<std::uint64_t>{2, 5});
    CHECK(load.back.largest_queue == std::vector<std::uint32_t>{1, 4});
    CHECK(machine.ledger().steps() == 4);
    CHECK(cells.host() == std::vector<int>(8, 4));
  };
  check();
  for (const NetworkLoad& wrong : {NetworkLoad{"", {{1}, {1}}, {}}, NetworkLoad{"", {}, {{1, 2, 3}, {1, 2, 3}}},
                                   NetworkLoad{"", {{1, 2}, {1}}, {}}, NetworkLoad{"", {}, {{}, {1, 1}}}}) {
    const auto error = testing::thrown<Error>([&] { step(5, wrong); });
    CHECK(testing::contains(error.what(), "Network::take_load() must give an entry of `busy` and of `largest_queue`"));
    check();
  }
}

TEST_CASE("the fullest of a few bins, by enumeration") {
  for (unsigned balls = 0; balls <= 8; ++balls) {
    for (unsigned bins = 1; bins <= 4; ++bins) {
      CAPTURE(balls);
      CAPTURE(bins);
      CHECK(expected_largest_bin(balls, bins) ==
            doctest::Approx(largest_bin_by_enumeration(balls, bins)).epsilon(0.001));
    }
  }
}

TEST_CASE("the fullest of many bins") {
  // TR-24-92, section 4: 2^17 requests on 2^12 components.
  CHECK(std::abs(expected_largest_bin(1U << 17, 4096) / 54.42 - 1) < 0.003);
  CHECK(std::abs(expected_largest_bin(32 * 64, 64) / 45.9 - 1) < 0.01);
  CHECK(std::abs(expected_largest_bin(32 * 1024, 1024) / 52.0 - 1) < 0.01);
  // A closed form of the specification: 4096 E[fullest of 4096 bins after 32 balls] = 4567.
  CHECK(std::abs(4096 * expected_largest_bin(32, 4096) / 4567 - 1) < 0.003);
  CHECK(expected_largest_bin(1, 1000) == doctest::Approx(1));
  CHECK(expected_largest_bin(1000, 1) == doctest::Approx(1000));
  CHECK(expected_largest_bin(0, 10) == 0);
  double before = 0;
  for (std::uint64_t balls = 1; balls < 3000; balls += 7) {
    const double now = expected_largest_bin(balls, 100);
    CHECK(now > before);
    CHECK(now >= std::ceil(static_cast<double>(balls) / 100));
    before = now;
  }
}

TEST_CASE("what the bundled networks charge for addresses all distinct") {
  const auto router = networks().make("router", 4096U);
  CHECK(std::abs(router->distinct_charge(1U << 17, 32) / 54.42 - 1) < 0.003);
  CHECK(router->distinct_charge(4096, 4096) == 4096);
  CHECK(router->distinct_charge(100000, 30) > router->distinct_charge(90000, 30));
  const auto slow = networks().make("router:g=3,l=5", 4096U);
  CHECK(slow->distinct_charge(1U << 17, 32) == doctest::Approx(3 * router->distinct_charge(1U << 17, 32) + 5));
  CHECK(networks().make("ideal", 4096U)->distinct_charge(1U << 17, 32) == 1);
  CHECK(slow->carry({4096, 10, 2, 4, {}, {}}) == 17);
  CHECK(router->carry({4096, 10, 9, 4, {}, {}}) == 9);
}

}  // namespace pram

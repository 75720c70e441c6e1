#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <pram/detail/routing/collision_rounds.hpp>
#include <pram/pram.hpp>

#include "../../support.hpp"
#include "protocol/copies/copied_access.hpp"
#include "protocol/copies/copy_stamps.hpp"
#include "support/forced.hpp"

namespace pram {

namespace {

using detail::CollisionOptions;
using detail::CopiesOptions;

/// The messages of a round: request, copy, and whether it is answered.
using NaiveRound = std::map<std::pair<std::size_t, std::size_t>, bool>;

/// All rounds of a batch, module by module.
/// @param homes  of the copies, request by request
std::vector<NaiveRound> naive_rounds(const CollisionOptions& options,
                                     const std::vector<std::vector<std::uint32_t>>& homes) {
  std::vector<std::set<std::size_t>> answers(homes.size());
  std::vector<NaiveRound> rounds;
  bool in_turn = options.in_turn;
  while (true) {
    std::map<std::uint32_t, std::vector<std::pair<std::size_t, std::size_t>>> at;
    for (std::size_t k = 0; k < homes.size(); ++k) {
      if (answers[k].size() >= options.needed) continue;
      for (std::size_t copy = 0; copy < options.copies; ++copy) {
        if (!answers[k].contains(copy)) at[homes[k][copy]].emplace_back(k, copy);
      }
    }
    if (at.empty()) return rounds;
    NaiveRound round;
    bool any = false;
    for (auto& [module, messages] : at) {
      std::ranges::sort(messages);
      for (std::size_t k = 0; k < messages.size(); ++k) {
        const bool answered = in_turn ? k < options.collide : messages.size() <= options.collide;
        round[messages[k]] = answered;
        if (answered) answers[messages[k].first].insert(messages[k].second);
        any = any || answered;
      }
    }
    rounds.push_back(round);
    in_turn = options.in_turn || !any;
  }
}

/// Notes the messages that it carries, and takes max(q, r) for them.
class Recorder : public Network {
 public:
  using Messages = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  // source and destination

  explicit Recorder(std::shared_ptr<std::vector<Messages>> seen) : seen_(std::move(seen)) {}
  std::string name() const override { return "recorder"; }
  bool wants_messages() const override { return true; }
  double distinct_charge(std::uint64_t messages, std::uint32_t) const override { return static_cast<double>(messages); }
  std::uint64_t carry(const Traffic& phase) override {
    Messages messages;
    for (std::size_t k = 0; k < phase.source.size(); ++k) messages.emplace_back(phase.source[k], phase.destination[k]);
    CHECK(messages.size() == phase.messages);
    CHECK(std::ranges::is_sorted(phase.source));
    seen_->push_back(messages);
    return phase.relation();
  }

 private:
  std::shared_ptr<std::vector<Messages>> seen_;
};

std::uint64_t relation_of(const Recorder::Messages& messages) {
  std::map<std::uint32_t, std::uint64_t> sent;
  std::map<std::uint32_t, std::uint64_t> received;
  std::uint64_t largest = 0;
  for (const auto& [source, destination] : messages)
    largest = std::max({largest, ++sent[source], ++received[destination]});
  return largest;
}

struct CopiedOutcome {
  std::vector<std::int64_t> memory;
  std::vector<std::string> breaches;
  std::uint64_t charge = 0;
};

/// What is left of steps with every kind of request.
CopiedOutcome copied_outcome_of(const MachineOptions& options) {
  Machine machine(options);
  constexpr std::int64_t n = 50;
  const auto cells = machine.array<std::int64_t>(24, 1);
  const auto got = machine.array<std::int64_t>(n, 0);
  const auto sum = machine.array<std::int64_t>(1, 0);
  CopiedOutcome outcome;
  const auto step = [&](const auto& body) {
    try {
      machine.pardo(n, body);
    } catch (const ConflictError& error) {
      outcome.breaches.emplace_back(error.what());
    }
  };
  for (std::int64_t turn = 0; turn < 3; ++turn) {
    step([&](Processor self) -> Task<> {
      co_await (cells[static_cast<std::int64_t>(self.id()) * 7 % 24] =
                    (static_cast<std::int64_t>(self.id()) + turn) % 5);
    });
    step([&](Processor self) -> Task<> {
      const std::int64_t value = co_await cells[(static_cast<std::int64_t>(self.id()) + turn) / 3];
      co_await (got[self.id()] = value);
    });
    step([&](Processor self) -> Task<> { co_await cells[self.id() % 3].add(turn + 1); });
    step([&](Processor self) -> Task<> {
      // Which processor gets which number is open; their sum is not.
      const std::int64_t before = co_await cells[self.id() % 2].fetch_add(2);
      co_await sum[0].add(before);
    });
    step([&](Processor self) -> Task<> {
      const std::int64_t before = co_await cells[self.id() % 11].multiprefix_add(3);
      co_await (got[self.id()] = before);
    });
    step([&](Processor self) -> Task<> { co_await cells[self.id() % 24].combine(Maximum{}, turn); });
    step([&](Processor self) -> Task<> {
      if (self.id() < 24) co_await (cells[23 - self.id()] = static_cast<std::int64_t>(self.id()));
    });
  }
  for (const auto* const array : {&cells, &got, &sum}) {
    for (const std::int64_t value : array->host()) outcome.memory.push_back(value);
  }
  outcome.charge = machine.ledger().charge() + machine.ledger().charge_back();
  return outcome;
}

}  // namespace

TEST_CASE("the rounds of the c-collision protocol are those of a simulation module by module, and end") {
  std::mt19937_64 random(testing::seed());
  for (int trial = 0; trial < 400; ++trial) {
    const auto copies = static_cast<std::uint32_t>(2 + random() % 2);
    const CollisionOptions options{.copies = copies,
                                   .needed = static_cast<std::uint32_t>(1 + random() % copies),
                                   .collide = static_cast<std::uint32_t>(1 + random() % 4),
                                   .in_turn = random() % 4 == 0};
    const auto modules = static_cast<std::uint32_t>(1 + random() % 40);
    detail::CollisionRounds rounds(options, modules);
    for (int batch = 0; batch < 2; ++batch) {
      std::vector<std::vector<std::uint32_t>> homes(random() % 60);
      std::vector<std::uint32_t> in_a_row;
      for (auto& of_request : homes) {
        for (std::uint32_t copy = 0; copy < copies; ++copy)
          of_request.push_back(static_cast<std::uint32_t>(random() % modules));
        in_a_row.insert(in_a_row.end(), of_request.begin(), of_request.end());
      }
      rounds.begin(in_a_row);
      for (const NaiveRound& naive : naive_rounds(options, homes)) {
        REQUIRE(rounds.round());
        NaiveRound made;
        for (const detail::CollisionMessage& message : rounds.messages()) {
          CHECK(message.module == homes[message.request][message.copy]);
          made[{message.request, message.copy}] = message.answered;
        }
        REQUIRE(made == naive);
        CHECK(rounds.stuck() == std::ranges::none_of(naive, [](const auto& one) { return one.second; }));
      }
      CHECK_FALSE(rounds.round());
      CHECK(rounds.unfinished() == 0);
    }
  }
}

TEST_CASE("batches below the largest end, and of larger ones the share is left that the mean field says") {
  // A module that answers one message alone: the others of a request are 3 batch (2 q - q^2), which falls below q for
  // every q from batch = 1/6 on; with two copies of which one must answer, 2 batch q.
  CHECK(detail::largest_batch({3, 2, 1, false}) == doctest::Approx(1.0 / 6).epsilon(0.001));
  CHECK(detail::largest_batch({2, 1, 1, false}) == doctest::Approx(0.5).epsilon(0.001));
  std::mt19937_64 random(testing::seed());
  constexpr std::uint32_t modules = 30'000;
  for (const CollisionOptions& options : {CollisionOptions{3, 2, 2, false}, CollisionOptions{3, 2, 3, false},
                                          CollisionOptions{3, 2, 5, false}, CollisionOptions{2, 1, 2, false}}) {
    CAPTURE(options.copies);
    CAPTURE(options.collide);
    const double largest = detail::largest_batch(options);
    for (const double batch : {0.95 * largest, 1.05 * largest, 1.5 * largest}) {
      std::vector<std::uint32_t> homes(options.copies * static_cast<std::size_t>(batch * modules));
      for (std::uint32_t& home : homes) home = static_cast<std::uint32_t>(random() % modules);
      detail::CollisionRounds rounds(options, modules);
      rounds.begin(homes);
      while (!rounds.stuck() && rounds.round()) {
      }
      const double left = static_cast<double>(rounds.unfinished()) * options.copies / static_cast<double>(homes.size());
      CHECK(left == doctest::Approx(detail::unfinished_share(options, batch)).epsilon(0.02).scale(1));
      CHECK((detail::unfinished_share(options, batch) > 0.01) == (batch > largest));
    }
  }
}

TEST_CASE("two of three copies always know the last write, and fewer are found out") {
  detail::CopyStamps stamps;
  stamps.check_read(5, 0b011);  // never written
  for (const std::uint32_t written : {0b011U, 0b101U, 0b110U, 0b111U}) {
    for (const std::uint32_t read : {0b011U, 0b101U, 0b110U, 0b111U}) {
      stamps.write(5, 0b111, 1);
      stamps.write(5, written, 2);
      CHECK(stamps.newest(5, read) == 2);
      stamps.check_read(5, read);
    }
  }
  // A write that only one copy has.
  stamps.write(5, 0b001, 3);
  stamps.check_read(5, 0b011);
  CHECK(stamps.newest(5, 0b110) == 2);
  CHECK_THROWS_WITH_AS(stamps.check_read(5, 0b110), doctest::Contains("written by access 2 at the latest"), Error);
  stamps.check_read(6, 0b110);
}

TEST_CASE("messages of access by copies: what the network carries, round by round, is what a simulation sends") {
  std::mt19937_64 random(testing::seed());
  for (int trial = 0; trial < 60; ++trial) {
    const CopiesOptions asked{
        .copies = static_cast<std::uint32_t>(2 + random() % 2),
        .collide = static_cast<std::uint32_t>(1 + random() % 4),
        .batch = static_cast<double>(1 + random() % 4) / 4,
        .merge = CopiesOptions::Merge::none,
        .charge = random() % 2 == 0 ? CopiesOptions::Charge::network : CopiesOptions::Charge::rounds};
    const auto p = static_cast<std::uint32_t>(1 + random() % 20);
    const auto seen = std::make_shared<std::vector<Recorder::Messages>>();
    const auto access = detail::make_copied_access("copies", asked, p, std::make_unique<Recorder>(seen), nullptr);
    const auto share = static_cast<std::uint32_t>(1 + random() % 3);
    std::vector<AccessRequest> requests(std::size_t{p} * share);
    std::vector<std::size_t> places;
    for (std::size_t k = 0; k < requests.size(); ++k) {
      if (random() % 4 == 0) continue;
      requests[k] = {1000 - k, static_cast<std::uint32_t>(random() % p), random(), 0};
      places.push_back(k);
    }
    const bool reads = random() % 2 == 0;
    std::vector<std::uint64_t> values(reads ? requests.size() : 0);
    const AccessMemory memory = [&](std::span<AccessArrival> arrivals) {
      REQUIRE(arrivals.size() == places.size());
      for (AccessArrival& one : arrivals) {
        CHECK(one.home == requests[1000 - one.address].home);
        CHECK(one.operand == requests[one.source].operand);
        CHECK(one.degree == 1);
        one.reply = 3 * one.address;
      }
    };
    if (reads) {
      access->read(requests, memory, values);
    } else {
      access->write(requests, memory, nullptr);
    }
    for (const std::size_t k : places) {
      if (reads) CHECK(values[k] == 3 * (1000 - k));
    }
    const CollisionOptions options{.copies = asked.copies,
                                   .needed = asked.copies == 2 && reads ? 1U : 2U,
                                   .collide = asked.collide,
                                   .in_turn = asked.copies == 2 && !reads};
    const std::size_t per_batch = std::max<std::size_t>(1, static_cast<std::size_t>(asked.batch * p));
    const std::size_t batches = (places.size() + per_batch - 1) / per_batch;
    std::size_t phase = 0;
    std::uint64_t rounds = 0;
    std::uint64_t there = 0;
    std::uint64_t back = 0;
    std::uint64_t transfers = 0;
    for (std::size_t batch = 0; batch < batches; ++batch) {
      std::vector<std::uint32_t> sources;
      std::vector<std::vector<std::uint32_t>> homes;
      for (std::size_t k = batch; k < places.size(); k += batches) {
        sources.push_back(static_cast<std::uint32_t>(places[k] / share));
        homes.emplace_back();
        // The first round has a message for every copy; the first copy is at home.
        for (std::uint32_t copy = 0; copy < asked.copies; ++copy)
          homes.back().push_back(seen->at(phase).at((homes.size() - 1) * asked.copies + copy).second);
        CHECK(homes.back()[0] == requests[places[k]].home);
      }
      for (const NaiveRound& round : naive_rounds(options, homes)) {
        Recorder::Messages sent;
        Recorder::Messages answers;
        for (const auto& [message, answered] : round) {
          const std::uint32_t source = sources[message.first];
          const std::uint32_t module = homes[message.first][message.second];
          sent.emplace_back(source, module);
          if (answered) answers.emplace_back(module, source);
          transfers += source == module ? 0U : answered ? 2U : 1U;
        }
        REQUIRE(seen->at(phase++) == sent);
        there += relation_of(sent);
        ++rounds;
        if (answers.empty()) continue;
        Recorder::Messages carried = seen->at(phase++);
        std::ranges::sort(carried);
        std::ranges::sort(answers);
        REQUIRE(carried == answers);
        back += relation_of(answers);
      }
    }
    CHECK(seen->size() == phase);
    const std::vector<RoutineCharge> charges = access->take_charges();
    REQUIRE(charges.size() == 1);
    CHECK(charges[0].name == "rounds");
    CHECK(charges[0].transfers == transfers);
    if (asked.charge == CopiesOptions::Charge::rounds) {
      CHECK(charges[0].forward == rounds * asked.collide);
      CHECK(charges[0].back == (reads ? rounds * asked.collide : 0));
    } else {
      CHECK(charges[0].forward == (reads ? there : there + back));
      CHECK(charges[0].back == (reads ? back : 0));
    }
    CHECK(access->take_charges()[0].forward == 0);
  }
}

TEST_CASE("memory by copies is that of one copy, under every rule, and the same on any number of threads") {
  const testing::ForcedWorkers forced;
  for (const char* const access : {"copies", "copies:2", "copies:3,collide=2,batch=0.5", "copies:3,collide=1,batch=0.1",
                                   "copies:2,collide=1,batch=0.4"}) {
    for (const Rule rule : rules()) {
      CAPTURE(access);
      CAPTURE(to_string(rule));
      MachineOptions options{.components = 8, .network = "router", .access = "direct", .rule = rule, .threads = 1};
      const CopiedOutcome one_copy = copied_outcome_of(options);
      options.access = access;
      std::uint64_t charge = 0;
      for (const unsigned threads : {1U, 2U, 3U, 8U}) {
        options.threads = threads;
        const CopiedOutcome copied = copied_outcome_of(options);
        CHECK(copied.memory == one_copy.memory);
        CHECK(copied.breaches == one_copy.breaches);
        CHECK(copied.charge > 0);
        if (threads > 1) CHECK(copied.charge == charge);
        charge = copied.charge;
      }
    }
  }
}

TEST_CASE("copies that are not merged serve exclusive steps, and refuse others") {
  for (const std::uint32_t components : {1U, 3U, 8U, 100U}) {
    Machine machine({.components = components, .network = "router", .access = "copies:3,merge=none", .threads = 1});
    const auto cells = machine.array<std::int64_t>(300, 0);
    machine.pardo(300, [&](Processor self) -> Task<> {
      const auto id = static_cast<std::int64_t>(self.id());
      co_await (cells[299 - id] = id);
      const std::int64_t value = co_await cells[id * 7 % 300];
      co_await cells[id * 7 % 300].add(value);
    });
    for (std::uint64_t k = 0; k < 300; ++k) CHECK(cells.get(k) == 2 * (299 - static_cast<std::int64_t>(k)));
    if (components == 1) continue;
    const auto ask_all = [&] { machine.pardo(300, [&](Processor) -> Task<> { co_await cells[5]; }); };
    CHECK_THROWS_WITH_AS(ask_all(), doctest::Contains("merge=sorting where components ask for one cell"), ConfigError);
    CHECK(cells.get(5) == 2 * 294);
  }
}

TEST_CASE("access by copies refuses what would not end, and what is no option of it") {
  const auto refused = [](const std::string& access, const std::string& allowed, std::uint32_t components = 64) {
    CHECK_THROWS_WITH_AS(access_protocols().make(access, components), doctest::Contains(allowed.c_str()), ConfigError);
  };
  refused("copies:1", "copies:2 or copies:3");
  refused("copies:4", "copies:2 or copies:3");
  refused("copies:3,3", "copies:2 or copies:3");
  refused("copies:3,collide=2", "batch= below 0.713 with collide=2, for 3 copies");
  refused("copies:3,collide=2,batch=0.72", "batch= below 0.713");
  refused("copies:3,batch=1.7", "batch= below 1.632 with collide=4");
  refused("copies:2,collide=1", "batch= below 0.500 with collide=1, for 2 copies");
  refused("copies:3,batch=1e300", "batch= below 1.632");
  refused("copies:3,batch=0", "batch");
  refused("copies:3,collide=0", "from 1 to 64");
  refused("copies:3,collide=65", "from 1 to 64");
  refused("copies:3,merge=maybe", "sorting, none");
  refused("copies:3,spread=modular", "collide, batch, merge, charge");
  refused("copies", "merge=none for 100 components", 100);
  CHECK(access_protocols().make("copies", 64U)->name() == "copies:3");
  CHECK(access_protocols().make("copies:2,charge=rounds,collide=3", 64U)->name() == "copies:2,collide=3,charge=rounds");
  CHECK(access_protocols().make("copies:3,merge=none,batch=0.25", 100U)->name() == "copies:3,batch=0.25,merge=none");
  const auto on = [](const std::string& network, const std::string& access) {
    Machine({.components = 16, .network = network, .access = access, .threads = 1});
  };
  CHECK_THROWS_WITH_AS(on("butterfly:16,access=ranade", "copies"), doctest::Contains("ranade beside network"),
                       ConfigError);
}

}  // namespace pram

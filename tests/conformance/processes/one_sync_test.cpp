#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <pram/pram.hpp>

#include "../configurations.hpp"

/// To a program a collective is one sync, however many supersteps the network makes it take.
namespace pram::conformance {

namespace {

using Log = std::vector<std::uint64_t>;

constexpr std::uint32_t all_processes = 16;

/// Asks for something of every kind before a collective, and notes what there is after it.
class Talker {
 public:
  Talker(bsp::Process self, const Array<std::uint64_t>& table, std::uint64_t first_cell, Log& log)
      : self_(self),
        table_(table),
        first_cell_(first_cell),
        log_(log),
        cells_(self.coarray<std::uint64_t>(3)),
        words_(self.queue<std::uint32_t>()),
        rows_(self.queue<double>("rows")),
        bytes_(self.queue<std::byte>("collectives")) {}  // its own, whatever it is called

  void ask() {
    ++round_;
    const std::uint64_t count = self_.count();
    const std::vector<double> row(1 + self_.id() % 4, static_cast<double>(round_));
    for (std::uint64_t target = 0; target < count; ++target) {
      words_.send(target, static_cast<std::uint32_t>(100 * round_ + self_.id()));
      rows_.send(target, round_, row);
    }
    bytes_.send((self_.id() + 1) % count, std::byte{7});
    cells_((self_.id() + 1) % count)[0] = round_ * 1000 + self_.id();
    cells_(round_ % count)[1] = self_.id();  // of all, the machine takes one
    got_.emplace(cells_((self_.id() + 2) % count)[0].get());
    read_.emplace(self_.read(table_, first_cell_ + self_.id()));
    self_.write(table_, first_cell_ + self_.id(), self_.random());
    log_.push_back(self_.random());
  }

  void find() {
    const std::uint64_t count = self_.count();
    CHECK(words_.size() == count);
    CHECK(rows_.size() == count);
    CHECK(bytes_.size() == 1);
    std::uint64_t source = 0;
    for (const auto message : words_) {
      CHECK(message.source() == source);
      CHECK(message.value() == 100 * round_ + source++);
    }
    source = 0;
    for (const auto message : rows_) {
      CHECK(message.source() == source);
      CHECK(message.tag() == round_);
      CHECK(message.values().size() == 1 + source++ % 4);
      for (const double value : message.values()) CHECK(value == static_cast<double>(round_));
    }
    CHECK(cells_[0] == round_ * 1000 + (self_.id() + count - 1) % count);
    log_.insert(log_.end(), {cells_[0], cells_[1], got_->value(), read_->value(), self_.random()});
  }

  bsp::Process self() const { return self_; }
  void note(std::uint64_t value) { log_.push_back(value); }

 private:
  bsp::Process self_;
  const Array<std::uint64_t>& table_;
  std::uint64_t first_cell_;
  Log& log_;
  bsp::Coarray<std::uint64_t> cells_;
  bsp::Queue<std::uint32_t> words_;
  bsp::Queue<double> rows_;
  bsp::Queue<std::byte> bytes_;
  std::optional<bsp::Future<std::uint64_t>> got_;
  std::optional<bsp::Future<std::uint64_t>> read_;
  std::uint64_t round_ = 0;
};

/// How each collective travels.
struct Ways {
  bsp::CollectiveOptions all_reduce;
  bsp::CollectiveOptions broadcast;
  bsp::CollectiveOptions reduce;
  bsp::CollectiveOptions scan;
  bsp::CollectiveOptions gather;
};

Ways all_by(bsp::Algorithm algorithm) {
  const bsp::CollectiveOptions by = {.algorithm = algorithm};
  return {by, by, by, by, {}};
}

/// Algorithms of many supersteps, for any number of processes.
Ways by_names(const char* all_reduce, const char* broadcast, const char* reduce, const char* scan) {
  return {{all_reduce}, {broadcast}, {reduce}, {scan}, {"binomial"}};
}

/// All collectives, one after the other, with messages, puts, gets and requests for shared memory before each.
Task<> talk_and_collect(Talker& talker, const Ways& by) {
  const bsp::Process self = talker.self();
  const std::uint64_t id = self.id();
  const std::uint64_t root = self.count() - 1;
  std::vector<std::uint64_t> values(self.count() + 2, id + 1);
  talker.ask();
  talker.note(co_await bsp::all_reduce(self, id, Sum{}, by.all_reduce));
  talker.find();
  talker.ask();
  co_await bsp::all_reduce(self, values, Sum{}, by.all_reduce);
  talker.find();
  talker.note(values.back());
  talker.ask();
  co_await bsp::broadcast(self, values, root, by.broadcast);
  talker.find();
  talker.note(values.front());
  talker.ask();
  talker.note(co_await bsp::broadcast(self, id, root, by.broadcast));
  talker.find();
  talker.ask();
  talker.note(co_await bsp::reduce(self, id, Maximum{}, root, by.reduce));
  talker.find();
  talker.ask();
  talker.note(co_await bsp::scan(self, id, Sum{}, by.scan));
  talker.find();
  talker.ask();
  co_await bsp::exclusive_scan(self, values, Sum{}, std::uint64_t{0}, by.scan);
  talker.find();
  talker.note(values.front());
  talker.ask();
  const std::vector<std::uint64_t> gathered = co_await bsp::gather(self, id, root, by.gather);
  talker.find();
  talker.note(gathered.size());
  talker.ask();
  co_await self.sync();
  talker.find();
}

struct SyncOutcome {
  std::vector<Log> logs;
  std::vector<std::uint64_t> table;

  bool operator==(const SyncOutcome&) const = default;
};

/// The outcome on a network. In groups, the processes of each do different collectives in the same round.
SyncOutcome outcome(const MachineOptions& options, const Ways& by, bool in_groups) {
  Machine machine(options);
  const auto table = machine.array<std::uint64_t>(3 * all_processes, 1, "table");
  SyncOutcome made{std::vector<Log>(all_processes), {}};
  machine.spmd(all_processes, [&](bsp::Process self) -> Task<> {
    Log& log = made.logs[self.id()];
    if (!in_groups) {
      Talker talker(self, table, 0, log);
      co_await talk_and_collect(talker, by);
      co_return;
    }
    Talker whole(self, table, 0, log);
    const bsp::Process part = co_await self.split(self.id() % 3);
    Talker talker(part, table, all_processes + 6 * (self.id() % 3), log);
    whole.ask();
    for (std::uint64_t round = 0; round < self.id() % 3; ++round) {
      talker.ask();
      co_await part.sync();
      talker.find();
    }
    co_await talk_and_collect(talker, by);
    log.push_back(co_await bsp::all_reduce(self, self.random(), Sum{}, by.all_reduce));
    whole.find();
  });
  // What is drawn later does not depend on the network either.
  machine.spmd(all_processes, [&](bsp::Process self) -> Task<> {
    made.logs[self.id()].push_back(self.random());
    self.write(table, 0, self.id());  // of all, the machine takes one
    co_await self.sync();
  });
  std::vector<std::uint64_t> drawn(all_processes);
  machine.pardo(all_processes, [&](Processor self) -> Task<> {
    co_await (table[1] = self.id());
    drawn[self.id()] = self.random();
  });
  made.logs.push_back(drawn);
  made.table = table.host();
  return made;
}

}  // namespace

TEST_CASE("what is asked for before a collective is done as by one sync, on every network: in the run and in groups") {
  for (const bool in_groups : {false, true}) {
    for (const bsp::Algorithm algorithm : {bsp::Algorithm::best, bsp::Algorithm::one_phase, bsp::Algorithm::two_phase,
                                           bsp::Algorithm::tree, bsp::Algorithm::automatic}) {
      std::optional<SyncOutcome> first;
      for (const std::string& network : algorithm == bsp::Algorithm::best
                                            ? all_networks(all_processes)
                                            : std::vector<std::string>{"ideal", "router:g=3,l=7", "hypercube"}) {
        CAPTURE(in_groups);
        CAPTURE(static_cast<int>(algorithm));
        CAPTURE(network);
        MachineOptions options{.components = all_processes, .network = network, .threads = 1};
        const SyncOutcome alone = outcome(options, all_by(algorithm), in_groups);
        if (!first) first = alone;
        CHECK(alone == *first);
      }
      for (const unsigned threads : all_threads) {
        const ForcedWorkers forced;
        for (const char* const network : {"ideal", "torus"}) {
          MachineOptions options{.components = all_processes, .network = network, .threads = threads};
          CHECK(outcome(options, all_by(algorithm), in_groups) == *first);
        }
      }
    }
  }
}

TEST_CASE("what is asked for before a collective by a named algorithm is done as by one sync") {
  const ForcedWorkers forced;
  for (const bool in_groups : {false, true}) {
    MachineOptions options{.components = all_processes, .network = "ideal", .threads = 1};
    const SyncOutcome straight = outcome(options, all_by(bsp::Algorithm::one_phase), in_groups);
    for (const Ways& by :
         {by_names("ring", "circulant", "ring", "chain"), by_names("circulant", "ring", "circulant", "two-sweeps"),
          by_names("rabenseifner", "binomial", "binomial", "doubling"),
          by_names("doubling", "doubling", "circulant", "auto")}) {
      for (const char* const network : {"ideal", "router:g=3,l=7", "hypercube"}) {
        for (const unsigned threads : {1U, 3U}) {
          CAPTURE(in_groups);
          CAPTURE(to_string(by.all_reduce.algorithm.algorithm()));
          CAPTURE(network);
          options.network = network;
          options.threads = threads;
          CHECK(outcome(options, by, in_groups) == straight);
        }
      }
    }
  }
}

}  // namespace pram::conformance

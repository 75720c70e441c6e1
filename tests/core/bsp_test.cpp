#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <pram/pram.hpp>

#include "../support.hpp"
#include "all_workers.hpp"
#include "thrown.hpp"

namespace pram {

namespace {

using testing::contains;
using testing::thrown;

constexpr unsigned thread_counts[] = {1, 2, 3, 8};

/// What one process asks for in one superstep.
struct Ask {
  enum class Kind { put, put_block, get, get_block, send } kind = Kind::put;
  std::uint32_t target = 0;
  std::uint64_t index = 0;
  std::vector<std::uint64_t> values;  // of a get: as many as it asks for
  std::uint64_t tag = 0;
};

/// A program as a table: asks[superstep][process].
struct Script {
  std::uint32_t processes = 1;
  std::uint32_t components = 1;
  std::uint64_t size = 1;  // elements of every block
  std::vector<std::vector<std::vector<Ask>>> asks;
  std::vector<std::vector<std::uint64_t>> work;
};

/// All that processes see: per superstep and process what its gets brought, what came, and its block.
struct Seen {
  std::vector<std::uint64_t> got;
  std::vector<std::vector<std::uint64_t>> messages;  // source, tag, values
  std::vector<std::uint64_t> block;

  friend bool operator==(const Seen&, const Seen&) = default;
};
using AllSeen = std::vector<std::vector<Seen>>;

Script random_script(std::mt19937_64& draw) {
  const auto below = [&](std::uint64_t bound) { return draw() % bound; };
  Script script;
  script.processes = static_cast<std::uint32_t>(1 + below(below(2) == 0 ? 8 : 300));
  script.components = static_cast<std::uint32_t>(1 + below(64));
  script.size = 1 + below(6);
  const std::uint64_t supersteps = 1 + below(4);
  for (std::uint64_t s = 0; s < supersteps; ++s) {
    auto& all = script.asks.emplace_back(script.processes);
    auto& work = script.work.emplace_back(script.processes);
    if (below(5) == 0) continue;  // nobody asks
    for (std::uint32_t process = 0; process < script.processes; ++process) {
      work[process] = below(3) == 0 ? 0 : below(100);
      for (std::uint64_t k = below(4); k > 0; --k) {
        Ask ask;
        ask.kind = static_cast<Ask::Kind>(below(5));
        ask.target = static_cast<std::uint32_t>(below(script.processes));
        ask.index = below(script.size);
        const bool block = ask.kind == Ask::Kind::put_block || ask.kind == Ask::Kind::get_block;
        const std::uint64_t count = block                         ? 1 + below(script.size - ask.index)
                                    : ask.kind == Ask::Kind::send ? below(4)
                                                                  : 1;
        for (std::uint64_t v = 0; v < count; ++v) ask.values.push_back(below(50));
        ask.tag = below(10);
        all[process].push_back(std::move(ask));
      }
    }
  }
  return script;
}

std::uint64_t initial_of(std::uint32_t process, std::uint64_t index) { return 1000 * process + index; }

/// The script as a program.
AllSeen run(Machine& machine, const Script& script) {
  AllSeen seen(script.asks.size(), std::vector<Seen>(script.processes));
  machine.spmd(script.processes, [&](bsp::Process self) -> Task<> {
    const auto id = static_cast<std::uint32_t>(self.id());
    auto cells = self.coarray<std::uint64_t>(script.size, 0, "cells");
    for (std::uint64_t k = 0; k < script.size; ++k) cells[k] = initial_of(id, k);
    const auto queue = self.queue<std::uint64_t>();
    for (std::size_t s = 0; s < script.asks.size(); ++s) {
      std::vector<bsp::Future<std::uint64_t>> futures;
      self.work(script.work[s][id]);
      for (const Ask& ask : script.asks[s][id]) {
        switch (ask.kind) {
          case Ask::Kind::put: cells(ask.target)[ask.index] = ask.values[0]; break;
          case Ask::Kind::put_block: cells(ask.target).put(ask.index, ask.values); break;
          case Ask::Kind::get: futures.push_back(cells(ask.target)[ask.index].get()); break;
          case Ask::Kind::get_block: futures.push_back(cells(ask.target).get(ask.index, ask.values.size())); break;
          case Ask::Kind::send: queue.send(ask.target, ask.tag, ask.values); break;
        }
      }
      co_await self.sync(s % 2 == 0 ? "even" : "odd");
      Seen& mine = seen[s][id];
      for (const auto& future : futures)
        mine.got.insert(mine.got.end(), future.values().begin(), future.values().end());
      for (const auto message : queue) {
        auto& one = mine.messages.emplace_back();
        one = {message.source(), message.tag()};
        one.insert(one.end(), message.values().begin(), message.values().end());
      }
      mine.block.assign(cells.begin(), cells.end());
    }
  });
  return seen;
}

/// The same on one thread without a machine. Where the rule leaves the winner of concurrent puts open, what the machine
/// chose is taken, after a look whether it may be.
AllSeen expected(const Script& script, Rule rule, std::uint64_t marker, const AllSeen& chosen) {
  AllSeen seen(script.asks.size(), std::vector<Seen>(script.processes));
  std::vector<std::vector<std::uint64_t>> blocks(script.processes, std::vector<std::uint64_t>(script.size));
  for (std::uint32_t process = 0; process < script.processes; ++process)
    for (std::uint64_t k = 0; k < script.size; ++k) blocks[process][k] = initial_of(process, k);
  for (std::size_t s = 0; s < script.asks.size(); ++s) {
    const auto before = blocks;
    // Per element: every put in order, by process.
    std::map<std::pair<std::uint32_t, std::uint64_t>, std::vector<std::pair<std::uint32_t, std::uint64_t>>> puts;
    for (std::uint32_t process = 0; process < script.processes; ++process) {
      for (const Ask& ask : script.asks[s][process]) {
        for (std::uint64_t k = 0; k < ask.values.size(); ++k) {
          if (ask.kind == Ask::Kind::put || ask.kind == Ask::Kind::put_block)
            puts[{ask.target, ask.index + k}].emplace_back(process, ask.values[k]);
          if (ask.kind == Ask::Kind::get || ask.kind == Ask::Kind::get_block)
            seen[s][process].got.push_back(before[ask.target][ask.index + k]);
        }
        if (ask.kind == Ask::Kind::send) {
          std::vector<std::uint64_t> message = {process, ask.tag};
          message.insert(message.end(), ask.values.begin(), ask.values.end());
          seen[s][ask.target].messages.push_back(std::move(message));
        }
      }
    }
    for (const auto& [where, all] : puts) {
      std::uint64_t& element = blocks[where.first][where.second];
      std::map<std::uint32_t, std::uint64_t> last;  // of each process
      std::uint64_t sum = 0;
      std::uint64_t least = ~std::uint64_t{0};
      for (const auto& [process, value] : all) {
        last[process] = value;
        sum += value;
        least = std::min(least, value);
      }
      switch (rule) {
        case Rule::priority: element = last.begin()->second; break;
        case Rule::sum: element = sum; break;
        case Rule::minimum: element = least; break;
        case Rule::tolerant: element = last.size() == 1 ? last.begin()->second : element; break;
        case Rule::collision: element = last.size() == 1 ? last.begin()->second : marker; break;
        default: {
          const std::uint64_t won = chosen[s][where.first].block[where.second];
          CHECK(std::ranges::any_of(last, [&](const auto& one) { return one.second == won; }));
          element = won;
        }
      }
    }
    for (std::uint32_t process = 0; process < script.processes; ++process) seen[s][process].block = blocks[process];
  }
  return seen;
}

/// What a superstep costs on a router: words by component, counted from the script.
SuperstepRecord expected_record(const Script& script, std::size_t s) {
  const auto component = [&](std::uint64_t process) { return process * script.components / script.processes; };
  std::vector<std::uint64_t> sent(script.components);
  std::vector<std::uint64_t> received(script.components);
  std::vector<std::uint64_t> sent_back(script.components);
  std::vector<std::uint64_t> received_back(script.components);
  std::vector<std::uint64_t> work(script.components);
  SuperstepRecord record;
  for (std::uint32_t process = 0; process < script.processes; ++process) {
    work[component(process)] += script.work[s][process];
    for (const Ask& ask : script.asks[s][process]) {
      const std::uint64_t from = component(process);
      const std::uint64_t to = component(ask.target);
      if (from == to) continue;
      const bool get = ask.kind == Ask::Kind::get || ask.kind == Ask::Kind::get_block;
      const std::uint64_t words = get ? 1 : std::max<std::uint64_t>(ask.values.size(), 1);
      sent[from] += words;
      received[to] += words;
      record.messages += get ? 2 : 1;
      record.words += words;
      if (!get) continue;
      sent_back[to] += ask.values.size();
      received_back[from] += ask.values.size();
      record.words += ask.values.size();
    }
  }
  for (std::uint32_t c = 0; c < script.components; ++c) {
    record.work += work[c];
    record.largest_work = std::max(record.largest_work, work[c]);
    record.largest_sent = std::max(record.largest_sent, sent[c] + sent_back[c]);
    record.largest_received = std::max(record.largest_received, received[c] + received_back[c]);
    record.charge = std::max({record.charge, sent[c], received[c]});
    record.charge_back = std::max({record.charge_back, sent_back[c], received_back[c]});
  }
  return record;
}

MachineOptions options_of(const Script& script, Rule rule, unsigned threads) {
  MachineOptions options;
  options.components = script.components;
  options.rule = rule;
  options.threads = threads;
  options.seed = 77;
  options.collision_marker = 4711;
  return options;
}

}  // namespace

TEST_CASE("random BSP programs do what one thread without a machine does under every rule and with any threads") {
  const testing::AllWorkers all_workers;
  std::mt19937_64 draw(testing::seed());
  for (int round = testing::random_cases(200); round > 0; --round) {
    const Script script = random_script(draw);
    for (const Rule rule :
         {Rule::arbitrary, Rule::priority, Rule::sum, Rule::minimum, Rule::tolerant, Rule::collision}) {
      std::optional<AllSeen> first;
      std::optional<Ledger> first_ledger;
      for (const unsigned threads : thread_counts) {
        Machine machine(options_of(script, rule, threads));
        const AllSeen seen = run(machine, script);
        CAPTURE(to_string(rule));
        CAPTURE(threads);
        CAPTURE(script.processes);
        if (!first) {
          first = seen;
          first_ledger = machine.ledger();
          CHECK(seen == expected(script, rule, 4711, seen));
          continue;
        }
        CHECK(seen == *first);
        REQUIRE(machine.ledger().superstep_records().size() == script.asks.size());
      }
      REQUIRE(first_ledger->supersteps() == script.asks.size());
      std::uint64_t charge = 0;
      for (std::size_t s = 0; s < script.asks.size(); ++s) {
        const SuperstepRecord wanted = expected_record(script, s);
        const SuperstepRecord& had = first_ledger->superstep_records()[s];
        CHECK(had.tag == (s % 2 == 0 ? "even" : "odd"));
        CHECK(had.superstep == s + 1);
        CHECK(had.processes == script.processes);
        CHECK(had.work == wanted.work);
        CHECK(had.largest_work == wanted.largest_work);
        CHECK(had.messages == wanted.messages);
        CHECK(had.words == wanted.words);
        CHECK(had.largest_sent == wanted.largest_sent);
        CHECK(had.largest_received == wanted.largest_received);
        CHECK(had.charge == wanted.charge);
        CHECK(had.charge_back == wanted.charge_back);
        charge += wanted.charge + wanted.charge_back;
      }
      CHECK(first_ledger->superstep_charge() == charge);
      CHECK(first_ledger->total_charge() == charge);
      CHECK(first_ledger->steps() == 0);
    }
  }
}

TEST_CASE("arbitrary: every one of several processes that put into an element wins for some seed") {
  std::set<std::uint64_t> winners;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    std::uint64_t winner = 0;
    Machine machine({.components = 4, .threads = 1, .seed = seed});
    machine.spmd([&](bsp::Process self) -> Task<> {
      auto cell = self.coarray<std::uint64_t>(1);
      cell(0)[0] = self.id() + 1;
      co_await self.sync();
      if (self.id() == 0) winner = cell[0];
    });
    winners.insert(winner);
  }
  CHECK(winners == std::set<std::uint64_t>{1, 2, 3, 4});
}

TEST_CASE("values of any plain type travel: narrow, negative, wide, in blocks") {
  struct Particle {
    double place[3];
    char kind;
  };
  Machine machine({.components = 3});
  machine.spmd([&](bsp::Process self) -> Task<> {
    const auto id = static_cast<int>(self.id());
    auto small = self.coarray<std::int8_t>(2, 9);
    auto wide = self.coarray<Particle>(1);
    const std::uint64_t next = (self.id() + 1) % self.count();
    small(next)[1] = static_cast<std::int8_t>(-id - 1);
    wide(next)[0] = Particle{{id + 0.5, 0, -1}, 'x'};
    self.queue<Particle>().send(next, Particle{{0, id + 0.25, 0}, 'y'});
    co_await self.sync();
    const int before = (id + 2) % 3;
    CHECK(small[0] == 9);
    CHECK(small[1] == -before - 1);
    CHECK(wide[0].place[0] == before + 0.5);
    CHECK(wide[0].kind == 'x');
    const auto back = wide(static_cast<std::uint64_t>(before))[0].get();
    for (const auto message : self.queue<Particle>()) {
      CHECK(message.value().place[1] == before + 0.25);
      CHECK(message.source() == static_cast<std::uint64_t>(before));
    }
    CHECK(self.queue<Particle>().size() == 1);
    co_await self.sync();
    CHECK(back.value().place[0] == (before + 2) % 3 + 0.5);
    CHECK(self.queue<Particle>().empty());
  });
}

TEST_CASE("others are all but one, the next first") {
  Machine machine({.components = 4});
  machine.spmd([&](bsp::Process self) -> Task<> {
    std::vector<std::uint64_t> met;
    for (const std::uint64_t other : self.others()) met.push_back(other);
    CHECK(met == std::vector<std::uint64_t>{(self.id() + 1) % 4, (self.id() + 2) % 4, (self.id() + 3) % 4});
    co_return;
  });
  machine.spmd(1, [&](bsp::Process self) -> Task<> {
    for (const std::uint64_t other : self.others()) FAIL(other);
    co_await self.sync();
  });
  CHECK(machine.ledger().supersteps() == 1);
  machine.spmd(0, [&](bsp::Process) -> Task<> { co_return; });
}

TEST_CASE("a sync in a subtask ends the superstep, and processes draw their own random words") {
  Machine machine({.components = 2});
  std::set<std::uint64_t> words;
  std::uint64_t sum = 0;
  struct Subtask {
    static Task<int> exchange(bsp::Process self, const bsp::Coarray<int>& cells) {
      cells(1 - self.id())[0] = static_cast<int>(self.id()) + 5;
      co_await self.sync("in a subtask");
      co_return cells[0];
    }
  };
  machine.spmd([&](bsp::Process self) -> Task<> {
    auto cells = self.coarray<int>(1);
    const int got = co_await Subtask::exchange(self, cells);
    CHECK(got == 6 - static_cast<int>(self.id()));
    words.insert(self.random());
    co_await self.sync();
    words.insert(self.random());
    sum += self.random(std::uint64_t{10});
  });
  CHECK(words.size() == 4);
  CHECK(sum < 20);
  CHECK(machine.ledger().superstep_records()[0].tag == "in a subtask");
}

TEST_CASE("lines of the program: what each transferred") {
  Machine machine({.components = 4});
  machine.spmd([&](bsp::Process self) -> Task<> {
    auto cells = self.coarray<std::uint64_t>(8, 0, "cells");
    const std::vector<std::uint64_t> values(3, self.id());
    for (int round = 0; round < 2; ++round) {
      for (const std::uint64_t other : self.others()) cells(other).put(1, values);
      const auto one = cells(0)[0].get();
      self.queue<int>("numbers").send(3, 1);
      co_await self.sync();
      CHECK(one.value() == 0);
    }
  });
  const auto& lines = machine.ledger().transfers();
  REQUIRE(lines.size() == 3);
  for (const TransferTotal& line : lines) {
    CHECK(contains(line.where.file, "bsp_test"));
    CHECK(line.supersteps == 2);
    if (line.operation == "put") {
      CHECK(line.subject == "cells");
      CHECK(line.messages == 2 * 4 * 3);
      CHECK(line.words == 2 * 4 * 3 * 3);
    } else if (line.operation == "get") {
      CHECK(line.subject == "cells");
      CHECK(line.messages == 2 * 4);
    } else {
      CHECK(line.operation == "send");
      CHECK(line.subject == "numbers");
      CHECK(line.messages == 2 * 4);
      CHECK(line.words == 2 * 4);
    }
  }
}

TEST_CASE("supersteps in which nobody asks add nothing to the lines") {
  Machine machine({.components = 4});
  machine.spmd([&](bsp::Process self) -> Task<> {
    auto cells = self.coarray<std::uint64_t>(1);
    cells((self.id() + 1) % 4)[0] = 1;
    co_await self.sync();
    co_await self.sync();
    self.work(1);
    co_await self.sync();
    co_await self.sync();
  });
  CHECK(machine.ledger().supersteps() == 4);
  REQUIRE(machine.ledger().transfers().size() == 1);
  CHECK(machine.ledger().transfers()[0].messages == 4);
  CHECK(machine.ledger().transfers()[0].words == 4);
  CHECK(machine.ledger().transfers()[0].supersteps == 1);
}

TEST_CASE("ledgers subtract supersteps") {
  Machine machine({.components = 2});
  const auto round = [&] {
    machine.spmd([](bsp::Process self) -> Task<> {
      self.queue<int>().send(1 - self.id(), 1);
      co_await self.sync("round");
    });
  };
  round();
  const Ledger before = machine.ledger();
  round();
  round();
  const Ledger between = machine.ledger() - before;
  CHECK(between.supersteps() == 2);
  CHECK(between.superstep_charge() == 2);
  REQUIRE(between.superstep_records().size() == 2);
  CHECK(between.superstep_records()[0].superstep == 2);
  REQUIRE(between.transfers().size() == 1);
  CHECK(between.transfers()[0].messages == 4);
}

TEST_CASE("pardos and BSP runs of one machine follow each other, and share its numbers of steps") {
  Machine machine({.components = 2, .max_steps = 3});
  const auto array = machine.array<int>(2, 0);
  machine.pardo(2, [&](Processor self) -> Task<> { co_await (array[self.id()] = 1); });
  machine.spmd([](bsp::Process self) -> Task<> { co_await self.sync(); });
  CHECK(machine.ledger().superstep_records()[0].superstep == 2);
  machine.pardo(2, [&](Processor self) -> Task<> { co_await (array[self.id()] = 2); });
  CHECK(array.host() == std::vector<int>{2, 2});
  CHECK(thrown<LimitError>([&] { machine.spmd([](bsp::Process self) -> Task<> { co_await self.sync(); }); }).limit ==
        "steps");
}

TEST_CASE("exclusive and common rules report conflicting puts with superstep, tag, processes and lines") {
  const auto conflict = [](Rule rule, unsigned threads) {
    const testing::AllWorkers all_workers;
    Machine machine({.components = 8, .rule = rule, .threads = threads});
    const auto error = thrown<ConflictError>([&] {
      machine.spmd([](bsp::Process self) -> Task<> {
        auto cells = self.coarray<int>(4, 0, "cells");
        co_await self.sync();
        if (self.id() >= 3) cells(5)[2] = static_cast<int>(self.id());
        co_await self.sync("clash");
      });
    });
    CHECK(error.facts.array == "cells");
    CHECK(error.facts.index == 2);
    CHECK(error.facts.processors[0] == 3);
    CHECK(error.facts.processors[1] == 4);
    CHECK(error.facts.lines[0] == error.facts.lines[1]);
    CHECK(error.facts.step == 2);
    CHECK(contains(error.what(), "\"clash\""));
    CHECK(contains(error.what(), "process 5"));
    CHECK(testing::is_one_line(error.what()));
    machine.spmd([](bsp::Process self) -> Task<> {
      auto cells = self.coarray<int>(1, 7);
      cells((self.id() + 1) % 8)[0] = 3;
      co_await self.sync();
      CHECK(cells[0] == 3);
    });
    return std::string(error.what());
  };
  for (const Rule rule : {Rule::erew, Rule::crew, Rule::common}) {
    const std::string first = conflict(rule, 1);
    for (const unsigned threads : {2U, 3U, 8U}) CHECK(conflict(rule, threads) == first);
  }
  Machine machine({.components = 8, .rule = Rule::common});
  machine.spmd([](bsp::Process self) -> Task<> {
    auto zero = self.coarray<double>(1, 1.0);
    zero(0)[0] = self.id() % 2 == 0 ? 0.0 : -0.0;  // equal numbers
    co_await self.sync();
    if (self.id() == 0) CHECK(zero[0] == 0.0);
  });
}

TEST_CASE("mistakes of processes are named with process, line and superstep") {
  const auto says = [](const auto& body, const std::vector<std::string>& parts) {
    for (const unsigned threads : {1U, 2U}) {
      const testing::AllWorkers all_workers;
      Machine machine({.components = 4, .threads = threads});
      const auto error = thrown<Error>([&] { machine.spmd(body); });
      for (const std::string& part : parts) {
        CAPTURE(error.what());
        CHECK(contains(error.what(), part));
      }
      CHECK(testing::is_one_line(error.what()));
      // The machine is sound.
      machine.spmd([](bsp::Process self) -> Task<> {
        auto cells = self.coarray<int>(1);
        cells((self.id() + 1) % 4)[0] = 1;
        co_await self.sync();
        CHECK(cells[0] == 1);
      });
    }
  };
  says(
      [](bsp::Process self) -> Task<> {
        auto cells = self.coarray<int>(3, 0, "cells");
        if (self.id() == 2) cells(1)[3] = 5;
        co_await self.sync("put");
      },
      {"process 2", "cells[3]", "process 1", "superstep 1", "\"put\"", "bsp_test.cpp", "3 elements"});
  says(
      [](bsp::Process self) -> Task<> {
        auto cells = self.coarray<int>(3, 0, "cells");
        if (self.id() >= 2) {
          const auto all = cells(1).get(2, 2);
          co_await self.sync();
          (void)all.values();
        } else {
          co_await self.sync();
        }
      },
      {"process 2 gets", "cells[2] and the next 1", "3 elements"});
  says(
      [](bsp::Process self) -> Task<> {
        auto cells = self.coarray<int>(1);
        if (self.id() == 3) cells(4)[0] = 1;
        co_await self.sync();
      },
      {"process 3", "process 4", "0 to 3", "bsp_test.cpp"});
  says(
      [](bsp::Process self) -> Task<> {
        auto cells = self.coarray<int>(1, 0, "cells");
        if (self.id() == 1) cells[1] = 0;
        co_await self.sync();
      },
      {"process 1", "cells[1]", "1 element"});
  says(
      [](bsp::Process self) -> Task<> {
        if (self.id() == 2) co_return;
        co_await self.sync("all");
      },
      {"process 0", "\"all\"", "process 2", "has ended"});
  says(
      [](bsp::Process self) -> Task<> {
        if (self.id() == 1) {
          auto cells = self.coarray<int>(1, 0, "cells");
          cells(0)[0] = 1;
        }
        co_await self.sync();
      },
      {"process 1", "process 0", "has not made it"});
  says(
      [](bsp::Process self) -> Task<> {
        auto cells = std::make_unique<bsp::Coarray<int>>(self.coarray<int>(1, 0, "cells"));
        co_await self.sync();
        if (self.id() == 0) (*cells)(3)[0] = 1;
        if (self.id() == 3) cells.reset();
        co_await self.sync("late");
      },
      {"process 0", "process 3", "cells", "freed", "\"late\""});
  says(
      [](bsp::Process self) -> Task<> {
        if (self.id() == 2) {
          auto cells = self.coarray<double>(1);
          co_await self.sync();
        } else {
          auto cells = self.coarray<int>(1);
          co_await self.sync();
        }
      },
      {"coarray 1", "same order"});
  says(
      [](bsp::Process self) -> Task<> {
        auto cells = self.coarray<int>(1);
        const auto future = cells(0)[0].get();
        if (self.id() == 1) (void)future.value();
        co_await self.sync();
        (void)future.value();
      },
      {"process 1 reads a future", "superstep 1", "bsp_test.cpp"});
  says(
      [](bsp::Process self) -> Task<> {
        auto cells = self.coarray<int>(1);
        {
          const auto future = cells(0)[0].get();
          co_await self.sync();
          if (self.id() != 2) (void)future.value();
        }
        co_await self.sync();
      },
      {"process 2", "unread", "bsp_test.cpp"});
  says(
      [](bsp::Process self) -> Task<> {
        if (self.id() == 0) self.queue<int>("numbers").send(1, 5);
        co_await self.sync();
        if (self.id() == 1) (void)self.queue<double>("numbers").size();
        co_await self.sync();
      },
      {"process 1", "\"numbers\"", "another type"});
  says(
      [](bsp::Process self) -> Task<> {
        auto cells = self.coarray<int>(1);
        co_await self.sync();
        if (self.id() == 1) cells(0)[0] = 1;
      },
      {"process 1 puts", "without a sync"});
}

TEST_CASE("a process may not await shared memory, nor a processor use coarrays") {
  Machine machine({.components = 2});
  const auto array = machine.array<int>(2);
  const auto error = thrown<Error>([&] {
    machine.spmd([&](bsp::Process self) -> Task<> {
      (void)co_await array[self.id()];
      co_await self.sync();
    });
  });
  CHECK(contains(error.what(), "process 0"));
  CHECK(contains(error.what(), "something else"));
  std::optional<bsp::Process> kept;
  machine.spmd(1, [&](bsp::Process self) -> Task<> {
    kept = self;
    co_return;
  });
  CHECK_THROWS_AS(kept->work(1), Error);
  CHECK_THROWS_AS(machine.pardo(1, [&](Processor) -> Task<> { co_await kept->sync(); }), Error);
  machine.spmd([](bsp::Process self) -> Task<> { co_await self.sync(); });
}

TEST_CASE("what a process throws ends the run, and is the lowest one's") {
  for (const unsigned threads : thread_counts) {
    const testing::AllWorkers all_workers;
    Machine machine({.components = 8, .threads = threads});
    const auto error = thrown<ProgramError>([&] {
      machine.spmd([](bsp::Process self) -> Task<> {
        auto cells = self.coarray<int>(100);
        const auto future = cells(0)[0].get();
        co_await self.sync();
        if (self.id() >= 5) throw std::runtime_error("process " + std::to_string(self.id()) + " is unhappy");
        (void)future.value();
        co_await self.sync();
      });
    });
    CHECK(error.processor == 5);
    CHECK(error.step == 2);
    CHECK(contains(error.what(), "process 5 is unhappy"));
    CHECK(machine.ledger().supersteps() == 1);
  }
}

TEST_CASE("coarrays count against the memory limit, and come back") {
  Machine machine({.components = 4, .threads = 1, .memory_limit = 8U << 20});
  const auto fill = [&](std::uint64_t size) {
    machine.spmd([&](bsp::Process self) -> Task<> {
      auto cells = self.coarray<std::uint64_t>(size);
      co_await self.sync();
    });
  };
  CHECK_THROWS_AS(fill(1U << 20), LimitError);
  const std::uint64_t before = machine.memory_use().now;
  for (int round = 0; round < 10; ++round) fill(100'000);
  CHECK(machine.memory_use().now <= before + (1U << 20));
  CHECK_THROWS_AS(fill(~std::uint64_t{0} / 4), LimitError);
}

TEST_CASE("networks that are told every message carry its words") {
  struct Case {
    const char* network;
    std::uint64_t charge;
  };
  // One message of 10 words from component 0 to 1.
  for (const Case& one : {Case{"router", 10}, Case{"bus", 10}, Case{"shared-memory:4", 10}, Case{"ocpc", 10},
                          Case{"ring:8", 10}, Case{"ideal", 1}}) {
    Machine machine({.components = 8, .network = one.network});
    machine.spmd([](bsp::Process self) -> Task<> {
      const std::vector<std::uint64_t> values(10, 1);
      if (self.id() == 0) self.queue<std::uint64_t>().send(1, values);
      co_await self.sync();
    });
    CAPTURE(one.network);
    CHECK(machine.ledger().superstep_charge() == one.charge);
  }
}

}  // namespace pram

#include <doctest/doctest.h>

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

#include <pram/detail/exact_text.hpp>
#include <pram/detail/ranks/transport.hpp>
#include <pram/pram.hpp>

#include "../../contains.hpp"
#include "../../support.hpp"
#include "../../support/forced.hpp"
#include "same_error.hpp"

/// BSP processes that several ranks run together.
namespace pram {

namespace {

using detail::this_rank;
using testing::on_ranks;
using testing::what_is_thrown;

/// What all processes have noted, those of every rank, each on its own.
using Notes = std::vector<std::string>;

/// Runs a program of processes in one process and on ranks: process by process it notes the same, and all ranks end
/// with the same ledger.
/// @param program  gets a machine and the notes, one a process
template <class Program>
void same_on_ranks(std::uint64_t processes, MachineOptions options, const Program& program) {
  options.ledger = LedgerDetail::steps;
  const auto run = [&](unsigned threads) {
    const testing::ForcedWorkers all_workers;
    MachineOptions own = options;
    own.threads = threads;
    Machine machine(own);
    Notes notes(processes);
    program(machine, notes);
    notes.push_back(detail::exact_text(machine.ledger()));
    return notes;
  };
  const Notes alone = run(1);
  for (const unsigned ranks : {2U, 3U, 5U}) {
    for (const unsigned threads : {1U, 2U}) {
      CAPTURE(ranks);
      CAPTURE(threads);
      const std::vector<Notes> seen = on_ranks(ranks, [&] { return run(threads); });
      for (std::uint64_t process = 0; process < processes; ++process) {
        std::string all;
        for (const Notes& one : seen) all += one[process];
        CHECK(all == alone[process]);
      }
      for (const Notes& one : seen) CHECK(one.back() == alone.back());
    }
  }
}

std::uint64_t bytes_between(unsigned ranks, const MachineOptions& options, Task<> (*body)(bsp::Process)) {
  std::uint64_t bytes = 0;
  on_ranks(
      ranks,
      [&] {
        Machine machine(options);
        machine.spmd(body);
        return 0;
      },
      &bytes);
  return bytes;
}

}  // namespace

TEST_CASE("processes of several ranks put, get and send as in one process, float sums and winners included") {
  for (const Rule rule : {Rule::sum, Rule::arbitrary, Rule::priority, Rule::collision}) {
    for (const std::uint64_t processes : {1U, 2U, 7U, 40U}) {
      CAPTURE(to_string(rule));
      CAPTURE(processes);
      same_on_ranks(processes, {.components = 8, .network = "router:g=3,l=7", .rule = rule, .seed = testing::seed()},
                    [&](Machine& machine, Notes& notes) {
                      machine.spmd(processes, [&](bsp::Process self) -> Task<> {
                        const std::uint64_t n = self.count();
                        auto sums = self.coarray<double>(3, 0.1, "sums");
                        auto bytes = self.coarray<std::uint8_t>(1 + self.id() % 2, 0, "bytes");
                        const auto words = self.queue<std::uint32_t>();
                        const auto rows = self.queue<double>("rows");
                        std::string& said = notes[self.id()];
                        for (int round = 0; round < 3; ++round) {
                          const std::uint64_t to = self.random(n);
                          sums(to)[1] = 1.0 / static_cast<double>(3 + self.id());
                          sums(0)[2] = 0.3 * static_cast<double>(self.id());
                          bytes((self.id() + 1) % n)[0] = static_cast<std::uint8_t>(self.id());
                          words.send(to, static_cast<std::uint32_t>(self.id()));
                          rows.send((to + 1) % n, 7, std::vector<double>(self.id() % 4, 0.5));
                          const auto one = sums(to)[1].get();
                          const auto all = sums((to + 2) % n).get(0, 3);
                          self.work(self.id() % 5);
                          co_await self.sync(round % 2 == 0 ? "even" : "");
                          said += fmt::format(" {} {} {}", sums[1], sums[2], bytes[0]);
                          said += fmt::format(" {}", one.value());
                          for (const double value : all.values()) said += fmt::format(" {}", value);
                          for (const auto message : words)
                            said += fmt::format(" {}:{}", message.source(), message.value());
                          if (self.id() % 3 == 1) continue;  // leaves messages unread
                          for (const auto message : rows)
                            said += fmt::format(" {}:{}:{}", message.source(), message.tag(), message.values().size());
                        }
                      });
                    });
    }
  }
}

TEST_CASE("processes of several ranks ask shared arrays as in one process") {
  for (const char* const access : {"direct", "combining:4,4"}) {
    for (const Rule rule : {Rule::arbitrary, Rule::sum}) {
      CAPTURE(access);
      same_on_ranks(30, {.components = 16, .access = access, .rule = rule}, [](Machine& machine, Notes& notes) {
        const auto cells = machine.array<double>(20, 0.1, "cells");
        const auto counts = machine.array<std::uint32_t>(5, 1, "counts");
        machine.spmd(30, [&](bsp::Process self) -> Task<> {
          for (std::uint64_t round = 0; round < 3; ++round) {
            const auto read = self.read(cells[(self.id() + round) % 10]);
            const auto again = self.read(cells[(self.id() + round) % 10]);
            self.update(cells[10 + self.id() % 3], Sum{}, 1.0 / static_cast<double>(1 + self.id()));
            self.update(cells[10 + self.id() % 3], Sum{}, 0.7);
            self.write(cells[13 + self.id() / 10], static_cast<double>(self.id()));
            const auto ticket = self.multiprefix(counts[self.id() % 5], Sum{}, static_cast<std::uint32_t>(self.id()));
            co_await self.sync();
            notes[self.id()] += fmt::format(" {} {} {}", read.value(), again.value(), ticket.value());
          }
        });
        for (const double value : cells.host()) notes[0] += this_rank() == 0 ? fmt::format(" {}", value) : "";
        for (const std::uint32_t value : counts.host()) notes[0] += this_rank() == 0 ? fmt::format(" {}", value) : "";
      });
    }
  }
}

TEST_CASE("lines whose requests share the slots of another line are charged on several ranks as in one process") {
  same_on_ranks(5, {.components = 4}, [](Machine& machine, Notes& notes) {
    const auto cells = machine.array<std::uint32_t>(5, 1, "cells");
    machine.spmd(5, [&](bsp::Process self) -> Task<> {
      self.update(cells[self.id() % 5], Sum{}, 2U);
      const auto got = self.fetch(cells[self.id() % 5], Sum{}, 3U);
      co_await self.sync();
      notes[self.id()] += fmt::format(" {}", got.value());
    });
  });
  same_on_ranks(1, {.components = 1}, [](Machine& machine, Notes& notes) {
    const auto cells = machine.array<std::uint32_t>(5, 1, "cells");
    machine.spmd(1, [&](bsp::Process self) -> Task<> {
      self.update(cells[4], Sum{}, 2U);
      const auto got = self.fetch(cells[4], Sum{}, 3U);
      co_await self.sync();
      notes[self.id()] += fmt::format(" {}", got.value());
    });
  });
}

TEST_CASE("groups of processes on several ranks, their collectives and partitioned arrays are those of one process") {
  same_on_ranks(24, {.components = 12, .network = "router:g=2,l=5"}, [](Machine& machine, Notes& notes) {
    machine.spmd(24, [&](bsp::Process self) -> Task<> {
      std::string& said = notes[self.id()];
      const bsp::Process row = co_await self.split(self.id() / 5);
      const bsp::Process column = co_await self.split(self.id() % 5);
      said += fmt::format("{}/{} {}/{}", row.id(), row.count(), column.id(), column.count());
      if (self.id() % 5 == 0) co_await column.sync("alone");  // these have a round more
      const double sum = co_await bsp::all_reduce(row, 0.1 * static_cast<double>(self.id()), Sum{});
      const int before = co_await bsp::exclusive_scan(column, static_cast<int>(self.id()), Sum{}, 0);
      said += fmt::format(" {} {}", sum, before);
      const bsp::Process part = co_await row.split(self.id() % 2);
      bsp::PartitionedArray<std::int64_t> x(part, bsp::Axis::cyclic(9, part.count()));
      for (std::uint64_t i = part.id(); i < 9; i += part.count() + 1)
        x(8 - i) = static_cast<std::int64_t>(self.id() + i);
      co_await part.sync("deal");
      const auto mine = x(3).get();
      co_await part.sync();
      said += fmt::format(" {}", mine.value());
      for (const std::int64_t one : x.local()) said += fmt::format(" {}", one);
      const auto blocks = co_await bsp::gather(self, std::vector<int>(self.id() % 3, static_cast<int>(self.id())), 7);
      if (self.id() == 7) said += fmt::format(" {}", blocks.values().size());
    });
  });
}

TEST_CASE("named collectives of processes on several ranks are those of one process") {
  same_on_ranks(16, {.components = 8, .network = "router:g=2,l=5"}, [](Machine& machine, Notes& notes) {
    machine.spmd(16, [&](bsp::Process self) -> Task<> {
      std::string& said = notes[self.id()];
      const auto queue = self.queue<int>();
      std::vector<double> values(21);
      for (const char* const algorithm : {"auto", "ring", "doubling", "rabenseifner", "swing", "circulant"}) {
        for (double& value : values) value = 0.1 * static_cast<double>(self.id() + 1);
        queue.send((self.id() + 5) % 16, static_cast<int>(self.id()));
        co_await bsp::all_reduce(self, values, Sum{}, {.algorithm = algorithm});
        for (const auto message : queue) said += fmt::format(" {}", message.value());
        said += fmt::format(" {} {}", values.front(), values.back());
      }
      for (const char* const algorithm : {"binomial", "bine", "ring", "circulant"}) {
        const bsp::CollectiveOptions by = {.algorithm = algorithm};
        values.assign(21, static_cast<double>(self.id()));
        co_await bsp::broadcast(self, values, 6, by);
        co_await bsp::reduce(self, values, Sum{}, 9, by);
        said += fmt::format(" {}", values.back());
      }
      for (const char* const algorithm : {"doubling", "chain", "two-sweeps"}) {
        const bsp::CollectiveOptions by = {.algorithm = algorithm};
        said += fmt::format(" {}", co_await bsp::scan(self, self.id() + 1, Product{}, by));
        said += fmt::format(" {}", co_await bsp::exclusive_scan(self, self.id(), Sum{}, std::uint64_t{0}, by));
      }
      const std::vector<int> own(self.id() % 3, static_cast<int>(self.id()));
      for (const int one : (co_await bsp::all_gather(self, own, {.algorithm = "circulant"})).values())
        said += fmt::format(" {}", one);
      const std::vector<std::uint64_t> row(32, self.id());
      for (const std::uint64_t one : (co_await bsp::all_to_all(self, row, {.algorithm = "bruck"})).values())
        said += fmt::format(" {}", one);
    });
  });
}

TEST_CASE("networks that see each message see those of processes in the same order on several ranks, with a profile") {
  const std::string refused =
      on_ranks(2, [] {
        return what_is_thrown([] { const Machine machine({.components = 8, .network = "torus:4x2"}); });
      }).front();
  if (!refused.empty()) {
    CHECK(testing::contains(refused, "one rank"));
    return;
  }
  for (const char* const network : {"torus:4x2", "omega", "hypercube", "ring:switching=cut-through,duplex=half", "bus",
                                    "butterfly:combining=pairwise", "torus,routing=valiant"}) {
    CAPTURE(network);
    same_on_ranks(21, {.components = 8, .network = network, .seed = testing::seed()},
                  [](Machine& machine, Notes& notes) {
                    machine.spmd(21, [&](bsp::Process self) -> Task<> {
                      const bsp::Process part = co_await self.split(self.id() % 4);
                      auto cells = part.coarray<double>(4, 0.5, "cells");
                      const auto words = self.queue<std::uint32_t>();
                      for (int round = 0; round < 4; ++round) {
                        for (int k = 0; k < 3; ++k) words.send(self.random(self.count()), 1);
                        cells(self.random(part.count()))[2] = static_cast<double>(self.id());
                        const auto got = cells(self.random(part.count())).get(0, 1 + self.id() % 3);
                        if (self.id() % 4 == 1 && round == 2) {
                          (void)co_await part.split(part.id() / 2);  // beside the messages of other groups
                        } else {
                          co_await part.sync();
                        }
                        if (round == 1 && self.id() % 4 == 2) co_await part.sync("late");
                        for (const double value : got.values()) notes[self.id()] += fmt::format(" {}", value);
                      }
                      co_await self.sync("all");
                      notes[self.id()] += fmt::format(" {} {}", words.size(), cells[2]);
                    });
                  });
  }
}

TEST_CASE("what processes of one rank ask of each other crosses to no other rank") {
  const MachineOptions options = {.components = 8};
  const std::uint64_t near = bytes_between(2, options, [](bsp::Process self) -> Task<> {
    auto cells = self.coarray<std::int64_t>(5000);
    const auto words = self.queue<std::int64_t>();
    for (std::uint64_t k = 0; k < 5000; ++k) {
      cells(self.id() ^ 1U)[k] = static_cast<std::int64_t>(k);
      words.send(self.id() ^ 2U, 1);
    }
    co_await self.sync();
    CHECK(words.size() == 5000);
  });
  CHECK(near < 10000);
  const std::uint64_t far = bytes_between(2, options, [](bsp::Process self) -> Task<> {
    auto cells = self.coarray<std::int64_t>(5000);
    for (std::uint64_t k = 0; k < 5000; ++k) cells(self.id() ^ 4U)[k] = static_cast<std::int64_t>(k);
    co_await self.sync();
  });
  CHECK(far >= 8 * 5000 * 16);
  CHECK(far < 8 * 5000 * 16 + 10000);
}

TEST_CASE("a failed superstep leaves shared arrays as they were on every rank, and the machine goes on") {
  same_on_ranks(16, {.components = 8}, [](Machine& machine, Notes& notes) {
    const auto cells = machine.array<int>(16, 3, "cells");
    std::string said = what_is_thrown([&] {
      machine.spmd(16, [&](bsp::Process self) -> Task<> {
        auto block = self.coarray<int>(1);
        self.write(cells[15 - self.id()], 4);
        co_await self.sync();
        self.write(cells[15 - self.id()], 5);
        if (self.id() == 14) block(0)[2] = 1;
        co_await self.sync();
      });
    });
    for (const int value : cells.host()) said += fmt::format(" {}", value);
    machine.spmd(16, [&](bsp::Process self) -> Task<> {
      self.update(cells[self.id() % 5], Sum{}, 1);
      co_await self.sync();
    });
    machine.pardo(16, [&](Processor self) -> Task<> { co_await cells[15 - self.id()].add(1); });
    for (const int value : cells.host()) said += fmt::format(" {}", value);
    if (this_rank() == 0) notes[0] = said;
  });
}

}  // namespace pram

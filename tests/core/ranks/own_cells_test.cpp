#include <doctest/doctest.h>

#include <fmt/format.h>

#include <cstdint>
#include <iterator>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include <pram/detail/exact_text.hpp>
#include <pram/detail/random/seeded_hash.hpp>
#include <pram/pram.hpp>

#include "../../support.hpp"
#include "../../support/forced.hpp"
#include "../../support/thread_ranks.hpp"
#include "thrown_on_ranks.hpp"

/// Steps in which no request leaves its rank, alone and between others.
namespace pram {

namespace {

struct OwnCase {
  std::uint64_t seed = 0;
  std::string access;
  std::string network;
  Rule rule = Rule::arbitrary;
  LedgerDetail ledger = LedgerDetail::steps;
  std::uint64_t a_component = 1;  ///< processors
  std::uint64_t cells_each = 1;   ///< of a processor
  unsigned crossing = 0;          ///< one step in so many has requests for any cell; 0: none
  bool fails = false;             ///< a processor throws in the end
};

struct SeenOfOwn {
  std::string text;
  std::uint64_t crossings = 0;
  bool operator==(const SeenOfOwn& other) const { return text == other.text; }
};

/// Processors whose requests are for their own cells, or in some steps for any: by several lines.
SeenOfOwn seen_of(const OwnCase& one, unsigned threads) {
  constexpr std::uint32_t components = 12;
  Machine machine({.components = components,
                   .network = one.network,
                   .access = one.access,
                   .rule = one.rule,
                   .threads = threads,
                   .seed = one.seed,
                   .ledger = one.ledger});
  const std::uint64_t n = components * one.a_component;
  const auto cells = machine.array<std::int64_t>(n * one.cells_each, 3, "cells");
  auto narrow = machine.array<std::int16_t>(n * one.cells_each, -7, "narrow");
  narrow.hot();
  const auto sums = machine.array<std::int64_t>(n, 0, "sums");
  SeenOfOwn seen;
  const std::uint64_t before = rank_traffic().steps;
  try {
    machine.pardo(n, [&](Processor self) -> Task<> {
      const std::uint64_t id = self.id();
      std::int64_t sum = 0;
      for (std::uint64_t step = 0; step < 9; ++step) {
        const std::uint64_t chance = seeded_hash(id, one.seed + step);
        const bool crosses = one.crossing > 0 && step % one.crossing == 0;
        const std::uint64_t at = crosses ? chance % cells.size() : id * one.cells_each + chance % one.cells_each;
        switch (seeded_hash(step, one.seed) % 8) {
          case 0: sum += co_await cells[at]; break;
          case 1: co_await (narrow[at] = static_cast<std::int16_t>(chance)); break;
          case 2: co_await cells[at].add(static_cast<std::int64_t>(id)); break;
          case 3: sum += co_await narrow[at].fetch_add(static_cast<std::int16_t>(chance % 100)); break;
          case 4: sum += co_await cells[at].multiprefix_max(static_cast<std::int64_t>(chance % 100)); break;
          case 5:
            if (chance % 4 == 0) {
              co_await self.idle();
            } else {
              sum += co_await narrow[at];
            }
            break;
          case 6:
            if (chance % 2 == 0) {
              sum += co_await cells[at];
            } else {
              co_await narrow[at].min(static_cast<std::int16_t>(chance % 50));
            }
            break;
          default: co_await (cells[at] = static_cast<std::int64_t>(chance % 1'000'000));
        }
        if (one.fails && step == 7 && chance % 5 == 0) throw std::runtime_error("as asked");
      }
      co_await (sums[id] = sum);
    });
  } catch (const Error& error) {
    seen.text = error.what();
  }
  cells.get(0);  // ranks know what was sent before they met
  seen.crossings = rank_traffic().steps - before;
  seen.text += detail::exact_text(machine.ledger());
  for (const std::int64_t value : cells.host()) seen.text += fmt::format(" {}", value);
  for (const std::int16_t value : narrow.host()) seen.text += fmt::format(" {}", value);
  for (const std::int64_t value : sums.host()) seen.text += fmt::format(" {}", value);
  return seen;
}

}  // namespace

TEST_CASE("steps in which no request leaves its rank do what they do in one process, also between others") {
  static constexpr unsigned hosts[][2] = {{2, 1}, {3, 1}, {2, 2}, {4, 1}, {6, 2}};
  static constexpr Rule rules[] = {Rule::erew, Rule::crew, Rule::common, Rule::arbitrary, Rule::priority};
  std::mt19937_64 draw(testing::seed());
  const int cases = testing::random_cases(600);
  for (int k = 0; k < cases; ++k) {
    OwnCase one;
    one.seed = draw();
    const std::string accesses[] = {"direct",   "direct",       "combining:4,3", "combining:12",
                                    "adaptive", "integer-sort", "tree:5"};
    const std::string networks[] = {"router", "ideal", "router:g=3,l=5", "complete"};
    one.access = accesses[draw() % std::size(accesses)];
    one.network = networks[draw() % std::size(networks)];
    one.rule = rules[draw() % std::size(rules)];
    one.ledger = draw() % 4 == 0 ? LedgerDetail::profile : LedgerDetail::steps;
    one.a_component = 1 + draw() % 20;
    one.cells_each = 1 + draw() % 3;
    one.crossing = static_cast<unsigned>(draw() % 4);
    one.fails = draw() % 4 == 0;
    const auto [ranks, threads] = hosts[draw() % std::size(hosts)];
    CAPTURE(testing::seed());
    CAPTURE(k);
    CAPTURE(one.access);
    CAPTURE(one.network);
    CAPTURE(to_string(one.rule));
    CAPTURE(one.crossing);
    CAPTURE(ranks);
    CAPTURE(threads);
    const SeenOfOwn alone = seen_of(one, 1);
    const testing::ForcedWorkers forced(threads > 1);
    for (const SeenOfOwn& seen : testing::on_ranks(ranks, [&, threads = threads] { return seen_of(one, threads); })) {
      REQUIRE(testing::difference(seen.text, alone.text) == "");
      if (one.crossing == 0) REQUIRE(seen.crossings == 0);
    }
  }
}

}  // namespace pram

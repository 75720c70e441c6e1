#include "memory/read_marks.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <pram/pram.hpp>

#include "../../support.hpp"
#include "../../support/forced.hpp"

namespace pram::detail {

TEST_CASE("a mark tells its readers and who asked last, up to as many as fit") {
  std::mt19937_64 random(testing::seed());
  for (int trial = 0; trial < 200; ++trial) {
    const auto askers = static_cast<std::uint32_t>(1 + (random() >> (44 + random() % 20)));
    const auto last = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(4 * std::uint64_t{askers} + (random() >> (32 + random() % 32)), ~std::uint32_t{0}));
    CAPTURE(askers);
    CAPTURE(last);
    const ReadMarks marks(last, askers);
    REQUIRE(marks.most() >= 1);
    const auto drawn = static_cast<std::uint32_t>(1 + random() % marks.most());
    for (const std::uint32_t readers : {1U, drawn, marks.most()}) {
      for (const std::uint32_t asker : {0U, static_cast<std::uint32_t>(random() % askers), askers - 1}) {
        const std::uint32_t number = marks.number(readers, asker);
        CHECK(number <= last);
        CHECK(marks.readers(number) == readers);
        CHECK(marks.asker(number) == asker);
      }
    }
  }
}

namespace {

constexpr std::uint32_t components = 16;

/// Reads of few cells by so many processors, then a step in which one half reads them and the other half adds to them.
/// @param few  cells, each with more readers than its mark counts if they are very few
struct Reads {
  std::uint64_t n;
  std::uint64_t few;
  std::uint64_t seed;

  std::uint64_t cell(std::uint64_t i) const { return (i * 0x9E3779B97F4A7C15U + seed) % few; }
  /// The step's messages, if processors [first, last) ask: a component sends one for each cell.
  std::uint64_t messages(std::uint64_t first, std::uint64_t last) const {
    std::vector<std::uint64_t> sent;
    for (std::uint64_t i = first; i < last; ++i) sent.push_back(i * components / n * few + cell(i));
    std::ranges::sort(sent);
    return static_cast<std::uint64_t>(std::unique(sent.begin(), sent.end()) - sent.begin());
  }
  std::vector<std::uint64_t> degrees(std::uint64_t first, std::uint64_t last) const {
    std::vector<std::uint64_t> degree(few, 0);
    for (std::uint64_t i = first; i < last; ++i) ++degree[cell(i)];
    return degree;
  }
};

void check_step(const Ledger& ledger, std::size_t step, const Reads& reads, std::uint64_t readers) {
  const std::vector<std::uint64_t> read = reads.degrees(0, readers);
  const StepRecord& record = ledger.step_records()[step];
  CHECK(record.largest_read_degree == std::ranges::max(read));
  CHECK(record.phases.at(0).messages == reads.messages(0, readers) + reads.messages(readers, reads.n));
}

}  // namespace

TEST_CASE("cells that many read have their readers counted, and each component's reads of one cell are one message") {
  const testing::ForcedWorkers all_workers;
  std::mt19937_64 random(testing::seed());
  for (const std::uint64_t few : {1U, 2U, 3U, 17U, 100U, 1000U}) {
    for (const unsigned setting : {0U, 1U, 2U, 3U, 4U, 5U, 6U, 7U}) {
      constexpr unsigned all_threads[] = {1, 2, 3, 8};
      const unsigned threads = all_threads[setting % 4];
      const bool profiled = setting >= 4;
      const Reads reads{2048, few, random()};
      CAPTURE(few);
      CAPTURE(threads);
      CAPTURE(profiled);
      CAPTURE(reads.seed);
      const std::uint64_t half = reads.n / 2;  // of whole components
      Machine machine({.components = components,
                       .network = "router",
                       .access = "direct",
                       .threads = threads,
                       .ledger = profiled ? LedgerDetail::profile : LedgerDetail::steps});
      const auto cells = machine.array<std::int32_t>(few, 7, "cells");
      std::uint64_t wrong = 0;
      std::vector<std::int32_t> replies(reads.n, 0);
      machine.pardo(reads.n, [&](Processor self) -> Task<> {
        const std::uint64_t i = self.id();
        replies[i] += co_await cells[reads.cell(i)];
        if (i < half) {
          replies[i] += co_await cells[reads.cell(i)];
        } else {
          co_await cells[reads.cell(i)].add(1);
        }
      });
      machine.processors(reads.n).read(
          cells, [&](std::uint64_t i) { return reads.cell(i); },
          [&](std::uint64_t i, std::int32_t reply) { replies[i] += reply; });
      const std::vector<std::uint64_t> added = reads.degrees(half, reads.n);
      for (std::uint64_t i = 0; i < reads.n; ++i) {
        const auto now = static_cast<std::int32_t>(7 + added[reads.cell(i)]);
        wrong += replies[i] != (i < half ? 14 : 7) + now ? 1U : 0U;
      }
      CHECK(wrong == 0);
      const Ledger& ledger = machine.ledger();
      REQUIRE(ledger.steps() == 3);
      check_step(ledger, 0, reads, reads.n);
      check_step(ledger, 1, reads, half);
      check_step(ledger, 2, reads, reads.n);
      CHECK(ledger.step_records()[1].largest_write_degree == std::ranges::max(added));
      CHECK(ledger.step_records()[0].distinct ==
            reads.few - static_cast<std::uint64_t>(std::ranges::count(reads.degrees(0, reads.n), 0U)));
      CHECK(ledger.step_records()[2].distinct == ledger.step_records()[0].distinct);
      const std::vector<std::uint64_t> read = reads.degrees(0, reads.n);
      if (profiled) {
        DegreeBins bins{};
        for (const std::uint64_t degree : read) {
          if (degree > 0) ++bins[static_cast<std::size_t>(std::bit_width(degree)) - 1];
        }
        CHECK(ledger.lines().front().degrees == bins);
        CHECK(ledger.lines().back().degrees == bins);  // of the data-parallel step
      }
      const auto most = std::ranges::max_element(read);
      const std::vector<CellTotal> known = ledger.cells();
      const auto found = std::ranges::find(known, static_cast<std::uint64_t>(most - read.begin()), &CellTotal::index);
      CHECK((*most < 2 || (found != known.end() && found->largest_degree == *most && found->steps >= 2)));
      CHECK(ledger.step_records()[2].phases[0].largest_received == ledger.step_records()[0].phases[0].largest_received);
    }
  }
}

}  // namespace pram::detail

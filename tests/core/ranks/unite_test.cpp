#include <doctest/doctest.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <pram/bsp.hpp>
#include <pram/detail/exact_text.hpp>
#include <pram/detail/ranks/transport.hpp>
#include <pram/pram.hpp>

#include "../../contains.hpp"
#include "../../support/forced.hpp"
#include "../../support/thread_ranks.hpp"
#include "outcome.hpp"

/// Host vectors that Machine::unite() makes whole.
namespace pram {

namespace {

using testing::contains;
using testing::error_of;
using testing::on_ranks;
using testing::same_on_ranks;

/// Three bytes, as no word has.
struct ThreeBytes {
  std::array<std::uint8_t, 3> of = {9, 9, 9};
};

/// What a host has of `elements` that so many processes have written, each every count-th.
template <class Element, class Make>
std::string cyclic_text(std::uint64_t elements, std::uint32_t processes, unsigned threads, const Make& make) {
  Machine machine({.components = processes, .threads = threads});
  std::vector<Element> written(elements);
  machine.spmd([&](bsp::Process self) -> Task<> {
    for (std::uint64_t i = self.id(); i < elements; i += self.count()) written[i] = make(i);
    co_await self.sync("written");
  });
  machine.unite(written, processes, [processes](std::uint64_t i) { return i % processes; });
  std::string text = detail::exact_text(machine.ledger());
  for (const std::byte byte : std::as_bytes(std::span(written))) text += fmt::format(" {}", static_cast<int>(byte));
  return text;
}

}  // namespace

TEST_CASE("unite() gives every rank the elements that the processors of all have written") {
  for (const std::uint64_t n : {0ULL, 1ULL, 2ULL, 7ULL, 100ULL, 5000ULL}) {
    CAPTURE(n);
    const auto written = [n] {
      Machine machine({.components = 16});
      const auto cells = machine.array<std::int64_t>(n, 3, "cells");
      struct Pair {
        std::int64_t value = -1;
        std::uint32_t id = 0;
      };
      std::vector<Pair> results(n);
      machine.pardo(n, [&](Processor self) -> Task<> {
        const std::int64_t value = co_await cells[self.id()];
        results[self.id()] = {value + static_cast<std::int64_t>(self.id()), static_cast<std::uint32_t>(self.id())};
      });
      machine.unite(results);
      std::vector<std::uint8_t> marks(n, 9);
      machine.processors(n).compute([&](std::uint64_t i) { marks[i] = static_cast<std::uint8_t>(i); });
      machine.unite(std::span(marks));
      std::string text;
      for (std::uint64_t i = 0; i < n; ++i) text += fmt::format("{} {} {} ", results[i].value, results[i].id, marks[i]);
      return text;
    };
    same_on_ranks(written);
  }
  CHECK(contains(same_on_ranks([] {
                   Machine machine({.components = 4});
                   std::vector<int> results(4);
                   return error_of([&] {
                     machine.pardo(4, [&](Processor) -> Task<> {
                       machine.unite(results);
                       co_return;
                     });
                   });
                 }),
                 "Error a host vector is made whole by host code, not by a processor"));
  for (const std::string& one : on_ranks(2, [] {
         Machine machine({.components = 4});
         std::vector<int> results(4 + detail::this_rank());
         return error_of([&] { machine.unite(results); });
       })) {
    CHECK(contains(one, "Error ranks part ways: rank 1 is at call 2, unite() of 5 elements at "));
  }
}

TEST_CASE("unite() gives every rank what the owners of the elements have written") {
  const testing::ForcedWorkers all_workers;
  for (const auto& [ranks, threads] : std::vector<std::pair<unsigned, unsigned>>{{2, 1}, {3, 1}, {2, 2}, {5, 1}}) {
    CAPTURE(ranks);
    CAPTURE(threads);
    for (const std::uint32_t processes : {1U, 3U, 4U, 16U}) {  // of the first three fewer than there are ranks
      CAPTURE(processes);
      for (const std::uint64_t elements : {0ULL, 1ULL, 5ULL, 16ULL, 1000ULL}) {
        CAPTURE(elements);
        const auto check = [&, threads = threads, ranks = ranks](const auto& program) {
          const std::string alone = program(1);
          for (const std::string& one : on_ranks(ranks, [&] { return program(threads); })) CHECK(one == alone);
        };
        check([&](unsigned on) {
          return cyclic_text<std::uint64_t>(elements, processes, on, [](std::uint64_t i) { return i * i + 1; });
        });
        check([&](unsigned on) {
          return cyclic_text<ThreeBytes>(elements, processes, on, [](std::uint64_t i) {
            return ThreeBytes{{static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(i >> 8), 7}};
          });
        });
      }
    }
  }
}

TEST_CASE("unite() takes each element from its owner, in whatever order owners come") {
  const auto written = [] {
    Machine machine({.components = 8});
    // The last processors have written what comes first, and processor 0 nothing. The last value is left out.
    std::vector<std::uint32_t> values(20, 5);
    const auto owner = [](std::uint64_t i) { return i < 10 ? 10 - i : (i * 7) % 10 + 1; };
    machine.pardo(11, [&](Processor self) -> Task<> {
      for (std::uint64_t i = 0; i + 1 < values.size(); ++i) {
        if (owner(i) == self.id()) values[i] = static_cast<std::uint32_t>(100 * self.id() + i);
      }
      co_return;
    });
    machine.unite(std::span(values).first(19), 11, owner);
    std::string text;
    for (const std::uint32_t value : values) text += fmt::format("{} ", value);
    return text;
  };
  CHECK(same_on_ranks(written).starts_with("1000 901 802 "));
}

TEST_CASE("unite() refuses an owner that is no processor on all ranks, and asks none in one process") {
  const auto refused = [] {
    Machine machine({.components = 4});
    std::vector<int> values(5);
    return error_of([&] { machine.unite(values, 5, [](std::uint64_t i) { return i == 3 ? 7 : i; }); });
  };
  for (const unsigned ranks : {2U, 3U, 5U}) {
    for (const std::string& one : on_ranks(ranks, refused))
      CHECK(one == "Error unite() is told that processor 7 has written element 3, and there are 5");
  }
  CHECK(refused().empty());
}

TEST_CASE("ranks part ways that say another number of processors to unite()") {
  for (const std::string& one : on_ranks(2, [] {
         Machine machine({.components = 4});
         std::vector<int> values(12);
         return error_of([&] { machine.unite(values, 4 + detail::this_rank(), [](std::uint64_t) { return 0; }); });
       })) {
    CHECK(contains(one, "Error ranks part ways: up to call 2, unite() of 12 elements at "));
    CHECK(contains(one, " ranks 0 and 1 have not made the same calls with the same values"));
  }
}

}  // namespace pram

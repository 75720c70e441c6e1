#include "bsp/coarrays/coarrays.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <pram/detail/memory_account.hpp>
#include <pram/error.hpp>

#include "../../../contains.hpp"
#include "../../../support.hpp"
#include "../../thrown.hpp"
#include "../served_group.hpp"

namespace pram {

namespace {

using bsp::detail::Block;
using bsp::detail::Coarrays;
using bsp::detail::element_type;

/// The refusal of a block of T that process 1 makes as its first.
template <class Error, class T>
std::string refusal(testing::ServedGroup& group, std::uint64_t size, std::uint32_t number = 0) {
  const T initial{};
  return testing::thrown<Error>(
             [&] { group.coarrays.make_block(1, number, size, element_type<T>, &initial, "", "program.cpp:3"); })
      .what();
}

}  // namespace

TEST_CASE("coarrays: blocks are made in any order of processes, keep their sizes, and hold the initial value") {
  std::mt19937_64 random(testing::seed());
  for (int round = 0; round < testing::random_cases(60); ++round) {
    CAPTURE(round);
    pram::detail::MemoryAccount account(~std::uint64_t{0});
    const pram::detail::AccountScope scope(&account);
    const auto processes = static_cast<std::uint32_t>(1 + random() % 5);
    testing::ServedGroup group(Rule::priority, testing::random_layout(random, processes, 2));
    const std::uint64_t taken_before = account.taken();
    // More coarrays than the first lists hold. Each process makes its own in their order, at its own pace.
    const auto coarrays = static_cast<std::uint32_t>(1 + random() % 60);
    std::vector<std::vector<std::uint64_t>> sizes(processes);
    std::uint64_t bytes = 0;
    for (std::uint64_t left = std::uint64_t{processes} * coarrays; left > 0;) {
      const auto rank = static_cast<std::uint32_t>(random() % processes);
      if (sizes[rank].size() == coarrays) continue;
      const auto number = static_cast<std::uint32_t>(sizes[rank].size());
      const std::uint64_t size = random() % 9;
      const std::uint64_t initial = number * 10;
      group.coarrays.make_block(rank, number, size, element_type<std::uint64_t>, &initial,
                                number % 2 == 0 ? "named" : "", "program.cpp:1");
      bytes += std::max<std::uint64_t>(size * sizeof(std::uint64_t), 1);
      sizes[rank].push_back(size);
      --left;
    }
    CHECK(group.coarrays.count() == coarrays);
    CHECK(account.taken() - taken_before == bytes);
    for (std::uint32_t number = 0; number < coarrays; ++number) {
      CHECK(group.coarrays[number].name == (number % 2 == 0 ? "named" : "coarray " + std::to_string(number + 1)));
      for (std::uint32_t rank = 0; rank < processes; ++rank) {
        REQUIRE(group.coarrays[number].blocks[rank].size == sizes[rank][number]);
        for (std::uint64_t index = 0; index < sizes[rank][number]; ++index)
          CHECK(group.element<std::uint64_t>(number, rank, index) == number * 10);
      }
    }
    for (std::uint32_t number = 0; number < coarrays; ++number) {
      for (Block& block : group.coarrays[number].blocks) {
        if (random() % 2 == 0) continue;  // these are freed with the group
        bytes -= std::max<std::uint64_t>(block.size * sizeof(std::uint64_t), 1);
        group.coarrays.free_block(number, block);
        CHECK(block.freed);
      }
    }
    CHECK(account.taken() - taken_before == bytes);
  }
}

TEST_CASE("coarrays: the group's end frees blocks, and its processes' pointers to them are null") {
  pram::detail::MemoryAccount account(~std::uint64_t{0});
  const pram::detail::AccountScope scope(&account);
  Block* held = nullptr;
  {
    testing::ServedGroup group(Rule::priority, {{0, 2}, {}});
    const std::uint32_t number = group.make<double>({100, 200}, 1.5);
    held = &group.coarrays[number].blocks[1];
    held->holder = &held;
  }
  CHECK(held == nullptr);
  CHECK(account.taken() == 0);
}

TEST_CASE("coarrays: a borrowed block is the program's own memory, which nobody frees") {
  pram::detail::MemoryAccount account(~std::uint64_t{0});
  const pram::detail::AccountScope scope(&account);
  std::vector<int> mine(5);
  std::iota(mine.begin(), mine.end(), 1);
  testing::ServedGroup group(Rule::priority, {{0, 2}, {}});
  const std::uint64_t without = account.taken();
  const std::uint32_t number = group.make<int>({3, 3});
  CHECK(account.taken() == without + 24);
  Block& block = group.coarrays[number].blocks[0];
  group.coarrays.borrow_block(number, block, mine.data(), mine.size());
  CHECK(account.taken() == without + 12);
  CHECK(block.size == 5);
  CHECK(group.element<int>(number, 0, 4) == 5);
  group.coarrays.borrow_block(number, block, nullptr, 7);
  CHECK(block.size == 0);
  CHECK(block.data != nullptr);
  group.coarrays.free_block(number, block);
  CHECK(account.taken() == without + 12);
}

TEST_CASE("coarrays: mistakes are named with process, superstep and line") {
  {
    testing::ServedGroup group(Rule::priority, {{0, 4}, {}}, 1, {1, 3});
    group.make<int>({1}, 0, "table");  // of rank 0 alone
    const std::string what = refusal<Error, float>(group, 1);
    CAPTURE(what);
    CHECK(testing::contains(what,
                            "process 3 (1 of its group) makes its coarray 1 of elements of 4 bytes, in superstep "
                            "1, at program.cpp:3"));
    CHECK(testing::contains(what, "others made it \"table\" of 4 bytes or another type"));
    CHECK(testing::contains(refusal<LimitError, int>(group, ~std::uint64_t{0}), "that fits into no memory"));
    CHECK(group.coarrays[0].blocks[1].data == nullptr);
  }
  {
    struct Pair {
      double parts[2];
    };
    testing::ServedGroup group(Rule::sum, {{0, 2}, {}});
    CHECK(testing::contains(refusal<ConfigError, Pair>(group, 1), "only those of a word at most can be settled so"));
  }
  {
    pram::detail::MemoryAccount account(4096);
    const pram::detail::AccountScope scope(&account);
    testing::ServedGroup group(Rule::priority, {{0, 2}, {}});
    CHECK(testing::contains(refusal<LimitError, int>(group, 2000),
                            "process 1 makes a coarray of 2000 elements, in superstep 1, at program.cpp:3: "));
    group.make<int>({10, 10});
  }
  testing::ServedGroup group(Rule::priority, {{0, 2}, {}});
  const int initial = 0;
  for (std::uint32_t number = 0; number < Coarrays::most; ++number)
    group.coarrays.make_block(1, number, 0, element_type<int>, &initial, "c", "");
  CHECK(testing::contains(refusal<LimitError, int>(group, 1, Coarrays::most), "more than 65536 coarrays"));
}

TEST_CASE("coarrays: elements have stamps where puts of several processes are judged one by one") {
  for (const Rule rule : rules()) {
    testing::ServedGroup group(rule, {{0, 3}, {}});
    const std::uint32_t number = group.make<std::uint64_t>({1, 1, 1});
    const bool by_order = rule == Rule::priority || rule == Rule::arbitrary;
    CAPTURE(to_string(rule));
    CHECK(group.coarrays[number].stamps.size() == (by_order ? 0 : 3));
  }
}

}  // namespace pram

#include "memory/stamps.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <pram/pram.hpp>

#include "../../support/forced.hpp"
#include "../thrown.hpp"
#include "memory/shared_memory.hpp"

namespace pram::detail {

namespace {

using testing::thrown;

constexpr std::uint64_t narrow_stamps = std::uint64_t{1} << 32;
constexpr std::uint64_t most_told_apart = (std::uint64_t{1} << 30) - 2;

SharedMemory some_memory() { return {Placement::direct, 1, 1, std::make_shared<MemoryAccount>(1U << 20)}; }

template <class Cell>
void check_marks(Cell cell, const Stamps& stamps, std::uint32_t last) {
  CHECK(stamps.untouched(cell));
  for (const std::uint32_t number : {std::uint32_t{0}, std::uint32_t{1}, last / 2, last}) {
    for (Stamps::Kind kind = 0; kind < 4; ++kind) {
      stamps.set(cell, kind, number);
      CHECK_FALSE(stamps.untouched(cell));
      CHECK(stamps.mark(cell).kind == kind);
      CHECK(stamps.mark(cell).number == number);
    }
  }
}

}  // namespace

TEST_CASE("a mark is read as it was set, and is none of the next step") {
  SharedMemory memory = some_memory();
  for (const std::uint64_t last : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1000}, most_told_apart}) {
    const Stamps stamps = memory.next_stamps(last);
    check_marks(NarrowCell{0, 0}, stamps, static_cast<std::uint32_t>(last));
    check_marks(WideCell{0, 0}, stamps, static_cast<std::uint32_t>(last));
    WideCell cell{0, 0};
    stamps.set(cell, 3, static_cast<std::uint32_t>(last));
    CHECK(memory.next_stamps(0).untouched(cell));
  }
}

TEST_CASE("narrow cells are cleared when the lower half of stamps begins anew, and only then") {
  SharedMemory memory = some_memory();
  StoredArray& narrow = memory.array(memory.add(3, cell_type<std::int32_t>(), 7, "narrow"));
  StoredArray& wide = memory.array(memory.add(3, cell_type<std::int64_t>(), 7, "wide"));
  std::uint64_t before = 0;
  int begun_anew = 0;
  for (int step = 0; step < 300; ++step) {
    // Large steps come close to the end of the lower half, small ones go up to it.
    const std::uint64_t last = step % 50 < 3 ? most_told_apart / 3 : step % 50 < 20 ? most_told_apart / 1000 : 5;
    const std::uint32_t stamp = narrow.narrow[1].stamp;
    const Stamps stamps = memory.next_stamps(last);
    CHECK(stamps.first() > before);
    CHECK(stamps.first() % narrow_stamps != 0);
    CHECK(stamps.first() / narrow_stamps == (stamps.first() + Stamps::count(last)) / narrow_stamps);
    const bool anew = before / narrow_stamps != stamps.first() / narrow_stamps;
    CHECK(narrow.narrow[1].stamp == (anew ? 0 : stamp));
    begun_anew += anew ? 1 : 0;
    before = stamps.first();
    for (std::uint32_t i = 0; i < 3; ++i) {
      CHECK(stamps.untouched(narrow.narrow[i]));
      CHECK(stamps.untouched(wide.wide[i]));
    }
    stamps.set(narrow.narrow[1], 3, static_cast<std::uint32_t>(last));
    stamps.set(wide.wide[1], 3, static_cast<std::uint32_t>(last));
    CHECK(narrow.narrow[1].word == 7);
  }
  CHECK(begun_anew > 3);
}

TEST_CASE("a step of more requests than narrow cells tell apart is refused where there are any") {
  SharedMemory memory = some_memory();
  const std::uint32_t wide = memory.add(1, cell_type<double>(), 0, "wide");
  const Stamps large = memory.next_stamps(~std::uint32_t{0});
  WideCell cell{0, 0};
  large.set(cell, 3, ~std::uint32_t{0});
  CHECK(large.mark(cell).number == ~std::uint32_t{0});
  const std::uint32_t narrow = memory.add(1, cell_type<float>(), 0, "narrow");
  const auto error = thrown<LimitError>([&] { memory.next_stamps(most_told_apart + 1); });
  CHECK(error.limit == "requests");
  CHECK(error.asked == most_told_apart + 1);
  CHECK(error.allowed == most_told_apart);
  CHECK(testing::is_one_line(error.what()));
  CHECK(memory.next_stamps(most_told_apart).untouched(memory.array(narrow).narrow[0]));
  memory.remove(narrow);
  CHECK_NOTHROW(memory.next_stamps(most_told_apart + 1));
  CHECK(memory.array(wide).size == 1);
}

namespace {

constexpr int stamped_rounds = 70;

/// All kinds of steps at narrow cells: what they leave in memory, reply and charge.
struct StampedOutcome {
  std::vector<std::int32_t> numbers;
  std::vector<std::uint8_t> bytes;
  std::vector<std::int64_t> replies;
  std::uint64_t charge = 0;
  bool operator==(const StampedOutcome&) const = default;
};

/// @param idle  processors of a group that is idle for a step before each other one
StampedOutcome run_stamped(const std::string& access, unsigned threads, std::uint64_t idle) {
  constexpr std::uint64_t n = 40;
  Machine machine({.components = 16,
                   .network = access == "sorting" ? "hypercube" : "router",
                   .access = access,
                   .threads = threads,
                   .ledger = LedgerDetail::totals});
  const auto numbers = machine.array<std::int32_t>(n, -3, "numbers");
  const auto bytes = machine.array<std::uint8_t>(n, 200, "bytes");
  std::vector<std::int64_t> replies(n, 0);
  const Processors some = machine.processors(n);
  const Processors many = machine.processors(idle);
  for (int round = 0; round < stamped_rounds; ++round) {
    many.idle();
    machine.pardo(n, [&](Processor self) -> Task<> {
      const std::uint64_t i = self.id();
      const std::uint64_t other = (i * 7 + static_cast<std::uint64_t>(round)) % n;
      replies[i] += co_await numbers[other];
      replies[i] += co_await numbers[other / 4];
      co_await (numbers[i] = static_cast<std::int32_t>(replies[i] % 1000));
      replies[i] += co_await numbers[other / 9].multiprefix_add(static_cast<std::int32_t>(i));
      if (i % 2 == 0) {
        co_await bytes[other / 3].add(3);
      } else {
        co_await numbers[other].max(5);
      }
    });
    many.idle();
    some.combine(numbers, own_cell, Sum{}, 2);
    some.read(
        bytes, [](std::uint64_t i) { return i / 5; }, [&](std::uint64_t i, std::uint8_t b) { replies[i] += b; });
    some.combine(
        bytes, [](std::uint64_t i) { return i / 5; }, Sum{}, 1);
  }
  return {numbers.host(), bytes.host(), replies, machine.ledger().total_charge()};
}

}  // namespace

TEST_CASE("the stamps of narrow cells begin anew in the middle of a run, and nothing is different") {
  const testing::ForcedWorkers all_workers;
  // An idle step takes as many stamps as any other of so many processors.
  constexpr std::uint64_t idle = std::uint64_t{1} << 23;
  static_assert(2 * stamped_rounds * Stamps::count(idle) > narrow_stamps);
  for (const char* const access : {"direct", "combining:4,4", "adaptive", "sorting"}) {
    const StampedOutcome expected = run_stamped(access, 1, 64);
    for (const unsigned threads : {1U, 3U}) {
      CAPTURE(access);
      CAPTURE(threads);
      const StampedOutcome had = run_stamped(access, threads, idle);
      CHECK(had == expected);
    }
  }
}

}  // namespace pram::detail

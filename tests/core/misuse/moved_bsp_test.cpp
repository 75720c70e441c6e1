#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <pram/pram.hpp>

#include "moved_calls.hpp"

// The same for what BSP processes have.
// NOLINTBEGIN(bugprone-use-after-move): that is what is tried here

namespace pram {

namespace {

using bsp::Axis;
using testing::MovedRow;
using testing::refused;

template <class Object>
constexpr bool is_plain_value = std::is_trivially_copyable_v<Object>;

/// Has two processes use something, and end a superstep.
template <class Use>
void by_two_processes(const Use& use) {
  for (const unsigned threads : {1U, 2U}) {
    Machine machine({.components = 2, .threads = threads});
    machine.spmd([&](bsp::Process self) -> Task<> {
      use(self);
      co_await self.sync();
    });
    CHECK(machine.ledger().supersteps() == 1);
    CHECK(machine.ledger().superstep_totals().front().messages == 0);
  }
}

void use_coarray() {
  static_assert(!std::is_move_assignable_v<bsp::Coarray<int>> && !std::is_copy_constructible_v<bsp::Coarray<int>>);
  by_two_processes([](bsp::Process self) {
    auto cells = self.coarray<int>(2, 7);
    const auto kept = std::move(cells);
    std::vector<int> memory(3);
    const char* const words = "or was moved from";
    refused(words, [&] { return cells.size(); });
    refused(words, [&] { return cells[0]; });
    refused(words, [&] { return cells.local().size(); });
    refused(words, [&] { return cells.begin(); });
    refused(words, [&] { return cells.end(); });
    refused(words, [&] { cells.borrow(memory); });
    refused(words, [&] { cells(0)[0] = 1; });
    refused(words, [&] { return cells(1)[0].get(); });
    refused(words, [&] { cells(1).put(0, memory); });
    refused(words, [&] { cells(1).get(0, memory); });
    refused(words, [&] { return cells(7); });
    CHECK(kept[1] == 7);
  });
}

void use_partitioned_array() {
  by_two_processes([](bsp::Process self) {
    bsp::PartitionedArray<int> array(self, Axis::cyclic(5, 2), 7);
    const auto kept = std::move(array);
    const char* const words = "or was moved from";
    refused(words, [&] { array(3) = 1; });
    refused(words, [&] { return array.at({3}).get(); });
    refused(words, [&] { return array.local().size(); });
    refused(words, [&] { return array.own(0); });
    refused(words, [&] { return array.coarray().size(); });
    CHECK(array.size() == 5);
    CHECK(array.partition().processes() == 2);
    CHECK(array.owner_of(3) == 1);
    CHECK(array.is_local(3) == (self.id() == 1));
    CHECK(array.local_count() == kept.local().size());
    CHECK(array.global_index(1) == 2 + self.id());
    CHECK(kept.own(0) == 7);
  });
}

void use_future() {
  Machine machine({.components = 2});
  machine.spmd([&](bsp::Process self) -> Task<> {
    const auto cells = self.coarray<int>(2, 7);
    auto one = cells(0)[1].get();
    auto both = cells(1).get(0, 2);
    co_await self.sync();
    auto kept = std::move(one);
    refused("reads a future that was moved from", [&] { return one.value(); });
    refused("reads a future that was moved from", [&] { return one.values().size(); });
    refused("reads a future that was moved from", [&] { return static_cast<int>(one); });
    auto& same = kept;
    kept = std::move(same);
    CHECK(kept.value() == 7);
    one = std::move(both);
    CHECK(one.values().size() == 2);
    co_await self.sync();
  });
}

void use_queue() {
  static_assert(is_plain_value<bsp::Queue<int>> && is_plain_value<bsp::Message<int>>);
  static_assert(is_plain_value<bsp::Remote<int>>);
  Machine machine({.components = 2});
  machine.spmd([&](bsp::Process self) -> Task<> {
    auto queue = self.queue<int>("numbers");
    const auto kept = std::move(queue);
    queue.send(0, 3);
    co_await self.sync();
    CHECK(queue.size() == (self.id() == 0 ? 2 : 0));
    CHECK(kept.empty() == (self.id() == 1));
    for (auto message : kept) {
      const auto taken = std::move(message);
      CHECK(message.value() + taken.value() == 6);
    }
  });
}

void use_process() {
  static_assert(is_plain_value<bsp::Process> && std::is_empty_v<bsp::AutomaticMode>);
  bsp::Process self(1, 2);
  const auto other = std::move(self);
  CHECK(self.id() == 1);
  CHECK(other.count() == 2);
  refused("process", [&] { return self.coarray<int>(3); });
  refused("process", [&] { return self.queue<int>(); });
  refused("process", [&] { self.work(3); });
  refused("process", [&] { static_cast<void>(self.sync()); });
  refused("process", [&] { static_cast<void>(self.sync("exchange")); });
  refused("process", [&] { static_cast<void>(self.split(1)); });
  refused("process", [&] { return self.parameters().g; });
  refused("process", [&] { return self.random(); });
}

void use_partition() {
  static_assert(is_plain_value<Axis> && is_plain_value<bsp::Partition<2>>);
  bsp::Partition partition(Axis::block(4, 2), Axis::cyclic(6, 3));
  const auto kept = std::move(partition);
  CHECK(partition.size() == 24);
  CHECK(partition.owner_of({3, 4}) == kept.owner_of({3, 4}));
}

void use_blocks() {
  bsp::Blocks<int> blocks;
  CHECK(blocks.count() == 0);
  refused("process 0", [&] { return blocks[0].size(); });
  blocks.add(std::vector<int>{1, 2});
  blocks.add(std::vector<int>{});
  blocks.add(std::vector<int>{3});
  auto kept = std::move(blocks);
  CHECK(blocks.count() == 0);
  CHECK(blocks.values().empty());
  refused("process 0", [&] { return blocks[0].size(); });
  refused("process 2", [&] { return blocks[2].size(); });
  blocks.add(std::vector<int>{4});
  CHECK(blocks.count() == 1);
  CHECK(blocks[0].front() == 4);
  CHECK(kept.count() == 3);
  CHECK(kept[0].size() == 2);
  CHECK(kept[1].empty());
  CHECK(kept[2].front() == 3);
  CHECK(std::move(kept).values() == std::vector<int>{1, 2, 3});
  CHECK(kept.count() == 0);
  refused("process 0", [&] { return kept[0].size(); });
}

void use_algorithm_choice() {
  static_assert(is_plain_value<bsp::AlgorithmChoice>);
  bsp::AlgorithmChoice choice = "all-reduce-ring";
  const bsp::AlgorithmChoice kept = std::move(choice);
  CHECK(choice.algorithm() == bsp::Algorithm::ring);
  CHECK(choice.collective() == "all-reduce");
  CHECK(kept.algorithm() == choice.algorithm());
}

const MovedRow moved_bsp_rows[] = {
    {"pram::bsp::Coarray", use_coarray},
    {"pram::bsp::Remote", use_queue},
    {"pram::bsp::RemoteElement", use_coarray},
    {"pram::bsp::PartitionedArray", use_partitioned_array},
    {"pram::bsp::Future", use_future},
    {"pram::bsp::Queue", use_queue},
    {"pram::bsp::Message", use_queue},
    {"pram::bsp::Process", use_process},
    {"pram::bsp::AutomaticMode", use_process},
    {"pram::bsp::Partition", use_partition},
    {"pram::bsp::Axis", use_partition},
    {"pram::bsp::Blocks", use_blocks},
    {"pram::bsp::AlgorithmChoice", use_algorithm_choice},
};

}  // namespace

TEST_CASE("what a process has moved from refuses each call in a sentence, or is empty as its class says") {
  for (const MovedRow& row : moved_bsp_rows) {
    CAPTURE(row.subject);
    row.use();
  }
}

}  // namespace pram
// NOLINTEND(bugprone-use-after-move)

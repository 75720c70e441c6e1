#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <pram/detail/bsp/collectives.hpp>
#include <pram/detail/partners.hpp>

#include "algorithms.hpp"
#include "scheduled.hpp"
#include "schedules.hpp"

/// Blocks of any sizes by the algorithms that do not send each straight to where it is wanted: each is a message, with
/// its number for a tag.
namespace pram::bsp::detail {

namespace {

/// What a process holds, by the number of the block; most are not there.
using HeldBlocks = std::vector<std::vector<std::byte>>;

/// Gather and all-gather: block b is that of the process b behind the root.
Task<HeldBlocks> gather_blocks(Process self, std::span<const std::byte> own, std::uint64_t root, Operands operands,
                               CollectiveCost plan, Exchange exchange) {
  const std::uint64_t processes = self.count();
  exchange.check_root(root);
  const std::uint64_t rank = (self.id() + processes - root) % processes;
  const Schedule schedule = schedule_of(plan, operands, rank);
  HeldBlocks held(processes);
  held[rank].assign(own.begin(), own.end());
  for (std::uint64_t superstep = 0; superstep < schedule.supersteps; ++superstep) {
    const Turn turn = schedule.turn(superstep);
    if (turn.send) {
      const BlockRange& blocks = turn.send->blocks;
      for (std::uint64_t k = 0; k < blocks.count; ++k) {
        const std::uint64_t block = (blocks.first + k) % processes;
        exchange.send_block((turn.send->partner + root) % processes, block, held[block]);
      }
    }
    co_await exchange.sync();
    if (turn.receive) {
      const BlockRange& blocks = turn.receive->blocks;
      for (std::uint64_t k = 0; k < blocks.count; ++k) {
        const std::uint64_t block = (blocks.first + k) % processes;
        const std::span<const std::byte> taken = exchange.take_block((turn.receive->partner + root) % processes, block);
        held[block].assign(taken.begin(), taken.end());
      }
    }
    exchange.end();
  }
  // By process again.
  std::ranges::rotate(held, held.begin() + static_cast<std::ptrdiff_t>((processes - root) % processes));
  co_return held;
}

/// All-to-all: a block has gone the digits of its distance below the weight, and is held by its distance.
Task<HeldBlocks> exchange_by_digits(Process self, HeldBlocks held, Exchange exchange) {
  const auto processes = static_cast<std::uint32_t>(self.count());
  const auto id = static_cast<std::uint32_t>(self.id());
  std::vector<std::pair<std::uint64_t, std::uint64_t>> rounds;
  digit_rounds(processes, 2, [&](std::uint64_t weight, std::uint64_t digit) { rounds.emplace_back(weight, digit); });
  if (rounds.empty()) {
    co_await exchange.sync();
    exchange.end();
  }
  for (const auto& [weight, digit] : rounds) {
    const std::uint64_t shift = weight * digit;
    for (std::uint64_t distance = shift; distance < processes; ++distance) {
      if (distance / weight % 2 == digit) exchange.send_block((id + shift) % processes, distance, held[distance]);
    }
    co_await exchange.sync();
    const std::uint64_t source = (id + processes - shift) % processes;
    for (std::uint64_t distance = shift; distance < processes; ++distance) {
      if (distance / weight % 2 != digit) continue;
      const std::span<const std::byte> taken = exchange.take_block(source, distance);
      held[distance].assign(taken.begin(), taken.end());
    }
    exchange.end();
  }
  // What has come its whole distance is from the process so far behind.
  HeldBlocks by_source(processes);
  for (std::uint32_t distance = 0; distance < processes; ++distance)
    by_source[(id + processes - distance) % processes] = std::move(held[distance]);
  co_return by_source;
}

}  // namespace

CollectiveCost block_plan(Process self, Kind kind, const CollectiveOptions& options) {
  return plan_of({kind, self.count()}, options.parameters ? *options.parameters : self.parameters(), options.algorithm);
}

Task<std::vector<std::vector<std::byte>>> exchange_blocks_by(Process self, Kind kind, CollectiveCost plan,
                                                             std::vector<std::span<const std::byte>> blocks,
                                                             std::optional<std::uint64_t> root, Where where) {
  Exchange exchange(self, kind, where);
  if (kind != Kind::all_to_all) {
    const Operands operands = {kind, self.count()};
    HeldBlocks held = co_await gather_blocks(self, blocks.front(), root.value_or(0), operands, plan, exchange);
    if (root && self.id() != *root) held.clear();
    co_return held;
  }
  HeldBlocks held;
  for (std::uint64_t distance = 0; distance < self.count(); ++distance) {
    const std::span<const std::byte> block = blocks[(self.id() + distance) % self.count()];
    held.emplace_back(block.begin(), block.end());
  }
  co_return co_await exchange_by_digits(self, std::move(held), exchange);
}

}  // namespace pram::bsp::detail

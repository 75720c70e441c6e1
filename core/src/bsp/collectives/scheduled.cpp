#include "scheduled.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "schedules.hpp"

/// Broadcast, reduce, all-reduce and scan by a schedule of one message a superstep.
namespace pram::bsp::detail {

namespace {

/// Values cut into the blocks of a schedule.
class ScheduledValues {
 public:
  ScheduledValues(const Schedule& schedule, std::byte* data, const Values& values, const Combination& combination)
      : schedule_(schedule),
        data_(data),
        count_(values.count),
        bytes_each_(values.bytes_each),
        combination_(combination) {}

  /// The bytes of blocks that are to be sent; what goes round the end of the values is put together.
  std::span<const std::byte> bytes_of(const BlockRange& range) {
    const Parts parts = parts_of(range);
    if (parts.second.count == 0) return {at(parts.first.first), parts.first.count * bytes_each_};
    gathered_.assign(at(parts.first.first), at(parts.first.first + parts.first.count));
    gathered_.insert(gathered_.end(), data_, at(parts.second.count));
    return gathered_;
  }
  std::uint64_t size(const BlockRange& range) const {
    const Parts parts = parts_of(range);
    return (parts.first.count + parts.second.count) * bytes_each_;
  }
  /// @returns combinations
  std::uint64_t arrive(const BlockRange& range, const std::byte* from, OnArrival arrival) {
    const Parts parts = parts_of(range);
    std::uint64_t work = 0;
    for (const Part& part : {parts.first, parts.second}) {
      if (part.count == 0) continue;
      const std::uint64_t bytes = part.count * bytes_each_;
      std::byte* const own = at(part.first);
      if (arrival == OnArrival::replace) {
        std::copy_n(from, bytes, own);
      } else if (arrival == OnArrival::follow) {
        combination_.run(combination_.op, own, from, part.count);
        work += part.count;
      } else {
        gathered_.assign(from, from + bytes);
        combination_.run(combination_.op, gathered_.data(), own, part.count);
        std::copy_n(gathered_.data(), bytes, own);
        work += part.count;
      }
      from += bytes;
    }
    return work;
  }

 private:
  struct Part {
    std::uint64_t first = 0;  ///< value
    std::uint64_t count = 0;
  };
  struct Parts {
    Part first;
    Part second;  ///< beyond the end of the values, which is their beginning
  };

  Parts parts_of(const BlockRange& range) const {
    const auto begin = [&](std::uint64_t block) { return schedule_.first_value(block, count_); };
    const std::uint64_t end = range.first + range.count;
    const std::uint64_t first = begin(range.first);
    const std::uint64_t last = begin(std::min(end, schedule_.blocks));
    return {{first, last - first}, {0, end > schedule_.blocks ? begin(end - schedule_.blocks) : 0}};
  }
  std::byte* at(std::uint64_t value) const { return data_ + value * bytes_each_; }

  const Schedule& schedule_;
  std::byte* data_;
  std::uint64_t count_;
  std::uint64_t bytes_each_;
  Combination combination_;
  std::vector<std::byte> gathered_;
};

void fill(const Values& values, const std::byte* value) {
  for (std::uint64_t k = 0; k < values.count; ++k)
    std::copy_n(value, values.bytes_each, values.data + k * values.bytes_each);
}

/// What processes before this one combine to arrives in packets, and goes on with the own values.
Task<> exclusive_chain(Process self, Values values, const std::byte* identity, Combination combination,
                       Schedule schedule, Exchange exchange) {
  std::vector<std::byte> upto(values.data, values.data + values.count * values.bytes_each);
  ScheduledValues sent(schedule, upto.data(), values, combination);
  ScheduledValues before(schedule, values.data, values, combination);
  for (std::uint64_t superstep = 0; superstep < schedule.supersteps; ++superstep) {
    const Turn turn = schedule.turn(superstep);
    if (turn.send) exchange.send(turn.send->partner, sent.bytes_of(turn.send->blocks));
    co_await exchange.sync();
    if (turn.receive) {
      const BlockRange& blocks = turn.receive->blocks;
      const std::byte* const from = exchange.take(turn.receive->partner, before.size(blocks));
      before.arrive(blocks, from, OnArrival::replace);
      if (self.id() + 1 < self.count()) self.work(sent.arrive(blocks, from, OnArrival::precede));
    }
    exchange.end();
  }
  if (self.id() == 0) fill(values, identity);
}

Task<> scheduled_by(Process self, Values values, std::uint64_t root, const std::byte* identity, Combination combination,
                    CollectiveCost plan, Operands operands, Exchange exchange) {
  const std::uint64_t processes = self.count();
  exchange.check_root(root);
  const std::uint64_t rank = (self.id() + processes - root) % processes;
  Schedule schedule = schedule_of(plan, operands, rank);
  if (operands.exclusive && plan.algorithm == Algorithm::chain) {
    co_await exclusive_chain(self, values, identity, combination, std::move(schedule), exchange);
    co_return;
  }
  // All but the root of a reduce keep their own values.
  std::vector<std::byte> copy;
  std::byte* data = values.data;
  if (operands.kind == Kind::reduce && rank != 0) {
    copy.assign(values.data, values.data + values.count * values.bytes_each);
    data = copy.data();
  }
  ScheduledValues own(schedule, data, values, combination);
  const auto process = [&](std::uint64_t of_rank) { return (of_rank + root) % processes; };
  for (std::uint64_t superstep = 0; superstep < schedule.supersteps; ++superstep) {
    const Turn turn = schedule.turn(superstep);
    if (turn.send) exchange.send(process(turn.send->partner), own.bytes_of(turn.send->blocks));
    co_await exchange.sync();
    if (turn.receive) {
      const BlockRange& blocks = turn.receive->blocks;
      const std::byte* const from = exchange.take(process(turn.receive->partner), own.size(blocks));
      const std::uint64_t work = own.arrive(blocks, from, turn.arrival);
      if (work > 0) self.work(work);
    }
    exchange.end();
  }
  if (identity != nullptr && rank == 0) fill(values, identity);
}

}  // namespace

Task<> run_schedule(Process self, Values values, std::uint64_t root, const std::byte* identity, Combination combination,
                    CollectiveCost plan, Operands operands, Exchange exchange) {
  return scheduled_by(self, values, root, identity, combination, plan, operands, exchange);
}

}  // namespace pram::bsp::detail

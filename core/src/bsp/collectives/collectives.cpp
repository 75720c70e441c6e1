#include <pram/bsp/collectives.hpp>

#include <fmt/format.h>

#include <algorithm>

#include "algorithms.hpp"
#include "blocks.hpp"
#include "scheduled.hpp"

namespace pram::bsp::detail {

namespace {

CollectiveCost choose(const Operands& operands, const Process& self, const CollectiveOptions& options) {
  return plan_of(operands, options.parameters ? *options.parameters : self.parameters(), options.algorithm);
}

/// What of a plan stays in the frame of every process.
struct Way {
  Way(const CollectiveCost& plan) : algorithm(plan.algorithm), degree(plan.degree) {}  // NOLINT: it is a plan

  Algorithm algorithm;
  std::uint64_t degree;
};

/// A straight collective is a tree of one round.
std::uint64_t degree_of(const Way& plan, const Process& self) {
  return plan.algorithm == Algorithm::one_phase ? std::max<std::uint64_t>(self.count(), 2) : plan.degree;
}

/// Every process has its block of all others' values: combines it in their order.
Combined combine_blocks(Process self, const OwnBlocks& own, const Combination& combination, Exchange& exchange) {
  Combined combined(combination, own.count(self.id()), own.values.bytes_each);
  for (std::uint64_t source = 0; source < self.count(); ++source) {
    combined.add(source == self.id() ? own.data(source) : exchange.take(source, own.bytes(self.id())));
  }
  exchange.end();
  self.work(combined.work());
  return combined;
}

/// Every process but those that have them gets the blocks of all others.
void take_blocks(Process self, const OwnBlocks& own, Exchange& exchange) {
  for (std::uint64_t source = 0; source < self.count(); ++source) {
    if (source == self.id()) continue;
    const std::uint64_t bytes = own.bytes(source);
    std::copy_n(exchange.take(source, bytes), bytes, own.data(source));
  }
}

Task<> broadcast_by(Process self, Values values, std::uint64_t root, Way plan, Exchange exchange) {
  const std::uint64_t processes = self.count();
  exchange.check_root(root);
  const std::uint64_t rank = (self.id() + processes - root) % processes;
  const auto process = [&](std::uint64_t of_rank) { return (of_rank + root) % processes; };
  if (plan.algorithm == Algorithm::two_phase) {
    const OwnBlocks own{values, processes, root};
    if (rank == 0) {
      for (const std::uint64_t other : self.others()) exchange.send(other, own.of(other));
    }
    co_await exchange.sync();
    if (rank != 0) std::copy_n(exchange.take(root, own.bytes(self.id())), own.bytes(self.id()), own.data(self.id()));
    exchange.end();
    for (const std::uint64_t other : self.others()) {
      if (other != root) exchange.send(other, own.of(self.id()));
    }
    co_await exchange.sync();
    if (rank != 0) take_blocks(self, own, exchange);
    exchange.end();
    co_return;
  }
  const std::uint64_t degree = degree_of(plan, self);
  std::uint64_t have = 1;
  do {
    for (std::uint64_t k = 1; rank < have && k < degree && rank + k * have < processes; ++k)
      exchange.send(process(rank + k * have), all_of(values));
    co_await exchange.sync();
    if (rank >= have && rank / have < degree) {
      const std::uint64_t bytes = all_of(values).size();
      std::copy_n(exchange.take(process(rank % have), bytes), bytes, values.data);
    }
    exchange.end();
    have *= degree;
  } while (have < processes);
}

Task<> reduce_by(Process self, Values values, std::uint64_t root, Combination combination, Way plan,
                 Exchange exchange) {
  const std::uint64_t processes = self.count();
  const std::uint64_t id = self.id();
  exchange.check_root(root);
  if (plan.algorithm == Algorithm::two_phase) {
    const OwnBlocks own{values, processes, root};
    for (const std::uint64_t other : self.others()) exchange.send(other, own.of(other));
    co_await exchange.sync();
    const Combined combined = combine_blocks(self, own, combination, exchange);
    if (id != root) exchange.send(root, {combined.data(), combined.bytes()});
    co_await exchange.sync();
    if (id == root) {
      combined.copy_to(own.data(id));
      take_blocks(self, own, exchange);
    }
    exchange.end();
    co_return;
  }
  // Processes that follow each other are a group, and one of them has what its values combine to: the root, or else
  // the first. Of k such groups one is made in each round. So values meet in the order of their processes.
  const std::uint64_t degree = degree_of(plan, self);
  Combined combined(combination, values.count, values.bytes_each);
  combined.add(values.data);
  std::uint64_t size = 1;
  const auto collector = [&](std::uint64_t group, std::uint64_t of_size) {
    return root / of_size == group ? root : group * of_size;
  };
  do {
    const std::uint64_t group = id / (size * degree);
    const std::uint64_t target = collector(group, size * degree);
    if (collector(id / size, size) == id && target != id) exchange.send(target, {combined.data(), combined.bytes()});
    co_await exchange.sync();
    if (target == id) {
      Combined met(combination, values.count, values.bytes_each);
      const std::uint64_t end = std::min((group + 1) * degree, (processes + size - 1) / size);
      for (std::uint64_t part = group * degree; part < end; ++part) {
        const std::uint64_t source = collector(part, size);
        met.add(source == id ? combined.data() : exchange.take(source, combined.bytes()));
      }
      self.work(met.work());
      combined = std::move(met);
    }
    exchange.end();
    size *= degree;
  } while (size < processes);
  if (id == root) combined.copy_to(values.data);
}

Task<> all_reduce_by(Process self, Values values, Combination combination, Way plan, Exchange exchange) {
  if (plan.algorithm == Algorithm::tree) {
    co_await reduce_by(self, values, 0, combination, plan, exchange);
    co_await broadcast_by(self, values, 0, plan, exchange.continued());
    co_return;
  }
  // Straight, every process combines all values; in two phases only its block, and they exchange the blocks.
  const bool straight = plan.algorithm == Algorithm::one_phase;
  const OwnBlocks own{values, self.count(), 0};
  for (const std::uint64_t other : self.others()) exchange.send(other, straight ? all_of(values) : own.of(other));
  co_await exchange.sync();
  if (straight) {
    Combined combined(combination, values.count, values.bytes_each);
    for (std::uint64_t source = 0; source < self.count(); ++source)
      combined.add(source == self.id() ? values.data : exchange.take(source, all_of(values).size()));
    exchange.end();
    self.work(combined.work());
    combined.copy_to(values.data);
    co_return;
  }
  combine_blocks(self, own, combination, exchange).copy_to(own.data(self.id()));
  for (const std::uint64_t other : self.others()) exchange.send(other, own.of(self.id()));
  co_await exchange.sync();
  take_blocks(self, own, exchange);
  exchange.end();
}

Task<> scan_by(Process self, Values values, const std::byte* identity, Combination combination, Way plan,
               Exchange exchange) {
  const std::uint64_t processes = self.count();
  const std::uint64_t id = self.id();
  const std::uint64_t bytes = all_of(values).size();
  std::vector<std::byte> first;  // as many identities as values
  for (std::uint64_t k = 0; identity != nullptr && k < values.count; ++k)
    first.insert(first.end(), identity, identity + values.bytes_each);
  if (plan.algorithm == Algorithm::two_phase) {
    const OwnBlocks own{values, processes, 0};
    for (const std::uint64_t other : self.others()) exchange.send(other, own.of(other));
    co_await exchange.sync();
    // Each process makes the results of all for its block.
    Combined combined(combination, own.count(id), values.bytes_each);
    std::vector<std::byte> mine;
    if (identity != nullptr) combined.add(first.data());
    for (std::uint64_t source = 0; source < processes; ++source) {
      const std::byte* const part = source == id ? own.data(id) : exchange.take(source, own.bytes(id));
      if (identity == nullptr) combined.add(part);
      if (source == id) {
        mine.assign(combined.data(), combined.data() + combined.bytes());
      } else {
        exchange.send(source, {combined.data(), combined.bytes()});
      }
      if (identity != nullptr && source + 1 < processes) combined.add(part);
    }
    exchange.end();
    self.work(combined.work());
    co_await exchange.sync();
    std::copy(mine.begin(), mine.end(), own.data(id));
    take_blocks(self, own, exchange);
    exchange.end();
    co_return;
  }
  // After each round a process has what the `met` processes up to itself combine to, and before itself.
  const std::uint64_t degree = degree_of(plan, self);
  std::vector<std::byte> before = std::move(first);
  std::vector<std::byte> upto(values.data, values.data + bytes);
  std::uint64_t met = 1;
  do {
    for (std::uint64_t k = 1; k < degree && id + k * met < processes; ++k) exchange.send(id + k * met, upto);
    co_await exchange.sync();
    const std::uint64_t parts = std::min(degree - 1, id / met);
    if (parts > 0) {
      Combined combined(combination, values.count, values.bytes_each);
      for (std::uint64_t k = parts; k > 0; --k) combined.add(exchange.take(id - k * met, bytes));
      combined.add(identity != nullptr ? before.data() : upto.data());
      if (identity != nullptr) {
        before.assign(combined.data(), combined.data() + bytes);
        if (met * degree < processes) combined.add(values.data);
      }
      upto.assign(combined.data(), combined.data() + bytes);
      self.work(combined.work());
    }
    exchange.end();
    met *= degree;
  } while (met < processes);
  std::ranges::copy(identity != nullptr ? before : upto, values.data);
}

}  // namespace

Task<> broadcast(Process self, Values values, std::uint64_t root, CollectiveOptions options, Where where) {
  const Operands operands = {Kind::broadcast, self.count(), values.count, values.bytes_each};
  const CollectiveCost plan = choose(operands, self, options);
  const Exchange exchange(self, operands.kind, where);
  if (has_schedule(plan.algorithm, operands.kind))
    return run_schedule(self, values, root, nullptr, {}, plan, operands, exchange);
  return broadcast_by(self, values, root, plan, exchange);
}

Task<> reduce(Process self, Values values, std::uint64_t root, Combination combination, CollectiveOptions options,
              Where where) {
  const Operands operands = {Kind::reduce, self.count(), values.count, values.bytes_each, false, combination.commutes};
  const CollectiveCost plan = choose(operands, self, options);
  const Exchange exchange(self, operands.kind, where);
  if (has_schedule(plan.algorithm, operands.kind))
    return run_schedule(self, values, root, nullptr, combination, plan, operands, exchange);
  return reduce_by(self, values, root, combination, plan, exchange);
}

Task<> all_reduce(Process self, Values values, Combination combination, CollectiveOptions options, Where where) {
  const Operands operands = {Kind::all_reduce,  self.count(), values.count,
                             values.bytes_each, false,        combination.commutes};
  const CollectiveCost plan = choose(operands, self, options);
  const Exchange exchange(self, operands.kind, where);
  if (has_schedule(plan.algorithm, operands.kind))
    return run_schedule(self, values, 0, nullptr, combination, plan, operands, exchange);
  return all_reduce_by(self, values, combination, plan, exchange);
}

Task<> scan(Process self, Values values, const std::byte* identity, Combination combination, CollectiveOptions options,
            Where where) {
  const Operands operands = {Kind::scan,        self.count(),        values.count,
                             values.bytes_each, identity != nullptr, combination.commutes};
  const CollectiveCost plan = choose(operands, self, options);
  const Exchange exchange(self, operands.kind, where);
  if (has_schedule(plan.algorithm, operands.kind))
    return run_schedule(self, values, 0, identity, combination, plan, operands, exchange);
  return scan_by(self, values, identity, combination, plan, exchange);
}

void check_counts(Process self, std::uint64_t values, std::span<const std::uint64_t> counts, Where where) {
  const std::uint64_t processes = self.count();
  std::uint64_t left = values;
  bool fits = counts.size() == processes;
  for (const std::uint64_t count : counts) {
    fits = fits && count <= left;
    left -= count;
  }
  if (fits && left == 0) return;
  refuse_collective(self.id(), processes,
                    fmt::format("it gives all-to-all {} values, and {} counts which do not add up to that in a count "
                                "for each of {} processes",
                                values, counts.size(), processes),
                    where.file, where.line);
}

std::uint64_t even_block(Process self, std::uint64_t values, Where where) {
  const std::uint64_t processes = self.count();
  if (values % processes != 0) {
    refuse_collective(self.id(), processes,
                      fmt::format("it gives all-to-all {} values, which do not make {} blocks of one size: give it the "
                                  "counts, too",
                                  values, processes),
                      where.file, where.line);
  }
  return values / processes;
}

}  // namespace pram::bsp::detail

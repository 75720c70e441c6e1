#include "schedules.hpp"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include <pram/detail/circulant.hpp>
#include <pram/detail/partners.hpp>

#include "blocks.hpp"

namespace pram::bsp::detail {

namespace {

using Message = Turn::Message;

struct Place {
  std::uint32_t processes;
  std::uint32_t rank;

  std::uint32_t behind(std::uint64_t steps) const {
    return static_cast<std::uint32_t>((rank + processes - steps % processes) % processes);
  }
  std::uint32_t ahead(std::uint64_t steps) const { return static_cast<std::uint32_t>((rank + steps) % processes); }
};

/// Two halves of an all-reduce: supersteps that combine, and as many that gather.
/// @param combine, gather  (superstep, turn)
template <class Combine, class Gather>
Schedule there_and_back(std::uint64_t half, std::uint64_t blocks, Combine combine, Gather gather) {
  return {2 * half, blocks, 0, [=](std::uint64_t superstep) {
            Turn turn;
            if (superstep < half) {
              turn.arrival = OnArrival::follow;
              combine(superstep, turn);
            } else {
              gather(superstep - half, turn);
            }
            return turn;
          }};
}

/// Each process passes on the block of the process so many places behind it.
void pass_on(const Place& at, std::uint64_t behind, Turn& turn) {
  turn.send = Message{at.ahead(1), {at.behind(behind)}};
  turn.receive = Message{at.behind(1), {at.behind(behind + 1)}};
}

Schedule around_circle(const Place& at) {
  return there_and_back(
      at.processes - 1, at.processes, [at](std::uint64_t superstep, Turn& turn) { pass_on(at, superstep + 1, turn); },
      [at](std::uint64_t superstep, Turn& turn) { pass_on(at, superstep, turn); });
}

/// The blocks of the processes from this one on, those at the next skip with each superstep.
void gather_by_skip(const Place& at, std::uint32_t skip, std::uint32_t next_skip, Turn& turn) {
  turn.send = Message{at.behind(skip), {at.rank, next_skip - skip}};
  turn.receive = Message{at.ahead(skip), {at.ahead(skip), next_skip - skip}};
}

Schedule by_skips(const Place& at) {
  const std::vector<std::uint32_t> skips = circulant_skips(at.processes);
  const std::uint64_t rounds = skips.size() - 1;
  return there_and_back(
      rounds, at.processes,
      [at, skips, rounds](std::uint64_t superstep, Turn& turn) {
        const std::size_t k = rounds - 1 - superstep;
        const std::uint64_t count = skips[k + 1] - skips[k];
        turn.send = Message{at.ahead(skips[k]), {at.ahead(skips[k]), count}};
        turn.receive = Message{at.behind(skips[k]), {at.rank, count}};
      },
      [at, skips](std::uint64_t superstep, Turn& turn) {
        gather_by_skip(at, skips[superstep], skips[superstep + 1], turn);
      });
}

/// Halves exchanged by position among the blocks, and gathered back.
Schedule by_swing(const Place& at) {
  const std::uint32_t p = at.processes;
  const std::uint32_t steps = static_cast<std::uint32_t>(std::bit_width(p)) - 1;
  const std::uint32_t position = swing_position(p, at.rank);
  // The half that the process keeps in this step, and the partner, which keeps the other one.
  const auto exchange = [=](std::uint32_t step, bool back, Turn& turn) {
    const std::uint32_t half = 1U << (steps - 1 - step);
    const BlockRange kept = {position & ~(half - 1), half};
    const BlockRange other = {kept.first ^ half, half};
    const std::uint32_t partner = swing_partner(p, at.rank, step);
    turn.send = Message{partner, back ? kept : other};
    turn.receive = Message{partner, back ? other : kept};
  };
  return there_and_back(
      steps, p,
      [=](std::uint64_t superstep, Turn& turn) { exchange(static_cast<std::uint32_t>(superstep), false, turn); },
      [=](std::uint64_t superstep, Turn& turn) {
        exchange(steps - 1 - static_cast<std::uint32_t>(superstep), true, turn);
      });
}

/// Exchanges of the processes that go on, before and after which the others give theirs to a neighbour, and get the
/// result.
/// @param exchange  (superstep, place, turn): partners are places
template <class Partners>
Schedule folded(const Place& at, std::uint64_t supersteps, std::uint64_t blocks, Partners exchange) {
  const FoldedNodes fold(at.processes);
  const std::uint64_t joins = fold.joined() > 0 ? 1 : 0;
  const BlockRange all = {0, blocks};
  return {supersteps + 2 * joins, blocks, 0, [=](std::uint64_t superstep) {
            Turn turn;
            const bool waits = fold.waits(at.rank);
            const bool serves = !waits && at.rank < 2 * fold.joined();
            const bool first = superstep < joins;
            if (first || superstep >= supersteps + joins) {
              turn.arrival = first ? OnArrival::follow : OnArrival::replace;
              if (waits) (first ? turn.send : turn.receive) = Message{at.rank - 1, all};
              if (serves) (first ? turn.receive : turn.send) = Message{at.rank + 1, all};
            } else if (!waits) {
              exchange(superstep - joins, fold.place(at.rank), turn);
              turn.send->partner = fold.node(static_cast<std::uint32_t>(turn.send->partner));
              turn.receive->partner = fold.node(static_cast<std::uint32_t>(turn.receive->partner));
            }
            return turn;
          }};
}

OnArrival combined_with(std::uint32_t other, std::uint32_t own) {
  return other < own ? OnArrival::precede : OnArrival::follow;
}

Schedule by_doubled_exchanges(const Place& at) {
  const std::uint64_t steps = static_cast<std::uint64_t>(std::bit_width(at.processes)) - 1;
  return folded(at, steps, 1, [](std::uint64_t superstep, std::uint32_t place, Turn& turn) {
    const std::uint32_t other = place ^ 1U << superstep;
    turn.send = turn.receive = Message{other, {0}};
    turn.arrival = combined_with(other, place);
  });
}

Schedule by_halved_exchanges(const Place& at) {
  const std::uint64_t steps = static_cast<std::uint64_t>(std::bit_width(at.processes)) - 1;
  const std::uint32_t blocks = std::bit_floor(at.processes);
  return folded(at, 2 * steps, blocks, [=](std::uint64_t superstep, std::uint32_t place, Turn& turn) {
    const bool back = superstep >= steps;
    const std::uint32_t bit = 1U << (back ? 2 * steps - 1 - superstep : superstep);
    const std::uint32_t other = place ^ bit;
    const std::uint64_t half = blocks / (2 * bit);
    const BlockRange own = {first_kept(blocks, place, bit), half};
    const BlockRange others = {first_kept(blocks, other, bit), half};
    turn.send = Message{other, back ? own : others};
    turn.receive = Message{other, back ? others : own};
    if (!back) turn.arrival = combined_with(other, place);
  });
}

/// A broadcast, or backwards a reduce: all messages change their direction, the last superstep comes first.
Schedule backwards(Schedule schedule) {
  const std::uint64_t last = schedule.supersteps - 1;
  schedule.turn = [last, turn = std::move(schedule.turn)](std::uint64_t superstep) {
    Turn made = turn(last - superstep);
    std::swap(made.send, made.receive);
    made.arrival = OnArrival::follow;
    return made;
  };
  return schedule;
}

Schedule down_bine_tree(const Place& at) {
  const std::uint32_t p = at.processes;
  const std::uint32_t reached = bine_bit(p, at.rank);
  return {static_cast<std::uint64_t>(std::bit_width(p)) - 1, 1, 0, [=](std::uint64_t superstep) {
            Turn turn;
            const std::uint32_t bit = p >> (superstep + 1);
            const Message message = {bine_partner(p, at.rank, bit), {0}};
            if (reached > bit) turn.send = message;
            if (reached == bit) turn.receive = message;
            return turn;
          }};
}

/// Packets from the first process to the last, one behind the other.
Schedule along_line(const Place& at, const Packets& packets) {
  const std::uint64_t count = packets.count();
  return {count + at.processes - 2, count, packets.size, [=](std::uint64_t superstep) {
            Turn turn;
            // In superstep t process r sends packet t - r.
            const std::uint64_t packet = superstep - at.rank;
            if (at.rank + 1 < at.processes && superstep >= at.rank && packet < count)
              turn.send = Message{at.rank + std::uint64_t{1}, {packet}};
            if (at.rank > 0 && superstep + 1 >= at.rank && packet + 1 < count)
              turn.receive = Message{at.rank - std::uint64_t{1}, {packet + 1}};
            return turn;
          }};
}

Schedule on_circulant_graph(const Place& at, const Packets& packets) {
  const std::vector<std::uint32_t> skips = circulant_skips(at.processes);
  // A process alone has no schedule. So there are two skips at least.
  const std::uint64_t phase = std::max<std::uint64_t>(skips.size() - 1, 1);
  const std::uint64_t count = packets.count();
  // Of each round of a phase the block that arrives, and the one that leaves, which is what arrives there.
  const std::vector<std::int32_t> arriving = circulant_receives(at.processes, at.rank);
  std::vector<std::int32_t> leaving;
  for (std::uint64_t k = 0; k < phase; ++k) leaving.push_back(circulant_receives(at.processes, at.ahead(skips[k]))[k]);
  const std::uint64_t early = (phase - (count - 1) % phase) % phase;
  return {count - 1 + phase, count, packets.size, [=](std::uint64_t superstep) {
            Turn turn;
            const std::uint64_t round = superstep + early;
            const std::uint64_t k = round % phase;
            const auto message = [&](std::uint32_t partner, std::int32_t block) -> std::optional<Message> {
              const std::int64_t number =
                  block + static_cast<std::int64_t>(round - k) - static_cast<std::int64_t>(early);
              if (number < 0) return std::nullopt;
              return Message{partner, {std::min(static_cast<std::uint64_t>(number), count - 1)}};
            };
            const std::uint32_t to = at.ahead(skips[k]);
            if (to != 0) turn.send = message(to, leaving[k]);
            if (at.rank != 0) turn.receive = message(at.behind(skips[k]), arriving[k]);
            return turn;
          }};
}

Schedule up_and_down(const Place& at, bool exclusive) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> sweeps;  // the first process that sends, and how far
  two_sweeps(at.processes, [&](std::uint32_t first, std::uint32_t distance) { sweeps.emplace_back(first, distance); });
  return {sweeps.size() + (exclusive ? 1 : 0), 1, 0, [=](std::uint64_t superstep) {
            Turn turn;
            if (superstep == sweeps.size()) {  // prefixes go to the process that they are before
              if (at.rank + 1 < at.processes) turn.send = Message{at.rank + std::uint64_t{1}, {0}};
              if (at.rank > 0) turn.receive = Message{at.rank - std::uint64_t{1}, {0}};
              return turn;
            }
            const auto [first, distance] = sweeps[superstep];
            const auto sends = [first = first, distance = distance](std::uint32_t rank) {
              return rank >= first && (rank - first) % (2 * distance) == 0;
            };
            turn.arrival = OnArrival::precede;
            if (sends(at.rank) && at.rank + distance < at.processes) turn.send = Message{at.rank + distance, {0}};
            if (at.rank >= distance && sends(at.rank - distance)) turn.receive = Message{at.rank - distance, {0}};
            return turn;
          }};
}

/// Each process that has bit k for its lowest one sends what it has gathered, its own block and those behind it.
Schedule up_binomial_tree(const Place& at) {
  return {static_cast<std::uint64_t>(std::bit_width(at.processes - 1)), at.processes, 0, [at](std::uint64_t superstep) {
            Turn turn;
            const std::uint32_t bit = 1U << superstep;
            const auto gathered = [&](std::uint32_t rank) {
              return BlockRange{rank, std::min(bit, at.processes - rank)};
            };
            if (at.rank % bit != 0) return turn;
            if ((at.rank & bit) != 0) {
              turn.send = Message{at.rank - bit, gathered(at.rank)};
            } else if (at.rank + bit < at.processes) {
              turn.receive = Message{at.rank + bit, gathered(at.rank + bit)};
            }
            return turn;
          }};
}

Schedule gathered_by(Algorithm algorithm, const Place& at) {
  Schedule schedule;
  schedule.blocks = at.processes;
  if (algorithm == Algorithm::ring) {
    schedule.supersteps = at.processes - 1;
    schedule.turn = [at](std::uint64_t superstep) {
      Turn turn;
      pass_on(at, superstep, turn);
      return turn;
    };
  } else if (algorithm == Algorithm::circulant) {
    const std::vector<std::uint32_t> skips = circulant_skips(at.processes);
    schedule.supersteps = skips.size() - 1;
    schedule.turn = [at, skips](std::uint64_t superstep) {
      Turn turn;
      gather_by_skip(at, skips[superstep], skips[superstep + 1], turn);
      return turn;
    };
  } else {
    schedule.supersteps = static_cast<std::uint64_t>(std::bit_width(at.processes)) - 1;
    schedule.turn = [at](std::uint64_t superstep) {
      Turn turn;
      const std::uint32_t bit = 1U << superstep;
      const std::uint32_t first = at.rank & ~(bit - 1);
      turn.send = Message{at.rank ^ bit, {first, bit}};
      turn.receive = Message{at.rank ^ bit, {first ^ bit, bit}};
      return turn;
    };
  }
  return schedule;
}

}  // namespace

std::uint64_t Schedule::first_value(std::uint64_t block, std::uint64_t values) const {
  return packet_size > 0 ? std::min(block * packet_size, values) : EvenBlocks{values, blocks}.first(block);
}

Schedule schedule_of(const CollectiveCost& plan, const Operands& operands, std::uint64_t rank) {
  const Place at = {static_cast<std::uint32_t>(operands.processes), static_cast<std::uint32_t>(rank)};
  if (at.processes == 1) return {1, 1, 0, [](std::uint64_t) { return Turn{}; }};
  const Packets packets = Packets::about(operands.values, plan.packets);
  if (operands.kind == Kind::gather) return up_binomial_tree(at);
  if (operands.kind == Kind::all_gather) return gathered_by(plan.algorithm, at);
  if (operands.kind == Kind::scan) {
    if (plan.algorithm == Algorithm::two_sweeps) return up_and_down(at, operands.exclusive);
    Schedule schedule = along_line(at, packets);
    schedule.turn = [turn = std::move(schedule.turn)](std::uint64_t superstep) {
      Turn made = turn(superstep);
      made.arrival = OnArrival::precede;
      return made;
    };
    return schedule;
  }
  if (operands.kind == Kind::all_reduce) {
    switch (plan.algorithm) {
      case Algorithm::ring: return around_circle(at);
      case Algorithm::doubling: return by_doubled_exchanges(at);
      case Algorithm::rabenseifner: return by_halved_exchanges(at);
      case Algorithm::swing: return by_swing(at);
      default: return by_skips(at);
    }
  }
  Schedule schedule = plan.algorithm == Algorithm::bine        ? down_bine_tree(at)
                      : plan.algorithm == Algorithm::circulant ? on_circulant_graph(at, packets)
                                                               : along_line(at, packets);
  return operands.kind == Kind::reduce ? backwards(std::move(schedule)) : schedule;
}

}  // namespace pram::bsp::detail

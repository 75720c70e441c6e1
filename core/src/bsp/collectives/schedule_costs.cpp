#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include <pram/detail/bsp/mailbox.hpp>
#include <pram/detail/circulant.hpp>
#include <pram/detail/partners.hpp>

#include "algorithms.hpp"
#include "blocks.hpp"

/// What schedules of one message a superstep cost.
namespace pram::bsp::detail {

namespace {

/// The most packets that values are cut into: more supersteps gain next to nothing.
constexpr std::uint64_t most_packets = 1024;

/// Adds up supersteps in which the longest message has so many values.
class SuperstepSum {
 public:
  explicit SuperstepSum(const Operands& of) : of_(of) {}

  /// @param combined  whether what arrives is combined
  void add(std::uint64_t supersteps, std::uint64_t values, bool combined) {
    cost_.supersteps += supersteps;
    cost_.relation += supersteps * words_of(values * of_.bytes_each);
    if (combined) add_work(supersteps * values);
  }
  void add_work(std::uint64_t combinations) { cost_.work += combinations; }
  /// Packets that follow each other: the longest one in all supersteps but the last ones.
  void add_packets(const Packets& packets, std::uint64_t supersteps, std::uint64_t last, bool combined) {
    add(supersteps - last, packets.size, combined);
    add(last, packets.last(), combined);
    cost_.packets = packets.count();
  }
  const CollectiveCost& cost() const { return cost_; }

 private:
  const Operands& of_;
  CollectiveCost cost_;
};

/// The cheaper of the two numbers of packets that are next to the best one.
/// @param for_one   supersteps that a single packet takes
/// @param cost_for  (Packets) → CollectiveCost
template <class Cost>
CollectiveCost with_packets(const Operands& of, const Parameters& machine, std::uint64_t for_one,
                            const Cost& cost_for) {
  // (n - 1 + s) (m / n c + l) is least for n = √((s - 1) m c / l).
  const double word = machine.g * static_cast<double>(of.bytes_each) / sizeof(Word) + (of.combines() ? 1 : 0);
  const double most = static_cast<double>(std::clamp<std::uint64_t>(of.values, 1, most_packets));
  const double data = static_cast<double>(for_one - 1) * static_cast<double>(of.values) * word;
  const double least = data <= 0 ? 1 : machine.l <= 0 ? most : std::sqrt(data / machine.l);
  const auto some = static_cast<std::uint64_t>(std::clamp(std::floor(least), 1.0, most));
  const CollectiveCost fewer = cost_for(Packets::about(of.values, some));
  const CollectiveCost more = cost_for(Packets::about(of.values, std::min(some + 1, static_cast<std::uint64_t>(most))));
  return more.charge(machine) < fewer.charge(machine) ? more : fewer;
}

/// The values of the first blocks of so many: no others that follow each other around the circle have more.
std::uint64_t first_values(const Operands& of, std::uint64_t blocks, std::uint64_t count) {
  return EvenBlocks{of.values, blocks}.first(count);
}

CollectiveCost along_line(const Operands& of, const Parameters& machine) {
  const std::uint64_t links = of.processes - 1;
  return with_packets(of, machine, links, [&](const Packets& packets) {
    SuperstepSum sum(of);
    const std::uint64_t supersteps = packets.count() - 1 + links;
    sum.add_packets(packets, supersteps, 1, of.combines() && !of.exclusive);
    // What the last process sends on to nobody it need not combine.
    if (of.exclusive && links > 1) sum.add_work((supersteps - 2) * packets.size + packets.last());
    return sum.cost();
  });
}

CollectiveCost on_circulant_graph(const Operands& of, const Parameters& machine) {
  const std::vector<std::uint32_t> skips = circulant_skips(static_cast<std::uint32_t>(of.processes));
  const std::uint64_t rounds = skips.size() - 1;
  if (of.kind == Kind::broadcast || of.kind == Kind::reduce) {
    return with_packets(of, machine, rounds, [&](const Packets& packets) {
      // The last packet is the only one in the last round of two processes, and of two packets for three.
      const bool alone = of.processes == 2 || (of.processes == 3 && packets.count() == 2);
      SuperstepSum sum(of);
      sum.add_packets(packets, packets.count() - 1 + rounds, alone ? 1 : 0, of.combines());
      return sum.cost();
    });
  }
  SuperstepSum sum(of);
  for (std::size_t k = 0; k < rounds; ++k) {
    const std::uint64_t blocks = skips[k + 1] - skips[k];
    sum.add(1, first_values(of, of.processes, blocks), true);
    sum.add(1, first_values(of, of.processes, blocks), false);
  }
  return sum.cost();
}

/// Processes above a power of two give their values to others before, and get the result after.
SuperstepSum of_joined(const Operands& of, const FoldedNodes& fold) {
  SuperstepSum sum(of);
  if (fold.joined() > 0) {
    sum.add(1, of.values, true);
    sum.add(1, of.values, false);
  }
  return sum;
}

CollectiveCost by_halves(const Operands& of) {
  const FoldedNodes fold(static_cast<std::uint32_t>(of.processes));
  SuperstepSum sum = of_joined(of, fold);
  for (std::uint64_t half = fold.core() / 2; half > 0; half /= 2) {
    sum.add(1, first_values(of, fold.core(), half), true);
    sum.add(1, first_values(of, fold.core(), half), false);
  }
  return sum.cost();
}

CollectiveCost by_doubling(const Operands& of) {
  const FoldedNodes fold(static_cast<std::uint32_t>(of.processes));
  SuperstepSum sum = of_joined(of, fold);
  for (std::uint64_t bit = 1; bit < fold.core(); bit *= 2) sum.add(1, of.values, true);
  return sum.cost();
}

std::uint64_t rounds_to_all(std::uint64_t processes) {
  return static_cast<std::uint64_t>(std::bit_width(processes - 1));
}

/// Supersteps in which a process sends, or gets, so many whole blocks altogether, each a message.
CollectiveCost of_blocks(const Operands& of, std::uint64_t supersteps, std::uint64_t blocks) {
  CollectiveCost cost;
  cost.supersteps = supersteps;
  cost.relation = blocks * words_of(of.values * of.bytes_each);
  return cost;
}

CollectiveCost schedule_cost_of(Algorithm algorithm, const Operands& of, const Parameters& machine) {
  const auto p = static_cast<std::uint32_t>(of.processes);
  const std::uint64_t others = of.processes - 1;
  SuperstepSum sum(of);
  if (of.kind == Kind::all_to_all) {
    std::uint64_t rounds = 0;
    std::uint64_t blocks = 0;
    digit_rounds(p, 2, [&](std::uint64_t weight, std::uint64_t digit) {
      ++rounds;
      blocks += digit_blocks(p, 2, weight, digit);
    });
    return of_blocks(of, rounds, blocks);
  }
  if (of.kind == Kind::gather || of.kind == Kind::all_gather)
    return of_blocks(of, algorithm == Algorithm::ring ? others : rounds_to_all(of.processes), others);
  switch (algorithm) {
    case Algorithm::bine: sum.add(rounds_to_all(of.processes), of.values, of.combines()); return sum.cost();
    case Algorithm::circulant: return on_circulant_graph(of, machine);
    case Algorithm::rabenseifner:
    case Algorithm::swing: return by_halves(of);
    case Algorithm::doubling: return by_doubling(of);
    case Algorithm::two_sweeps:
      two_sweeps(p, [&](std::uint32_t, std::uint32_t) { sum.add(1, of.values, true); });
      if (of.exclusive) sum.add(1, of.values, false);
      return sum.cost();
    case Algorithm::ring:
      if (of.kind == Kind::all_reduce) {
        sum.add(others, first_values(of, of.processes, 1), true);
        sum.add(others, first_values(of, of.processes, 1), false);
        return sum.cost();
      }
      return along_line(of, machine);
    default: return along_line(of, machine);
  }
}

}  // namespace

CollectiveCost scheduled_cost(Algorithm algorithm, const Operands& operands, const Parameters& machine) {
  CollectiveCost cost;
  // One process has nobody to send to, and syncs all the same.
  if (operands.processes == 1) {
    cost.supersteps = 1;
  } else {
    cost = schedule_cost_of(algorithm, operands, machine);
  }
  cost.algorithm = algorithm;
  return cost;
}

}  // namespace pram::bsp::detail

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <optional>
#include <string>

#include <pram/error.hpp>
#include <pram/machines/detail/torus_exchange.hpp>

#include "slots.hpp"

namespace pram {

namespace {

using SlotWork = TorusExchange::Slot::Work;
using CountsBySum =
    std::array<std::uint64_t, 4>;  // of the largest count, by the coordinate, or a sum of them, modulo 4

/// What the nodes of one dimension hold while the exchange stage goes on: of each place of a line, for each class of
/// nodes, the messages that are there, if every node began with one for each place.
class HeldAlongLine {
 public:
  explicit HeldAlongLine(const LineExchange& line) : line_(&line) {
    for (std::vector<std::uint64_t>& one : held_) one.assign(line.size(), line.size());
  }

  std::uint64_t sent(const SlotWork& work, bool common, std::uint32_t place, bool forwards) const {
    return common ? line_->common_messages(work.step, place) : line_->parity_messages(work.step, place, forwards);
  }
  std::uint64_t held(std::uint32_t place, bool forwards) const { return held_[forwards ? 1 : 0][place]; }
  std::uint32_t size() const { return line_->size(); }

  /// A step of the nodes of one parity of the sum of all coordinates.
  void go_on(const SlotWork& work, bool common) {
    for (const bool forwards : {false, true}) {
      std::vector<std::uint64_t>& now = held_[forwards ? 1 : 0];
      const std::vector<std::uint64_t> before = now;
      for (std::uint32_t place = 0; place < size(); ++place) {
        const auto move =
            common ? line_->common_move(work.step, place) : line_->parity_move(work.step, place, forwards);
        if (!move) continue;
        const std::uint64_t messages = sent(work, common, place, forwards);
        now[place] -= messages;
        now[static_cast<std::size_t>((std::int64_t{place} + move->places + size()) % size())] += messages;
      }
    }
  }

 private:
  const LineExchange* line_;
  std::array<std::vector<std::uint64_t>, 2> held_;  // by whether the node's class goes forwards
};

/// The largest product of counts over all nodes whose coordinates have a sum of each residue modulo 4.
CountsBySum of_both(const CountsBySum& one, const CountsBySum& other) {
  CountsBySum all{};
  for (std::uint32_t a = 0; a < 4; ++a) {
    for (std::uint32_t b = 0; b < 4; ++b) all[(a + b) % 4] = std::max(all[(a + b) % 4], one[a] * other[b]);
  }
  return all;
}

constexpr CountsBySum of_no_dimension = {1, 0, 0, 0};

/// Counts of the nodes of one parity, or of all, through the exchange stage.
class ParityCounts {
 public:
  explicit ParityCounts(const std::vector<LineExchange>& lines) : lines_(lines.begin(), lines.end()) {}

  /// The largest count over the nodes whose sums have these residues, by the count of a place in the dimension that is
  /// worked in and what is held of the others.
  std::uint64_t largest(const SlotWork& work, std::span<const std::uint32_t> residues,
                        const std::function<std::uint64_t(std::uint32_t place, bool forwards)>& count) const {
    CountsBySum others = of_no_dimension;
    for (std::uint32_t dimension = 0; dimension < lines_.size(); ++dimension) {
      if (dimension == work.dimension) continue;
      CountsBySum held{};
      for (std::uint32_t place = 0; place < lines_[dimension].size(); ++place)
        held[place % 4] = std::max(held[place % 4], lines_[dimension].held(place, true));  // none is under way
      others = of_both(others, held);
    }
    std::uint64_t most = 0;
    for (const std::uint32_t sum : residues) {
      for (std::uint32_t place = 0; place < lines_[work.dimension].size(); ++place)
        most = std::max(most, count(place, sum < 2) * others[(sum + 4 - place % 4) % 4]);
    }
    return most;
  }

  /// @returns messages of the largest block
  std::uint64_t step(const SlotWork& work, bool common, std::span<const std::uint32_t> residues,
                     std::uint64_t& buffer) {
    HeldAlongLine& line = lines_[work.dimension];
    const std::uint64_t block = largest(
        work, residues, [&](std::uint32_t place, bool forwards) { return line.sent(work, common, place, forwards); });
    line.go_on(work, common);
    buffer = std::max(buffer, largest(work, residues,
                                      [&](std::uint32_t place, bool forwards) { return line.held(place, forwards); }));
    return block;
  }

 private:
  std::vector<HeldAlongLine> lines_;
};

std::uint32_t log2_of(std::uint32_t side) { return static_cast<std::uint32_t>(std::countr_zero(side)); }

}  // namespace

TorusCost torus_exchange_cost(const TorusExchange& schedule) {
  const std::uint64_t nodes = schedule.nodes();
  const std::uint32_t splits = schedule.splits();
  TorusCost cost{.startups = schedule.steps(), .transmissions = 0, .buffer = nodes << splits};
  for (std::uint32_t phase = 0; phase < splits; ++phase)
    cost.transmissions += (nodes << phase) / 2 * (schedule.dimensions() - 1) + 2 * (nodes << phase);
  // A master has the messages of 2^k nodes for its part, and each place of the masters' torus stands for 2^(k d) nodes.
  const std::uint32_t scale = splits * (schedule.dimensions() + 1);
  const std::vector<LineExchange> lines = torus_lines(schedule);
  ParityCounts even(lines);
  ParityCounts odd(lines);
  constexpr std::array<std::uint32_t, 4> all = {0, 2, 1, 3};
  const std::span<const std::uint32_t> of_all(all);
  std::uint64_t buffer = 0;
  for (const TorusExchange::Slot& slot : schedule.exchange()) {
    std::uint64_t block = 0;
    if (slot.even) block = even.step(*slot.even, slot.common, slot.common ? of_all : of_all.first(2), buffer);
    if (slot.odd && !slot.common) block = std::max(block, odd.step(*slot.odd, false, of_all.last(2), buffer));
    cost.transmissions += block << scale;
  }
  cost.buffer = std::max(cost.buffer, buffer << scale);
  return cost;
}

TorusCost torus_exchange_cost(std::uint32_t side, std::uint32_t splits) {
  const std::uint64_t square = std::uint64_t{side} * side;
  const std::uint32_t logical = side >> splits;
  if (logical << splits != side || (logical % 4 != 0 && logical != 2) || logical == 0 || side % 4 != 0)
    throw ConfigError("splits", std::to_string(splits),
                      "a number of halvings of " + std::to_string(side) + " to a multiple of 4, or to 2");
  TorusCost cost{.startups = 0, .transmissions = 0, .buffer = square << splits};
  if (logical == 2) {
    cost.startups = 3 * log2_of(side) - 1;
    cost.transmissions = (7 * square * side - 10 * square) / 4;
    return cost;
  }
  cost.startups = 3 * splits + logical / 2 + 2;
  cost.transmissions = square * side / 4 + square * ((7u << splits) - 5) / 2;
  return cost;
}

std::uint32_t best_torus_splits(const std::vector<TopologyFactor>& factors, double startup, double message) {
  std::uint32_t best = 0;
  double least = 0;
  const std::uint32_t most = TorusExchange::most_splits(factors);
  for (std::uint32_t splits = 0; splits <= most; ++splits) {
    const TorusCost cost = torus_exchange_cost(TorusExchange(factors, splits));
    const double time =
        static_cast<double>(cost.startups) * startup + static_cast<double>(cost.transmissions) * message;
    if (splits == 0 || time < least) {
      least = time;
      best = splits;
    }
  }
  return best;
}

std::uint32_t best_torus_splits(std::uint32_t side, double startup, double message) {
  const TopologyFactor ring{TopologyFactor::Kind::ring, side};
  return best_torus_splits({ring, ring}, startup, message);
}

std::vector<TorusCrossover> torus_crossovers(const std::vector<TopologyFactor>& factors) {
  std::vector<TorusCost> costs;
  const std::uint32_t most = TorusExchange::most_splits(factors);
  for (std::uint32_t splits = 0; splits <= most; ++splits)
    costs.push_back(torus_exchange_cost(TorusExchange(factors, splits)));
  std::vector<TorusCrossover> found = {{best_torus_splits(factors, 0, 1), 0, {}}};
  while (true) {
    TorusCrossover& last = found.back();
    last.cost = costs[last.splits];
    std::optional<TorusCrossover> next;
    for (std::uint32_t splits = 0; splits <= most; ++splits) {
      if (costs[splits].startups >= last.cost.startups) continue;
      const double startup = static_cast<double>(costs[splits].transmissions - last.cost.transmissions) /
                             static_cast<double>(last.cost.startups - costs[splits].startups);
      // Of several that begin here, the one with the fewest start-ups is the best behind it.
      if (!next || startup < next->startup ||
          (startup == next->startup && costs[splits].startups < costs[next->splits].startups))
        next = TorusCrossover{splits, startup, {}};
    }
    if (!next) return found;
    found.push_back(*next);
  }
}

std::vector<TorusTableRow> torus_exchange_table(std::uint32_t side) {
  if (side < 4 || !std::has_single_bit(side))
    throw ConfigError("torus side", std::to_string(side), "a power of two, 4 or more");
  const std::uint64_t square = std::uint64_t{side} * side;
  const std::uint64_t cube = square * side;
  const std::uint32_t log = log2_of(side);
  return {
      {"A_(n-1)", log - 1, torus_exchange_cost(side, log - 1), 2 * cube - 2 * square, 4 * square * log * (log - 1)},
      {"A1", 1, torus_exchange_cost(side, 1), (cube + 10 * square) / 4, 10 * square},
      {"Tseng", 0, torus_exchange_cost(side, 0), (cube + 4 * square) / 4, (cube + 2 * square) / 2},
      {"Suh", 0, torus_exchange_cost(side, 0), (cube + 4 * square) / 4, 3 * square},
  };
}

}  // namespace pram

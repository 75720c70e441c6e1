#include <pram/machines/detail/torus_exchange.hpp>

#include <bit>
#include <string>

namespace pram {

namespace {

using Axis = TorusSend::Axis;

/// The ports of "torus:NxN", whose first factor is the rows.
struct TorusPort {
  static constexpr std::uint32_t down = 0;
  static constexpr std::uint32_t up = 1;
  static constexpr std::uint32_t right = 2;
  static constexpr std::uint32_t left = 3;
};

constexpr std::uint32_t low(std::uint32_t x, std::uint32_t bits) { return x & ((1u << bits) - 1); }
constexpr std::uint32_t bit(std::uint32_t x, std::uint32_t place) { return x >> place & 1; }

constexpr std::uint32_t whole = 0xFFFFFFFF;

std::uint32_t log2_of(std::uint32_t side) { return static_cast<std::uint32_t>(std::countr_zero(side)); }

}  // namespace

std::uint32_t most_torus_splits(std::uint32_t side) {
  if (side < 4 || side % 4 != 0) throw ConfigError("torus side", std::to_string(side), "a multiple of four");
  return std::has_single_bit(side) ? log2_of(side) - 1 : log2_of(side) - 2;
}

TorusExchange::TorusExchange(std::uint32_t side, std::uint32_t splits, Misprint misprint)
    : side_(side), splits_(splits), logical_side_(0), misprint_(misprint) {
  const std::uint32_t most = most_torus_splits(side);
  if (splits > most) {
    throw ConfigError("splits", std::to_string(splits),
                      "at most " + std::to_string(most) + " on a torus of side " + std::to_string(side));
  }
  logical_side_ = side >> splits;
}

TorusExchange::Stage TorusExchange::stage(std::uint64_t number) const {
  if (number < 2 * splits_) return Stage::split;
  number -= 2 * splits_;
  if (number >= exchange_steps()) return Stage::merge;
  if (logical_side_ == 2) return Stage::phase_4;
  const std::uint64_t rounds = logical_side_ / 4 - 1;
  if (number < rounds) return Stage::phase_1;
  if (number < 2 * rounds) return Stage::phase_2;
  return number < 2 * rounds + 2 ? Stage::phase_3 : Stage::phase_4;
}

void TorusExchange::step(std::uint64_t number, std::vector<TorusSend>& sends) const {
  const Stage now = stage(number);
  if (now == Stage::split) return split(static_cast<std::uint32_t>(number / 2) + 1, number % 2 == 1, sends);
  if (now == Stage::merge) return merge(static_cast<std::uint32_t>(steps() - number), sends);
  // The last four steps of the exchange stage are pairs, so its last step is a second one.
  exchange(now, (2 * splits_ + exchange_steps() - number) % 2 == 1, sends);
}

void TorusExchange::split(std::uint32_t phase, bool second, std::vector<TorusSend>& sends) const {
  const std::uint32_t place = phase - 1;
  const std::uint32_t distance = 1u << place;
  for (std::uint32_t i = 0; i < side_; ++i) {
    for (std::uint32_t j = 0; j < side_; ++j) {
      if (low(i, place) != low(j, place)) continue;
      const std::uint32_t a = bit(i, place);
      const std::uint32_t b = bit(j, place);
      if (!second) {
        sends.push_back({.node = i * side_ + j,
                         .port = b == 0 ? TorusPort::right : TorusPort::left,
                         .hops = distance,
                         .axis = Axis::row,
                         .shift = place,
                         .mask = 1,
                         .value = 1 - b});
      } else if (a != b) {  // a node that is no master sends all its messages
        sends.push_back({.node = i * side_ + j, .port = b == 1 ? TorusPort::down : TorusPort::up, .hops = distance});
      }
    }
  }
}

void TorusExchange::exchange(Stage stage, bool second, std::vector<TorusSend>& sends) const {
  const std::uint32_t stride = 1u << splits_;
  for (std::uint32_t i = 0; i < side_; ++i) {
    for (std::uint32_t j = low(i, splits_); j < side_; j += stride) {
      const std::uint32_t p = i >> splits_;
      const std::uint32_t q = j >> splits_;
      TorusSend send{.node = i * side_ + j};
      const auto move = [&](bool in_row, bool forwards, std::uint32_t distance) {
        send.port =
            in_row ? (forwards ? TorusPort::right : TorusPort::left) : (forwards ? TorusPort::down : TorusPort::up);
        send.hops = distance * stride;
        send.axis = in_row ? Axis::column : Axis::row;
      };
      // Bits of the moving coordinate: the part of the torus with the target is compared with the node's own part.
      const auto choose = [&](std::uint32_t part, bool equal, std::uint32_t other) {
        const std::uint32_t own = (send.axis == Axis::column ? q : p) >> part;
        send.shift = splits_ + part;
        send.mask = whole;
        send.equal = equal;
        send.value = own ^ other;
      };
      switch (stage) {
        case Stage::phase_1:
        case Stage::phase_2: {
          const std::uint32_t kind = (p + q) % 4;
          move((kind % 2 == 0) == (stage == Stage::phase_1), kind < 2, 4);
          choose(2, false, 0);
          break;
        }
        case Stage::phase_3: {
          const bool in_row = ((p + q) % 2 == 0) != second;
          const std::uint32_t tested = in_row || misprint_ == Misprint::phase_3 ? q : p;
          move(in_row, tested % 4 < 2, 2);
          choose(1, true, 1);
          break;
        }
        default: {
          const std::uint32_t tested = misprint_ == Misprint::phase_4 ? p + q : second ? p : q;
          move(!second, tested % 2 == 0, 1);
          choose(0, false, 0);
        }
      }
      sends.push_back(send);
    }
  }
}

void TorusExchange::merge(std::uint32_t phase, std::vector<TorusSend>& sends) const {
  const std::uint32_t place = phase - 1;
  for (std::uint32_t i = 0; i < side_; ++i) {
    for (std::uint32_t j = low(i, phase); j < side_; j += 1u << phase) {
      const std::uint32_t b = bit(j, place);
      sends.push_back({.node = i * side_ + j,
                       .port = b == 0 ? TorusPort::right : TorusPort::left,
                       .hops = 1u << place,
                       .axis = Axis::column,
                       .shift = place,
                       .mask = 1,
                       .value = 1 - b});
    }
  }
}

TorusCost torus_exchange_cost(std::uint32_t side, std::uint32_t splits) {
  const std::uint64_t square = std::uint64_t{side} * side;
  if (splits > most_torus_splits(side))
    throw ConfigError("splits", std::to_string(splits), "at most " + std::to_string(most_torus_splits(side)));
  const std::uint64_t logical = side >> splits;
  TorusCost cost{.buffer = square << splits};
  if (logical == 2) {
    cost.startups = 3 * log2_of(side) - 1;
    cost.transmissions = (7 * square * side - 10 * square) / 4;
    return cost;
  }
  cost.startups = 3 * splits + logical / 2 + 2;
  cost.transmissions = square * side / 4 + square * ((7u << splits) - 5) / 2;
  return cost;
}

std::uint32_t best_torus_splits(std::uint32_t side, double startup, double message) {
  std::uint32_t best = 0;
  double least = 0;
  const std::uint32_t most = most_torus_splits(side);
  for (std::uint32_t splits = 0; splits <= most; ++splits) {
    const TorusCost cost = torus_exchange_cost(side, splits);
    const double time =
        static_cast<double>(cost.startups) * startup + static_cast<double>(cost.transmissions) * message;
    if (splits == 0 || time < least) {
      least = time;
      best = splits;
    }
  }
  return best;
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

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include <pram/error.hpp>
#include <pram/machines/detail/torus_exchange.hpp>

#include "slots.hpp"
#include "topology/request.hpp"

namespace pram {

namespace {

constexpr std::uint32_t low(std::uint32_t x, std::uint32_t bits) { return x & ((1u << bits) - 1); }
constexpr std::uint32_t bit(std::uint32_t x, std::uint32_t place) { return x >> place & 1; }

/// The nodes of a torus in order, with their coordinates.
class NodeWalk {
 public:
  explicit NodeWalk(const std::vector<std::uint32_t>& sizes) : sizes_(sizes), at_(sizes.size()) {}

  std::uint32_t operator[](std::uint32_t dimension) const { return at_[dimension]; }
  /// The bits of all coordinates, added without carry. The masters after k splits are the nodes with k zeros below.
  std::uint32_t parities() const {
    std::uint32_t all = 0;
    for (const std::uint32_t coordinate : at_) all ^= coordinate;
    return all;
  }
  /// The sum of the masters' coordinates on their own torus.
  std::uint32_t sum(std::uint32_t splits) const {
    std::uint32_t all = 0;
    for (const std::uint32_t coordinate : at_) all += coordinate >> splits;
    return all;
  }
  void next() {
    for (std::size_t dimension = 0; dimension < sizes_.size(); ++dimension) {
      if (++at_[dimension] < sizes_[dimension]) return;
      at_[dimension] = 0;
    }
  }

 private:
  const std::vector<std::uint32_t>& sizes_;
  std::vector<std::uint32_t> at_;
};

/// A worm of a node from one master to another along a dimension.
TorusSend straight(std::uint32_t node, std::uint32_t dimension, std::uint32_t dimensions, bool forwards,
                   std::uint32_t hops) {
  // Each factor has two ports, those of the first factor first.
  return {.node = node,
          .port = 2 * (dimensions - 1 - dimension) + (forwards ? 0 : 1),
          .hops = hops,
          .dimension = dimension};
}

/// Chooses the messages for targets with this bit.
void choose_bit(TorusSend& send, std::uint32_t dimension, std::uint32_t place, std::uint32_t value) {
  send.dimension = dimension;
  send.shift = place;
  send.mask = 1;
  send.first = value;
  send.count = 1;
}

std::vector<TopologyFactor> square_torus(std::uint32_t side) {
  return {{TopologyFactor::Kind::ring, side}, {TopologyFactor::Kind::ring, side}};
}

void check_factors(const std::vector<TopologyFactor>& factors) {
  const bool fit = std::ranges::all_of(factors, [](const TopologyFactor& factor) {
    return factor.size >= 2 && (factor.kind == TopologyFactor::Kind::ring || factor.kind == TopologyFactor::Kind::path);
  });
  double nodes = 1;
  for (const TopologyFactor& factor : factors) nodes *= factor.size;
  if (factors.empty() || !fit || nodes > largest_topology)
    throw ConfigError("torus", std::to_string(factors.size()) + " factors",
                      "rings and paths of at least two nodes, one or more, of at most 2^20 nodes in all");
}

}  // namespace

std::uint32_t most_torus_splits(std::uint32_t side) {
  if (side < 2) throw ConfigError("torus side", std::to_string(side), "at least 2");
  std::uint32_t splits = 0;
  while (side % 4 == 0 || (side % 2 == 0 && side > 2)) {
    side /= 2;
    ++splits;
  }
  return splits;
}

std::uint32_t TorusExchange::most_splits(const std::vector<TopologyFactor>& factors) {
  check_factors(factors);
  std::uint32_t most = most_torus_splits(factors.front().size);
  for (const TopologyFactor& factor : factors) most = std::min(most, most_torus_splits(factor.size));
  return most;
}

TorusExchange::TorusExchange(std::uint32_t side, std::uint32_t splits, Misprint misprint)
    : TorusExchange(square_torus(side), splits, misprint) {}

TorusExchange::TorusExchange(std::vector<TopologyFactor> factors, std::uint32_t splits, Misprint misprint)
    : factors_(std::move(factors)), splits_(splits), misprint_(misprint) {
  const std::uint32_t most = most_splits(factors_);
  if (splits > most)
    throw ConfigError("splits", std::to_string(splits), "at most " + std::to_string(most) + " on " + name());
  for (TopologyFactor& factor : factors_) {
    if (factor.size == 2) factor.kind = TopologyFactor::Kind::path;
    sizes_.insert(sizes_.begin(), factor.size);
  }
  exchange_ = torus_slots(torus_lines(*this));
}

std::string TorusExchange::name() const {
  const auto all = [&](TopologyFactor::Kind kind) {
    return std::ranges::all_of(factors_, [&](const TopologyFactor& one) { return one.kind == kind || one.size == 2; });
  };
  const bool product = !all(TopologyFactor::Kind::ring) && !all(TopologyFactor::Kind::path);
  std::string name = product ? "product:" : all(TopologyFactor::Kind::ring) ? "torus:" : "grid:";
  for (const TopologyFactor& factor : factors_) {
    if (&factor != &factors_.front()) name += product ? "," : "x";
    if (product) name += factor.kind == TopologyFactor::Kind::ring ? "ring:" : "path:";
    name += std::to_string(factor.size);
  }
  return name;
}

std::uint32_t TorusExchange::nodes() const {
  return std::accumulate(sizes_.begin(), sizes_.end(), 1U, std::multiplies());
}

TorusExchange::Stage TorusExchange::stage(std::uint64_t number) const {
  const std::uint64_t splitting = std::uint64_t{splits_} * dimensions();
  if (number < splitting) return Stage::split;
  number -= splitting;
  return number < exchange_.size() ? exchange_[number].stage : Stage::merge;
}

void TorusExchange::step(std::uint64_t number, std::vector<TorusSend>& sends) const {
  const std::uint64_t splitting = std::uint64_t{splits_} * dimensions();
  switch (stage(number)) {
    case Stage::split:
      return split(static_cast<std::uint32_t>(number / dimensions()) + 1,
                   static_cast<std::uint32_t>(number % dimensions()), sends);
    case Stage::merge: return merge(static_cast<std::uint32_t>(steps() - number), sends);
    default: exchange_step(exchange_[number - splitting], sends);
  }
}

/// The nodes of a block of 2^d are masters if their coordinates have an even number of odd bits at this place: no two
/// masters are neighbours. A master takes the messages for targets whose bits are its own in all dimensions but 0. So
/// pairs of nodes exchange in d - 1 steps, and in one more the others hand over what they have.
void TorusExchange::split(std::uint32_t phase, std::uint32_t part, std::vector<TorusSend>& sends) const {
  const std::uint32_t place = phase - 1;
  const std::uint32_t last = dimensions() > 1 ? 1 : 0;  // the dimension of handing over
  NodeWalk at(sizes_);
  for (std::uint32_t node = 0; node < nodes(); ++node, at.next()) {
    const std::uint32_t parities = at.parities();
    if (low(parities, place) != 0) continue;
    const std::uint32_t needed = bit(parities, place) ^ bit(at[last], place);  // of a master in dimension `last`
    const auto send = [&](std::uint32_t dimension) {
      return straight(node, dimension, dimensions(), bit(at[dimension], place) == 0, 1u << place);
    };
    if (part + 1 == dimensions()) {
      if (bit(parities, place) != 0) sends.push_back(send(last));  // no master: sends all
      continue;
    }
    // The exchange in dimension 0 makes good for the bit of dimension 1, in which nodes hand over afterwards.
    const bool first = part + 2 == dimensions();
    const std::uint32_t moving = first ? 0 : part + 2;
    TorusSend worm = send(moving);
    choose_bit(worm, first ? last : moving, place, 1 - (first ? needed : bit(at[moving], place)));
    sends.push_back(worm);
  }
}

void TorusExchange::exchange_step(const Slot& slot, std::vector<TorusSend>& sends) const {
  const std::vector<LineExchange> lines = torus_lines(*this);
  NodeWalk at(sizes_);
  for (std::uint32_t node = 0; node < nodes(); ++node, at.next()) {
    if (low(at.parities(), splits_) != 0) continue;
    const std::uint32_t sum = at.sum(splits_);
    const std::optional<Slot::Work>& work = sum % 2 == 0 ? slot.even : slot.odd;
    if (!work) continue;
    const LineExchange& line = lines[work->dimension];
    const std::uint32_t place = at[work->dimension] >> splits_;
    std::optional<LineMove> move =
        slot.common ? line.common_move(work->step, place) : line.parity_move(work->step, place, sum % 4 < 2);
    if (!move) continue;
    if (misprint_ == Misprint::phase_3 && slot.stage == Stage::halves && work->dimension == 1)
      move->places = (at[0] >> splits_) % 4 < 2 ? 2 : -2;
    if (misprint_ == Misprint::phase_4 && slot.common) move->places = sum % 2 == 0 ? 1 : -1;
    const bool forwards = move->places > 0;
    TorusSend send = straight(node, work->dimension, dimensions(), forwards,
                              static_cast<std::uint32_t>(forwards ? move->places : -move->places) << splits_);
    send.shift = splits_;
    send.first = move->first;
    send.count = move->count;
    send.inside = move->inside;
    if (line.goes_round(work->step, slot.common))
      send.order = forwards ? TorusSend::Order::upwards : TorusSend::Order::downwards;
    sends.push_back(send);
  }
}

void TorusExchange::merge(std::uint32_t phase, std::vector<TorusSend>& sends) const {
  const std::uint32_t place = phase - 1;
  NodeWalk at(sizes_);
  for (std::uint32_t node = 0; node < nodes(); ++node, at.next()) {
    if (low(at.parities(), phase) != 0) continue;
    const std::uint32_t own = bit(at[0], place);
    TorusSend send = straight(node, 0, dimensions(), own == 0, 1u << place);
    choose_bit(send, 0, place, 1 - own);
    sends.push_back(send);
  }
}

}  // namespace pram

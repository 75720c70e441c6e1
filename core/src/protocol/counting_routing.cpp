#include "counting_routing.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "../hash.hpp"
#include "allotment.hpp"
#include "counting.hpp"

namespace pram::detail {

namespace {

// Bounds on the scatter of the first count, which is about the mean degree that a request meets. Up to the first bound
// a sample goes straight home, up to the second through a small block. Like all numbers here the bounds are measured,
// and lie in flat optima.
constexpr double direct_scatter = 6;
constexpr double direct_block_scatter = 22;
constexpr std::uint32_t direct_block = 4;

// From a block of at most this many components records go home without another count.
constexpr std::uint32_t last_block = 4;

// From a block of at most this many components records may go home that have met none of their address.
constexpr std::uint32_t singleton_block = 8;

// A component may take this many records of a bin: spreading them thinner would add levels.
constexpr std::uint64_t least_load = 6;

/// The number of bins of a block of this many components. With the numbers of singletons and pairs the bins are as many
/// as a count carries in a few messages.
std::uint32_t bins_for(std::uint32_t components) {
  if (components > 64) return 30;
  return components > 8 ? 22 : std::min(4 * components, 12U);
}

constexpr std::uint32_t row_length = 32;

// More than components can have: every level divides a block.
constexpr std::uint64_t most_levels = 64;

class CountingRouting : public AdaptiveRouting {
 public:
  explicit CountingRouting(const ComponentOrder& order) : order_(order), stamp_(order.components()) {}

  void begin(std::uint64_t step, std::uint64_t most_requests) override {
    step_ = step;
    most_requests_ = most_requests;
    stage_ = Stage::start;
    alarm_ = false;
    nodes_.assign(1, Node{});
    nodes_[0].components = order_.components();
    active_.assign(1, 0);
    level_ = counted_level_ = 0;
    epoch_ += most_levels;
    rows_.resize(std::size_t{order_.components()} * row_length);
    bins_.clear();
    next_.clear();
    set_bins(nodes_[0], std::min(128U / static_cast<std::uint32_t>(std::bit_width(most_requests | 1)), row_length - 2));
  }

  bool looks() const override {
    return stage_ == Stage::start || stage_ == Stage::sample || (stage_ == Stage::level && !active_.empty());
  }

  void look(const Moves& moves) override {
    if (stage_ == Stage::sample) {
      const bool alarmed = std::ranges::any_of(moves.arrivals, [this](std::uint32_t n) { return n >= alarming_; });
      if (alarmed) alarm_.store(true, std::memory_order_relaxed);
      return;
    }
    for (std::size_t k = 0; k < moves.source.size(); ++k) {
      if (moves.source[k] == moves.home[k]) continue;
      const NodeBin at = bin_at(moves.address[k], counted_level_);
      if (at.node == done) continue;
      const std::uint32_t place = order_.place_of(moves.source[k]);
      std::uint32_t* const row = rows_.data() + std::size_t{place} * row_length;
      if (stamp_[place] != epoch_ + counted_level_) {
        stamp_[place] = epoch_ + counted_level_;
        std::fill_n(row, row_length, 0U);
      }
      ++row[at.bin];
      if (counted_level_ > 0 && moves.arrivals[k] <= 2) ++row[row_length - moves.arrivals[k]];
    }
  }

  bool unites() const override { return true; }

  void unite(const AddUp& add_up) override {
    if (stage_ == Stage::sample) {
      std::uint64_t alarms = alarm_ ? 1 : 0;
      add_up({&alarms, 1});
      alarm_ = alarms > 0;
    } else if (looks()) {
      add_rows(add_up);
    }
  }

  PhaseRecord settle(Network& network) override {
    switch (stage_) {
      case Stage::start: {
        const PhaseRecord counted = count(network);
        stage_ = sends_home() ? Stage::sample : Stage::level;
        if (stage_ == Stage::level) open_level();
        return counted;
      }
      case Stage::sample: {
        if (!alarm_) {
          stage_ = Stage::straight;
          return {};
        }
        const std::uint32_t p = order_.components();
        const Count one{0, p, 1, p, 1};
        const PhaseRecord announced = carry_counts(network, {&one, 1}, order_.all());
        stage_ = Stage::level;
        open_level();
        return announced;
      }
      case Stage::straight: stage_ = block_ > 1 ? Stage::home : Stage::end; return {};
      case Stage::level: {
        if (active_.empty()) {
          stage_ = Stage::home;
          return {};
        }
        level_ = counted_level_;
        const PhaseRecord counted = count(network);
        open_level();
        return counted;
      }
      default: stage_ = Stage::end; return {};
    }
  }

  bool ended() const override { return stage_ == Stage::end; }

  void route(const Moves& moves, std::span<std::uint32_t> destination) override {
    for (std::size_t k = 0; k < destination.size(); ++k)
      destination[k] = moves.source[k] == moves.home[k] ? AccessPlan::stay : next(moves, k);
  }

 private:
  enum class Stage { start, sample, straight, level, home, end };

  static constexpr std::uint32_t done = 0xFFFFFFFF;

  /// A block of components that has a bin of the block above to itself; the first has all.
  struct Node {
    std::uint32_t first = 0;  ///< place of its first component
    std::uint32_t components = 1;
    std::uint64_t most_records = 0;  ///< of all its components
    std::uint64_t most_held = 0;     ///< of one
    std::uint32_t first_bin = 0;
    std::uint32_t bins = 0;
    std::uint64_t load = 1;
    std::uint64_t records = 0;
    bool singletons_leave = false;
  };

  struct NodeBin {
    std::uint32_t node = done;
    std::uint32_t bin = 0;
  };

  void set_bins(Node& node, std::uint32_t bins) {
    node.first_bin = static_cast<std::uint32_t>(bins_.size());
    node.bins = bins;
    bins_.resize(bins_.size() + bins);
    next_.resize(bins_.size(), done);
  }

  /// The block of a level that shares out an address's records, and its bin there; no block if the bin is done.
  NodeBin bin_at(std::uint64_t address, std::uint32_t of_level) const {
    std::uint64_t digits = hash64(address, step_);
    std::uint32_t node = 0;
    for (std::uint32_t level = 0;; ++level) {
      const Node& block = nodes_[node];
      const std::uint32_t bin = reduce(digits, block.bins);
      digits *= 0xC2B2AE3D27D4EB4FU;  // odd: brings lower digits up, and loses none
      if (level == of_level) return {node, bin};
      node = next_[block.first_bin + bin];
      if (node == done) return {};
    }
  }

  /// Takes over the rows that other ranks have counted in the blocks at work. A component's is counted on one rank.
  void add_rows(const AddUp& add_up) {
    std::vector<std::uint64_t> rows;
    const auto visit = [this](const auto& see) {
      for (const std::uint32_t at : active_) {
        for (std::uint32_t place = nodes_[at].first; place < nodes_[at].first + nodes_[at].components; ++place)
          see(place, rows_.data() + std::size_t{place} * row_length);
      }
    };
    visit([&](std::uint32_t place, const std::uint32_t* row) {
      const bool counted = stamp_[place] == epoch_ + counted_level_;
      for (std::uint32_t bin = 0; bin < row_length; ++bin) rows.push_back(counted ? row[bin] : 0);
    });
    add_up(rows);
    auto from = rows.begin();
    visit([&](std::uint32_t place, std::uint32_t* row) {
      if (stamp_[place] != epoch_ + counted_level_ && std::any_of(from, from + row_length, std::identity())) {
        stamp_[place] = epoch_ + counted_level_;
        for (std::uint32_t bin = 0; bin < row_length; ++bin)
          row[bin] = static_cast<std::uint32_t>(from[static_cast<std::ptrdiff_t>(bin)]);
      }
      from += row_length;
    });
  }

  /// Adds up the rows of the blocks at work, leaves in each what those before it have, and charges for it.
  PhaseRecord count(Network& network) {
    std::vector<Count> counts;
    for (const std::uint32_t at : active_) {
      Node& node = nodes_[at];
      std::uint64_t sums[row_length] = {};
      for (std::uint32_t place = node.first; place < node.first + node.components; ++place) {
        if (stamp_[place] != epoch_ + level_) continue;
        std::uint32_t* const row = rows_.data() + std::size_t{place} * row_length;
        for (std::uint32_t bin = 0; bin < row_length; ++bin) {
          const std::uint32_t here = row[bin];
          row[bin] = static_cast<std::uint32_t>(sums[bin]);
          sums[bin] += here;
        }
      }
      node.records = 0;
      for (std::uint32_t bin = 0; bin < node.bins; ++bin) {
        bins_[node.first_bin + bin].records = sums[bin];
        node.records += sums[bin];
      }
      const std::uint64_t singletons = sums[row_length - 1];
      const std::uint64_t pairs = sums[row_length - 2];
      // A record of degree d is expected in (d - 1) / (2 components) pairs. Below degree 2 singletons may leave.
      node.singletons_leave =
          level_ > 0 && (node.components <= singleton_block ||
                         (singletons >= row_length / 2 && 2 * pairs * node.components < singletons));
      counts.push_back({node.first, node.components, node.bins + (level_ > 0 ? 2 : 0),
                        std::max({node.most_records, node.records, most_requests_ * (level_ == 0)}),
                        level_ > 0 ? 2 * node.most_held : most_requests_});
    }
    return carry_counts(network, counts, order_.all());
  }

  /// Is the scatter of the first count that of low degrees? Prepares the sample.
  bool sends_home() {
    const Node& all = nodes_[0];
    block_ = 1;
    sampled_ = 0;
    if (all.records == 0 || all.bins < 2) return true;
    const double mean = static_cast<double>(all.records) / all.bins;
    double squares = 0;
    for (std::uint32_t bin = 0; bin < all.bins; ++bin) {
      const double excess = static_cast<double>(bins_[bin].records) - mean;
      squares += excess * excess;
    }
    const double scatter = squares / mean / (all.bins - 1);
    if (scatter > direct_block_scatter) return false;
    block_ = scatter <= direct_scatter ? 1 : direct_block;
    const double components = order_.components();
    const double held = std::max(static_cast<double>(all.records) / components, 1.0);
    sampled_ = std::min(4 / std::log2(components) / held, 1.0);
    // The least number of samples of one address that would hardly ever meet even if the degree were half as high
    // again.
    const double degree = std::max(scatter, 1.0) * 1.5 / block_;
    for (alarming_ = 3;; ++alarming_) {
      double expected = static_cast<double>(all.records) / degree;
      for (std::uint32_t k = 0; k < alarming_; ++k) expected *= std::max(degree - k, 0.0) / (k + 1) * sampled_;
      if (expected < 0.25) return true;
    }
  }

  /// Allots the components of the blocks at work to their bins. Bins of several become blocks of the next level.
  void open_level() {
    below_.clear();
    for (const std::uint32_t at : active_) {
      Node& node = nodes_[at];
      node.load = allot({bins_.data() + node.first_bin, node.bins}, node.components, least_load);
    }
    for (const std::uint32_t at : active_) {
      const Node node = nodes_[at];
      for (std::uint32_t k = node.first_bin; k < node.first_bin + node.bins; ++k) {
        const Bin bin = bins_[k];
        if (bin.components <= last_block) continue;
        next_[k] = static_cast<std::uint32_t>(nodes_.size());
        below_.push_back(next_[k]);
        Node& below = nodes_.emplace_back();
        below.first = node.first + bin.first;
        below.components = bin.components;
        below.most_records = bin.records;
        below.most_held = node.load;
        set_bins(below, bins_for(bin.components));
      }
    }
    active_.swap(below_);
    counted_level_ = level_ + 1;
  }

  std::uint32_t next(const Moves& moves, std::size_t k) {
    const std::uint32_t home = moves.home[k];
    const std::uint32_t source = moves.source[k];
    switch (stage_) {
      case Stage::sample:
        if (static_cast<double>(hash64(moves.token[k], moves.draw) >> 11) * 0x1p-53 >= sampled_)
          return AccessPlan::stay;
        return direct_stop(source, home);
      case Stage::straight: return direct_stop(source, home);
      case Stage::level: return share(moves, k);
      case Stage::home: return home;
      default: return AccessPlan::stay;
    }
  }

  std::uint32_t direct_stop(std::uint32_t source, std::uint32_t home) const {
    if (block_ == 1) return home;
    if (source / block_ == home / block_) return AccessPlan::stay;
    return std::min(home / block_ * block_ + order_.place_of(source) % block_, order_.components() - 1);
  }

  std::uint32_t share(const Moves& moves, std::size_t k) {
    const NodeBin at = bin_at(moves.address[k], level_);
    if (at.node == done) return moves.home[k];
    const Node& node = nodes_[at.node];
    if (node.singletons_leave && moves.arrivals[k] == 1) return moves.home[k];
    const Bin& bin = bins_[node.first_bin + at.bin];
    if (bin.components == 0) return moves.home[k];
    const std::uint32_t place = order_.place_of(moves.source[k]);
    // A sample that came here after the count has no number among the others.
    const std::uint64_t number = stamp_[place] == epoch_ + level_
                                     ? rows_[std::size_t{place} * row_length + at.bin]++
                                     : reduce(moves.token[k], static_cast<std::uint32_t>(bin.records));
    return order_.at(node.first + component_of(bin, node.load, number));
  }

  const ComponentOrder& order_;
  std::uint64_t step_ = 0;
  std::uint64_t most_requests_ = 0;
  Stage stage_ = Stage::end;
  std::uint32_t block_ = 1;     ///< components around home that records of low degree go to first
  double sampled_ = 0;          ///< share of the records that goes ahead
  std::uint32_t alarming_ = 0;  ///< so many samples of one address make components raise the alarm
  std::atomic<bool> alarm_ = false;

  std::uint32_t level_ = 0;          ///< the level whose blocks share out their records now
  std::uint32_t counted_level_ = 0;  ///< the level for whose blocks the next look() counts
  std::vector<Node> nodes_;
  std::vector<Bin> bins_;
  std::vector<std::uint32_t> next_;    ///< per bin: the node of its components
  std::vector<std::uint32_t> active_;  ///< nodes of the counted level
  std::vector<std::uint32_t> below_;

  /// Per place: what its component has of every bin, and from the end singletons and pairs; after the count, how
  /// many those before it have. Valid where the stamp is the epoch's and the level's.
  std::vector<std::uint32_t> rows_;
  std::vector<std::uint64_t> stamp_;
  std::uint64_t epoch_ = 0;
};

}  // namespace

std::unique_ptr<AdaptiveRouting> make_counting_routing(const ComponentOrder& order) {
  return std::make_unique<CountingRouting>(order);
}

}  // namespace pram::detail

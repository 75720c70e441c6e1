#include "bin_blocks.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <functional>
#include <utility>

#include "../../hash.hpp"
#include "../rounds/rounded_count.hpp"

namespace pram::detail {

namespace {

/// Odd: brings lower digits of a hash up, and loses none.
constexpr std::uint64_t next_digit = 0xC2B2AE3D27D4EB4FU;

/// A component counts at least up to one below.
constexpr std::uint64_t least_counted = 8;

/// Binary digits of what a component is told that those before it have, at least.
constexpr std::uint32_t least_digits = 11;

}  // namespace

BinBlocks::BinBlocks(const ComponentOrder& order)
    : order_(order), rows_(std::size_t{order.components()} * most_bins), stamp_(order.components()) {}

void BinBlocks::begin(std::uint64_t step, std::uint64_t most_requests, std::uint32_t bins) {
  step_ = step;
  // What a component has if all have the same, to the last bit. More of one bin is not counted.
  const std::uint64_t even = (most_requests + order_.components() - 1) / order_.components();
  most_counted_ = std::min(most_requests, std::max<std::uint64_t>(std::bit_ceil(even), least_counted) - 1);
  blocks_.assign(1, {0, order_.components(), most_requests, most_counted_});
  levels_.clear();
  set_bins({&bins, 1});
}

void BinBlocks::set_bins(std::span<const std::uint32_t> bins) {
  ++counts_;
  FirstBins& first = levels_.emplace_back(1, 0U);
  for (const std::uint32_t n : bins) first.push_back(first.back() + n);
  parts_.assign(first.back(), Portion{});
}

BinBlocks::Located BinBlocks::locate(std::uint64_t address, std::size_t levels) const {
  Located at{0, 0, hash64(address, step_)};
  for (const FirstBins& first : std::span(levels_).first(levels)) {
    at.in_block = reduce(at.digits, first[at.bin + 1] - first[at.bin]);
    at.bin = first[at.bin] + at.in_block;
    at.digits *= next_digit;
  }
  return at;
}

void BinBlocks::add(const AccessPlan::Moves& moves) {
  for (std::size_t k = 0; k < moves.source.size(); ++k) {
    if (moves.source[k] == moves.home[k]) continue;
    const std::uint32_t place = order_.place_of(moves.source[k]);
    if (stamp_[place] != counts_) {
      stamp_[place] = counts_;
      std::fill_n(row(place), most_bins, 0U);
    }
    std::uint32_t& number = row(place)[locate(moves.address[k]).in_block];
    number += number < most_counted_ ? 1 : 0;
  }
}

void BinBlocks::unite(const AdaptiveRouting::AddUp& add_up) {
  std::vector<std::uint64_t> rows;
  const std::uint32_t places = order_.components();
  for (std::uint32_t place = 0; place < places; ++place) {
    for (std::uint32_t bin = 0; bin < most_bins; ++bin) rows.push_back(stamp_[place] == counts_ ? row(place)[bin] : 0);
  }
  add_up(rows);
  for (std::uint32_t place = 0; place < places; ++place) {
    const auto from = rows.begin() + static_cast<std::ptrdiff_t>(std::size_t{place} * most_bins);
    if (stamp_[place] == counts_ || std::none_of(from, from + most_bins, std::identity())) continue;
    stamp_[place] = counts_;
    std::transform(from, from + most_bins, row(place),
                   [](std::uint64_t number) { return static_cast<std::uint32_t>(number); });
  }
}

PhaseRecord BinBlocks::count(Network& network) {
  std::vector<Rounds> rounds;
  numbering_.clear();
  const FirstBins& first_bins = levels_.back();
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    if (blocks_[b].components == 0) continue;
    const std::span<Portion> bins(parts_.data() + first_bins[b], first_bins[b + 1] - first_bins[b]);
    rounds.push_back(count_block(blocks_[b], bins));
  }
  return carry_rounds(network, rounds, order_.all());
}

/// @returns the rounds by which all learn the sums
Rounds BinBlocks::count_block(const ComponentBlock& block, std::span<Portion> bins) {
  // Numbers of an even bin's records, to two records. A bin may have all records of a step that has few.
  const auto even = static_cast<std::uint32_t>(std::bit_width(block.most_records / bins.size()));
  const std::uint32_t digits = std::max(even, least_digits + 1) - 1;
  const auto for_rows = [&](const auto& see) {
    for (std::uint32_t place = block.first; place < block.first + block.components; ++place) {
      if (stamp_[place] != counts_) continue;
      for (std::size_t bin = 0; bin < bins.size(); ++bin) see(row(place)[bin], bins[bin]);
    }
  };
  for_rows([](std::uint32_t& number, Portion& bin) {
    const std::uint32_t here = number;
    number = static_cast<std::uint32_t>(bin.records);
    bin.records += here;
  });
  for (Portion& bin : bins) bin.records = rounded_sum(bin.records);
  for_rows([digits](std::uint32_t& number, const Portion& bin) {
    number = static_cast<std::uint32_t>(rounded_before(number, bin.records, digits));
  });
  const auto numbers = static_cast<std::uint32_t>(bins.size());
  RoundedCountRounds made =
      rounded_count_rounds({block.first, block.components, numbers, block.most_records, block.most_held, digits});
  numbering_.push_back(std::move(made.before));
  return std::move(made.sums);
}

PhaseRecord BinBlocks::number(Network& network) { return carry_rounds(network, numbering_, order_.all()); }

void BinBlocks::divide() {
  std::vector<ComponentBlock> below;
  const FirstBins& first_bins = levels_.back();
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    const std::span<Portion> bins(parts_.data() + first_bins[b], first_bins[b + 1] - first_bins[b]);
    const std::uint64_t load = blocks_[b].components > 0 ? share_out(bins, blocks_[b].components) : 0;
    // Rounded numbers bring some components more than the load, and none twice as much.
    for (const Portion& bin : bins)
      below.push_back({blocks_[b].first + bin.first, bin.components, bin.records, std::min(2 * load, most_counted_)});
  }
  blocks_ = std::move(below);
  divided_ = parts_;
  divided_levels_ = levels_.size();
}

std::uint32_t BinBlocks::destination(std::uint32_t source, std::uint64_t address) {
  const Located at = locate(address, divided_levels_);
  const std::uint64_t number = row(order_.place_of(source))[at.in_block]++;
  const Portion& bin = divided_[at.bin];
  // Records that were not counted have numbers of others.
  const std::uint64_t share = number % bin.records * bin.components / bin.records;
  return order_.at(blocks_[at.bin].first + static_cast<std::uint32_t>(share));
}

}  // namespace pram::detail

#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include <pram/detail/random/seeded_hash.hpp>
#include <pram/network/poll.hpp>

namespace pram::detail {

/// The two neighbours of a size among those at which a curve is known.
struct KnownSizes {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  double part = 0;  ///< of the way from low to high; 0: the curve is known at the size itself
};

/// The neighbours of a size, if 2^octave sizes are known from each power of two to the next, and all sizes below
/// 2^octave.
inline KnownSizes known_sizes(std::uint64_t size, unsigned octave) {
  const auto width = static_cast<unsigned>(std::bit_width(size));
  const unsigned shift = width > octave + 1 ? width - octave - 1 : 0;
  const std::uint64_t step = std::uint64_t{1} << shift;
  const std::uint64_t low = (size >> shift) << shift;
  return {low, low + step, static_cast<double>(size - low) / static_cast<double>(step)};
}

/// The charge of a network for messages to random destinations, whose senders are as even as the number permits. The
/// charge is measured at a few sizes, each when it is first asked for, and follows straight lines between these sizes
/// and beyond the largest.
class SampledCharge {
 public:
  /// @param octave       2^octave sizes are measured from each power of two to the next
  /// @param most         messages of the largest size that is measured, at least 2
  /// @param least_slope  the charge of each further message beyond it, at least
  SampledCharge(std::uint32_t terminals, unsigned octave, std::uint64_t most, double least_slope)
      : terminals_(terminals), octave_(octave), most_(most), least_slope_(least_slope) {}

  /// @param runs   runs(messages): the number of batches of this size whose mean is taken
  /// @param carry  carry(source, destination, stream): the charge of one batch; every batch has a stream of its own
  template <class Runs, class Carry>
  double operator()(std::uint64_t messages, const Runs& runs, const Carry& carry) {
    const auto at = [&](std::uint64_t size) { return measure(size, runs, carry); };
    const KnownSizes sizes = known_sizes(std::min(messages, most_), octave_);
    double charge = at(sizes.low);
    if (sizes.part > 0) charge += sizes.part * (at(sizes.high) - charge);
    if (messages > most_) {
      const std::uint64_t half = most_ / 2;
      const double slope = (at(most_) - at(half)) / static_cast<double>(half);
      charge += std::max(slope, least_slope_) * static_cast<double>(messages - most_);
    }
    return charge;
  }

 private:
  template <class Runs, class Carry>
  double measure(std::uint64_t messages, const Runs& runs, const Carry& carry) {
    if (const auto place = known_.find(messages); place != known_.end()) return place->second;
    poll("measuring the factor's denominator, " + std::to_string(messages) + " messages");
    const std::uint64_t batches = runs(messages);
    std::vector<std::uint32_t> source(messages);
    std::vector<std::uint32_t> destination(messages);
    double sum = 0;
    for (std::uint64_t run = 0; run < batches; ++run) {
      const std::uint64_t stream = messages * 64 + run;
      for (std::uint64_t k = 0; k < messages; ++k) {
        source[k] = static_cast<std::uint32_t>(k * terminals_ / messages);
        destination[k] = seeded_choice(k, stream, terminals_);
      }
      sum += static_cast<double>(carry(std::span(source), std::span(destination), stream));
    }
    return known_[messages] = sum / static_cast<double>(batches);
  }

  std::uint32_t terminals_;
  unsigned octave_;
  std::uint64_t most_;
  double least_slope_;
  std::unordered_map<std::uint64_t, double> known_;
};

}  // namespace pram::detail

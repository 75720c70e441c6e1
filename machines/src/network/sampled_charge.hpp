#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include <pram/detail/seeded_hash.hpp>

namespace pram::detail {

/// The sizes between which another lies, of those at which a curve is known.
struct KnownSizes {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  double part = 0;  ///< of the way from low to high; 0: the size is known itself
};

/// The sizes around one where 2^octave of them are known from each power of two to the next, and all below 2^octave.
inline KnownSizes known_sizes(std::uint64_t size, unsigned octave) {
  const auto width = static_cast<unsigned>(std::bit_width(size));
  const unsigned shift = width > octave + 1 ? width - octave - 1 : 0;
  const std::uint64_t step = std::uint64_t{1} << shift;
  const std::uint64_t low = (size >> shift) << shift;
  return {low, low + step, static_cast<double>(size - low) / static_cast<double>(step)};
}

/// What a network charges for messages to random destinations, their senders as even as the number permits: measured at
/// a few sizes, each when it is first asked for; along straight lines between them, and beyond the largest.
class SampledCharge {
 public:
  /// @param octave       2^octave sizes are measured from each power of two to the next
  /// @param most         messages of the largest size, at least 2
  /// @param least_slope  by which the charge rises beyond it at least, for each message
  SampledCharge(std::uint32_t terminals, unsigned octave, std::uint64_t most, double least_slope)
      : terminals_(terminals), octave_(octave), most_(most), least_slope_(least_slope) {}

  /// @param runs   runs(messages): of how many batches of a size the mean is taken
  /// @param carry  carry(source, destination, stream): the charge of one batch; no two have the same stream
  template <class Runs, class Carry>
  double operator()(std::uint64_t messages, const Runs& runs, const Carry& carry) {
    const auto at = [&](std::uint64_t size) { return measure(size, runs, carry); };
    const KnownSizes sizes = known_sizes(std::min(messages, most_), octave_);
    double charge = at(sizes.low);
    if (sizes.part > 0) charge += sizes.part * (at(sizes.high) - charge);
    if (messages > most_) {
      const double slope = (at(most_) - at(most_ / 2)) / static_cast<double>(most_ / 2);
      charge += std::max(slope, least_slope_) * static_cast<double>(messages - most_);
    }
    return charge;
  }

 private:
  template <class Runs, class Carry>
  double measure(std::uint64_t messages, const Runs& runs, const Carry& carry) {
    if (const auto place = known_.find(messages); place != known_.end()) return place->second;
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

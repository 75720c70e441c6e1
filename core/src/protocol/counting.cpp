#include "counting.hpp"

#include <algorithm>
#include <bit>

#include "../network_charge.hpp"

namespace pram::detail {

namespace {

constexpr std::uint32_t message_bits = 128;

/// A superstep of a count: which places of the block send to which.
struct Round {
  enum class Kind { to_neighbour, exchange, from_neighbour } kind = Kind::exchange;
  std::uint32_t group = 1;  ///< components whose sums are equal
  std::uint32_t radix = 2;  ///< groups that exchange sums
  std::uint32_t shift = 1;  ///< a group sends to the one so many further on
};

std::uint32_t messages_for(std::uint32_t numbers, std::uint32_t bits) {
  const std::uint32_t fit = std::max(message_bits / bits, 1U);
  return (numbers + fit - 1) / fit;
}

class Schedule {
 public:
  explicit Schedule(const Count& count) : size_(count.components) {
    if (size_ <= 1) return;
    std::uint32_t left = size_;
    while (left % 2 == 0) left /= 2, radix_.push_back(2);
    while (left % 3 == 0) left /= 3, radix_.push_back(3);
    if (left > 1) {
      radix_.assign(static_cast<std::size_t>(std::bit_width(size_)) - 1, 2);
      beyond_ = size_ - std::bit_floor(size_);
    }
    std::vector<Round> best;
    for (std::size_t halvings = 0; halvings <= radix_.size(); ++halvings) {
      if (halvings > 0 && radix_[halvings - 1] != 2) break;
      std::vector<Round> made = rounds(count, halvings);
      if (rounds_.empty() || made.size() < rounds_.size()) rounds_ = std::move(made);
    }
  }

  std::span<const Round> rounds() const { return rounds_; }

  std::uint32_t senders(const Round& round) const {
    return round.kind == Round::Kind::exchange ? size_ - beyond_ : beyond_;
  }

  /// The k-th sender of a round and where it sends to.
  std::pair<std::uint32_t, std::uint32_t> message(const Round& round, std::uint32_t k) const {
    if (round.kind == Round::Kind::to_neighbour) return {2 * k + 1, 2 * k};
    if (round.kind == Round::Kind::from_neighbour) return {2 * k, 2 * k + 1};
    const std::uint32_t digit = k / round.group % round.radix;
    const std::uint32_t other = k - digit * round.group + (digit + round.shift) % round.radix * round.group;
    return {place(k), place(other)};
  }

 private:
  /// The place of the k-th component that counts. Of each of the first `beyond_` pairs of neighbours only one counts.
  std::uint32_t place(std::uint32_t k) const { return k < beyond_ ? 2 * k : k + beyond_; }

  std::vector<Round> rounds(const Count& count, std::size_t halvings) const {
    const auto full = static_cast<std::uint32_t>(std::bit_width(count.largest_sum));
    const auto bits = [&](std::uint64_t components) {
      return std::min(full, static_cast<std::uint32_t>(std::bit_width(count.largest_part * components)));
    };
    std::vector<Round> made;
    const auto add = [&made](Round round, std::uint32_t messages) { made.insert(made.end(), messages, round); };
    std::uint32_t group = 1;
    std::uint32_t numbers = count.numbers;
    const std::uint32_t scale = beyond_ > 0 ? 2 : 1;  // components for which one counts
    if (beyond_ > 0) add({Round::Kind::to_neighbour}, messages_for(numbers, bits(1)));
    for (std::size_t k = 0; k < halvings; ++k) {
      numbers = (numbers + 1) / 2;
      add({Round::Kind::exchange, group}, messages_for(numbers, bits(std::uint64_t{group} * scale)));
      group *= 2;
    }
    for (std::size_t k = halvings; k < radix_.size(); ++k) {
      for (std::uint32_t shift = 1; shift < radix_[k]; ++shift) {
        add({Round::Kind::exchange, group, radix_[k], shift},
            messages_for(numbers, bits(std::uint64_t{group} * scale)));
      }
      group *= radix_[k];
    }
    group = 1U << halvings;
    for (std::size_t k = halvings; k-- > 0;) {
      group /= 2;
      // What the halving left this component without: sums and prefixes.
      std::uint32_t without = count.numbers;
      for (std::size_t i = 0; i <= k; ++i) without = (without + 1) / 2;
      add({Round::Kind::exchange, group}, messages_for(2 * without, full));
    }
    if (beyond_ > 0) add({Round::Kind::from_neighbour}, messages_for(2 * count.numbers, full));
    return made;
  }

  std::uint32_t size_;
  std::uint32_t beyond_ = 0;  ///< components that count with their neighbours
  std::vector<std::uint32_t> radix_;
  std::vector<Round> rounds_;
};

}  // namespace

std::uint32_t counting_size(std::uint32_t size) {
  std::uint32_t best = std::bit_ceil(size);
  for (const std::uint32_t odd : {3U, 9U}) {
    std::uint32_t made = odd;
    while (made < size) made *= 2;
    best = std::min(best, made);
  }
  return best;
}

std::uint64_t counting_time(const Count& count) { return Schedule(count).rounds().size(); }

PhaseRecord carry_counts(Network& network, std::span<const Count> counts, std::span<const std::uint32_t> at) {
  std::vector<Schedule> schedules(counts.begin(), counts.end());
  PhaseRecord phase;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> sent;
  std::vector<std::uint32_t> source;
  std::vector<std::uint32_t> destination;
  std::vector<std::uint64_t> key;
  std::vector<Awaits> awaits;
  for (std::size_t superstep = 0;; ++superstep) {
    Traffic traffic{static_cast<std::uint32_t>(at.size()), 0, 1, 1, {}, {}, {}, {}};
    sent.clear();
    for (std::size_t b = 0; b < counts.size(); ++b) {
      if (superstep >= schedules[b].rounds().size()) continue;
      const Round& round = schedules[b].rounds()[superstep];
      traffic.messages += schedules[b].senders(round);
      for (std::uint32_t k = 0; network.wants_messages() && k < schedules[b].senders(round); ++k) {
        const auto [from, to] = schedules[b].message(round, k);
        sent.emplace_back(at[counts[b].first + from], at[counts[b].first + to]);
      }
    }
    if (traffic.messages == 0) return phase;
    if (network.wants_messages()) {
      std::ranges::sort(sent);
      source.clear();
      destination.clear();
      key.clear();
      for (const auto& [from, to] : sent) {
        source.push_back(from);
        destination.push_back(to);
        key.push_back(key.size());  // numbers are added in components alone
      }
      awaits.assign(sent.size(), Awaits::nothing);
      traffic.source = source;
      traffic.destination = destination;
      if (network.combines()) traffic.key = key;
      traffic.awaits = awaits;
    }
    phase.messages += traffic.messages;
    phase.bound_relation(1);
    phase.charge += charge_of(network, traffic);
  }
}

}  // namespace pram::detail

#include <pram/survey.hpp>

#include <algorithm>
#include <bit>

namespace pram {

namespace {

/// Carries supersteps in which components send the same number of messages each, and adds them up.
class Supersteps {
 public:
  Supersteps(Network& network, std::uint32_t components) : network_(network), components_(components) {}

  /// @param partner  of each of the first `senders` components from `first` on: where its messages go
  template <class Partner>
  void carry(std::uint32_t first, std::uint32_t senders, std::uint32_t messages, Partner partner) {
    const std::uint64_t all = std::uint64_t{senders} * messages;
    if (all == 0) return;
    Traffic traffic{components_, all, messages, messages, {}, {}, {}, {}};
    if (network_.wants_messages()) list(first, senders, messages, partner, traffic);
    phase_.messages += all;
    phase_.largest_sent = std::max(phase_.largest_sent, messages);
    phase_.largest_received = phase_.largest_sent;
    phase_.charge += network_.carry(traffic);
  }

  PhaseRecord phase() const { return phase_; }

 private:
  template <class Partner>
  void list(std::uint32_t first, std::uint32_t senders, std::uint32_t messages, Partner partner, Traffic& traffic) {
    source_.clear();
    destination_.clear();
    key_.clear();
    for (std::uint32_t c = first; c < first + senders; ++c) {
      for (std::uint32_t k = 0; k < messages; ++k) {
        source_.push_back(c);
        destination_.push_back(partner(c));
        key_.push_back(key_.size());  // sketches merge in components alone
      }
    }
    awaits_.assign(source_.size(), Awaits::nothing);
    traffic.source = source_;
    traffic.destination = destination_;
    if (network_.combines()) traffic.key = key_;
    traffic.awaits = awaits_;
  }

  Network& network_;
  std::uint32_t components_;
  PhaseRecord phase_;
  std::vector<std::uint32_t> source_;
  std::vector<std::uint32_t> destination_;
  std::vector<std::uint64_t> key_;
  std::vector<Awaits> awaits_;
};

}  // namespace

PhaseRecord carry_survey(Network& network, std::uint32_t components, std::uint32_t messages) {
  Supersteps supersteps(network, components);
  const std::uint32_t core = std::bit_floor(components);
  const std::uint32_t beyond = components - core;
  supersteps.carry(core, beyond, messages, [core](std::uint32_t c) { return c - core; });
  const auto along = [&](std::uint32_t bit, std::uint32_t count) {
    supersteps.carry(0, core, count, [bit](std::uint32_t c) { return c ^ bit; });
  };
  std::uint32_t bit = 1;
  std::uint32_t part = messages;
  for (; part > 1 && bit < core; bit *= 2) along(bit, part /= 2);
  const std::uint32_t halved = bit;
  for (; bit < core; bit *= 2) along(bit, part);
  for (bit = halved; bit > 1; part *= 2) along(bit /= 2, part);
  supersteps.carry(0, beyond, messages, [core](std::uint32_t c) { return c + core; });
  return supersteps.phase();
}

}  // namespace pram

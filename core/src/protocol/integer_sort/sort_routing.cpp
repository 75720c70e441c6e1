#include "sort_routing.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "../../hash.hpp"
#include "../../network_charge.hpp"
#include "../rounds/exact_count.hpp"

namespace pram::detail {

namespace {

class SortRouting : public AdaptiveRouting {
 public:
  SortRouting(const IntegerSortOptions& options, std::uint32_t components)
      : options_(options),
        components_(components),
        all_(components),
        held_(components),
        routed_(components),
        passing_(components) {
    std::iota(all_.begin(), all_.end(), 0U);
  }

  void begin(std::uint64_t step, std::uint64_t most_requests) override {
    step_ = step;
    records_ = std::max<std::uint64_t>(most_requests, 1);
    if (chosen_for_ != records_) {
      digits_ = choose_digits(options_, components_, records_);
      chosen_for_ = records_;
    }
    level_ = round_ = 0;
    stage_ = Stage::sort;
    forget();
    std::ranges::fill(passing_, Passing{});
  }

  bool looks() const override { return stage_ == Stage::sort || stage_ == Stage::sorted; }

  void look(const Moves& moves) override {
    for (std::size_t k = 0; k < moves.source.size(); ++k)
      held_[moves.source[k]].push_back({key_of(moves.address[k], moves.home[k]), moves.address[k], 0});
  }

  PhaseRecord settle(Network& network) override {
    PhaseRecord told;
    switch (stage_) {
      case Stage::sort: told = count(network); break;
      case Stage::sorted:
        if (!std::has_single_bit(components_)) tell_ring(network, components_ - 1, told);
        find_groups();
        forget();
        begin_round(network, told);
        break;
      case Stage::round:
        pass_on();
        begin_round(network, told);
        break;
      default: stage_ = Stage::end;
    }
    return told;
  }

  bool ended() const override { return stage_ == Stage::end; }

  void route(const Moves& moves, std::span<std::uint32_t> destination) override {
    if (stage_ == Stage::home) {
      std::ranges::copy(moves.home, destination.begin());
      return;
    }
    for (std::size_t k = 0; k < destination.size(); ++k)
      destination[k] = stage_ == Stage::round ? next_in_round(moves, k) : next_in_sort(moves, k);
  }

 private:
  /// What goes on now. The phase of the last digit is one of `sorted`: behind it the components look at what they have.
  enum class Stage { sort, sorted, round, home, end };

  struct Entry {
    std::uint64_t key;
    std::uint64_t address;
    std::uint32_t destination;
  };

  static constexpr std::uint32_t nowhere = 0xFFFFFFFF;

  /// The record of a component whose address goes on in others.
  struct Passing {
    std::uint64_t address = 0;
    std::uint32_t end = nowhere;  ///< the last component of the address; nowhere: there is no such record
  };

  std::uint64_t key_of(std::uint64_t address, std::uint32_t home) const {
    const auto home_bits = static_cast<std::uint32_t>(std::bit_width(components_ - 1));
    std::uint64_t whole = hash64(address, step_);
    if (home_bits > 0) whole = (std::uint64_t{home} << (most_key_bits - home_bits)) | (whole >> home_bits);
    return whole >> (most_key_bits - digits_.bits);
  }

  void forget() {
    for (std::vector<Entry>& entries : held_) entries.clear();
    std::ranges::fill(routed_, 0U);
  }

  /// Counts the records by digit, charges for it, and says where each goes.
  PhaseRecord count(Network& network) {
    std::uint64_t total = 0;
    std::uint64_t most_held = (records_ + components_ - 1) / components_;  // processors are dealt in equal shares
    std::vector<std::uint64_t> next(digits_.values());
    for (const std::vector<Entry>& entries : held_) {
      for (const Entry& entry : entries) ++next[digits_.of(entry.key, level_)];
      total += entries.size();
      most_held = std::max<std::uint64_t>(most_held, entries.size());
    }
    const Rounds rounds = count_rounds({0, components_, digits_.values(), std::max(records_, total), most_held});
    const PhaseRecord told = carry_rounds(network, {&rounds, 1}, all_);
    records_ = total;
    if (total == 0) {
      stage_ = Stage::end;
      return told;
    }
    std::exclusive_scan(next.begin(), next.end(), next.begin(), std::uint64_t{0});
    for (std::vector<Entry>& entries : held_) number(entries, next);
    if (++level_ == digits_.count()) stage_ = Stage::sorted;
    return told;
  }

  /// Numbers a component's records in the order of the digits up to this one; of equal keys the lower address is first.
  /// @param next  per digit: the number of its next record
  void number(std::vector<Entry>& entries, std::vector<std::uint64_t>& next) {
    order_.clear();
    for (std::uint32_t k = 0; k < entries.size(); ++k)
      order_.emplace_back(digits_.up_to(entries[k].key, level_), entries[k].address, k);
    std::ranges::sort(order_);
    for (const auto& [key, address, k] : order_) {
      const std::uint64_t place = next[digits_.of(key, level_)]++;
      entries[k].destination = static_cast<std::uint32_t>(place * components_ / records_);
    }
  }

  /// Finds the addresses that span several components. Components without records are passed over.
  void find_groups() {
    std::vector<std::uint32_t> group;  // components whose last address goes on so far
    std::uint64_t address = 0;
    const auto close = [&](std::uint32_t end) {
      for (const std::uint32_t c : group) {
        if (c != end) passing_[c] = {address, end};
      }
      group.clear();
    };
    for (std::uint32_t c = 0; c < components_; ++c) {
      if (held_[c].empty()) continue;
      const auto by_key = [](const Entry& entry) { return std::pair(entry.key, entry.address); };
      const auto [first, last] = std::ranges::minmax_element(held_[c], {}, by_key);
      const bool goes_on = !group.empty() && first->address == address;
      if (!goes_on && !group.empty()) close(group.back());
      if (goes_on && held_[c].size() > 1) close(c);
      group.push_back(c);
      address = last->address;
    }
    if (!group.empty()) close(group.back());
  }

  bool passes(std::uint32_t component) const {
    const std::uint32_t end = passing_[component].end;
    return end != nowhere && (((end - component) >> round_) & 1U) != 0;
  }

  /// Goes on to the next round that moves records, and charges for those before it.
  void begin_round(Network& network, PhaseRecord& told) {
    stage_ = Stage::round;
    for (; round_ < static_cast<std::uint32_t>(std::bit_width(components_ - 1)); ++round_) {
      if (std::ranges::any_of(all_, [this](std::uint32_t c) { return passes(c); })) return;
      tell_ring(network, 1U << round_, told);
    }
    stage_ = Stage::home;
  }

  /// Ends a round: takes over where it has brought the records.
  void pass_on() {
    for (std::uint32_t c = components_; c-- > 0;) {
      if (!passes(c)) continue;
      const Passing passed = std::exchange(passing_[c], {});
      const std::uint32_t to = c + (1U << round_);
      if (to != passed.end) passing_[to] = passed;
    }
    ++round_;
  }

  /// Every component sends a message to the one so many further on, in a ring.
  void tell_ring(Network& network, std::uint32_t distance, PhaseRecord& told) const {
    Traffic traffic{components_, components_, 1, 1, {}, {}, {}, {}};
    std::vector<std::uint32_t> destination;
    std::vector<std::uint64_t> key;
    std::vector<Awaits> awaits;
    if (network.wants_messages()) {
      for (const std::uint32_t c : all_) {
        destination.push_back((c + distance) % components_);
        key.push_back(c);  // every component sends something else
      }
      awaits.assign(components_, Awaits::nothing);
      traffic.source = all_;
      traffic.destination = destination;
      if (network.combines()) traffic.key = key;
      traffic.awaits = awaits;
    }
    told.messages += traffic.messages;
    told.bound_relation(1);
    told.charge += charge_of(network, traffic);
  }

  std::uint32_t next_in_sort(const Moves& moves, std::size_t k) {
    const std::uint32_t source = moves.source[k];
    std::vector<Entry>& entries = held_[source];
    const Entry entry = entries[routed_[source]];
    assert(entry.address == moves.address[k]);
    if (++routed_[source] == entries.size()) {
      entries.clear();
      routed_[source] = 0;
    }
    return entry.destination;
  }

  std::uint32_t next_in_round(const Moves& moves, std::size_t k) const {
    const std::uint32_t source = moves.source[k];
    return passes(source) && passing_[source].address == moves.address[k] ? source + (1U << round_) : AccessPlan::stay;
  }

  IntegerSortOptions options_;
  std::uint32_t components_;
  std::vector<std::uint32_t> all_;  ///< components
  std::uint64_t step_ = 0;
  std::uint64_t records_ = 1;  ///< v, or before the first count the most that there may be
  SortDigits digits_;
  std::optional<std::uint64_t> chosen_for_;  ///< records that the digits are chosen for
  Stage stage_ = Stage::end;
  std::uint32_t level_ = 0;               ///< digits sorted by
  std::uint32_t round_ = 0;               ///< of the prefix sum
  std::vector<std::vector<Entry>> held_;  ///< per component, as look() got them
  std::vector<std::uint32_t> routed_;     ///< per component: entries that route() has served
  std::vector<std::tuple<std::uint64_t, std::uint64_t, std::uint32_t>> order_;
  std::vector<Passing> passing_;
};

}  // namespace

std::unique_ptr<AdaptiveRouting> make_sort_routing(const IntegerSortOptions& options, std::uint32_t components) {
  return std::make_unique<SortRouting>(options, components);
}

}  // namespace pram::detail

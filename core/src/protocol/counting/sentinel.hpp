#pragma once

#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include <pram/detail/routing/adaptive_routing.hpp>

#include "../rounds/rounds.hpp"
#include "component_order.hpp"

/// Where degrees look low, a sample of the records goes straight home, ahead of the others. A home that gets many of
/// one address announces it.
namespace pram::detail {

/// The rounds in which all components learn of announcements: each sends all that it knows to the component twice as
/// far on as in the round before, or only that there are too many.
/// @param places  of the homes that announce, sorted; one place for each address
Rounds announcement_rounds(std::span<const std::uint32_t> places, std::uint32_t components);

class Sentinel {
 public:
  /// @param order  outlives this object
  explicit Sentinel(const ComponentOrder& order) : order_(order) {}

  /// @param share  of the records that goes ahead
  /// @param copies  so many of one address make its home announce it
  void begin(double share, std::uint32_t copies);

  double share() const { return share_; }

  /// Does the record of number k go ahead?
  bool goes_ahead(const AccessPlan::Moves& moves, std::size_t k) const;

  /// Looks for addresses to announce. May be called from several threads at a time.
  void look(const AccessPlan::Moves& moves);

  /// Takes over what other ranks have to announce.
  void unite(const AdaptiveRouting::AddUp& add_up);

  /// Has a network carry the announcements to all components.
  PhaseRecord announce(Network& network);

  bool has_news() const { return !announced_.empty(); }
  /// More addresses than anyone says: the components know only that there are many.
  bool too_many() const;
  /// The most copies that the sample has of an announced address: all components know them, even if addresses are too
  /// many.
  std::uint32_t largest_copies() const;
  /// As if nothing had been announced: too many addresses were, and it does not matter which.
  void forget();

  /// Where a record goes after announce(): home, or first to a random component of those around home.
  std::uint32_t first_stop(const AccessPlan::Moves& moves, std::size_t k) const;
  /// And then: to a leader of those, or home.
  std::uint32_t second_stop(const AccessPlan::Moves& moves, std::size_t k) const;

 private:
  struct News {
    std::uint32_t place = 0;  ///< of the home
    std::uint64_t address = 0;
    std::uint32_t copies = 0;
  };

  /// Of the components after home.
  std::uint32_t around(std::uint32_t home, std::uint32_t number) const;

  const ComponentOrder& order_;
  double share_ = 0;
  std::uint32_t copies_ = 0;
  std::mutex mutex_;
  std::vector<News> announced_;           ///< in no order before announce()
  std::vector<std::uint64_t> addresses_;  ///< announced, sorted
};

}  // namespace pram::detail

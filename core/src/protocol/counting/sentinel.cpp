#include "sentinel.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "../../hash.hpp"
#include "../rounds/rounds.hpp"

namespace pram::detail {

namespace {

/// More addresses are not announced, only that there are more.
constexpr std::size_t most_announced = 4;

/// A message has so many announcements, and how many copies there are of the one with the most. Announcements are
/// hashes of 30 bits of addresses. One that has the hash of another goes a longer way.
constexpr std::size_t announced_in_message = 4;

/// Components around home to which records of an announced address go first, and leaders among them.
constexpr std::uint32_t most_around_home = 32;
constexpr std::uint32_t leaders_around_home = 6;

/// The most of `places`, sorted, that stand in a row of so many of a ring; not counting rows of more than `most`.
std::size_t most_in_row(std::span<const std::uint32_t> places, std::uint32_t ring, std::uint32_t row,
                        std::size_t most) {
  std::size_t found = 0;
  std::size_t last = 0;
  for (std::size_t k = 0; k < places.size(); ++k) {
    const auto place = [&](std::size_t n) {
      return n < places.size() ? places[n] : std::uint64_t{places[n - places.size()]} + ring;
    };
    while (last < k + places.size() && place(last) < std::uint64_t{places[k]} + row) ++last;
    if (last - k <= most) found = std::max(found, last - k);
  }
  return found;
}

}  // namespace

Rounds announcement_rounds(std::span<const std::uint32_t> places, std::uint32_t components) {
  Rounds made{0, components, 0, {}};
  for (std::uint32_t shift = 1; shift < components; shift *= 2) {
    const std::size_t known = std::max<std::size_t>(most_in_row(places, components, shift, most_announced), 1);
    made.rounds.insert(made.rounds.end(), (known + announced_in_message - 1) / announced_in_message,
                       Round{Round::Kind::rotation, 1, 2, shift});
  }
  return made;
}

void Sentinel::begin(double share, std::uint32_t copies) {
  share_ = share;
  copies_ = copies;
  announced_.clear();
  addresses_.clear();
}

bool Sentinel::goes_ahead(const AccessPlan::Moves& moves, std::size_t k) const {
  return static_cast<double>(hash64(moves.token[k], moves.draw) >> 11) * 0x1p-53 < share_;
}

void Sentinel::look(const AccessPlan::Moves& moves) {
  for (std::size_t k = 0; k < moves.arrivals.size(); ++k) {
    if (moves.arrivals[k] < copies_ || moves.source[k] != moves.home[k]) continue;
    const std::scoped_lock lock(mutex_);
    announced_.push_back({order_.place_of(moves.home[k]), moves.address[k], moves.arrivals[k]});
  }
}

void Sentinel::unite(const AdaptiveRouting::AddUp& add_up) {
  // Each place's announcements have numbers of their own among those of all ranks.
  std::vector<std::uint64_t> number(order_.components());
  for (const News& news : announced_) ++number[news.place];
  add_up(number);
  std::uint64_t all = 0;
  for (std::uint64_t& one : number) all += std::exchange(one, all);
  std::vector<std::uint64_t> addresses(all);
  std::vector<std::uint64_t> places(all);
  std::vector<std::uint64_t> copies(all);
  for (const News& news : announced_) {
    const std::uint64_t at = number[news.place]++;
    addresses[at] = news.address;
    places[at] = news.place;
    copies[at] = news.copies;
  }
  add_up(addresses);
  add_up(places);
  add_up(copies);
  announced_.clear();
  for (std::size_t k = 0; k < all; ++k)
    announced_.push_back({static_cast<std::uint32_t>(places[k]), addresses[k], static_cast<std::uint32_t>(copies[k])});
}

bool Sentinel::too_many() const { return announced_.size() > most_announced; }

std::uint32_t Sentinel::largest_copies() const {
  return announced_.empty() ? 0 : std::ranges::max(announced_, {}, &News::copies).copies;
}

void Sentinel::forget() {
  announced_.clear();
  addresses_.clear();
}

PhaseRecord Sentinel::announce(Network& network) {
  if (announced_.empty()) return {};
  std::vector<std::uint32_t> places;
  for (const News& news : announced_) {
    places.push_back(news.place);
    addresses_.push_back(news.address);
  }
  std::ranges::sort(places);
  std::ranges::sort(addresses_);
  const Rounds rounds = announcement_rounds(places, order_.components());
  return carry_rounds(network, {&rounds, 1}, order_.all());
}

std::uint32_t Sentinel::around(std::uint32_t home, std::uint32_t number) const {
  return order_.at((order_.place_of(home) + 1 + number) % order_.components());
}

std::uint32_t Sentinel::first_stop(const AccessPlan::Moves& moves, std::size_t k) const {
  if (!std::ranges::binary_search(addresses_, moves.address[k])) return moves.home[k];
  const std::uint32_t number = std::min(most_around_home, order_.components() - 1);
  return around(moves.home[k], reduce(hash64(moves.token[k], moves.draw), number));
}

std::uint32_t Sentinel::second_stop(const AccessPlan::Moves& moves, std::size_t k) const {
  const std::uint32_t places = order_.components();
  const std::uint32_t number =
      (order_.place_of(moves.source[k]) + places - order_.place_of(moves.home[k]) - 1) % places;
  return around(moves.home[k], number % leaders_around_home);
}

}  // namespace pram::detail

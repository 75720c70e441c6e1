#include "sorted_streams.hpp"

#include <algorithm>
#include <bit>
#include <tuple>

#include <pram/network/poll.hpp>

namespace pram::detail {

namespace {

/// The lowest `bits` bits of a number, backwards.
std::uint32_t backwards(std::uint32_t number, std::uint32_t bits) {
  std::uint32_t turned = 0;
  for (std::uint32_t k = 0; k < bits; ++k) turned |= (number >> k & 1) << (bits - 1 - k);
  return turned;
}

}  // namespace

SortedStreams::SortedStreams(std::uint32_t rows, const RanadeOptions& options)
    : rows_(rows),
      levels_(static_cast<std::uint32_t>(std::countr_zero(rows))),
      options_(options),
      places_each_(std::bit_ceil(options.buffers + 1)) {}

void SortedStreams::run(std::span<const StreamRequest> requests) {
  begin(requests);
  while (open_[levels_] > 0) {
    poll();
    ++counts_.steps;
    step_modules();
    // What has not been reached, or has seen the end of all its streams, does nothing.
    for (std::uint32_t level = levels_ - 1; level > 0; --level) {
      if (level < counts_.steps && open_[level] > 0) step_switches(level);
    }
    if (open_[0] > 0) step_processors();
  }
  gather_arrivals(requests);
}

void SortedStreams::begin(std::span<const StreamRequest> requests) {
  counts_ = {};
  merges_.clear();
  arrived_.clear();
  queues_.assign(std::size_t{levels_} * rows_ * 2, {});
  places_.resize(queues_.size() * places_each_);
  open_.assign(levels_ + 1, rows_);
  sort_by_home(requests);
  fill_streams(requests);
}

/// Counts the homes in their order, then sorts what each has.
void SortedStreams::sort_by_home(std::span<const StreamRequest> requests) {
  const bool first_settled = options_.keys == RanadeOptions::Keys::first;
  const auto place_of = [this, first_settled](std::uint32_t home) {
    return first_settled ? backwards(home, levels_) : home;
  };
  counted_.assign(std::size_t{rows_} + 1, 0);
  for (const StreamRequest& one : requests) ++counted_[place_of(one.home) + 1];
  for (std::uint32_t k = 0; k < rows_; ++k) counted_[k + 1] += counted_[k];
  sorted_.resize(requests.size());
  for (std::uint32_t k = 0; k < requests.size(); ++k) sorted_[counted_[place_of(requests[k].home)]++] = k;
  std::uint32_t first = 0;
  for (std::uint32_t place = 0; place < rows_; ++place) {
    const std::uint32_t behind = counted_[place];
    if (behind - first > 1) {
      std::sort(sorted_.begin() + first, sorted_.begin() + behind, [&](std::uint32_t a, std::uint32_t b) {
        return std::tuple(requests[a].address, a) < std::tuple(requests[b].address, b);
      });
    }
    first = behind;
  }
}

/// Numbers the keys, deals the requests to their rows, and merges those of a row for one cell.
void SortedStreams::fill_streams(std::span<const StreamRequest> requests) {
  next_.assign(rows_, 0);
  for (const StreamRequest& one : requests) ++next_[one.row];
  std::uint32_t before = 0;
  for (std::uint32_t& place : next_) before += std::exchange(place, before);
  last_.assign(next_.begin(), next_.end());
  streams_.resize(requests.size());
  home_of_rank_.clear();
  const StreamRequest* last = nullptr;
  for (const std::uint32_t k : sorted_) {
    const StreamRequest& one = requests[k];
    if (last == nullptr || last->home != one.home || last->address != one.address) home_of_rank_.push_back(one.home);
    last = &one;
    const auto rank = static_cast<std::uint32_t>(home_of_rank_.size() - 1);
    std::uint32_t& place = last_[one.row];
    if (options_.merge == RanadeOptions::Merge::yes && place > next_[one.row] && streams_[place - 1].rank == rank) {
      merges_.push_back({streams_[place - 1].request, k});
    } else {
      streams_[place++] = {rank, k};
    }
  }
}

/// A processor sends its next request as soon as there is room, then the end.
void SortedStreams::step_processors() {
  for (std::uint32_t row = 0; row < rows_; ++row) {
    if (next_[row] < last_[row]) {
      if (send(0, row, streams_[next_[row]])) ++next_[row];
    } else if (next_[row] == last_[row] && send_end(0, row)) {
      ++next_[row];
    }
  }
}

void SortedStreams::step_switches(std::uint32_t level) {
  for (std::uint32_t row = 0; row < rows_; ++row) {
    const std::size_t low = queues_of(level, row);
    const std::size_t high = low + 1;
    if (queues_[low].size == 0 || queues_[high].size == 0) continue;
    const Message one = head(low);
    const Message other = head(high);
    const Message least = one.rank <= other.rank ? one : other;
    if (least.rank == end) {
      if (!send_end(level, row)) continue;
      drop_head(low);
      drop_head(high);
      continue;
    }
    if (!send(level, row, least)) continue;
    const bool both = one.rank == other.rank;
    // Without merging the second of two requests for one cell goes in a later step. Ghosts merge in any case.
    const bool meets = both && (one.request == ghost || options_.merge == RanadeOptions::Merge::yes);
    if (meets && one.request != ghost) merge(one.request, other.request);
    if (meets || one.rank <= other.rank) drop_head(low);
    if (meets || one.rank > other.rank) drop_head(high);
  }
}

/// A module takes a key a step. Ghosts tell it only what need not be waited for.
void SortedStreams::step_modules() {
  for (std::uint32_t row = 0; row < rows_; ++row) {
    const std::size_t low = queues_of(levels_, row);
    const std::size_t high = low + 1;
    if (queues_[low].size == 0 || queues_[high].size == 0) continue;
    const Message one = head(low);
    const Message other = head(high);
    const Message least = one.rank <= other.rank ? one : other;
    const bool both = one.rank == other.rank;
    if (least.rank == end) {
      --open_[levels_];
    } else if (least.request != ghost) {
      arrived_.push_back(least.request);
    }
    const bool meets = both && (one.request == ghost || options_.merge == RanadeOptions::Merge::yes);
    if (meets && one.request != ghost) merge(one.request, other.request);
    if (meets || one.rank <= other.rank) drop_head(low);
    if (meets || one.rank > other.rank) drop_head(high);
  }
}

/// Sends a ghost to both outputs; a request to its own if there is room, and a ghost of it to the other in any case.
/// @returns whether the message has left
bool SortedStreams::send(std::uint32_t level, std::uint32_t row, Message message) {
  if (message.request == ghost) {
    push(target(level, row, 0), message);
    push(target(level, row, 1), message);
    counts_.ghosts += 2;
    return true;
  }
  const std::uint32_t output = home_of_rank_[message.rank] >> level & 1;
  push(target(level, row, 1 - output), {message.rank, ghost});
  ++counts_.ghosts;
  const std::size_t queue = target(level, row, output);
  if (!has_room(queue)) return false;
  push(queue, message);
  ++counts_.crossings;
  return true;
}

bool SortedStreams::send_end(std::uint32_t level, std::uint32_t row) {
  const std::size_t one = target(level, row, 0);
  const std::size_t other = target(level, row, 1);
  if (!has_room(one) || !has_room(other)) return false;
  push(one, {end, ghost});
  push(other, {end, ghost});
  --open_[level];
  return true;
}

std::size_t SortedStreams::target(std::uint32_t level, std::uint32_t row, std::uint32_t output) const {
  const std::uint32_t bit = 1U << level;
  return queues_of(level + 1, (row & ~bit) | output << level) + (row >> level & 1);
}

/// Puts a message behind a queue's others, in the place of a ghost that is the last of them.
void SortedStreams::push(std::size_t queue, Message message) {
  Queue& into = queues_[queue];
  const std::size_t places = queue * places_each_;
  const std::uint32_t mask = places_each_ - 1;
  const auto takes_place = [](const Message& one) { return one.request != ghost || one.rank == end; };
  if (into.size > 0 && !takes_place(places_[places + ((into.first + into.size - 1) & mask)])) --into.size;
  places_[places + ((into.first + into.size) & mask)] = message;
  ++into.size;
  if (takes_place(message)) ++into.held;
  counts_.largest_queue = std::max<std::uint64_t>(counts_.largest_queue, into.size);
}

void SortedStreams::drop_head(std::size_t queue) {
  const Message& leaving = head(queue);
  Queue& from = queues_[queue];
  if (leaving.request != ghost || leaving.rank == end) --from.held;
  from.first = (from.first + 1) & (places_each_ - 1);
  --from.size;
}

void SortedStreams::merge(std::uint32_t first, std::uint32_t second) {
  merges_.push_back({first, second});
  ++counts_.merges;
}

/// Puts what arrived into the order of homes. A module has its own in the order of their keys already.
void SortedStreams::gather_arrivals(std::span<const StreamRequest> requests) {
  std::ranges::stable_sort(arrived_, {}, [&](std::uint32_t k) { return requests[k].home; });
}

}  // namespace pram::detail

#include "ranked_order.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "../../ranks/rank_cuts.hpp"

namespace pram::detail {

namespace {

auto order_of(const OrderedRecord& record) {
  // Records that go by their own ranks have the positions of their cells besides.
  return std::tuple(record.source, record.key, static_cast<std::uint32_t>(record.address));
}

/// Adds to a list what each rank has, rank by rank.
template <class Number>
void gather_column(RankGroup& group, const CountedVector<Number>& mine, CountedVector<Number>& all) {
  for (const std::vector<std::byte>& bytes : group.gather(std::as_bytes(std::span(mine)))) {
    const std::size_t before = all.size();
    all.resize(before + bytes.size() / sizeof(Number));
    std::ranges::copy(bytes, reinterpret_cast<std::byte*>(all.data() + before));
  }
}

/// Sends each rank its part of what this one has.
/// @param first  per rank: where its part begins; one more at the end
/// @param from   the same of what comes from there
template <class One>
void exchange_parts(RankGroup& group, const CountedVector<One>& mine, const std::vector<std::size_t>& first,
                    CountedVector<One>& theirs, const std::vector<std::size_t>& from) {
  std::vector<std::span<const std::byte>> out;
  std::vector<std::span<std::byte>> in;
  for (std::uint32_t r = 0; r < group.ranks(); ++r) {
    out.push_back(std::as_bytes(std::span(mine).subspan(first[r], first[r + 1] - first[r])));
    in.push_back(std::as_writable_bytes(std::span(theirs).subspan(from[r], from[r + 1] - from[r])));
  }
  group.exchange(out, in);
}

}  // namespace

std::span<const OrderedRecord> RankedOrder::gather(std::span<const OrderedRecord> mine) {
  if (everywhere_) {
    gather_everywhere(mine);
    return here_;
  }
  const std::uint32_t ranks = group_.ranks();
  out_.assign(1, 0);
  std::vector<std::uint64_t> counts;
  for (std::uint32_t r = 0; r < ranks; ++r) {
    const std::uint32_t end = RankCuts::first_component(r + 1, ranks, components_);
    const auto last = std::ranges::lower_bound(mine, end, {}, &OrderedRecord::source);
    counts.push_back(static_cast<std::uint64_t>(last - mine.begin()) - out_.back());
    out_.push_back(static_cast<std::size_t>(last - mine.begin()));
  }
  in_.assign(1, 0);
  first_number_ = 0;
  for (const std::vector<std::byte>& bytes : group_.gather(std::as_bytes(std::span(counts)))) {
    std::ranges::copy(bytes, reinterpret_cast<std::byte*>(counts.data()));
    for (std::uint32_t r = 0; r < group_.rank(); ++r) first_number_ += counts[r];
    in_.push_back(in_.back() + counts[group_.rank()]);
  }
  here_.assign(mine.begin(), mine.end());  // until they are sent
  arrived_.resize(in_.back());
  exchange_parts(group_, here_, out_, arrived_, in_);
  merge();
  return here_;
}

void RankedOrder::gather_everywhere(std::span<const OrderedRecord> mine) {
  arrived_.clear();
  in_.assign(1, 0);
  for (const std::vector<std::byte>& bytes : group_.gather(std::as_bytes(mine))) {
    arrived_.resize(in_.back() + bytes.size() / sizeof(OrderedRecord));
    std::ranges::copy(bytes, reinterpret_cast<std::byte*>(arrived_.data() + in_.back()));
    in_.push_back(arrived_.size());
  }
  first_number_ = 0;
  merge();
}

/// Merges what the ranks have sent, each in order.
void RankedOrder::merge() {
  here_.clear();
  place_.clear();
  here_.reserve(arrived_.size());
  place_.reserve(arrived_.size());
  // The ranks that have records left, that of the next one first.
  std::vector<std::pair<std::size_t, std::size_t>> left;  // the next record, the end
  for (std::uint32_t r = 0; r < group_.ranks(); ++r) {
    if (in_[r] < in_[r + std::size_t{1}]) left.emplace_back(in_[r], in_[r + std::size_t{1}]);
  }
  const auto later = [this](const auto& a, const auto& b) {
    return order_of(arrived_[b.first]) < order_of(arrived_[a.first]);
  };
  std::ranges::make_heap(left, later);
  while (!left.empty()) {
    std::ranges::pop_heap(left, later);
    auto& [next, end] = left.back();
    // Records that follow from the same rank need no heap.
    const auto* const rival = left.size() > 1 ? &arrived_[left.front().first] : nullptr;
    do {
      here_.push_back(arrived_[next]);
      place_.push_back(next++);
    } while (next < end && (rival == nullptr || order_of(arrived_[next]) < order_of(*rival)));
    if (next == end) {
      left.pop_back();
    } else {
      std::ranges::push_heap(left, later);
    }
  }
}

std::span<const OrderedAnswer> RankedOrder::answer(std::span<const std::uint32_t> destination) {
  answers_.resize(arrived_.size());
  for (std::size_t k = 0; k < place_.size(); ++k)
    answers_[place_[k]] = {first_number_ + k, destination.empty() ? 0 : destination[k]};
  if (everywhere_) {
    const std::span<const OrderedAnswer> all = answers_;
    return all.subspan(in_[group_.rank()], in_[group_.rank() + std::size_t{1}] - in_[group_.rank()]);
  }
  answered_.resize(out_.back());
  exchange_parts(group_, answers_, in_, answered_, out_);
  return answered_;
}

MessageList RankedOrder::messages(bool keyed) {
  MessageList mine;
  mine.reserve(here_.size(), keyed);
  for (const OrderedRecord& record : here_) {
    if (record.destination >= components_) continue;
    mine.add(record.source, record.destination, record.awaits);
    if (keyed) mine.key.push_back(record.address);
  }
  if (everywhere_) return mine;
  MessageList all;
  gather_column(group_, mine.source, all.source);
  gather_column(group_, mine.destination, all.destination);
  gather_column(group_, mine.awaits, all.awaits);
  if (keyed) gather_column(group_, mine.key, all.key);
  return all;
}

}  // namespace pram::detail

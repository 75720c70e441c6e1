#include "channels.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

#include <pram/detail/random/seeded_hash.hpp>

namespace pram::detail {

namespace {

/// A message on its way to a rank.
struct Sent {
  std::uint32_t operation;
  std::uint32_t source;
  std::uint32_t tag;
};

/// The numbers of the channels to one rank after the other.
class ChannelsToRank {
 public:
  /// Forgets the channels, whose numbers stay theirs.
  /// @param most  so many channels at most are asked for
  void begin(std::size_t most) {
    ++round_;
    if (const std::size_t size = std::bit_ceil(2 * most + 1); size > entries_.size()) entries_.assign(size, {});
  }

  std::uint32_t number_of(std::uint32_t source, std::uint32_t tag) {
    const std::size_t mask = entries_.size() - 1;
    const std::uint64_t key = std::uint64_t{source} << 32 | tag;
    for (std::size_t at = seeded_hash(key, 0) & mask;; at = (at + 1) & mask) {
      Entry& entry = entries_[at];
      if (entry.round == round_ && entry.key == key) return entry.number;
      if (entry.round == round_) continue;
      entry = {key, round_, count_};
      return count_++;
    }
  }

  std::uint32_t count() const { return count_; }

 private:
  struct Entry {
    std::uint64_t key = 0;
    std::uint32_t round = 0;  ///< it is empty unless that is the present one
    std::uint32_t number = 0;
  };

  std::vector<Entry> entries_;
  std::uint32_t round_ = 0;
  std::uint32_t count_ = 0;
};

/// Calls a function with the operations of a kind, rank by rank.
template <class Function>
void for_each_of(const OperationTrace& trace, TraceOperation::Kind kind, const Function& function) {
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) {
    for (std::uint32_t one = trace.first[rank]; one < trace.first[rank + std::size_t{1}]; ++one) {
      if (trace.operations[one].kind == kind) function(rank, one, trace.operations[one]);
    }
  }
}

}  // namespace

Channels::Channels(const OperationTrace& trace) : of_(trace.operations.size(), 0) {
  // The messages to each rank, that the table of its channels alone is in use at a time.
  std::vector<std::uint32_t> first_to(trace.ranks() + std::size_t{1}, 0);
  for_each_of(trace, TraceOperation::Kind::send, [&](std::uint32_t, std::uint32_t, const TraceOperation& what) {
    ++first_to[what.peer + std::size_t{1}];
  });
  for (std::size_t rank = 0; rank < trace.ranks(); ++rank) first_to[rank + 1] += first_to[rank];
  std::vector<Sent> sent(first_to.back());
  std::vector<std::uint32_t> next(first_to.begin(), first_to.end() - 1);
  for_each_of(trace, TraceOperation::Kind::send,
              [&](std::uint32_t rank, std::uint32_t one, const TraceOperation& what) {
                sent[next[what.peer]++] = {one, rank, what.tag};
              });
  ChannelsToRank numbers;
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) {
    const std::uint32_t first = trace.first[rank];
    const std::uint32_t last = trace.first[rank + std::size_t{1}];
    numbers.begin(std::size_t{last - first} + (next[rank] - first_to[rank]));
    for (std::uint32_t k = first_to[rank]; k < next[rank]; ++k)
      of_[sent[k].operation] = numbers.number_of(sent[k].source, sent[k].tag);
    for (std::uint32_t one = first; one < last; ++one) {
      const TraceOperation& what = trace.operations[one];
      if (what.kind == TraceOperation::Kind::recv) of_[one] = numbers.number_of(what.peer, what.tag);
    }
  }
  count_ = numbers.count();
}

}  // namespace pram::detail

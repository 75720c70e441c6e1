#include "channels.hpp"

#include <tuple>
#include <unordered_map>

#include <pram/detail/random/seeded_hash.hpp>

namespace pram::detail {

namespace {

struct Channel {
  std::uint64_t ends;  // source and destination
  std::uint32_t tag;

  friend bool operator==(const Channel&, const Channel&) = default;
};

struct HashOfChannel {
  std::size_t operator()(const Channel& channel) const { return seeded_hash(channel.ends, channel.tag); }
};

}  // namespace

Channels::Channels(const OperationTrace& trace) : of_(trace.operations.size(), 0) {
  std::unordered_map<Channel, std::uint32_t, HashOfChannel> numbers;
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) {
    for (std::uint32_t one = trace.first[rank]; one < trace.first[rank + std::size_t{1}]; ++one) {
      const TraceOperation& operation = trace.operations[one];
      if (operation.kind == TraceOperation::Kind::calc) continue;
      const bool sends = operation.kind == TraceOperation::Kind::send;
      const std::uint64_t source = sends ? rank : operation.peer;
      const std::uint64_t destination = sends ? operation.peer : rank;
      const auto [place, added] = numbers.try_emplace({source << 32 | destination, operation.tag}, count_);
      if (added) ++count_;
      of_[one] = place->second;
    }
  }
}

}  // namespace pram::detail

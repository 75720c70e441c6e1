#include <pram/machines/detail/ranade.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <pram/error.hpp>

#include "sorted_streams.hpp"

namespace pram {

namespace {

using detail::CountedVector;
using detail::StreamMerge;
using detail::StreamRequest;

/// Sends requests through the streams, and follows their merges: forward with what they carry, and back with replies.
class StreamedAccess final : public RanadeEmulation {
 public:
  StreamedAccess(std::uint32_t rows, const RanadeOptions& options) : rows_(rows), streams_(rows, options) {}

  AccessReport read(std::span<const AccessRequest> requests, const AccessMemory& memory,
                    std::span<std::uint64_t> values) override {
    return access(requests, memory, nullptr, values, true);
  }
  AccessReport write(std::span<const AccessRequest> requests, const AccessMemory& memory,
                     AccessOperator combine) override {
    return access(requests, memory, combine, {}, false);
  }
  AccessReport fetch(std::span<const AccessRequest> requests, const AccessMemory& memory, AccessOperator combine,
                     std::span<std::uint64_t> values) override {
    return access(requests, memory, combine, values, true);
  }

  std::vector<RoutineCharge> take_charges() override { return {std::exchange(charge_, RoutineCharge{"streams"})}; }
  const RanadeCounts& counts() const override { return streams_.counts(); }

 private:
  /// All requests of the streams that have become one.
  struct Group {
    std::uint32_t winner = 0;  ///< the request that comes first of them
    std::uint32_t degree = 1;
    std::uint64_t operand = 0;  ///< the winner's, or of all combined
    std::uint64_t reply = 0;
  };

  AccessReport access(std::span<const AccessRequest> requests, const AccessMemory& memory, AccessOperator combine,
                      std::span<std::uint64_t> values, bool replies) {
    send(requests, combine != nullptr);
    streams_.run(sent_);
    AccessReport report{.rounds = 1};
    merges_.assign(streams_.merges().begin(), streams_.merges().end());
    find_arrivals();
    before_.resize(combine != nullptr && replies ? merges_.size() : 0);
    for (std::size_t k = 0; k < merges_.size(); ++k) {
      if (!before_.empty()) before_[k] = groups_[merges_[k].first].operand;
      unite(requests, merges_[k], combine, report);
    }
    serve(memory, report);
    if (replies) send_back(combine, values);
    const RanadeCounts& counts = streams_.counts();
    charge_.transfers += counts.crossings * (replies ? 2 : 1);
    charge_.forward += counts.steps;
    charge_.back += replies ? counts.steps : 0;
    return report;
  }

  /// Takes the processors' requests, without those that are idle.
  /// @throws ConfigError if requests that combine have an order that is not that of their places
  void send(std::span<const AccessRequest> requests, bool combines) {
    const std::size_t share = requests.size() / rows_;
    std::uint64_t last_order = 0;
    sent_.clear();
    place_.clear();
    groups_.clear();
    for (std::uint32_t x = 0; x < requests.size(); ++x) {
      const AccessRequest& one = requests[x];
      if (one.home == no_home) continue;
      if (one.home >= rows_)
        throw ConfigError("home", std::to_string(one.home), "a row of the " + std::to_string(rows_));
      if (combines && one.order < last_order) {
        throw ConfigError("order", std::to_string(one.order),
                          fmt::format("from {} on: requests combine in the order of their places", last_order));
      }
      last_order = one.order;
      groups_.push_back({.winner = static_cast<std::uint32_t>(sent_.size()), .operand = one.operand});
      sent_.push_back({static_cast<std::uint32_t>(x / share), one.home, one.address});
      place_.push_back(x);
    }
  }

  /// Notes which groups arrive. Where none have merged, a module performs those for one cell one after the other, which
  /// is one access like the others.
  void find_arrivals() {
    arrived_.clear();
    for (const std::uint32_t k : streams_.arrived()) {
      const StreamRequest* const last = arrived_.empty() ? nullptr : &sent_[arrived_.back()];
      if (last != nullptr && last->home == sent_[k].home && last->address == sent_[k].address) {
        merges_.push_back({arrived_.back(), k});
      } else {
        arrived_.push_back(k);
      }
    }
  }

  void unite(std::span<const AccessRequest> requests, const StreamMerge& met, AccessOperator combine,
             AccessReport& report) {
    Group& one = groups_[met.first];
    const Group& other = groups_[met.second];
    one.degree += other.degree;
    if (combine != nullptr) {
      one.operand = combine(one.operand, other.operand);
      return;
    }
    if (one.operand != other.operand) report.unequal = {place_[one.winner], place_[other.winner]};
    const auto order_of = [&](const Group& group) {
      return std::pair(requests[place_[group.winner]].order, place_[group.winner]);
    };
    if (order_of(other) < order_of(one)) {
      one.winner = other.winner;
      one.operand = other.operand;
    }
  }

  void serve(const AccessMemory& memory, AccessReport& report) {
    arrivals_.clear();
    std::uint32_t at_home = 0;
    for (const std::uint32_t k : arrived_) {
      const Group& group = groups_[k];
      const StreamRequest& request = sent_[k];
      at_home = !arrivals_.empty() && arrivals_.back().home == request.home ? at_home + 1 : 1;
      report.most_at_home = std::max(report.most_at_home, at_home);
      arrivals_.push_back({.address = request.address,
                           .home = request.home,
                           .source = place_[group.winner],
                           .degree = group.degree,
                           .operand = group.operand});
    }
    memory(arrivals_);
    for (std::size_t k = 0; k < arrived_.size(); ++k) groups_[arrived_[k]].reply = arrivals_[k].reply;
  }

  /// Parts the replies where their requests met. The second group finds what the first has left.
  void send_back(AccessOperator combine, std::span<std::uint64_t> values) {
    for (std::size_t k = merges_.size(); k-- > 0;) {
      const std::uint64_t found = groups_[merges_[k].first].reply;
      groups_[merges_[k].second].reply = combine != nullptr ? combine(found, before_[k]) : found;
    }
    std::ranges::fill(values, 0);
    for (std::size_t k = 0; k < groups_.size(); ++k) values[place_[k]] = groups_[k].reply;
  }

  std::uint32_t rows_;
  detail::SortedStreams streams_;
  CountedVector<StreamRequest> sent_;
  CountedVector<std::uint32_t> place_;  // per request: where its processor has it
  CountedVector<Group> groups_;         // by their first request
  CountedVector<StreamMerge> merges_;
  CountedVector<std::uint64_t> before_;  // per merge: what the first group carried until then
  CountedVector<std::uint32_t> arrived_;
  CountedVector<AccessArrival> arrivals_;
  RoutineCharge charge_{"streams"};
};

}  // namespace

std::unique_ptr<RanadeEmulation> make_ranade_emulation(std::uint32_t rows, const RanadeOptions& options) {
  return std::make_unique<StreamedAccess>(rows, options);
}

}  // namespace pram

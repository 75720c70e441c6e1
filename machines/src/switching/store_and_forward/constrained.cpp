#include "constrained.hpp"

#include <utility>

#include "../messages/batch.hpp"
#include "moving_messages.hpp"

namespace pram::detail {

namespace {

class Constrained final : public Switching {
 public:
  Constrained(std::shared_ptr<const Topology> topology, const SwitchingOptions& options)
      : moving_(std::move(topology), options) {}

  const Topology& topology() const override { return moving_.topology(); }

  DeliveryStatistics deliver(const std::variant<Messages, Replies>& any, const Sink& sink) override {
    const Messages& batch = checked_messages(any, topology());
    const auto count = static_cast<std::uint32_t>(batch.source.size());
    moving_.begin(count, sink);
    std::vector<std::uint64_t> arrival(count, 0);
    std::vector<std::uint32_t> order;
    order.reserve(count);
    for (std::uint32_t message = 0; message < count; ++message) {
      const std::uint32_t source = batch.source[message];
      const std::uint32_t destination = batch.destination[message];
      if (source == destination) {
        order.push_back(message);
      } else {
        moving_.send(message, source, destination, batch.words.empty() ? 1 : batch.words[message]);
      }
    }
    while (moving_.left() > 0) {
      for (const std::uint32_t message : moving_.pass_to(moving_.start())) {
        arrival[message] = moving_.now();
        order.push_back(message);
      }
    }
    DeliveryStatistics statistics = moving_.statistics();
    statistics.arrival = std::move(arrival);
    statistics.order = std::move(order);
    return statistics;
  }

 private:
  MovingMessages moving_;
};

}  // namespace

std::unique_ptr<Switching> make_constrained(std::shared_ptr<const Topology> topology, const SwitchingOptions& options) {
  return std::make_unique<Constrained>(std::move(topology), options);
}

}  // namespace pram::detail

#include "traffic.hpp"

#include <numeric>
#include <stdexcept>

#include <pram/detail/random/seeded_hash.hpp>

namespace pram::bench {

RandomTraffic::RandomTraffic(const std::string& network, std::uint32_t messages_a_node, std::uint32_t length,
                             unsigned threads)
    : arena_(static_cast<int>(threads)), switching_(make_switching(network)) {
  const std::uint32_t terminals = switching_->topology().terminals();
  const auto count = static_cast<std::size_t>(terminals) * messages_a_node;
  source_.resize(count);
  destination_.resize(count);
  payload_.resize(count);
  inbox_.resize(count);
  for (std::size_t k = 0; k < count; ++k) {
    source_[k] = static_cast<std::uint32_t>(k % terminals);
    destination_[k] = seeded_choice(k, 1, terminals);
    payload_[k] = seeded_hash(k, 2);
  }
  words_.assign(length == 1 ? 0 : count, length);
}

const DeliveryStatistics& RandomTraffic::carry() {
  arena_.execute([&] { statistics_ = switching_->carry({source_, destination_, words_, {}}); });
  for (std::size_t k = 0; k < statistics_.order.size(); ++k) inbox_[k] = payload_[statistics_.order[k]];
  return statistics_;
}

void RandomTraffic::check() const {
  if (std::accumulate(inbox_.begin(), inbox_.end(), std::uint64_t{0}) !=
      std::accumulate(payload_.begin(), payload_.end(), std::uint64_t{0}))
    throw std::logic_error("a payload was lost");
}

}  // namespace pram::bench

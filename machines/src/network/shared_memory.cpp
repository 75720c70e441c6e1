#include <algorithm>

#include <pram/machines/detail/routines.hpp>

#include "network_entries.hpp"
#include "only_number.hpp"
#include "scheduled_collectives.hpp"

namespace pram {

namespace {

/// A common memory that at most k* components reach at a time (Saad and Schultz, Section 2).
class SharedMemoryPorts : public Network {
 public:
  explicit SharedMemoryPorts(std::uint32_t ports) : ports_(ports) {}

  std::string name() const override { return "shared-memory:" + std::to_string(ports_); }

  std::uint64_t carry(const Traffic& phase) override { return rounds(phase.messages, phase.largest_sent); }

  std::uint64_t carry_back(const Traffic& replies) override {
    return rounds(replies.messages, replies.largest_received);
  }

  /// Of h messages to one address each goes through a port of its own.
  std::optional<LeastCharge> least_charge() const override { return LeastCharge{1.0 / ports_, 0, false}; }

  double distinct_charge(std::uint64_t messages, std::uint32_t largest_sent) const override {
    return static_cast<double>(rounds(messages, largest_sent));
  }

  std::unique_ptr<RandomAccess> random_access(const Spec& sorting, std::uint32_t components) const override {
    return make_network_routines(std::make_unique<SharedMemoryPorts>(*this), components, sort_options_from(sorting));
  }

  std::unique_ptr<Collectives> collectives(std::uint32_t components) override {
    CollectiveModel model = collective_model(Architecture::Kind::shared_memory, components, ports_);
    model.startup = 0;
    return make_scheduled_collectives(std::move(model), Network::collectives(components));
  }

 private:
  /// A processor moves one word at a time. All processors together move at most as many as there are ports.
  std::uint64_t rounds(std::uint64_t messages, std::uint32_t of_one_processor) const {
    return std::max<std::uint64_t>((messages + ports_ - 1) / ports_, of_one_processor);
  }

  std::uint32_t ports_;
};

std::unique_ptr<Network> make_shared_memory(const Spec& spec, std::uint32_t components) {
  if (spec.values.empty() && spec.options.empty()) return std::make_unique<SharedMemoryPorts>(components);
  const auto ports = machines::only_number(spec, components);
  if (!ports || !spec.options.empty()) {
    spec.refuse("network", "shared-memory, or shared-memory:K with 1 to " + std::to_string(components) +
                               " ports, the number of components");
  }
  return std::make_unique<SharedMemoryPorts>(static_cast<std::uint32_t>(*ports));
}

}  // namespace

NetworkEntry shared_memory_network() {
  return {"shared-memory",
          "at most K messages a step between processors and memory: shared-memory:K (Saad and Schultz)",
          make_shared_memory};
}

}  // namespace pram

#include <bit>
#include <utility>
#include <vector>

#include "bitonic_sort.hpp"
#include "bound_routines.hpp"
#include "odd_even_merge_sort.hpp"
#include "routed_machine.hpp"

namespace pram {

namespace {

using detail::BatchCost;
using detail::RoutedMachine;

/// A phase for each batch: a message of several words is as many messages.
class NetworkCost final : public BatchCost {
 public:
  NetworkCost(std::unique_ptr<Network> network, std::uint32_t components)
      : network_(std::move(network)), components_(components) {}

  Cost carry(std::span<const std::uint32_t> source, std::span<const std::uint32_t> destination,
             std::uint32_t words) override {
    const std::uint64_t messages = std::uint64_t{source.size()} * words;
    if (messages == 0) return {};
    std::vector<std::uint32_t> from;
    std::vector<std::uint32_t> to;
    if (network_->wants_messages()) {
      for (std::size_t k = 0; k < source.size(); ++k) {
        from.insert(from.end(), words, source[k]);
        to.insert(to.end(), words, destination[k]);
      }
    }
    return {network_->carry({components_, messages, words, words, from, to}), messages};
  }

 private:
  std::unique_ptr<Network> network_;
  std::uint32_t components_;
};

class NetworkSorter {
 public:
  using Machine = RoutedMachine;

  NetworkSorter(std::unique_ptr<Network> network, std::uint32_t components, bool odd_even_merge)
      : name_(network->name()),
        machine_(std::make_unique<NetworkCost>(std::move(network), components), name_, components),
        odd_even_merge_(odd_even_merge) {}

  Machine& machine() { return machine_; }

  template <class Order, class Record>
  SortReport sort(Order order, std::span<Record> records, std::uint64_t words) {
    odd_even_merge_ ? detail::odd_even_merge_sort(machine_, std::move(order), records, words)
                    : detail::bitonic_sort(machine_, std::move(order), records, words);
    return {};
  }

 private:
  std::string name_;
  RoutedMachine machine_;
  bool odd_even_merge_;
};

}  // namespace

std::unique_ptr<Routines> make_network_routines(std::unique_ptr<Network> network, std::uint32_t components,
                                                const SortOptions& options) {
  using Method = SortOptions::Method;
  if (options.method != Method::own && options.method != Method::bitonic && options.method != Method::odd_even_merge) {
    throw ConfigError("access", "sorting",
                      "sorting, sorting:bitonic or sorting:odd-even-merge on network " + network->name());
  }
  return std::make_unique<detail::BoundRoutines<NetworkSorter>>(
      std::make_unique<NetworkSorter>(std::move(network), components, options.method == Method::odd_even_merge));
}

}  // namespace pram

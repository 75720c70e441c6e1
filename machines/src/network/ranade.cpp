#include "ranade.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <pram/machines/detail/ranade.hpp>
#include <pram/machines/switching.hpp>

#include "../emulation/sorted_streams.hpp"
#include "sampled_charge.hpp"

namespace pram {

namespace {

const OptionTable<RanadeOptions>& ranade_option_table() {
  static const OptionTable<RanadeOptions> table =
      OptionTable<RanadeOptions>("network")
          .choice<&RanadeOptions::access>("access", {"ranade"})
          .number<&RanadeOptions::buffers>("buffers", 1, most_ranade_buffers)
          .choice<&RanadeOptions::merge>("merge", {"yes", "no"})
          .choice<&RanadeOptions::keys>("keys", {"first", "last"});
  return table;
}

/// A butterfly whose switches merge the requests of whole steps (Ranade 1991). Messages that are no requests, those of
/// BSP processes and collectives, it carries as butterfly without options does.
class RanadeButterfly : public Network {
 public:
  RanadeButterfly(std::unique_ptr<Network> carrier, const RanadeOptions& options)
      : carrier_(std::move(carrier)),
        options_(options),
        streams_(carrier_->components(), options),
        sampled_(carrier_->components(), 1, 8 * std::uint64_t{carrier_->components()}, 0) {}

  std::string name() const override {
    return carrier_->name() + ",access=ranade" + ranade_option_table().text(options_);
  }
  std::uint32_t components() const override { return carrier_->components(); }
  bool wants_messages() const override { return carrier_->wants_messages(); }
  std::uint64_t bytes_for(std::uint64_t messages) const override { return carrier_->bytes_for(messages); }
  std::uint64_t carry(const Traffic& phase) override { return carrier_->carry(phase); }
  std::uint64_t carry_back(const Traffic& replies) override { return carrier_->carry_back(replies); }
  std::optional<LeastCharge> least_charge() const override { return carrier_->least_charge(); }
  void note_load() override { carrier_->note_load(); }
  bool take_load(NetworkLoad& load) override { return carrier_->take_load(load); }
  std::unique_ptr<Collectives> collectives(std::uint32_t p) override { return carrier_->collectives(p); }

  /// The streams' steps for distinct cells, measured. A processor sends one request a step.
  double distinct_charge(std::uint64_t messages, std::uint32_t largest_sent) const override {
    const double charge = sampled_(
        messages,
        [](std::uint64_t size) {
          constexpr std::uint64_t enough = 4096;
          return std::clamp<std::uint64_t>(enough / std::max<std::uint64_t>(size, 1), 1, 16);
        },
        [this](std::span<const std::uint32_t> source, std::span<const std::uint32_t> destination, std::uint64_t) {
          requests_.clear();
          for (std::size_t k = 0; k < source.size(); ++k) requests_.push_back({source[k], destination[k], k});
          streams_.run(requests_);
          return streams_.counts().steps;
        });
    return std::max(charge, static_cast<double>(largest_sent));
  }

  std::unique_ptr<RandomAccess> random_access(const Spec& access, std::uint32_t) const override {
    if (access.name != "ranade") access.refuse("access", "ranade beside network " + name());
    return make_ranade_emulation(components(), options_);
  }

 private:
  std::unique_ptr<Network> carrier_;
  RanadeOptions options_;
  mutable detail::SortedStreams streams_;
  mutable detail::CountedVector<detail::StreamRequest> requests_;
  mutable detail::SampledCharge sampled_;
};

}  // namespace

bool takes_whole_steps(const Spec& network) {
  return std::ranges::any_of(network.options,
                             [](const Spec::Option& option) { return same_name(option.name, "access"); });
}

RanadeOptions ranade_options(const Spec& network) {
  if (network.name != "butterfly")
    network.refuse("network", "access= only on butterfly:K, as butterfly:64,access=ranade has it");
  if (!network.values_first) network.refuse("network", "sizes first, then options as name=value");
  return ranade_option_table().read(network);
}

std::unique_ptr<Network> make_ranade_network(std::shared_ptr<const Topology> butterfly, const RanadeOptions& options) {
  return std::make_unique<RanadeButterfly>(make_network(std::move(butterfly)), options);
}

}  // namespace pram

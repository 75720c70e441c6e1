#include "by_length.hpp"

#include "messages/batch.hpp"
#include "store_and_forward/constrained.hpp"

namespace pram::detail {

namespace {

class ByLength final : public Switching {
 public:
  ByLength(std::unique_ptr<Switching> fast, std::shared_ptr<const Topology> topology, const SwitchingOptions& options)
      : topology_(std::move(topology)), options_(options), fast_(std::move(fast)) {}

  const Topology& topology() const override { return *topology_; }

  DeliveryStatistics carry(const Messages& batch, Trace* trace) override {
    if (batch.words.empty() || common_duration(batch, options_) != 0) return fast_->carry(batch, trace);
    if (options_.combining != SwitchingOptions::Combining::none)
      throw ConfigError("messages", "messages of several lengths", "one length where switches combine");
    if (!unequal_) unequal_ = make_constrained(topology_, options_);
    return unequal_->carry(batch, trace);
  }

  DeliveryStatistics carry_back(std::span<const std::uint8_t> awaited, Trace* trace) override {
    return fast_->carry_back(awaited, trace);
  }

 private:
  std::shared_ptr<const Topology> topology_;
  SwitchingOptions options_;
  std::unique_ptr<Switching> fast_;
  std::unique_ptr<Switching> unequal_;  ///< for batches of unequal lengths; made when it is first needed
};

}  // namespace

std::unique_ptr<Switching> make_by_length(std::unique_ptr<Switching> fast, std::shared_ptr<const Topology> topology,
                                          const SwitchingOptions& options) {
  return std::make_unique<ByLength>(std::move(fast), std::move(topology), options);
}

}  // namespace pram::detail

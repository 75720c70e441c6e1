#include "by_length.hpp"

#include "batch.hpp"
#include "constrained.hpp"

namespace pram::detail {

namespace {

class ByLength final : public Carrier {
 public:
  ByLength(std::unique_ptr<Carrier> fast, std::shared_ptr<const Topology> topology, const CarrierOptions& options)
      : topology_(std::move(topology)), options_(options), fast_(std::move(fast)) {}

  const Topology& topology() const override { return *topology_; }

  Journey carry(const Messages& batch, Trace* trace) override {
    if (batch.words.empty() || common_duration(batch, options_) != 0) return fast_->carry(batch, trace);
    if (options_.combining != CarrierOptions::Combining::none)
      throw ConfigError("messages", "messages of several lengths", "one length where switches combine");
    if (!unequal_) unequal_ = make_constrained(topology_, options_);
    return unequal_->carry(batch, trace);
  }

  Journey carry_back(std::span<const std::uint8_t> awaited, Trace* trace) override {
    return fast_->carry_back(awaited, trace);
  }

 private:
  std::shared_ptr<const Topology> topology_;
  CarrierOptions options_;
  std::unique_ptr<Carrier> fast_;
  std::unique_ptr<Carrier> unequal_;  ///< made when it is first needed
};

}  // namespace

std::unique_ptr<Carrier> make_by_length(std::unique_ptr<Carrier> fast, std::shared_ptr<const Topology> topology,
                                        const CarrierOptions& options) {
  return std::make_unique<ByLength>(std::move(fast), std::move(topology), options);
}

}  // namespace pram::detail

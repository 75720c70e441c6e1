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

  DeliveryStatistics deliver(const std::variant<Messages, Replies>& batch, const Sink& sink) override {
    const Messages* const messages = std::get_if<Messages>(&batch);
    return (messages != nullptr ? carrier_of(*messages) : carrier_of_replies()).deliver(batch, sink);
  }

 private:
  Switching& carrier_of(const Messages& batch) {
    alone_ = !batch.words.empty() && common_duration(batch, options_) == 0;
    if (!alone_) return *fast_;
    if (!batch.key.empty()) {
      throw ConfigError("messages", "messages of several lengths with keys",
                        "messages of one length where switches combine, or messages without keys, which never merge");
    }
    if (!unequal_) unequal_ = make_constrained(topology_, uncombined(options_));
    return *unequal_;
  }

  Switching& carrier_of_replies() {
    if (alone_) {
      throw ConfigError("messages", "replies to messages of several lengths",
                        "replies to messages of one length, which go back the way that these came");
    }
    return *fast_;
  }

  std::shared_ptr<const Topology> topology_;
  SwitchingOptions options_;
  std::unique_ptr<Switching> fast_;
  std::unique_ptr<Switching> unequal_;  ///< for batches of unequal lengths; made when it is first needed
  bool alone_ = false;                  ///< the last batch had unequal lengths
};

}  // namespace

SwitchingOptions uncombined(SwitchingOptions options) {
  options.combining = SwitchingOptions::Combining::none;
  options.wait = 0;
  return options;
}

std::unique_ptr<Switching> make_by_length(std::unique_ptr<Switching> fast, std::shared_ptr<const Topology> topology,
                                          const SwitchingOptions& options) {
  return std::make_unique<ByLength>(std::move(fast), std::move(topology), options);
}

}  // namespace pram::detail

#include <optional>

#include <pram/poll.hpp>

#include "asynchronous.hpp"
#include "exchange.hpp"
#include "source.hpp"

namespace pram::detail {

namespace {

/// A protocol of several phases. All processors run to their requests first: only then is known whether the step is
/// uniform.
class PhasedDelivery : public Delivery {
 public:
  PhasedDelivery(Crew& crew, Network& network, const AccessProtocol& protocol, std::uint64_t seed)
      : crew_(crew),
        reads_(crew, network, protocol, seed),
        updates_(crew, network, protocol, seed),
        phases_(protocol.phases()) {
    if (protocol.asynchronous()) timing_.emplace(port_of(protocol, network));
  }

  void forward(Step& step) override {
    crew_.host->run(crew_.count(), step.spread, [&](unsigned w) { crew_.workers[w]->resume_all(); });
    poll();  // throws if a worker left off
    survey();
    if (requests_ == 0) return;
    uniform_read_ ? carry(reads_, step) : carry(updates_, step);
  }

  void back(Step& step) override {
    if (requests_ == 0) return;
    uniform_read_ ? answer(reads_, step) : answer(updates_, step);
  }

 private:
  /// What kinds of requests the step has.
  void survey() {
    requests_ = 0;
    std::uint32_t site = no_request;
    bool several_sites = false;
    bool replies = false;
    ordered_ = false;
    waits_ = false;
    for (const auto& worker : crew_.workers) {
      for (const std::uint32_t used : worker->first_sites) {
        const Operation operation = worker->sites.operation(used);
        several_sites |= site != no_request && site != used;
        site = used;
        replies |= operation.replies();
        ordered_ |= operation.action == Action::multiprefix;
        waits_ |= !follow_of(operation).has_value();
        requests_ += worker->site_facts[used].requests;
      }
    }
    if (requests_ == 0) return;
    uniform_read_ = !several_sites && crew_.workers[0]->sites.operation(site).action == Action::read;
    site_ = site;
    replies_ = uniform_read_ ? ReplyKind::all : replies ? ReplyKind::various : ReplyKind::none;
  }

  template <class Record>
  void carry(Exchange<Record>& exchange, Step& step) {
    std::vector<SourceFacts> facts(crew_.count());
    crew_.host->run(crew_.count(), step.spread, [&](unsigned w) {
      Worker& worker = *crew_.workers[w];
      ExchangeWorker<Record>& mine = exchange.worker(w);
      mine.context = step.context;
      facts[w] = merge_all_at_source(worker, mine.context, mine.held, mine.component, mine.trace);
      mine.count = facts[w].records;
    });
    for (const SourceFacts& one : facts) step.largest_requests = std::max(step.largest_requests, one.largest_requests);
    const bool timed = timing_.has_value() && !waits_;
    exchange.note_in(timed ? &tree_ : nullptr);
    if (timed) begin_tree(exchange);
    exchange.forward(step, replies_, ordered_);
    if (timed && tree_.delivered > 0) charge(step);
    crew_.host->run(crew_.count(), step.spread, [&](unsigned w) { serve(exchange.worker(w), *crew_.workers[w]); });
  }

  template <class Record>
  void begin_tree(Exchange<Record>& exchange) {
    tree_.clear(crew_.components, phases_);
    if constexpr (Record::carries_operand) {
      for (std::uint32_t w = 0; w < crew_.count(); ++w)
        note_requests(tree_, exchange.worker(w), crew_.workers[w]->sites);
    }
  }

  /// Charges the step as if no record had waited for its phase to end. The records themselves may have: what they bring
  /// to memory, and what comes back, is the same.
  void charge(Step& step) {
    const std::vector<AsynchronousPhase> times = timing_->run(tree_);
    for (std::size_t k = 0; k < times.size(); ++k) {
      PhaseRecord& phase = step.phases[k];
      phase.messages = times[k].messages;
      phase.largest_sent = times[k].largest_sent;
      phase.largest_received = times[k].largest_received;
      phase.charge = times[k].charge;
      phase.charge_back = times[k].charge_back;
    }
  }

  void serve(ExchangeWorker<ReadRecord>& mine, Worker& worker) const {
    worker.modules.serve(mine.held.data(), mine.count, site_, worker.facts_of(site_));
    mine.reply.reserve(mine.count);
    for (std::uint32_t k = 0; k < mine.count; ++k) mine.reply[k] = mine.held[k].address;
  }

  void serve(ExchangeWorker<UpdateRecord>& mine, Worker& worker) const {
    std::uint32_t highest_site = 0;
    for (std::uint32_t k = 0; k < mine.count; ++k) highest_site = std::max(highest_site, mine.held[k].site);
    worker.facts_of(highest_site);
    worker.modules.serve(mine.held.data(), mine.count, worker.site_facts);
    if (replies_ == ReplyKind::none) return;
    mine.reply.reserve(mine.count);
    for (std::uint32_t k = 0; k < mine.count; ++k) mine.reply[k] = mine.held[k].operand;
  }

  template <class Record>
  void answer(Exchange<Record>& exchange, Step& step) {
    exchange.back(step, replies_);
    if (replies_ == ReplyKind::none) return;
    crew_.host->run(crew_.count(), step.spread, [&](unsigned w) {
      const ExchangeWorker<Record>& mine = exchange.worker(w);
      Worker& worker = *crew_.workers[w];
      return_all_replies(worker, mine.trace.data(), [&mine](std::uint32_t k) { return mine.reply[k]; });
    });
  }

  Crew& crew_;
  Exchange<ReadRecord> reads_;
  Exchange<UpdateRecord> updates_;
  std::uint32_t phases_;
  std::optional<AsynchronousTiming> timing_;
  MessageTree tree_;
  std::uint64_t requests_ = 0;
  std::uint32_t site_ = 0;
  bool uniform_read_ = false;
  bool ordered_ = false;
  bool waits_ = false;  // some record cannot go on before its phase has ended
  ReplyKind replies_ = ReplyKind::none;
};

}  // namespace

std::unique_ptr<Delivery> make_phased_delivery(Crew& crew, Network& network, const AccessProtocol& protocol,
                                               std::uint64_t seed) {
  return std::make_unique<PhasedDelivery>(crew, network, protocol, seed);
}

}  // namespace pram::detail

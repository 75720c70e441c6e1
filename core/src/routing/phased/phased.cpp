#include <algorithm>
#include <optional>

#include <pram/network/poll.hpp>

#include "../agreed_step.hpp"
#include "../asked_line.hpp"
#include "exchange.hpp"
#include "message_tree.hpp"

namespace pram::detail {

namespace {

/// A protocol of several phases. Nothing moves before all processors have made their requests: only then is known
/// whether the step is uniform.
class PhasedDelivery : public Delivery {
 public:
  PhasedDelivery(WorkerTeam& team, Network& network, const AccessProtocol& protocol, std::uint64_t seed,
                 LineMemory* lines)
      : team_(team),
        lines_(lines),
        reads_(team, network, protocol, seed, lines),
        updates_(team, network, protocol, seed, lines),
        phases_(protocol.routing_plan()->phases()),
        may_count_(may_count_phases(protocol, network)) {
    if (protocol.asynchronous()) timing_.emplace(port_of(protocol, network));
    tree_.first_wins = first_arrival_wins(protocol);
  }

  void merge(Step& step) override {
    poll();  // throws if a worker stopped early
    survey();
    if (site_ == no_request) return;
    with_exchange([&](auto& exchange) { merge_at_source(team_, step, exchange.workers()); });
  }

  void carry(Step& step) override {
    if (site_ == no_request) return;
    step.served_by = served_by();
    const bool timed = timing_.has_value() && !waits_;
    with_exchange([&](auto& exchange) {
      exchange.note_in(timed ? &tree_ : nullptr);
      if (timed) begin_tree(exchange);
      exchange.forward(step, replies_, ordered_, several_lines_);
    });
    if (timed && tree_.delivered > 0) charge(step);
  }

  void serve(Step& step) override {
    if (site_ == no_request) return;
    with_exchange([&](auto& exchange) {
      team_.run(step.spread, [&](unsigned w) {
        if (step.components != nullptr) count_served(exchange.workers()[w], *step.components);
        serve_held(exchange.workers()[w], *team_.workers[w]);
      });
    });
  }

  void answer(Step& step) override {
    if (site_ == no_request || replies_ == ReplyKind::none) return;
    with_exchange([&](auto& exchange) {
      exchange.back(step, replies_);
      team_.run(step.spread, [&](unsigned w) {
        const auto& mine = exchange.workers()[w];
        return_all_replies(*team_.workers[w], mine.trace.data(), [&mine](std::uint32_t k) { return mine.reply[k]; });
      });
    });
  }

  void undo() noexcept override {
    if (lines_ != nullptr) lines_->undo();
  }

  void commit() noexcept override {
    if (lines_ != nullptr) lines_->commit();
  }

 private:
  /// Finds what kinds of requests the step has.
  void survey() {
    site_ = no_request;
    several_lines_ = false;
    bool replies = false;
    ordered_ = false;
    waits_ = false;
    for_each_asked_site(team_, [&](std::uint32_t used) {
      const Operation operation = team_.workers.front()->sites.operation(used);
      several_lines_ |= site_ != no_request && site_ != used;
      site_ = used;
      replies |= operation.replies();
      ordered_ |= operation.action == Action::multiprefix;
      waits_ |= !follow_of(operation).has_value();
    });
    if (site_ == no_request) return;
    uniform_read_ = !several_lines_ && team_.workers[0]->sites.operation(site_).action == Action::read;
    replies_ = uniform_read_ ? ReplyKind::all : replies ? ReplyKind::various : ReplyKind::none;
  }

  /// The tool that is built first has no chains: a step that the whole tool counts has that name here, too.
  ServedBy served_by() const {
    const bool counted = may_count_ && !several_lines_ && !team_.workers.front()->memory.has_plans();
    return counted && counts_phases(asked_line(team_), team_.components) ? ServedBy::counted : ServedBy::records;
  }

  /// Calls act(exchange) with the one that carries the step's kind of records.
  template <class Act>
  void with_exchange(const Act& act) {
    uniform_read_ ? act(reads_) : act(updates_);
  }

  template <class Record>
  void begin_tree(Exchange<Record>& exchange) {
    tree_.clear(team_.components, phases_);
    if (team_.agreed != nullptr) return;  // the exchange notes what all ranks ask
    if constexpr (Record::carries_operand) {
      for (std::uint32_t w = 0; w < team_.count(); ++w) note_requests(tree_, exchange.workers()[w], *team_.workers[w]);
    }
  }

  /// Charges the step as if no record had waited for its phase to end. In the host's memory records move phase by
  /// phase, which changes neither what reaches memory nor what comes back, but for the writes of which the first wins.
  void charge(Step& step) {
    const std::vector<AsynchronousPhase> times = timing_->run(tree_);
    for (std::size_t k = 0; k < times.size(); ++k) {
      PhaseRecord& phase = step.phases[k];
      if (step.components != nullptr) {
        timing_->count(k, {step.components->sent(), team_.components}, {step.components->received(), team_.components});
        step.components->end_phase(phase);
      }
      times[k].enter(phase);
    }
    if (!tree_.first_wins || uniform_read_) return;
    let_first_stand();
    if (step.messages != nullptr) correct(*step.messages);
  }

  /// Has those writes stand that arrived first, in place of those that the rule draws.
  void let_first_stand() {
    const std::vector<std::uint64_t> first = timing_->delivered();
    std::size_t next = 0;
    for (PhasedWorkerState<UpdateRecord>& mine : updates_.workers()) {
      for (std::uint32_t k = 0; k < mine.count; ++k, ++next) {
        UpdateRecord& record = mine.held[k];
        if (!any_of_its_writes_may_stand(record.address)) continue;
        const FirstWrite& write = tree_.writes[first[team_.agreed != nullptr ? mine.number[k] : next]];
        record.operand = write.value;
        record.processor = write.processor;
      }
    }
  }

  /// Has an observer see messages with the writes that they brought.
  void correct(MessageLog& log) const {
    std::vector<std::vector<std::uint64_t>> first(tree_.phases.size());
    for (std::size_t phase = 0; phase < first.size(); ++phase) first[phase] = timing_->carried(phase);
    for (NotedMessage& message : log) {
      if (!any_of_its_writes_may_stand(message.address)) continue;
      message.value = tree_.writes[first[message.phase][message.number]].value;
    }
  }

  bool any_of_its_writes_may_stand(Address address) const {
    return any_may_stand(team_.workers.front()->sites.species(species_of(address)).operation);
  }

  /// Counts the requests of records that are at home.
  template <class Record>
  static void count_served(const PhasedWorkerState<Record>& mine, ComponentLoads& components) {
    std::uint64_t* const served = components.served();
    for (std::uint32_t k = 0; k < mine.count; ++k) served[mine.held[k].home] += mine.held[k].weight;
  }

  void serve_held(PhasedWorkerState<ReadRecord>& mine, Worker& worker) const {
    worker.serve(mine.held.data(), mine.count, site_);
    mine.reply.reserve(mine.count);
    for (std::uint32_t k = 0; k < mine.count; ++k) mine.reply[k] = mine.held[k].address;
  }

  void serve_held(PhasedWorkerState<UpdateRecord>& mine, Worker& worker) const {
    std::uint32_t highest_site = 0;
    for (std::uint32_t k = 0; k < mine.count; ++k) highest_site = std::max(highest_site, mine.held[k].site);
    worker.serve(mine.held.data(), mine.count, highest_site);
    if (replies_ == ReplyKind::none) return;
    mine.reply.reserve(mine.count);
    for (std::uint32_t k = 0; k < mine.count; ++k) mine.reply[k] = mine.held[k].operand;
  }

  WorkerTeam& team_;
  LineMemory* lines_;
  Exchange<ReadRecord> reads_;
  Exchange<UpdateRecord> updates_;
  std::uint32_t phases_;
  bool may_count_;
  std::optional<AsynchronousTiming> timing_;
  NotedTree tree_;
  std::uint32_t site_ = no_request;  // one of those that ask; no_request: none does
  bool several_lines_ = false;
  bool uniform_read_ = false;
  bool ordered_ = false;
  bool waits_ = false;  // some record cannot go on before its phase has ended
  ReplyKind replies_ = ReplyKind::none;
};

}  // namespace

std::unique_ptr<Delivery> make_phased_delivery(WorkerTeam& team, Network& network, const AccessProtocol& protocol,
                                               std::uint64_t seed, LineMemory* lines) {
  return std::make_unique<PhasedDelivery>(team, network, protocol, seed, lines);
}

}  // namespace pram::detail

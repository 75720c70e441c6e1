#include "data_parallel_delivery.hpp"

#include <algorithm>
#include <vector>

#include "../../routing/asked_line.hpp"
#include "../../routing/phase_messages.hpp"
#include "../distinct/distinct_cells.hpp"
#include "../marked/marked_cells.hpp"
#include "../message_counts.hpp"
#include "../sent_counts.hpp"
#include "agreed_counts.hpp"

namespace pram::detail {

namespace {

// With more components a processor than this, the counters of all components cost more than they save.
constexpr std::uint64_t components_a_processor = 16;

class CellDelivery final : public DataParallelDelivery {
 public:
  CellDelivery(WorkerTeam& team, Network& network, Word collision_marker, bool may_be_distinct, AgreedStep* agreed)
      : team_(team),
        network_(network),
        may_be_distinct_(may_be_distinct),
        counts_(make_counts(team)),
        sent_(team),
        distinct_(team, counts_),
        marked_(team, collision_marker, counts_),
        agreed_(team, agreed),
        of_worker_(team.count()) {}

  void expect(std::uint32_t site, const StepRequests& requests, const ProcessorGroup& group) override {
    const Worker& worker = *team_.workers.front();
    const Species& species = worker.sites.species(worker.sites.site(site).species);
    sent_.expect(worker.distribution);
    line_ = {site, species.array, species.operation, &worker.memory.array(species.array), sent_.first_processors()};
    if (met_.size() <= site) met_.resize(site + std::size_t{1});
    tries_distinct_ = may_be_distinct_ && DistinctCells::may_serve(line_.stored->size, requests, group) &&
                      (met_[site] == 0 || requests.own_cells);
    distinct_.expect(line_, requests, group);
    marked_.expect(line_);
  }

  bool needs_slots() const override { return !tries_distinct_ || distinct_.needs_slots(); }

  void begin(std::uint32_t w, const Step& step) override {
    counts_[w].begin(step.components != nullptr);
    sent_.begin(*team_.workers[w]);
    of_worker_[w] = {&step, tries_distinct_};
    tries_distinct_ ? distinct_.begin(w) : marked_.begin(w, step);
  }

  void take(std::uint32_t w, Chunk& chunk) override {
    sent_.count(*team_.workers[w], chunk, tries_distinct_ ? distinct_.alive() : nullptr);
    if (!of_worker_[w].distinct) {
      marked_.take(w, chunk);
    } else if (!distinct_.take(w, chunk)) {
      go_marked(w);
    }
  }

  void carry(Step& step) override {
    if (agreed_.of_ranks()) {
      carry_own(step);
      return;
    }
    if (!all_distinct() || !distinct_.carry(step.spread)) {
      team_.run(step.spread, [&](unsigned w) {
        if (of_worker_[w].distinct) go_marked(w);
      });
      marked_.carry(step.spread, step.components != nullptr);
      step.unequal_writes |= marked_.unequal_writes();
    }
    step.served_by = served_by();
    charge(step, all_distinct());
  }

  void answer(Step&) override {}

  void undo() noexcept override {
    marked_.undo();
    distinct_.forget();
  }

  void commit() noexcept override {
    if (all_distinct()) distinct_.write();
    marked_.forget();
    distinct_.forget();
  }

 private:
  struct OfWorker {
    const Step* step = nullptr;
    bool distinct = false;  ///< do its requests ask for no cell twice, as far as it knows?
  };

  static std::vector<MessageCounts> make_counts(const WorkerTeam& team) {
    std::vector<MessageCounts> made;
    for (std::uint32_t w = 0; w < team.count(); ++w) made.emplace_back(team.components);
    return made;
  }

  ServedBy served_by() const {
    if (asked_line(team_).lines == AskedLine::Lines::none) return ServedBy::nothing;
    if (depends_on_order(line_.operation)) return ServedBy::in_order;  // several workers would serve records
    return all_distinct() ? ServedBy::distinct : ServedBy::marked;
  }

  bool all_distinct() const {
    return std::ranges::all_of(of_worker_, [](const OfWorker& mine) { return mine.distinct; });
  }

  /// Has a worker's requests, which stand in their slots, served at marked cells from the first chunk on.
  void go_marked(std::uint32_t w) {
    counts_[w].forget();
    marked_.begin(w, *of_worker_[w].step);
    of_worker_[w].distinct = false;
    for (const Chunk& chunk : team_.workers[w]->chunks) {
      if (chunk.requests > 0) marked_.take(w, chunk);
    }
  }

  void charge(Step& step, bool distinct) {
    PhaseMessages messages;
    std::uint64_t merges = 0;
    for (const MessageCounts& counts : counts_) merges += counts.merges();
    for (std::uint32_t c = 0; c < team_.components; ++c) {
      std::uint32_t received = 0;
      if (distinct) {
        received = distinct_.received(c);
      } else {
        for (MessageCounts& counts : counts_) received += counts.take_received(c);
      }
      messages.received.all = std::max(messages.received.all, received);
      std::uint32_t sent = sent_.of(c);
      messages.count += sent;
      step.largest_requests = std::max(step.largest_requests, sent);
      if (merges > 0) {
        for (MessageCounts& counts : counts_) sent -= counts.take_merged(c);
      }
      messages.sent.all = std::max(messages.sent.all, sent);
      if (step.components != nullptr) count_profile(*step.components, c, sent, received);
    }
    if (messages.count == 0) return;
    met_[line_.site] = !distinct && marked_.distinct() < messages.count ? 1 : 0;
    messages.count -= merges;
    carry_messages(step, messages);
  }

  /// Of several ranks: each processor asks for the cell of its own number.
  void carry_own(Step& step) {
    distinct_.carry(step.spread);
    agreed_.agree(line_);
    step.served_by = served_by();
    for (std::uint32_t c = 0; c < team_.components; ++c) agreed_.count(c, sent_.of(c), distinct_.received(c));
    PhaseMessages messages;
    messages.count = agreed_.requests();
    agreed_.add_up([&](std::uint32_t c, std::uint32_t sent, std::uint32_t received) {
      messages.sent.all = std::max(messages.sent.all, sent);
      messages.received.all = std::max(messages.received.all, received);
      if (step.components != nullptr) count_profile(*step.components, c, sent, received);
    });
    step.largest_requests = messages.sent.all;
    if (messages.count > 0) carry_messages(step, messages);
  }

  /// Has the network charge the step's messages, which all await a reply or none.
  void carry_messages(Step& step, PhaseMessages& messages) {
    if (line_.operation.replies()) {
      messages.replying = messages.count;
      messages.sent.replying = messages.sent.all;
      messages.received.replying = messages.received.all;
    }
    PhaseRecord phase = messages.record();
    carry_phase(network_, *team_.host, team_.components, messages, phase);
    if (step.components != nullptr) step.components->end_phase(phase);
    step.phases.push_back(phase);
  }

  void count_profile(ComponentLoads& components, std::uint32_t c, std::uint32_t sent, std::uint32_t received) {
    components.sent()[c] = sent;
    components.received()[c] = received;
    components.served()[c] = received;
    for (MessageCounts& counts : counts_) components.served()[c] += counts.take_merged_at(c);
  }

  WorkerTeam& team_;
  Network& network_;
  const bool may_be_distinct_;
  std::vector<MessageCounts> counts_;  // per worker
  SentCounts sent_;
  DistinctCells distinct_;
  MarkedCells marked_;
  AgreedCounts agreed_;
  std::vector<std::uint8_t> met_;  // per call site: have requests met at a cell in its last step?
  // Of the step in progress:
  ServedLine line_;
  bool tries_distinct_ = false;
  std::vector<OfWorker> of_worker_;
};

}  // namespace

bool serves_in_place(std::uint32_t workers, std::uint32_t components, const Network& network, Operation operation,
                     std::uint64_t live) {
  if (operation.fetches() || network.wants_messages() || network.combines()) return false;
  if (live * components_a_processor < components) return false;
  return workers == 1 || !depends_on_order(operation);
}

bool may_be_distinct(const StepRequests& requests, const ProcessorGroup& group) {
  return DistinctCells::may_serve(requests.array->size(), requests, group);
}

bool serves_own_cells(const StepRequests& requests, const ProcessorGroup& group) {
  return requests.own_cells && group.count() == requests.array->size() && may_be_distinct(requests, group);
}

std::unique_ptr<DataParallelDelivery> make_data_parallel_delivery(WorkerTeam& team, Network& network,
                                                                  Word collision_marker, bool tries_distinct,
                                                                  AgreedStep* agreed) {
  return std::make_unique<CellDelivery>(team, network, collision_marker, tries_distinct, agreed);
}

}  // namespace pram::detail

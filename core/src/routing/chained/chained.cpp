#include <algorithm>
#include <memory>
#include <vector>

#include <pram/detail/poll.hpp>
#include <pram/error.hpp>

#include "../delivery.hpp"
#include "../phase_messages.hpp"
#include "chained_worker.hpp"

/// Steps of several phases without moving their records. Requests are chained at their cells, which is what merging at
/// every stop comes to in the end, and served there. What each phase would carry is counted afterwards, cell by cell.
///
/// What must hold for a machine: its network asks for numbers of messages, not for the messages; records go by the
/// protocol's plan, phase by phase, and each as if it were alone (AccessProtocol::routes_alone()).
///
/// What must hold for a step to be carried by chains:
///   - all requests come from one line of the program, and so ask the same of cells of one array;
///   - they have the same result in any order (folds_in_any_order()). The replies of fetches depend on the order:
///     OrderedFold finds them;
///   - they are a sixteenth of the components at least, since counters of all components are looked through.
/// Any other step is carried by the phased delivery. Both give the same results, charges, facts and errors.
namespace pram::detail {

namespace {

// Below this many components a request, moving the records beats counting over the components.
constexpr std::uint32_t sparse_step = 16;

// Cells that a step may touch. The phased delivery carries a step of more requests, and refuses it where it ends.
constexpr std::uint64_t most_chained = std::uint64_t{1} << 30;

class ChainedDelivery : public Delivery {
 public:
  ChainedDelivery(WorkerTeam& team, Network& network, const AccessProtocol& protocol, std::uint64_t seed)
      : team_(team),
        network_(network),
        protocol_(protocol),
        seed_(seed),
        moving_(make_phased_delivery(team, network, protocol, seed)) {
    for (std::uint32_t w = 0; w < team.count(); ++w) workers_.emplace_back(team, w);
  }

  void merge(Step& step) override {
    poll();  // throws if a worker stopped early
    chained_ = may_chain();
    if (!chained_) {
      moving_->merge(step);
      return;
    }
    for (ChainedWorker& mine : workers_) mine.begin(step.context, step.components != nullptr);
    with_fold(line_.operation, [&](auto fold) {
      if (team_.count() > 1) team_.run(step.spread, [&](unsigned w) { workers_[w].send(line_, fold); });
      team_.run(step.spread, [&](unsigned w) { workers_[w].chain(line_, fold, workers_); });
    });
  }

  void carry(Step& step) override {
    if (!chained_) {
      moving_->carry(step);
      return;
    }
    const CallSites& sites = team_.workers[0]->sites;
    const StepPlan plan(protocol_, array().map, sites.species(sites.site(line_.site).species).fingerprint(),
                        step.number, seed_, line_.operation.action == Action::multiprefix);
    with_fold(line_.operation, [&](auto fold) {
      team_.run(step.spread, [&](unsigned w) { workers_[w].finish(line_, plan, fold, workers_); });
    });
    if (step.components != nullptr) count_profile(step);
    charge(step);
  }

  void serve(Step& step) override {
    if (!chained_) moving_->serve(step);
  }

  void answer(Step& step) override {
    if (!chained_) {
      moving_->answer(step);
    } else if (team_.count() > 1 && line_.operation.replies()) {
      team_.run(step.spread, [&](unsigned w) { workers_[w].answer(); });
    }
  }

  void undo() noexcept override {
    if (chained_ && line_.operation.action != Action::read) {
      for (ChainedWorker& mine : workers_) mine.undo(array());
    }
    booked();
  }

  void booked() noexcept override {
    for (ChainedWorker& mine : workers_) mine.forget();
    chained_ = false;
  }

 private:
  /// Whether the step meets the conditions at the top of this file.
  bool may_chain() {
    line_ = {};
    for (const auto& worker : team_.workers) {
      for (const std::uint32_t used : worker->first_sites) {
        if (line_.site != no_request && line_.site != used) return false;
        line_.site = used;
      }
      for (const Chunk& chunk : worker->chunks) line_.requests += chunk.requests;
    }
    if (line_.site == no_request) return false;
    const CallSites& sites = team_.workers[0]->sites;
    line_.operation = sites.operation(line_.site);
    line_.array = sites.species(sites.site(line_.site).species).array;
    return folds_in_any_order(line_.operation) && line_.requests < most_chained &&
           line_.requests * sparse_step >= team_.components;
  }

  StoredArray& array() const { return team_.workers[0]->memory.array(line_.array); }

  void count_profile(const Step& step) {
    std::uint64_t* const served = step.components->served();
    team_.run(step.spread, [&](unsigned w) { workers_[w].count_profile(line_, served); });
    for (const ChainedWorker& mine : workers_) {
      for (std::uint32_t c = 0; c < team_.components; ++c) served[c] += mine.counts().held(protocol_.phases() - 1, c);
    }
  }

  /// Has the network charge what the workers have counted.
  /// @throws Error if the plan breaks its contract
  void charge(Step& step) {
    PhaseMessages counted;
    for (const ChainedWorker& mine : workers_) {
      if (mine.counts().misrouted()) {
        throw Error("access " + protocol_.name() +
                    " sends records out of the machine, or leaves them away from their homes after the last phase");
      }
      counted.count += mine.links();
      step.largest_requests = std::max(step.largest_requests, mine.largest_requests());
      step.unequal_writes |= mine.unequal_writes();
    }
    ComponentLoads* const components = step.components;
    std::vector<std::uint32_t> held(components != nullptr ? team_.components : 0);
    // `of` gets the count of each component, if it is not null.
    const auto largest = [&](std::uint32_t* of, const auto& count_of) {
      std::uint32_t most = 0;
      for (std::uint32_t c = 0; c < team_.components; ++c) {
        std::uint32_t all = 0;
        for (const ChainedWorker& mine : workers_) all += count_of(mine, c);
        most = std::max(most, all);
        if (of != nullptr) of[c] = all;
      }
      return most;
    };
    counted.sent.all = largest(components != nullptr ? held.data() : nullptr,
                               [](const ChainedWorker& mine, std::uint32_t c) { return mine.sent(c); });
    for (std::uint32_t phase = 0; phase < protocol_.phases(); ++phase) {
      if (components != nullptr) std::ranges::copy(held, components->sent());
      counted.received.all =
          largest(components != nullptr ? components->received() : nullptr,
                  [phase](const ChainedWorker& mine, std::uint32_t c) { return mine.counts().received(phase, c); });
      if (line_.operation.replies()) {
        counted.replying = counted.count;
        counted.sent.replying = counted.sent.all;
        counted.received.replying = counted.received.all;
      }
      PhaseRecord record = counted.record();
      for (const ChainedWorker& mine : workers_) record.combined += mine.counts().held(phase);
      carry_phase(network_, *team_.host, team_.components, counted, record);
      if (components != nullptr) components->end_phase(record);
      step.phases.push_back(record);
      counted.count = record.combined;
      counted.sent.all =
          largest(components != nullptr ? held.data() : nullptr,
                  [phase](const ChainedWorker& mine, std::uint32_t c) { return mine.counts().held(phase, c); });
    }
  }

  WorkerTeam& team_;
  Network& network_;
  const AccessProtocol& protocol_;
  std::uint64_t seed_;
  std::vector<ChainedWorker> workers_;
  std::unique_ptr<Delivery> moving_;
  bool chained_ = false;  // the step under way
  AskedLine line_;        // of that step
};

}  // namespace

std::unique_ptr<Delivery> make_chained_delivery(WorkerTeam& team, Network& network, const AccessProtocol& protocol,
                                                std::uint64_t seed) {
  return std::make_unique<ChainedDelivery>(team, network, protocol, seed);
}

}  // namespace pram::detail

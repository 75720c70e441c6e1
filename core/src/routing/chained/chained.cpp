#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include <pram/error.hpp>
#include <pram/network/poll.hpp>

#include "../agreed_step.hpp"
#include "../delivery.hpp"
#include "../phase_messages.hpp"
#include "cell_table.hpp"
#include "chained_worker.hpp"

/// Steps of several phases without moving their records. Requests are chained at their cells, which is what merging at
/// every stop comes to in the end, and served there. What each phase would carry is counted afterwards, cell by cell.
///
/// may_count_phases() says for which machines, counts_phases() for which steps.
/// The phased delivery carries any other step. A table of the array's cells takes the place of chains where there are
/// few cells for many requests. Results, charges, facts and errors are the same in each case.
namespace pram::detail {

namespace {

class ChainedDelivery : public Delivery {
 public:
  ChainedDelivery(WorkerTeam& team, Network& network, const PlannedProtocol& protocol, std::uint64_t seed)
      : team_(team),
        network_(network),
        protocol_(protocol),
        seed_(seed),
        moving_(make_phased_delivery(team, network, protocol, seed)) {
    counted_.resize(team.count());
    for (std::uint32_t w = 0; w < team.count(); ++w) {
      workers_.emplace_back(team, w);
      tables_.emplace_back(team, w);
    }
  }

  void begin(std::uint32_t w, const Step&) override { workers_[w].begin(); }
  void take(std::uint32_t w, Chunk& chunk) override { workers_[w].take(chunk); }

  void merge(Step& step) override {
    poll();  // throws if a worker stopped early
    method_ = method_of_step();
    if (method_ == Method::moving) {
      moving_->merge(step);
      return;
    }
    for (CountedStep& counted : counted_) counted.begin(step.context, step.components != nullptr, team_.components);
    const CallSites& sites = team_.workers[0]->sites;
    plan_.emplace(protocol_, array().map, sites.species(sites.site(line_.site).species).fingerprint(), step.number,
                  seed_, line_.operation.action == Action::multiprefix);
    if (method_ == Method::table) {
      on_all(step, [&](unsigned w) { tables_[w].take(line_, *plan_, counted_[w]); });
      return;
    }
    on_all(step, [&](unsigned w) { workers_[w].prepare(line_, counted_[w]); });
    on_all(step, [&](unsigned w) { workers_[w].chain(line_, workers_, counted_[w]); });
  }

  void carry(Step& step) override {
    if (method_ == Method::moving) {
      moving_->carry(step);
      return;
    }
    step.served_by = ServedBy::counted;
    if (method_ == Method::table) {
      if (team_.count() > 1) on_all(step, [&](unsigned w) { tables_[w].join_others(line_, tables_, counted_[w]); });
      on_all(step, [&](unsigned w) { tables_[w].settle(line_, *plan_, counted_[w]); });
    } else {
      on_all(step, [&](unsigned w) { workers_[w].finish(line_, *plan_, workers_, counted_[w]); });
    }
    if (step.components != nullptr) count_profile(step);
    charge(step);
  }

  void serve(Step& step) override {
    if (method_ == Method::moving) moving_->serve(step);
  }

  void answer(Step& step) override {
    if (method_ == Method::moving) moving_->answer(step);
    if (method_ == Method::chains && line_.operation.action == Action::read)
      on_all(step, [&](unsigned w) { workers_[w].answer_reads(); });
  }

  void undo() noexcept override {
    if (method_ == Method::chains && line_.operation.action != Action::read) {
      for (const ChainedWorker& mine : workers_) mine.undo(workers_, array());
    }
    if (method_ == Method::table) {
      for (const CellTable& mine : tables_) mine.undo(array());
    }
    commit();
  }

  void commit() noexcept override {
    for (ChainedWorker& mine : workers_) mine.forget();
    for (CellTable& mine : tables_) mine.forget();
    method_ = Method::moving;
  }

 private:
  enum class Method { moving, chains, table };

  template <class Work>
  void on_all(const Step& step, const Work& work) {
    team_.run(step.spread, work);
  }

  /// How the step goes, by the conditions at the top of this file.
  Method method_of_step() {
    line_ = asked_line(team_);
    if (!counts_phases(line_, team_.components)) return Method::moving;
    const bool few_cells = !line_.operation.fetches() && CellTable::fits(team_, array().size, line_.requests);
    return few_cells ? Method::table : Method::chains;
  }

  StoredArray& array() const { return team_.workers[0]->memory.array(line_.array); }

  void count_profile(const Step& step) {
    std::uint64_t* const served = step.components->served();
    for (std::uint32_t w = 0; w < team_.count(); ++w)
      counted_[w].degrees.count_profile(*team_.workers[w], line_, served);
    for (const CountedStep& mine : counted_) {
      for (std::uint32_t c = 0; c < team_.components; ++c) served[c] += mine.phases.held(protocol_.phases() - 1, c);
    }
  }

  /// What the workers of all ranks have counted: first whether a record has left its way and how many links there are,
  /// then rows of a number for each component: its links, and of each phase what it has received and what it held.
  std::vector<std::uint64_t> sums_of_ranks() const {
    const std::size_t components = team_.components;
    std::vector<std::uint64_t> sums(2 + components * (1 + 2 * std::size_t{protocol_.phases()}));
    for (const CountedStep& mine : counted_) {
      sums[0] += mine.phases.misrouted() ? 1 : 0;
      sums[1] += mine.links;
      std::uint64_t* row = sums.data() + 2;
      for (std::uint32_t c = 0; c < components; ++c) row[c] += mine.sent[c];
      for (std::uint32_t phase = 0; phase < protocol_.phases(); ++phase) {
        row += components;
        for (std::uint32_t c = 0; c < components; ++c) row[c] += mine.phases.received(phase, c);
        row += components;
        for (std::uint32_t c = 0; c < components; ++c) row[c] += mine.phases.held(phase, c);
      }
    }
    team_.agreed->group->add(sums);
    return sums;
  }

  /// Has the network charge what the workers have counted.
  /// @throws Error if the plan breaks its contract
  void charge(Step& step) {
    PhaseMessages counted;
    std::vector<std::uint64_t> sums;
    if (team_.agreed != nullptr) sums = sums_of_ranks();
    bool misrouted = !sums.empty() && sums[0] > 0;
    for (const CountedStep& mine : counted_) misrouted |= mine.phases.misrouted();
    if (misrouted) {
      // The records, moved one by one, show which of them is wrong.
      moving_->merge(step);
      moving_->carry(step);
      throw Error("access " + protocol_.name() +
                  " sends records out of the machine, or leaves them away from their homes after the last phase");
    }
    for (const CountedStep& mine : counted_) {
      counted.count += mine.links;
      step.largest_requests = std::max(step.largest_requests, mine.largest_requests);
      step.unequal_writes |= mine.context.unequal_writes;
    }
    if (!sums.empty()) counted.count = sums[1];
    ComponentLoads* const components = step.components;
    std::vector<std::uint32_t> held(components != nullptr ? team_.components : 0);
    std::uint64_t in_all = 0;
    // `of` gets the count of each component, if it is not null. Of several ranks it stands in a row of the sums.
    const auto largest = [&](std::uint32_t* of, std::size_t row, const auto& count_of) {
      const std::uint64_t* const of_ranks = sums.empty() ? nullptr : sums.data() + 2 + row * team_.components;
      std::uint32_t most = 0;
      in_all = 0;
      for (std::uint32_t c = 0; c < team_.components; ++c) {
        std::uint32_t all = 0;
        if (of_ranks != nullptr) {
          all = static_cast<std::uint32_t>(of_ranks[c]);
        } else {
          for (const CountedStep& mine : counted_) all += count_of(mine, c);
        }
        most = std::max(most, all);
        in_all += all;
        if (of != nullptr) of[c] = all;
      }
      return most;
    };
    counted.sent.all = largest(components != nullptr ? held.data() : nullptr, 0,
                               [](const CountedStep& mine, std::uint32_t c) { return mine.sent[c]; });
    for (std::uint32_t phase = 0; phase < protocol_.phases(); ++phase) {
      if (components != nullptr) std::ranges::copy(held, components->sent());
      counted.received.all =
          largest(components != nullptr ? components->received() : nullptr, 1 + 2 * std::size_t{phase},
                  [phase](const CountedStep& mine, std::uint32_t c) { return mine.phases.received(phase, c); });
      if (line_.operation.replies()) {
        counted.replying = counted.count;
        counted.sent.replying = counted.sent.all;
        counted.received.replying = counted.received.all;
      }
      const std::uint32_t most_held =
          largest(components != nullptr ? held.data() : nullptr, 2 + 2 * std::size_t{phase},
                  [phase](const CountedStep& mine, std::uint32_t c) { return mine.phases.held(phase, c); });
      PhaseRecord record = counted.record();
      record.combined = in_all;
      carry_phase(network_, *team_.host, team_.components, counted, record);
      if (components != nullptr) components->end_phase(record);
      step.phases.push_back(record);
      counted.count = record.combined;
      counted.sent.all = most_held;
    }
  }

  WorkerTeam& team_;
  Network& network_;
  const PlannedProtocol& protocol_;
  std::uint64_t seed_;
  std::vector<ChainedWorker> workers_;
  std::vector<CellTable> tables_;     // per worker
  std::vector<CountedStep> counted_;  // per worker: of chains or tables
  std::unique_ptr<Delivery> moving_;
  // Of the step under way.
  Method method_ = Method::moving;
  AskedLine line_;
  std::optional<ArrayPlan> plan_;
};

}  // namespace

bool has_chained_delivery() { return true; }

std::unique_ptr<Delivery> make_chained_delivery(WorkerTeam& team, Network& network, const PlannedProtocol& protocol,
                                                std::uint64_t seed) {
  return std::make_unique<ChainedDelivery>(team, network, protocol, seed);
}

}  // namespace pram::detail

#include <algorithm>
#include <array>
#include <iterator>

#include "../agreed_step.hpp"
#include "../asked_line.hpp"
#include "../component_counts.hpp"
#include "../component_slots.hpp"
#include "../phase_messages.hpp"
#include "../source.hpp"
#include "chunk_server.hpp"
#include "listed.hpp"
#include "worker_state.hpp"

namespace pram::detail {

namespace {

/// Carries requests straight to the owners, chunk by chunk as processors ask. With one worker a chunk is served and
/// answered before the next is touched, while it lies in the caches. With several, each serves its block of every
/// array's cells, once all processors have asked. Batches are served in the order of their senders, so that nothing
/// depends on how many workers there are; where no order is needed each worker begins with its own. Whatever can be is
/// served in place, see chunk_server.hpp.
class DirectDelivery : public Delivery {
 public:
  DirectDelivery(WorkerTeam& team, Network& network, bool in_place)
      : team_(team), network_(network), in_place_(in_place), workers_(team.count()) {
    for (DirectWorkerState& mine : workers_) {
      mine.received.begin(team.components);
      if (!alone()) mine.sent.begin(team.components);
    }
  }

  void begin(std::uint32_t w, const Step& step) override {
    DirectWorkerState& mine = workers_[w];
    mine.used = 0;
    mine.largest_requests = 0;
    mine.context = step.context;
    mine.components = step.components;
    if (team_.agreed != nullptr) mine.sent.begin(team_.components);
    if (step.components != nullptr) {
      mine.sent.begin(team_.components);
      mine.merged.begin(team_.components);
    }
    mine.messages.clear();
    mine.ordered.clear();
    mine.lines.begin();
    mine.observed = step.messages;
    mine.first_met.clear();
    mine.noted = 0;
  }

  void take(std::uint32_t w, Chunk& chunk) override {
    DirectWorkerState& mine = workers_[w];
    const Worker& worker = *team_.workers[w];
    const bool in_place = in_place_ && mine.observed == nullptr && may_serve_in_place(worker, chunk, network_);
    if (in_place && alone()) {
      note_sent(mine, serve_whole(w, w, chunk));
      return;  // there is no batch
    }
    if (mine.used == mine.batches.size()) mine.batches.emplace_back();
    Batch& batch = mine.batches[mine.used];
    batch.chunk = &chunk;
    batch.sender = w;
    batch.in_place = in_place;
    if (in_place) {
      share_out(w, batch);
      ++mine.used;
      return;
    }
    batch.reads = !chunk.mixed && worker.sites.operation(chunk.site).action == Action::read;
    batch.reads ? gather<ReadRecord>(w, batch) : gather<UpdateRecord>(w, batch);
    if (mine.observed != nullptr) note_messages(w, batch);
    if (!alone()) {
      ++mine.used;
      return;
    }
    serve_batch(w, batch);
    if (mine.observed != nullptr) note_replies(w, batch);
    answer_batch(w, batch);
    // The next chunk uses the same batch.
  }

  void carry(Step& step) override {
    step.served_by = served_by();
    if (!alone()) {
      const bool own_first = in_any_order();
      team_.run(step.spread, [&](unsigned w) { serve_all(w, own_first ? w : 0); });
    }
    charge(step);
  }

  void answer(Step& step) override {
    if (alone()) return;
    team_.run(step.spread, [&](unsigned w) {
      for (std::size_t k = 0; k < workers_[w].used; ++k) answer_batch(w, workers_[w].batches[k]);
    });
  }

 private:
  bool alone() const { return team_.count() == 1; }

  /// Which chunks there are depends on the number of workers, so a step of several lines has one name for all.
  ServedBy served_by() const {
    const AskedLine line = asked_line(team_);
    if (line.lines == AskedLine::Lines::none) return ServedBy::nothing;
    // What comes from other ranks is served by records, and has the name that it would have in one process.
    const bool in_place =
        in_place_ && (team_.agreed != nullptr || may_serve_in_place(*team_.workers.front(), network_));
    if (!in_place) return ServedBy::records;
    if (line.lines == AskedLine::Lines::several) return ServedBy::chunks;
    return folds_in_any_order(line.operation) ? ServedBy::in_place : ServedBy::in_order;
  }

  static void note_sent(DirectWorkerState& mine, const SourceFacts& facts) {
    mine.messages.sent.add({facts.largest_sent, facts.largest_replying, 0});
    mine.largest_requests = std::max(mine.largest_requests, facts.largest_requests);
  }

  ChunkCounts counts_of(DirectWorkerState& mine) const {
    const bool profiled = mine.components != nullptr;
    return {mine.received, mine.lines, alone() && !profiled && team_.agreed == nullptr ? nullptr : &mine.sent,
            profiled ? &mine.merged : nullptr};
  }

  /// Serves a chunk in place whose requests are all for the cells of one worker.
  SourceFacts serve_whole(std::uint32_t server, std::uint32_t sender, const Chunk& chunk) {
    DirectWorkerState& mine = workers_[server];
    mine.lines.expect(chunk.site, mine.received);
    const SourceFacts facts = serve_chunk(*team_.workers[server], *team_.workers[sender], chunk, counts_of(mine));
    note_served(server, chunk, facts.records);
    return facts;
  }

  /// Serves a worker's share of a batch in place.
  void serve_share(std::uint32_t w, const Batch& batch) {
    DirectWorkerState& mine = workers_[w];
    const Chunk& chunk = *batch.chunk;
    if (!batch.shares.any_ask(w)) return;
    if (batch.shares.all_ask(w)) {
      serve_whole(w, batch.sender, chunk);
      return;
    }
    mine.lines.expect(chunk.site, mine.received);
    note_served(w, chunk,
                serve_chunk(*team_.workers[w], *team_.workers[batch.sender], chunk, batch.shares.slots(w),
                            batch.shares.count(w), counts_of(mine)));
  }

  void note_served(std::uint32_t w, const Chunk& chunk, std::uint32_t messages) {
    DirectWorkerState& mine = workers_[w];
    mine.messages.count += messages;
    if (team_.workers[w]->sites.operation(chunk.site).replies()) mine.messages.replying += messages;
  }

  /// Shares a batch that is served in place out among the workers.
  void share_out(std::uint32_t w, Batch& batch) {
    DirectWorkerState& mine = workers_[w];
    const Worker& worker = *team_.workers[w];
    const Chunk& chunk = *batch.chunk;
    mine.largest_requests = std::max(mine.largest_requests, largest_requests(worker, chunk));
    const Species& species = worker.sites.species(worker.sites.site(chunk.site).species);
    batch.shares.share_out(worker, chunk, mine.servers.of(worker, species.array, team_.count()), team_.count(),
                           mine.lists);
  }

  template <class Record>
  void gather(std::uint32_t w, Batch& batch) {
    DirectWorkerState& mine = workers_[w];
    const Chunk& chunk = *batch.chunk;
    Pages<Record>& records = batch.all<Record>();
    records.reserve(chunk.requests);
    batch.trace.reserve(chunk.last - chunk.first);
    const bool listed = network_.wants_messages();
    const bool counted = mine.components != nullptr;
    const bool of_ranks = team_.agreed != nullptr;
    const bool with_sources = listed || counted || of_ranks || mine.observed != nullptr;
    if (with_sources) batch.source.reserve(chunk.requests);
    const SourceFacts facts = merge_at_source(*team_.workers[w], chunk, mine.context, records.data(),
                                              with_sources ? batch.source.data() : nullptr, batch.trace.data(), 0);
    for (std::uint32_t k = 0; counted && !of_ranks && k < facts.records; ++k)
      ++mine.components->sent()[batch.source[k]];
    for (std::uint32_t k = 0; of_ranks && k < facts.records; ++k) {
      const Operation& operation = team_.workers[w]->sites.species(species_of(records[k].address)).operation;
      mine.sent.add(batch.source[k], 1, operation.replies() ? 1 : 0);
    }
    batch.records = facts.records;
    mine.messages.count += facts.records;
    note_sent(mine, facts);
    if (listed && of_ranks) {
      order_messages(mine, *team_.workers[w], batch, records.data(), team_.agreed->group->rank());
    } else if (listed) {
      list_messages(mine, *team_.workers[w], batch, records.data(), network_.combines());
    }
    if (!alone()) mine.sorting.sort<Record>(*team_.workers[w], batch, mine.servers, team_.count());
  }

  /// Notes the batch's messages, which are not served yet. Reads of a cell are served together, and updates of it.
  void note_messages(std::uint32_t w, Batch& batch) {
    DirectWorkerState& mine = workers_[w];
    MessageLog& log = *mine.observed;
    batch.first_noted = log.size();
    const auto note = [&](std::uint32_t k, const auto& record, Word value) {
      const std::uint32_t number = mine.noted++;
      const Species& species = team_.workers[w]->sites.species(species_of(record.address));
      const std::uint64_t kind = std::uint64_t{species.array} << 1 | (species.operation.action == Action::read ? 1 : 0);
      const std::uint64_t served = kind << 32 | position_of(record.address);
      const std::uint32_t first = mine.first_met.try_emplace(served, number).first->second;
      log.push_back({record.address, value, 0, number, batch.source[k], record.home, record.weight, first});
    };
    for (std::uint32_t k = 0; batch.reads && k < batch.records; ++k) note(k, batch.read_records[k], 0);
    for (std::uint32_t k = 0; !batch.reads && k < batch.records; ++k)
      note(k, batch.update_records[k], batch.update_records[k].operand);
  }

  /// Notes what the memory modules have replied to the batch's messages.
  void note_replies(std::uint32_t w, const Batch& batch) {
    MessageLog& log = *workers_[w].observed;
    for (std::uint32_t k = 0; k < batch.records; ++k) {
      const NotedMessage message = log[batch.first_noted + k];
      if (!team_.workers[w]->sites.species(species_of(message.address)).operation.replies()) continue;
      log.push_back(reply_to(message, batch.reads ? batch.read_records[k].address : batch.update_records[k].operand));
    }
  }

  /// Serves this worker's part of one batch.
  void serve_batch(std::uint32_t w, Batch& batch) {
    if (batch.in_place) {
      serve_share(w, batch);
      return;
    }
    const std::uint32_t first = alone() ? 0 : batch.first[w];
    const std::uint32_t last = alone() ? batch.records : batch.first[w + std::size_t{1}];
    if (first == last) return;
    DirectWorkerState& mine = workers_[w];
    Worker& worker = *team_.workers[w];
    batch.chunk->mixed ? mine.lines.expect_several(mine.received) : mine.lines.expect(batch.chunk->site, mine.received);
    if (batch.reads) {
      ReadRecord* const records = batch.read_records.data();
      for (std::uint32_t k = first; mine.lines.several() && k < last; ++k)
        mine.lines.note(records[k].home, batch.chunk->site);
      for (std::uint32_t k = first; k < last; ++k) mine.received.add(records[k].home, 1, 1);
      count_merged(mine, records + first, last - first);
      worker.serve(records + first, last - first, batch.chunk->site);
      mine.messages.replying += last - first;
    } else {
      UpdateRecord* const records = batch.update_records.data();
      std::uint32_t highest_site = 0;
      for (std::uint32_t k = first; mine.lines.several() && k < last; ++k)
        mine.lines.note(records[k].home, records[k].site);
      for (std::uint32_t k = first; k < last; ++k) {
        const std::uint64_t replies = worker.sites.species(species_of(records[k].address)).operation.replies() ? 1 : 0;
        mine.received.add(records[k].home, 1, replies);
        mine.messages.replying += replies;
        highest_site = std::max(highest_site, records[k].site);
      }
      count_merged(mine, records + first, last - first);
      worker.serve(records + first, last - first, highest_site);
    }
  }

  /// Counts for a profile the requests that have become part of another's record.
  template <class Record>
  static void count_merged(DirectWorkerState& mine, const Record* records, std::uint32_t count) {
    if (mine.components == nullptr) return;
    for (std::uint32_t k = 0; k < count; ++k) {
      if (records[k].weight > 1) mine.merged.add(records[k].home, records[k].weight - 1, 0);
    }
  }

  /// Whether the step's batches may be served in any order: all are served in place, for one line that reads or writes.
  /// Then two workers do not serve one batch at the same time, and write to the same cache lines.
  bool in_any_order() const {
    const Chunk* first = nullptr;
    for (const DirectWorkerState& sender : workers_) {
      for (std::size_t k = 0; k < sender.used; ++k) {
        const Batch& batch = sender.batches[k];
        if (!batch.in_place || (first != nullptr && batch.chunk->site != first->site)) return false;
        first = batch.chunk;
      }
    }
    if (first == nullptr) return true;
    const Action action = team_.workers.front()->sites.operation(first->site).action;
    return action == Action::read || action == Action::write;
  }

  /// Serves a worker's part of all batches.
  /// @param from  the sender whose batches come first; the others follow one after the other
  void serve_all(std::uint32_t w, std::uint32_t from) {
    for (std::uint32_t k = 0; k < team_.count(); ++k) {
      DirectWorkerState& sender = workers_[(from + k) % team_.count()];
      for (std::size_t at = 0; at < sender.used; ++at) serve_batch(w, sender.batches[at]);
    }
  }

  void answer_batch(std::uint32_t w, Batch& batch) {
    Worker& worker = *team_.workers[w];
    if (batch.in_place) return;  // the replies are in their slots
    if (batch.reads) {
      return_replies(worker, *batch.chunk, batch.trace.data(),
                     [records = batch.read_records.data()](std::uint32_t k) { return records[k].address; });
    } else {
      return_replies(worker, *batch.chunk, batch.trace.data(),
                     [records = batch.update_records.data()](std::uint32_t k) { return records[k].operand; });
    }
  }

  void charge(Step& step) {
    const bool shared = share_lines();
    DirectWorkerState& first = workers_.front();
    for (const DirectWorkerState& mine : workers_) {
      step.largest_requests = std::max(step.largest_requests, mine.largest_requests);
      step.unequal_writes |= mine.context.unequal_writes;
    }
    if (!alone()) team_.run(step.spread, [&](unsigned w) { join_counts(w); });
    if (step.components != nullptr) count_served(*step.components);
    std::array<std::uint64_t, 2> counts{};
    if (team_.agreed != nullptr) counts = united(workers_, *team_.agreed->group, team_.components);
    if (shared) team_.run(step.spread, [&](unsigned w) { workers_[w].lines.end(first.received); });
    if (step.components != nullptr) count_profile(*step.components);
    first.received.finish(first.messages.received.all, first.messages.received.replying);
    first.sent.finish(first.messages.sent.all, first.messages.sent.replying);
    PhaseMessages messages = joined(workers_, network_);
    if (team_.agreed != nullptr) {
      messages.count = counts[0];
      messages.replying = counts[1];
      if (network_.wants_messages()) {
        messages.list = messages_of_ranks(workers_, *team_.agreed->order, network_.combines());
      }
    }
    if (messages.count == 0) return;
    PhaseRecord phase = messages.record();
    if (shared) note_loads(step, phase);
    carry_phase(network_, *team_.host, team_.components, messages, phase);
    if (step.components != nullptr) step.components->end_phase(phase);
    step.phases.push_back(phase);
  }

  /// Adds to the first worker's counts what the others have counted: of one sort on each host thread.
  void join_counts(std::uint32_t w) {
    constexpr ComponentCounts DirectWorkerState::*sorts[] = {&DirectWorkerState::received, &DirectWorkerState::sent,
                                                             &DirectWorkerState::merged};
    for (std::size_t k = w; k < std::size(sorts); k += team_.count()) {
      for (std::size_t other = 1; other < workers_.size(); ++other)
        (workers_.front().*sorts[k]).take(workers_[other].*sorts[k]);
    }
  }

  /// Counts what is served here; of several ranks each has its own cells.
  void count_served(ComponentLoads& components) {
    DirectWorkerState& first = workers_.front();
    first.received.add_to(components.served(), team_.components);
    first.merged.add_to(components.served(), team_.components);
    first.merged.forget();
  }

  void count_profile(ComponentLoads& components) {
    workers_.front().received.add_to(components.received(), team_.components);
    workers_.front().sent.add_to(components.sent(), team_.components);
  }

  /// @returns true if messages came from several lines; then all logs know what each component has had of them
  bool share_lines() {
    bool shared = team_.agreed != nullptr && team_.agreed->several_served;
    std::uint32_t site = no_request;
    for (const DirectWorkerState& mine : workers_) {
      const std::uint32_t other = mine.lines.site();
      shared |= mine.lines.several() || (site != no_request && other != no_request && other != site);
      if (other != no_request) site = other;
    }
    for (DirectWorkerState& mine : workers_) {
      if (shared) mine.lines.expect_several(mine.received);
    }
    return shared;
  }

  void note_loads(Step& step, const PhaseRecord& phase) const {
    PhaseLoads& noted = step.loads.emplace_back();
    noted.phase = step.phases.size();
    const bool all = loads_all(network_, phase);
    for (const DirectWorkerState& mine : workers_) {
      if (all) noted.loads.add(mine.lines.all());
      if (!all && has_busiest(phase, mine.lines.most())) noted.loads.add(mine.lines.busiest());
    }
  }

  WorkerTeam& team_;
  Network& network_;
  const bool in_place_;
  std::vector<DirectWorkerState> workers_;
};

}  // namespace

std::unique_ptr<Delivery> make_direct_delivery(WorkerTeam& team, Network& network, bool in_place) {
  return std::make_unique<DirectDelivery>(team, network, in_place);
}

}  // namespace pram::detail

#include <algorithm>
#include <deque>
#include <unordered_map>

#include "../../host/channel.hpp"
#include "../phase_messages.hpp"
#include "../source.hpp"
#include "in_place.hpp"
#include "received_counts.hpp"
#include "site_log.hpp"

namespace pram::detail {

namespace {

/// The requests of one chunk on their way, sorted by the worker that owns their cells; later the replies.
struct Batch {
  const Chunk* chunk = nullptr;
  std::uint32_t sender = 0;
  bool in_place = false;  ///< its records are those of `split.crossing`; the sender serves the others in place
  bool reads = false;     ///< all of one line: `read_records` is in use, else `update_records`
  std::uint32_t site = 0;
  std::uint32_t records = 0;
  Pages<ReadRecord> read_records;
  Pages<UpdateRecord> update_records;
  Pages<std::uint32_t> source;       ///< per record, for networks that ask
  Pages<std::uint32_t> trace;        ///< per slot of the chunk
  std::vector<std::uint32_t> first;  ///< per owner: where its records begin; one more at the end
  std::size_t first_noted = 0;       ///< in an observer's log
  SplitChunk split;

  template <class Record>
  Pages<Record>& all() {
    if constexpr (Record::carries_operand) {
      return update_records;
    } else {
      return read_records;
    }
  }
};

/// Two workers' worth of scratch for sorting a batch by owner.
template <class Record>
struct SortScratch {
  Pages<Record> records;
  Pages<std::uint32_t> source;
};

struct DirectWorkerState {
  std::deque<Batch> batches;  ///< used in order, kept from step to step
  std::size_t used = 0;
  std::vector<std::unique_ptr<Channel<Batch>>> from;  ///< one a sender
  std::uint32_t sender = 0;                           ///< whose batches are being served: senders are served in order
  ReceivedCounts received;
  CallSiteLog lines;
  PhaseMessages messages;
  std::uint32_t largest_requests = 0;
  CombiningContext context;
  ComponentLoads* components = nullptr;  ///< of a profile
  Pages<std::uint32_t> new_place;
  std::vector<std::uint32_t> next_place;
  SortScratch<ReadRecord> read_scratch;
  SortScratch<UpdateRecord> update_scratch;
  std::uint32_t noted = 0;                                     ///< messages, in an observed step
  MessageLog* observed = nullptr;                              ///< of an observed step, which has one worker
  std::unordered_map<std::uint64_t, std::uint32_t> first_met;  ///< in an observed step: a cell's first message
};

/// Straight to the owner, chunk by chunk as they ask. With one worker a chunk is served and answered before the next is
/// touched, while it lies in the caches; with several, batches cross by channels and each owner serves them in the
/// order of their senders. What can be is served in place, see in_place.hpp.
class DirectDelivery : public Delivery {
 public:
  DirectDelivery(WorkerTeam& team, Network& network) : team_(team), network_(network), workers_(team.count()) {
    for (std::uint32_t w = 0; w < team.count(); ++w) {
      workers_[w].received.begin(team.first_component(w), team.first_component(w + 1));
      if (team.count() == 1) continue;
      for (std::uint32_t sender = 0; sender < team.count(); ++sender)
        workers_[w].from.push_back(std::make_unique<Channel<Batch>>());
    }
  }

  void begin(std::uint32_t w, const Step& step) override {
    DirectWorkerState& mine = workers_[w];
    mine.used = 0;
    mine.largest_requests = 0;
    mine.context = step.context;
    mine.components = step.components;
    mine.sender = 0;
    mine.messages.clear();
    mine.lines.begin();
    mine.observed = step.messages;
    mine.first_met.clear();
    mine.noted = 0;
  }

  void take(std::uint32_t w, Chunk& chunk) override {
    DirectWorkerState& mine = workers_[w];
    Worker& worker = *team_.workers[w];
    const bool in_place = mine.observed == nullptr && may_serve_in_place(worker, chunk, network_);
    if (in_place && alone()) {
      mine.lines.expect(chunk.site, mine.received);
      note_in_place(w, chunk, serve_in_place(worker, chunk, {mine.received, mine.lines, mine.components}));
      return;
    }
    if (mine.used == mine.batches.size()) mine.batches.emplace_back();
    Batch& batch = mine.batches[mine.used];
    batch.chunk = &chunk;
    batch.sender = w;
    batch.in_place = in_place;
    if (in_place) split_by_owner(worker, chunk, batch.split);
    batch.site = chunk.site;
    batch.reads = !chunk.mixed && worker.sites.operation(chunk.site).action == Action::read;
    batch.reads ? gather<ReadRecord>(w, batch) : gather<UpdateRecord>(w, batch);
    if (mine.observed != nullptr) note_messages(w, batch);
    if (alone()) {
      serve_batch(w, batch);
      if (mine.observed != nullptr) note_replies(w, batch);
      answer_batch(w, batch);
      return;  // the next chunk uses the same batch
    }
    ++mine.used;
    for (DirectWorkerState& owner : workers_) owner.from[w]->send(&batch);
    serve_ready(w);
  }

  void end(std::uint32_t w) override {
    if (alone()) {
      end_lines(workers_[w]);
      return;
    }
    for (DirectWorkerState& owner : workers_) owner.from[w]->close();
  }

  void carry(Step& step) override {
    if (!alone()) team_.run(step.spread, [&](unsigned w) { serve_rest(w); });
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

  static void note_sent(DirectWorkerState& mine, const SourceFacts& facts) {
    mine.messages.sent.add({facts.largest_sent, facts.largest_replying, 0});
    mine.largest_requests = std::max(mine.largest_requests, facts.largest_requests);
  }

  /// Notes messages that were served in place, and the largest numbers of their components.
  void note_in_place(std::uint32_t w, const Chunk& chunk, const SourceFacts& facts) {
    DirectWorkerState& mine = workers_[w];
    note_sent(mine, facts);
    mine.messages.count += facts.records;
    if (team_.workers[w]->sites.operation(chunk.site).replies()) mine.messages.replying += facts.records;
  }

  template <class Record>
  void gather(std::uint32_t w, Batch& batch) {
    DirectWorkerState& mine = workers_[w];
    const Chunk& chunk = *batch.chunk;
    Pages<Record>& records = batch.all<Record>();
    SomeSlots* const some = batch.in_place ? &batch.split.crossing : nullptr;
    records.reserve(some != nullptr ? some->count : chunk.requests);
    batch.trace.reserve(chunk.last - chunk.first);
    const bool listed = network_.wants_messages();
    const bool counted = mine.components != nullptr && !batch.in_place;
    const bool with_sources = listed || counted || mine.observed != nullptr;
    if (with_sources) batch.source.reserve(chunk.requests);
    const SourceFacts facts =
        merge_at_source(*team_.workers[w], chunk, mine.context, records.data(),
                        with_sources ? batch.source.data() : nullptr, batch.trace.data(), 0, some);
    for (std::uint32_t k = 0; counted && k < facts.records; ++k) ++mine.components->sent()[batch.source[k]];
    batch.records = facts.records;
    mine.messages.count += facts.records;
    if (!batch.in_place) note_sent(mine, facts);
    for (std::uint32_t k = 0; listed && k < batch.records; ++k) {
      const CallSites& sites = team_.workers[w]->sites;
      mine.messages.list.add(batch.source[k], records[k].home,
                             awaits(sites.species(species_of(records[k].address)).operation));
      if (network_.combines()) mine.messages.list.key.push_back(records[k].address);
    }
    if (!alone()) sort_by_owner<Record>(mine, batch);
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

  /// Notes what the memory modules have replied to them.
  void note_replies(std::uint32_t w, const Batch& batch) {
    MessageLog& log = *workers_[w].observed;
    for (std::uint32_t k = 0; k < batch.records; ++k) {
      const NotedMessage message = log[batch.first_noted + k];
      if (!team_.workers[w]->sites.species(species_of(message.address)).operation.replies()) continue;
      log.push_back(reply_to(message, batch.reads ? batch.read_records[k].address : batch.update_records[k].operand));
    }
  }

  template <class Record>
  void sort_by_owner(DirectWorkerState& mine, Batch& batch) {
    Pages<Record>& records = batch.all<Record>();
    Pages<Record>& sorted = [&]() -> Pages<Record>& {
      if constexpr (Record::carries_operand) {
        return mine.update_scratch.records;
      } else {
        return mine.read_scratch.records;
      }
    }();
    batch.first.assign(team_.count() + std::size_t{1}, 0);
    mine.new_place.reserve(batch.records);
    for (std::uint32_t k = 0; k < batch.records; ++k) {
      const std::uint32_t owner = team_.owner_of(records[k].home);
      mine.new_place[k] = owner;
      ++batch.first[owner + std::size_t{1}];
    }
    for (std::uint32_t owner = 0; owner < team_.count(); ++owner)
      batch.first[owner + std::size_t{1}] += batch.first[owner];
    std::vector<std::uint32_t>& next = mine.next_place;
    next.assign(batch.first.begin(), batch.first.end() - 1);
    sorted.reserve(batch.records);
    for (std::uint32_t k = 0; k < batch.records; ++k) {
      const std::uint32_t place = next[mine.new_place[k]]++;
      sorted[place] = records[k];
      mine.new_place[k] = place;
    }
    std::swap(sorted, records);
    const Chunk& chunk = *batch.chunk;
    const Worker& worker = *team_.workers[static_cast<std::size_t>(&mine - workers_.data())];
    if (batch.in_place) {
      const SomeSlots& crossing = batch.split.crossing;
      for (std::uint32_t k = 0; k < crossing.count; ++k) {
        std::uint32_t& record = batch.trace[crossing.slot[k] - chunk.first];
        record = mine.new_place[record];
      }
      return;
    }
    for (std::uint32_t at = chunk.first; at < chunk.last; ++at) {
      if (worker.index[at] < finished_processor)
        batch.trace[at - chunk.first] = mine.new_place[batch.trace[at - chunk.first]];
    }
  }

  /// Serves this worker's part of one batch.
  void serve_batch(std::uint32_t w, Batch& batch) {
    if (batch.in_place && batch.sender == w) {
      DirectWorkerState& mine = workers_[w];
      if (batch.split.own > 0) mine.lines.expect(batch.site, mine.received);
      note_in_place(
          w, *batch.chunk,
          serve_in_place(*team_.workers[w], *batch.chunk, batch.split, {mine.received, mine.lines, mine.components}));
      return;
    }
    const std::uint32_t first = alone() ? 0 : batch.first[w];
    const std::uint32_t last = alone() ? batch.records : batch.first[w + std::size_t{1}];
    if (first == last) return;
    DirectWorkerState& mine = workers_[w];
    Worker& worker = *team_.workers[w];
    batch.chunk->mixed ? mine.lines.expect_several(mine.received) : mine.lines.expect(batch.site, mine.received);
    if (batch.reads) {
      ReadRecord* const records = batch.read_records.data();
      for (std::uint32_t k = first; mine.lines.several() && k < last; ++k) mine.lines.note(records[k].home, batch.site);
      for (std::uint32_t k = first; k < last; ++k) mine.received.add(records[k].home, 1, 1);
      count_merged(mine, records + first, last - first);
      worker.serve(records + first, last - first, batch.site);
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
    std::uint64_t* const served = mine.components->served();
    for (std::uint32_t k = 0; k < count; ++k) served[records[k].home] += records[k].weight - 1;
  }

  /// Serves what has come so far, sender by sender.
  void serve_ready(std::uint32_t w) {
    DirectWorkerState& mine = workers_[w];
    while (mine.sender < team_.count()) {
      Channel<Batch>& channel = *mine.from[mine.sender];
      while (Batch* const batch = channel.receive()) serve_batch(w, *batch);
      if (!channel.exhausted()) return;
      ++mine.sender;
    }
  }

  void serve_rest(std::uint32_t w) {
    for (const auto& channel : workers_[w].from) {
      while (Batch* const batch = channel->receive_rest()) serve_batch(w, *batch);
    }
    end_lines(workers_[w]);
  }

  static void end_lines(DirectWorkerState& mine) {
    if (mine.lines.several()) mine.lines.end(mine.received);
  }

  void answer_batch(std::uint32_t w, Batch& batch) {
    Worker& worker = *team_.workers[w];
    if (batch.in_place) {
      const SomeSlots& crossing = batch.split.crossing;
      if (batch.reads) {
        return_replies(worker, *batch.chunk, crossing, batch.trace.data(),
                       [records = batch.read_records.data()](std::uint32_t k) { return records[k].address; });
      } else {
        return_replies(worker, *batch.chunk, crossing, batch.trace.data(),
                       [records = batch.update_records.data()](std::uint32_t k) { return records[k].operand; });
      }
      return;
    }
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
    for (DirectWorkerState& mine : workers_) {
      if (step.components != nullptr) {
        mine.received.visit([&step](std::uint32_t component, std::uint32_t messages) {
          step.components->received()[component] = messages;
          step.components->served()[component] += messages;
        });
      }
      mine.received.finish(mine.messages.received.all, mine.messages.received.replying);
      step.largest_requests = std::max(step.largest_requests, mine.largest_requests);
      step.unequal_writes |= mine.context.unequal_writes;
    }
    const PhaseMessages messages = joined(workers_, network_);
    if (messages.count == 0) return;
    PhaseRecord phase = messages.record();
    if (shared) note_loads(step, phase);
    carry_phase(network_, *team_.host, team_.components, messages, phase);
    if (step.components != nullptr) step.components->end_phase(phase);
    step.phases.push_back(phase);
  }

  /// @returns true if messages came from several lines; then all logs have ended
  bool share_lines() {
    bool shared = false;
    std::uint32_t site = no_request;
    for (const DirectWorkerState& mine : workers_) {
      const std::uint32_t other = mine.lines.site();
      shared |= mine.lines.several() || (site != no_request && other != no_request && other != site);
      if (other != no_request) site = other;
    }
    for (DirectWorkerState& mine : workers_) {
      if (shared) mine.lines.end(mine.received);
    }
    return shared;
  }

  void note_loads(Step& step, const PhaseRecord& phase) const {
    PhaseLoads& noted = step.loads.emplace_back();
    noted.phase = step.phases.size();
    const bool all = loads_all(network_, phase);
    for (const DirectWorkerState& mine : workers_) {
      if (all) noted.loads.add(mine.lines.all());
      if (!all && mine.lines.most() == phase.largest_received) noted.loads.add(mine.lines.busiest());
    }
  }

  WorkerTeam& team_;
  Network& network_;
  std::vector<DirectWorkerState> workers_;
};

}  // namespace

std::unique_ptr<Delivery> make_direct_delivery(WorkerTeam& team, Network& network) {
  return std::make_unique<DirectDelivery>(team, network);
}

}  // namespace pram::detail

#include "in_place.hpp"

#include <algorithm>
#include <vector>

#include "../request/degree_bins.hpp"
#include "../routing/phase_messages.hpp"
#include "crossings.hpp"
#include "message_counts.hpp"
#include "read_server.hpp"
#include "update_server.hpp"

namespace pram::detail {

namespace {

// With more components a processor than this, the counters of all components cost more than they save.
constexpr std::uint64_t components_a_processor = 16;

/// What one worker knows of the step in progress.
struct WorkerInPlace {
  WorkerInPlace(const WorkerTeam& team, std::uint32_t worker)
      : crossings(worker, team.count()), served_of(team.count()), counts(team.components) {}

  AskingSlots asking;                    ///< of its chunk, where not all ask
  Crossings crossings;                   ///< of its processors
  Pages<Word> replies;                   ///< to the reads of a chunk
  std::vector<std::uint32_t> served_of;  ///< per worker that asks: how many of its requests that crossed it has had
  std::uint32_t served_slots = 0;        ///< of its own chunks
  ServedCells served;
  MessageCounts counts;
};

class StampedCells final : public InPlaceDelivery {
 public:
  StampedCells(WorkerTeam& team, Network& network, Word collision_marker)
      : team_(team), network_(network), marker_(collision_marker), found_(team.count()) {
    for (std::uint32_t w = 0; w < team.count(); ++w) workers_.emplace_back(team, w);
    requests_of_.reset(team.components);
  }

  void expect(std::uint32_t site) override {
    const Worker& worker = *team_.workers.front();
    const Species& species = worker.sites.species(worker.sites.site(site).species);
    array_ = &worker.memory.array(species.array);
    servers_ = CellServers(team_.count(), array_->size);
    const BlockDistribution& distribution = worker.distribution;
    if (distribution.processors != processors_) {
      first_.reserve(team_.components + std::size_t{1});
      for (std::uint64_t c = 0; c <= team_.components; ++c)
        first_[c] = static_cast<std::uint32_t>(distribution.first_of(c));
      processors_ = distribution.processors;
    }
    line_ = {site, species.array, species.operation, &array_->map, first_.data()};
  }

  void begin(std::uint32_t w, const Step& step) override {
    WorkerInPlace& mine = workers_[w];
    const Worker& worker = *team_.workers[w];
    mine.served.begin(step.context, step.components != nullptr);
    mine.counts.begin(step.components != nullptr);
    mine.served_slots = 0;
    std::ranges::fill(mine.served_of, 0);
    if (line_.operation.action != Action::read) {
      array_->with_cells([&]<class Stored>(MemoryCell<Stored>*) { found_[w].of<Stored>().reserve(worker.slots); });
    }
    mine.crossings.begin(worker.slots);
    std::fill(requests_of_.data() + worker.first_component, requests_of_.data() + worker.last_component, 0);
  }

  void take(std::uint32_t w, Chunk& chunk) override {
    const Worker& worker = *team_.workers[w];
    const bool all = chunk.requests == chunk.last - chunk.first;
    count_requests(worker, chunk, all);
    array_->with_cells([&](auto* cells) { take(w, chunk, all, cells); });
    workers_[w].served_slots = chunk.last;
  }

  const Word* replies(std::uint32_t w) const override {
    return line_.operation.action == Action::read ? workers_[w].replies.data() : nullptr;
  }

  void carry(Step& step) override {
    if (team_.count() > 1) team_.run(step.spread, [&](unsigned w) { serve_others(w); });
    team_.run(step.spread, [&](unsigned w) { settle(w, step.components != nullptr); });
    charge(step);
  }

  void answer(Step&) override {}

  void undo() noexcept override {
    if (line_.operation.action == Action::read) return;
    array_->with_cells([this](auto* cells) { put_back(cells); });
    forget();
  }

  void booked() noexcept override { forget(); }

 private:
  template <class Stored>
  void take(std::uint32_t w, const Chunk& chunk, bool all, MemoryCell<Stored>* cells) {
    WorkerInPlace& mine = workers_[w];
    Worker& worker = *team_.workers[w];
    const std::uint32_t slots = chunk.last - chunk.first;
    const std::uint32_t* const index = worker.index + chunk.first;
    if (line_.operation.action == Action::read) mine.replies.reserve(slots);
    Word* const replies = mine.replies.data();
    if (team_.count() == 1) {
      if (all) {
        mine.counts.add(*line_.map, index, slots);
        serve(w, cells, w, ChunkRequests{index, mine.counts.homes(), chunk.first, slots, replies});
      } else {
        mine.asking.pick(worker.index, chunk.first, chunk.last, mine.counts.indices(slots));
        mine.counts.add(*line_.map, mine.counts.indices(slots), chunk.requests);
        serve(w, cells, w, SomeRequests{mine.asking.list(), mine.counts.homes(), chunk.first, chunk.requests, replies});
      }
      return;
    }
    std::uint32_t* const asked = mine.counts.indices(slots);
    if (line_.operation.action == Action::read) {
      // Reads need not wait for the workers that serve them: nobody writes.
      mine.crossings.sort(servers_, worker.index, chunk.first, chunk.last, asked,
                          [cells, replies, first = chunk.first](std::uint32_t at, std::uint32_t asked_for) {
                            replies[at - first] = cells[asked_for].word;
                          });
    } else {
      mine.crossings.sort(servers_, worker.index, chunk.first, chunk.last, asked, [](std::uint32_t, std::uint32_t) {});
    }
    mine.counts.add(*line_.map, asked, chunk.requests);
    serve(w, cells, w, ListedRequests{mine.crossings.to(w), mine.crossings.count(w)});
  }

  /// Serves requests of a worker's processors at the cells that worker w serves.
  template <class Stored, class Requests>
  void serve(std::uint32_t w, MemoryCell<Stored>* cells, std::uint32_t from, const Requests& requests) {
    WorkerInPlace& mine = workers_[w];
    const Stamps& stamps = team_.workers[w]->modules.stamps();
    if (line_.operation.action == Action::read) {
      ReadServer<Stored>(team_, line_, stamps, cells, mine.served, mine.counts).serve(from, requests);
    } else {
      UpdateServer<Stored>(team_, line_, stamps, cells, found_, mine.served, mine.counts).serve(from, requests);
    }
  }

  void serve_others(std::uint32_t w) {
    array_->with_cells([&](auto* cells) {
      for (std::uint32_t from = 0; from < team_.count(); ++from) {
        if (from == w) continue;
        const Crossing* const list = workers_[from].crossings.to(w);
        const std::uint32_t count = workers_[from].crossings.count(w);
        for (std::uint32_t first = 0; first < count; first += chunk_slots) {
          const std::uint32_t some = std::min(count - first, chunk_slots);
          serve(w, cells, from, ListedRequests{list + first, some});
          workers_[w].served_of[from] = first + some;
        }
      }
    });
  }

  /// Counts the requests of each component.
  void count_requests(const Worker& worker, const Chunk& chunk, bool all) {
    std::uint32_t at = chunk.first;
    const auto offset = static_cast<std::uint32_t>(worker.first_processor);
    for (std::uint32_t c = worker.distribution.component_of(worker.first_processor + at); at < chunk.last; ++c) {
      const std::uint32_t end = first_[c + std::size_t{1}] - offset;
      std::uint32_t requests = end - at;
      if (!all) {
        requests = 0;
        for (std::uint32_t k = at; k < end; ++k) requests += worker.index[k] < no_request ? 1 : 0;
      }
      requests_of_[c] = requests;
      at = end;
    }
  }

  /// Writes what contended cells get, and tells the worker's modules and lines what was seen.
  /// @param profiled  are the degrees of cells asked for?
  void settle(std::uint32_t w, bool profiled) {
    const ServedCells& served = workers_[w].served;
    const Operation operation = line_.operation;
    AccessFacts facts;
    facts.contended = served.most_read;
    std::uint64_t degree = std::max<std::uint64_t>(served.distinct > 0 ? 1 : 0, served.most_read.degree);
    array_->with_cells([&](auto* cells) {
      for (const ContendedCell& one : served.contended) {
        degree = std::max<std::uint64_t>(degree, one.degree);
        facts.contended.offer(one.degree, (std::uint64_t{line_.array} << 32) | one.index);
        const Word combined = one.several ? apply_operator(operation, one.combined, one.partial) : one.partial;
        set_word(cells[one.index], updated(operation, one.before, combined, one.degree, marker_));
        facts.combined_writes |= operation.combines();
      }
    });
    (operation.action == Action::read ? facts.largest_read_degree : facts.largest_write_degree) = degree;
    facts.unequal_writes = served.context.unequal_writes;
    Worker& worker = *team_.workers[w];
    worker.modules.add(facts);
    CallSiteFacts& line = worker.facts_of(line_.site);
    line.distinct += served.distinct;
    line.largest_degree = std::max(line.largest_degree, degree);
    if (!profiled) return;
    for (const ContendedCell& one : served.contended) count_degree(worker.degrees, one.degree);
    for (const MuchReadCell& one : served.much_read) count_degree(worker.degrees, one.readers);
  }

  void charge(Step& step) {
    PhaseMessages messages;
    std::uint64_t merges = 0;
    for (const WorkerInPlace& mine : workers_) {
      messages.count += mine.counts.messages();
      merges += mine.counts.merges();
      step.unequal_writes |= mine.served.context.unequal_writes;
    }
    for (std::uint32_t c = 0; c < team_.components; ++c) {
      std::uint32_t received = 0;
      for (WorkerInPlace& mine : workers_) received += mine.counts.take_received(c);
      messages.received.all = std::max(messages.received.all, received);
      std::uint32_t sent = requests_of_[c];
      step.largest_requests = std::max(step.largest_requests, sent);
      for (WorkerInPlace& mine : workers_) sent -= merges > 0 ? mine.counts.take_merged(c) : 0;
      messages.sent.all = std::max(messages.sent.all, sent);
      if (step.components != nullptr) count_profile(*step.components, c, sent, received);
    }
    if (messages.count == 0) return;
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
    for (WorkerInPlace& mine : workers_) components.served()[c] += mine.counts.take_merged_at(c);
  }

  template <class Stored>
  void put_back(MemoryCell<Stored>* cells) noexcept {
    for (std::uint32_t w = 0; w < team_.count(); ++w) {
      const WorkerInPlace& mine = workers_[w];
      const Worker& worker = *team_.workers[w];
      const Stored* const found = found_[w].of<Stored>().data();
      for (std::uint32_t at = 0; at < mine.served_slots; ++at) {
        const std::uint32_t index = worker.index[at];
        if (index < no_request && servers_.of(index) == w) cells[index].word = found[at];
      }
      for (std::uint32_t to = 0; to < team_.count(); ++to) {
        const Crossing* const list = mine.crossings.to(to);
        for (std::uint32_t k = 0; to != w && k < workers_[to].served_of[w]; ++k)
          cells[list[k].index].word = found[list[k].slot];
      }
    }
    // Several workers may have noted a cell; the first worker's is right.
    for (const WorkerInPlace& mine : workers_) {
      for (const ContendedCell& one : mine.served.contended) set_word(cells[one.index], one.before);
    }
  }

  /// Forgets the accesses of the step, which is complete or undone.
  void forget() noexcept {
    for (WorkerInPlace& mine : workers_) {
      mine.served_slots = 0;
      std::ranges::fill(mine.served_of, 0);
      mine.served.contended.clear();
    }
  }

  WorkerTeam& team_;
  Network& network_;
  Word marker_;
  std::vector<WorkerInPlace> workers_;
  std::vector<FoundWords> found_;     // per worker
  Pages<std::uint32_t> requests_of_;  // per component
  Pages<std::uint32_t> first_;        // per component: its first processor; one more at the end
  std::uint64_t processors_ = 0;      // that first_ is for
  // Of the step in progress:
  ServedLine line_;
  StoredArray* array_ = nullptr;
  CellServers servers_;
};

}  // namespace

bool serves_in_place(const WorkerTeam& team, const Network& network, Operation operation, std::uint64_t live) {
  if (operation.fetches() || network.wants_messages() || network.combines()) return false;
  if (live * components_a_processor < team.components) return false;
  const bool ordered = operation.combines() && operation.type >= WordType::float32;
  return team.count() == 1 || !ordered;
}

std::unique_ptr<InPlaceDelivery> make_in_place_delivery(WorkerTeam& team, Network& network, Word collision_marker) {
  return std::make_unique<StampedCells>(team, network, collision_marker);
}

}  // namespace pram::detail

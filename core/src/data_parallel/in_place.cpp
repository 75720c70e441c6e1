#include "in_place.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "../request/combine.hpp"
#include "../routing/phase_messages.hpp"

namespace pram::detail {

namespace {

// Fewer processors than this part of the components do not pay for a counter of each.
constexpr std::uint64_t components_a_processor = 16;

// Far enough ahead to hide a miss to memory, near enough to stay in the first cache.
constexpr std::uint32_t cells_ahead = 24;

constexpr std::uint32_t is_contended = 0x80000000;

/// A request on its way to the worker that serves its cell.
struct Crossing {
  std::uint32_t index;
  std::uint32_t slot;  ///< of its own worker
};

/// A cell that several have asked for in this step.
struct ContendedCell {
  std::uint32_t index;
  std::uint32_t home;
  std::uint32_t component;  ///< that asked last: the same one's next request merges
  std::uint32_t degree;
  std::uint32_t winner;
  bool several;   ///< components have asked
  Word before;    ///< the cell's value before the step
  Word combined;  ///< of the components before the last
  Word partial;   ///< of the last
};

/// What one worker knows of the step in progress.
struct InPlaceState {
  std::vector<Pages<Crossing>> to;      ///< per worker that serves; of this worker's own, those of a chunk
  std::vector<Crossing*> next;          ///< per worker that serves: where its next one goes
  std::vector<std::uint32_t> crossing;  ///< per worker that serves: how many
  std::vector<std::uint32_t> served;    ///< per worker that asks: how many of its requests that crossed
  std::uint32_t served_slots = 0;       ///< of its own chunks
  Pages<Word> before;                   ///< per slot of an update: what the cell had, if it was the first
  CountedVector<ContendedCell> contended;
  Pages<std::uint32_t> received;  ///< per component: requests, less those that were merged
  Pages<std::uint32_t> merged;    ///< per component: requests that became part of another
  Pages<std::uint32_t> home;      ///< of a chunk
  std::uint32_t epoch = 0;
  std::uint64_t requests = 0;
  std::uint64_t merges = 0;
  std::uint64_t distinct = 0;
  CombiningContext context;
};

/// Walks up the components with processors that ascend.
class ComponentOf {
 public:
  ComponentOf(const BlockDistribution& distribution, const std::uint32_t* first, std::uint64_t processor)
      : first_(first), component_(distribution.component_of(processor)) {}

  std::uint32_t operator()(std::uint64_t processor) {
    while (first_[component_ + 1] <= processor) ++component_;
    return component_;
  }

 private:
  const std::uint32_t* first_;  // processors of each component
  std::uint32_t component_;
};

class StampedCells final : public InPlaceDelivery {
 public:
  StampedCells(WorkerTeam& team, Network& network, Word collision_marker)
      : team_(team), network_(network), marker_(collision_marker), states_(team.count()) {
    for (InPlaceState& mine : states_) {
      mine.to.resize(team.count());
      mine.next.resize(team.count());
      mine.crossing.resize(team.count());
      mine.served.resize(team.count());
      mine.received.reset(team.components);
      mine.merged.reset(team.components);
    }
    requests_of_.reset(team.components);
  }

  void expect(std::uint32_t site) override {
    const CallSites& sites = team_.workers.front()->sites;
    site_ = site;
    operation_ = sites.operation(site);
    number_ = sites.species(sites.site(site).species).array;
    StoredArray& array = team_.workers.front()->memory.array(number_);
    map_ = &array.map;
    cells_ = array.cells.data();
    workers_a_cell_ = (std::uint64_t{team_.count()} << 32) / std::max<std::uint64_t>(array.size, 1);
    const BlockDistribution& distribution = team_.workers.front()->distribution;
    if (distribution.processors == processors_) return;
    first_.reserve(team_.components + std::size_t{1});
    for (std::uint64_t c = 0; c <= team_.components; ++c)
      first_[c] = static_cast<std::uint32_t>(distribution.first_of(c));
    processors_ = distribution.processors;
  }

  void begin(std::uint32_t w, const Step& step) override {
    InPlaceState& mine = states_[w];
    const Worker& worker = *team_.workers[w];
    mine.epoch = step.epoch;
    mine.context = step.context;
    mine.requests = mine.merges = mine.distinct = 0;
    mine.served_slots = 0;
    mine.contended.clear();
    std::ranges::fill(mine.crossing, 0);
    std::ranges::fill(mine.served, 0);
    if (operation_.action != Action::read) mine.before.reserve(worker.slots);
    for (std::uint32_t to = 0; to < team_.count(); ++to) {
      if (to != w) mine.to[to].reserve_addresses(worker.slots);
    }
    std::fill(requests_of_.data() + worker.first_component, requests_of_.data() + worker.last_component, 0);
  }

  void take(std::uint32_t w, Chunk& chunk) override {
    InPlaceState& mine = states_[w];
    Worker& worker = *team_.workers[w];
    mine.requests += chunk.requests;
    const std::uint32_t count = chunk.last - chunk.first;
    const bool all = chunk.requests == count;
    count_requests(worker, chunk, all);
    mine.home.reserve(count);
    if (team_.count() > 1) {
      sort_by_server(w, chunk);
    } else if (!all) {
      leave_out_idle(mine, worker, chunk);
    }
    count_homes(mine, all ? worker.index + chunk.first : mine.home.data(), chunk.requests);
    if (all && team_.count() == 1) {
      serve<true>(w, w, count, [index = worker.index + chunk.first, first = chunk.first](std::uint32_t k) {
        return Crossing{index[k], first + k};
      });
    } else if (team_.count() == 1) {
      serve<true>(w, w, chunk.requests, [list = mine.to[0].data()](std::uint32_t k) { return list[k]; });
    } else {
      serve<false>(w, w, mine.crossing[w], [list = mine.to[w].data()](std::uint32_t k) { return list[k]; });
    }
    mine.served_slots = chunk.last;
  }

  void carry(Step& step) override {
    if (team_.count() > 1) team_.run(step.spread, [&](unsigned w) { serve_others(w); });
    team_.run(step.spread, [&](unsigned w) { settle(w); });
    charge(step);
  }

  void answer(Step&) override {}

  void undo() noexcept override {
    if (operation_.action == Action::read) return;
    for (std::uint32_t w = 0; w < team_.count(); ++w) {
      const InPlaceState& mine = states_[w];
      const Worker& worker = *team_.workers[w];
      const auto put_back = [&](Crossing one) { cells_[one.index].word = mine.before[one.slot]; };
      for (std::uint32_t at = 0; at < mine.served_slots; ++at) {
        if (worker.index[at] < no_request && server_of(worker.index[at]) == w) put_back({worker.index[at], at});
      }
      for (std::uint32_t to = 0; to < team_.count(); ++to) {
        for (std::uint32_t k = 0; to != w && k < states_[to].served[w]; ++k) put_back(mine.to[to][k]);
      }
    }
    // Of these several have noted something; the first one's is right.
    for (const InPlaceState& mine : states_) {
      for (const ContendedCell& one : mine.contended) cells_[one.index].word = one.before;
    }
    forget();
  }

  void booked() noexcept override { forget(); }

 private:
  /// There is nothing to put back any more.
  void forget() noexcept {
    for (InPlaceState& mine : states_) {
      mine.served_slots = 0;
      std::ranges::fill(mine.served, 0);
      mine.contended.clear();
    }
  }

  /// The worker that serves a cell. It is the host's choice, and has nothing to do with homes.
  std::uint32_t server_of(std::uint32_t index) const {
    return static_cast<std::uint32_t>((index * workers_a_cell_) >> 32);
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

  /// Counts messages by the homes of all requests of a chunk; those that are merged are taken away later.
  void count_homes(InPlaceState& mine, const std::uint32_t* index, std::uint32_t count) const {
    std::uint32_t* const home = mine.home.data();
    std::uint32_t* const received = mine.received.data();
    map_->locate({index, count}, home);
    for (std::uint32_t k = 0; k < count; ++k) ++received[home[k]];
  }

  /// Lists the requests of a chunk, and their indices where their homes are going to be.
  static void leave_out_idle(InPlaceState& mine, const Worker& worker, const Chunk& chunk) {
    mine.to[0].reserve(chunk.last - chunk.first);
    Crossing* const list = mine.to[0].data();
    std::uint32_t* const asked = mine.home.data();
    std::uint32_t count = 0;
    for (std::uint32_t at = chunk.first; at < chunk.last; ++at) {
      const std::uint32_t index = worker.index[at];
      list[count] = {index, at};
      asked[count] = index;
      count += index < no_request ? 1 : 0;
    }
  }

  /// The same for the workers that serve them. Reads need not wait for these: nobody writes.
  void sort_by_server(std::uint32_t w, const Chunk& chunk) {
    InPlaceState& mine = states_[w];
    const Worker& worker = *team_.workers[w];
    mine.to[w].reserve(chunk.last - chunk.first);
    mine.crossing[w] = 0;
    for (std::uint32_t to = 0; to < team_.count(); ++to) {
      if (to != w) mine.to[to].count(mine.crossing[to] + chunk.requests);
      mine.next[to] = mine.to[to].data() + mine.crossing[to];
    }
    Crossing** const next = mine.next.data();
    const bool reads = operation_.action == Action::read;
    const std::uint64_t workers_a_cell = workers_a_cell_;
    const MemoryCell* const cells = cells_;
    const std::uint32_t* const indices = worker.index;
    Word* const value = worker.value;
    std::uint32_t* asked = mine.home.data();
    for (std::uint32_t at = chunk.first; at < chunk.last; ++at) {
      const std::uint32_t index = indices[at];
      if (index == no_request) continue;
      *asked++ = index;
      *next[(index * workers_a_cell) >> 32]++ = {index, at};
      if (reads) value[at] = cells[index].word;
    }
    for (std::uint32_t to = 0; to < team_.count(); ++to)
      mine.crossing[to] = static_cast<std::uint32_t>(next[to] - mine.to[to].data());
  }

  void serve_others(std::uint32_t w) {
    for (std::uint32_t from = 0; from < team_.count(); ++from) {
      if (from == w) continue;
      const Crossing* const list = states_[from].to[w].data();
      const std::uint32_t count = states_[from].crossing[w];
      for (std::uint32_t first = 0; first < count; first += chunk_slots) {
        const std::uint32_t some = std::min(count - first, chunk_slots);
        serve<false>(w, from, some, [list, first](std::uint32_t k) { return list[first + k]; });
        states_[w].served[from] = first + some;
      }
    }
  }

  /// Serves requests of worker `from`, in the order of their processors.
  /// @tparam replies  reads have no replies yet
  template <bool replies, class Request>
  void serve(std::uint32_t w, std::uint32_t from, std::uint32_t count, const Request& request) {
    if (count == 0) return;
    // So nothing below fails.
    auto& contended = states_[w].contended;
    if (contended.capacity() < contended.size() + count) contended.reserve(2 * contended.size() + count);
    const Operation operation = operation_;
    const bool writes = operation.action == Action::write;
    const auto replace = [](Word, Word operand) { return operand; };
    if (operation.action == Action::read) {
      serve_reads<replies>(w, from, count, request);
    } else if (!operation.combines()) {
      serve_updates<false>(w, from, count, request, replace, replace);
    } else if (operation.op == OperatorKind::own) {
      const auto apply = own_operator(operation.own).apply;
      const auto update = [&](Word old, Word operand) {
        return writes ? operand : normalise(operation, apply(old, operand));
      };
      serve_updates<true>(w, from, count, request, update, apply);
    } else {
      with_words(operation.op, operation.type, [&](auto op) {
        const auto apply = [](Word a, Word b) { return decltype(op)::apply(a, b); };
        if (writes) {
          serve_updates<true>(w, from, count, request, replace, apply);
        } else if (operation.width == 8) {
          serve_updates<true>(w, from, count, request, apply, apply);
        } else {
          const auto update = [&](Word old, Word operand) { return normalise(operation, apply(old, operand)); };
          serve_updates<true>(w, from, count, request, update, apply);
        }
      });
    }
  }

  /// Calls visit for each request, while the cells of those to come are fetched into the cache.
  template <class Request, class Visit>
  void for_each_cell(std::uint32_t count, const Request& request, const Visit& visit) const {
    MemoryCell* const cells = cells_;
    const auto go = [&](std::uint32_t k) {
      const Crossing one = request(k);
      visit(one, cells[one.index]);
    };
    const std::uint32_t fetched = std::min(count, cells_ahead);
    for (std::uint32_t k = 0; k < count - fetched; ++k) {
      __builtin_prefetch(&cells[request(k + cells_ahead).index], 1);
      go(k);
    }
    for (std::uint32_t k = count - fetched; k < count; ++k) go(k);
  }

  template <bool replies, class Request>
  void serve_reads(std::uint32_t w, std::uint32_t from, std::uint32_t count, const Request& request) {
    InPlaceState& mine = states_[w];
    const Worker& source = *team_.workers[from];
    Word* const value = source.value;
    const std::uint32_t epoch = mine.epoch;
    const auto first_processor = static_cast<std::uint32_t>(source.first_processor);
    std::uint32_t distinct = count;
    ComponentOf component_of(source.distribution, first_.data(), first_processor + request(0).slot);
    for_each_cell(count, request, [&](const Crossing one, MemoryCell& cell) {
      if constexpr (replies) value[one.slot] = cell.word;
      if (cell.epoch != epoch) [[likely]] {
        cell.epoch = epoch;
        cell.state = first_processor + one.slot;
      } else {
        --distinct;
        ContendedCell& known = contended_of(mine, cell, one.index);
        ++known.degree;
        note_message(mine, known, component_of(first_processor + one.slot));
      }
    });
    mine.distinct += distinct;
  }

  /// @param update  what a cell gets by its value and the only operand
  /// @param apply   two operands as one, where the operation combines
  template <bool combines, class Request, class Update, class Apply>
  void serve_updates(std::uint32_t w, std::uint32_t from, std::uint32_t count, const Request& request,
                     const Update& update, const Apply& apply) {
    InPlaceState& mine = states_[w];
    const Worker& source = *team_.workers[from];
    const Word* const value = source.value;
    Word* const before = states_[from].before.data();
    const std::uint32_t epoch = mine.epoch;
    const auto first_processor = static_cast<std::uint32_t>(source.first_processor);
    std::uint32_t distinct = count;
    ComponentOf component_of(source.distribution, first_.data(), first_processor + request(0).slot);
    for_each_cell(count, request, [&](const Crossing one, MemoryCell& cell) {
      const Word operand = value[one.slot];
      const std::uint32_t processor = first_processor + one.slot;
      if (cell.epoch != epoch) [[likely]] {
        cell.epoch = epoch;
        cell.state = processor;
        before[one.slot] = cell.word;
        cell.word = update(cell.word, operand);
        return;
      }
      --distinct;
      const std::uint32_t component = component_of(processor);
      ContendedCell& known = contended_of(mine, cell, one.index);
      ++known.degree;
      const bool merges = note_message(mine, known, component);
      if constexpr (!combines) {
        combine(operation_, mine.context, known.partial, known.winner, operand, processor);
      } else if (merges) {
        known.partial = apply(known.partial, operand);
      } else {
        known.combined = std::exchange(known.several, true) ? apply(known.combined, known.partial) : known.partial;
        known.partial = operand;
      }
    });
    mine.distinct += distinct;
  }

  /// @returns true if the request merges with the one before it
  static bool note_message(InPlaceState& mine, ContendedCell& known, std::uint32_t component) {
    if (std::exchange(known.component, component) != component) return false;
    --mine.received[known.home];
    ++mine.merged[component];
    ++mine.merges;
    return true;
  }

  ContendedCell& contended_of(InPlaceState& mine, MemoryCell& cell, std::uint32_t index) {
    if ((cell.state & is_contended) != 0) return mine.contended[cell.state & ~is_contended];
    const std::uint32_t processor = cell.state;
    cell.state = is_contended | static_cast<std::uint32_t>(mine.contended.size());
    std::uint32_t home = 0;
    map_->locate({&index, 1}, &home);
    const std::uint32_t from = team_.owner_of(team_.workers.front()->distribution.component_of(processor));
    const Worker& source = *team_.workers[from];
    const auto slot = static_cast<std::uint32_t>(processor - source.first_processor);
    const bool updates = operation_.action != Action::read;
    return mine.contended.emplace_back(ContendedCell{index, home, source.distribution.component_of(processor), 1,
                                                     processor, false, updates ? states_[from].before[slot] : 0, 0,
                                                     updates ? source.value[slot] : 0});
  }

  /// Writes what contended cells get, and tells the worker's modules and lines what was seen.
  void settle(std::uint32_t w) {
    InPlaceState& mine = states_[w];
    Worker& worker = *team_.workers[w];
    AccessFacts facts;
    std::uint64_t degree = mine.distinct > 0 ? 1 : 0;
    for (ContendedCell& one : mine.contended) {
      degree = std::max<std::uint64_t>(degree, one.degree);
      facts.contended.offer(one.degree, (std::uint64_t{number_} << 32) | one.index);
      if (operation_.action == Action::read) continue;
      if (one.several) one.partial = apply_operator(operation_, one.combined, one.partial);
      cells_[one.index].word = updated(operation_, one.before, one.partial, one.degree, marker_);
      facts.combined_writes |= operation_.combines();
    }
    (operation_.action == Action::read ? facts.largest_read_degree : facts.largest_write_degree) = degree;
    facts.unequal_writes = mine.context.unequal_writes;
    worker.modules.add(facts);
    CallSiteFacts& line = worker.facts_of(site_);
    line.distinct += mine.distinct;
    line.largest_degree = std::max(line.largest_degree, degree);
  }

  void charge(Step& step) {
    PhaseMessages messages;
    std::uint64_t merges = 0;
    for (const InPlaceState& mine : states_) {
      messages.count += mine.requests - mine.merges;
      merges += mine.merges;
      step.unequal_writes |= mine.context.unequal_writes;
    }
    for (std::uint32_t c = 0; c < team_.components; ++c) {
      std::uint32_t received = 0;
      for (InPlaceState& mine : states_) received += std::exchange(mine.received[c], 0);
      messages.received.all = std::max(messages.received.all, received);
      std::uint32_t sent = requests_of_[c];
      step.largest_requests = std::max(step.largest_requests, sent);
      for (InPlaceState& mine : states_) sent -= merges > 0 ? std::exchange(mine.merged[c], 0) : 0;
      messages.sent.all = std::max(messages.sent.all, sent);
    }
    if (messages.count == 0) return;
    if (operation_.replies()) {
      messages.replying = messages.count;
      messages.sent.replying = messages.sent.all;
      messages.received.replying = messages.received.all;
    }
    PhaseRecord phase = messages.record();
    carry_phase(network_, *team_.host, team_.components, messages, phase);
    step.phases.push_back(phase);
  }

  WorkerTeam& team_;
  Network& network_;
  Word marker_;
  std::vector<InPlaceState> states_;
  Pages<std::uint32_t> requests_of_;  // per component
  Pages<std::uint32_t> first_;        // per component: its first processor; one more at the end
  std::uint64_t processors_ = 0;      // that first_ is for
  // Of the step in progress:
  std::uint32_t site_ = 0;
  std::uint32_t number_ = 0;  // of the array
  Operation operation_;
  const CellMap* map_ = nullptr;
  MemoryCell* cells_ = nullptr;
  std::uint64_t workers_a_cell_ = 0;  // 32 bits below the point
};

}  // namespace

bool serves_in_place(const WorkerTeam& team, const Network& network, Operation operation, std::uint64_t live,
                     std::uint64_t processors) {
  if (operation.fetches() || network.wants_messages() || network.combines()) return false;
  if (processors >= is_contended || live * components_a_processor < team.components) return false;
  const bool ordered = operation.combines() && operation.type >= WordType::float32;
  return team.count() == 1 || !ordered;
}

std::unique_ptr<InPlaceDelivery> make_in_place_delivery(WorkerTeam& team, Network& network, Word collision_marker) {
  return std::make_unique<StampedCells>(team, network, collision_marker);
}

}  // namespace pram::detail

#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <vector>

#include "../../request/degree_bins.hpp"
#include "../../routing/delivery.hpp"
#include "../message_counts.hpp"
#include "../served_line.hpp"
#include "read_server.hpp"
#include "requests_by_server.hpp"
#include "update_server.hpp"

namespace pram::detail {

/// Serves steps in which cells may be asked for several times. The stamp of a cell names the processor that asked
/// for it first in this step, or says how many have read it, and later requests find it.
class MarkedCells {
 public:
  /// @param counts  per worker: gets the messages for the cells that it serves
  MarkedCells(WorkerTeam& team, Word collision_marker, std::vector<MessageCounts>& counts)
      : team_(team), marker_(collision_marker), counts_(counts), found_(team.count()) {
    for (std::uint32_t w = 0; w < team.count(); ++w) workers_.emplace_back(team, w);
  }

  void expect(const ServedLine& line) {
    line_ = line;
    servers_ = CellServers(team_.count(), line.stored->first_own, line.stored->last_own);
  }

  void begin(std::uint32_t w, const Step& step) {
    OfWorker& mine = workers_[w];
    mine.served.begin(step.context, step.components != nullptr);
    mine.served_slots = 0;
    std::ranges::fill(mine.served_of, 0);
    const std::uint32_t slots = team_.workers[w]->slots;
    if (line_.operation.action != Action::read) {
      line_.stored->with_cells([&]<class Stored>(MemoryCell<Stored>*) { found_[w].of<Stored>().reserve(slots); });
    }
    mine.by_server.begin(slots);
  }

  void take(std::uint32_t w, const Chunk& chunk) {
    line_.stored->with_cells([&](auto* cells) { take(w, chunk, cells); });
    workers_[w].served_slots = chunk.last;
  }

  /// Called once all have asked: serves what crosses between workers, and writes what contended cells get.
  /// @param profiled  are the degrees of cells asked for?
  void carry(bool spread, bool profiled) {
    if (team_.count() > 1) team_.run(spread, [&](unsigned w) { serve_others(w); });
    team_.run(spread, [&](unsigned w) { settle(w, profiled); });
  }

  bool unequal_writes() const {
    return std::ranges::any_of(workers_, [](const OfWorker& mine) { return mine.served.context.unequal_writes; });
  }
  /// How many cells were asked for.
  std::uint64_t distinct() const {
    std::uint64_t cells = 0;
    for (const OfWorker& mine : workers_) cells += mine.served.distinct;
    return cells;
  }

  void undo() noexcept {
    if (line_.operation.action != Action::read) line_.stored->with_cells([this](auto* cells) { put_back(cells); });
    forget();
  }

  /// Forgets the accesses of the step, which is complete or undone.
  void forget() noexcept {
    for (OfWorker& mine : workers_) {
      mine.served_slots = 0;
      std::ranges::fill(mine.served_of, 0);
      mine.served.contended.clear();
    }
  }

 private:
  /// What one worker knows of the step in progress.
  struct OfWorker {
    OfWorker(const WorkerTeam& team, std::uint32_t worker) : by_server(worker, team.count()), served_of(team.count()) {}

    AskingSlots asking;                    ///< of its chunk, where not all ask
    RequestsByServer by_server;            ///< of its processors
    std::vector<std::uint32_t> served_of;  ///< per worker that asks: how many of its requests that crossed it has had
    std::uint32_t served_slots = 0;        ///< of its own chunks
    ServedCells served;
  };

  template <class Stored>
  void take(std::uint32_t w, const Chunk& chunk, MemoryCell<Stored>* cells) {
    OfWorker& mine = workers_[w];
    MessageCounts& counts = counts_[w];
    const Worker& worker = *team_.workers[w];
    const std::uint32_t slots = chunk.last - chunk.first;
    const CellMap& map = line_.stored->map;
    if (team_.count() > 1) {
      std::uint32_t* const asked = counts.indices(slots);
      mine.by_server.sort(servers_, worker.index, chunk.first, chunk.last, asked);
      counts.add(map, asked, chunk.requests);
      serve(w, cells, w, ListedRequests{mine.by_server.to(w), mine.by_server.count(w)});
    } else if (chunk.requests == slots) {
      const std::uint32_t* const index = worker.index + chunk.first;
      counts.add(map, index, slots);
      serve(w, cells, w, ChunkRequests{index, counts.homes(), chunk.first, slots});
    } else {
      mine.asking.pick(worker.index, chunk.first, chunk.last, counts.indices(slots));
      counts.add(map, counts.indices(slots), chunk.requests);
      serve(w, cells, w, SomeRequests{{mine.asking.list(), chunk.requests}, counts.homes()});
    }
  }

  /// Serves requests of a worker's processors at the cells that worker w serves.
  template <class Stored, class Requests>
  void serve(std::uint32_t w, MemoryCell<Stored>* cells, std::uint32_t from, const Requests& requests) {
    OfWorker& mine = workers_[w];
    const Stamps& stamps = team_.workers[w]->modules.stamps();
    if (line_.operation.action == Action::read) {
      ReadServer<Stored>(team_, line_, stamps, cells, mine.served, counts_[w]).serve(from, requests);
    } else {
      UpdateServer<Stored> server(team_, line_, stamps, cells, found_, mine.served, counts_[w]);
      if constexpr (std::derived_from<Requests, ListedRequests>) {
        server.serve(from, static_cast<const ListedRequests&>(requests));  // no other is needed for their homes
      } else {
        server.serve(from, requests);
      }
    }
  }

  void serve_others(std::uint32_t w) {
    line_.stored->with_cells([&](auto* cells) {
      for (std::uint32_t from = 0; from < team_.count(); ++from) {
        if (from == w) continue;
        const SlotRequest* const list = workers_[from].by_server.to(w);
        const std::uint32_t count = workers_[from].by_server.count(w);
        for (std::uint32_t first = 0; first < count; first += chunk_slots) {
          const std::uint32_t some = std::min(count - first, chunk_slots);
          serve(w, cells, from, ListedRequests{list + first, some});
          workers_[w].served_of[from] = first + some;
        }
      }
    });
  }

  /// Writes what contended cells get, and adds what was seen to the worker's modules and lines.
  void settle(std::uint32_t w, bool profiled) {
    const ServedCells& served = workers_[w].served;
    const Operation operation = line_.operation;
    const Word mask = mask_of(operation);
    AccessFacts facts;
    facts.contended = served.most_read;
    std::uint64_t degree = std::max<std::uint64_t>(served.distinct > 0 ? 1 : 0, served.most_read.degree);
    line_.stored->with_cells([&](auto* cells) {
      for (const ContendedCell& one : served.contended) {
        degree = std::max<std::uint64_t>(degree, one.degree);
        facts.contended.offer(one.degree, (std::uint64_t{line_.array} << 32) | one.index);
        const Word partial = one.partial ^ mask;
        const Word combined = one.several ? apply_operator(operation, one.combined ^ mask, partial) : partial;
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
    add_degrees(worker.degrees, served.read_degrees);
  }

  template <class Stored>
  void put_back(MemoryCell<Stored>* cells) noexcept {
    for (std::uint32_t w = 0; w < team_.count(); ++w) {
      const OfWorker& mine = workers_[w];
      const Worker& worker = *team_.workers[w];
      const Stored* const found = found_[w].of<Stored>().data();
      for (std::uint32_t at = 0; at < mine.served_slots; ++at) {
        const std::uint32_t index = worker.index[at];
        if (index < no_request && servers_.of(index) == w) cells[index].word = found[at];
      }
      for (std::uint32_t to = 0; to < team_.count(); ++to) {
        const SlotRequest* const list = mine.by_server.to(to);
        for (std::uint32_t k = 0; to != w && k < workers_[to].served_of[w]; ++k)
          cells[list[k].index].word = found[list[k].slot];
      }
    }
    // Several workers may have noted a cell; the first worker's is right.
    for (const OfWorker& mine : workers_) {
      for (const ContendedCell& one : mine.served.contended) set_word(cells[one.index], one.before);
    }
  }

  WorkerTeam& team_;
  Word marker_;
  std::vector<MessageCounts>& counts_;
  std::vector<OfWorker> workers_;
  std::vector<FoundWords> found_;  // per worker
  // Of the step in progress:
  ServedLine line_;
  CellServers servers_;
};

}  // namespace pram::detail

#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "../../memory/cell_servers.hpp"
#include "../../processors/worker_team.hpp"
#include "../component_slots.hpp"
#include "../slot_shares.hpp"
#include "cell_table.hpp"
#include "component_sums.hpp"

namespace pram::detail {

/// Slots side by side.
template <bool all>
struct SlotRow {
  static constexpr bool all_ask = all;
  std::uint32_t operator[](std::uint32_t at) const { return at; }
};

/// Slots that stand in a list.
struct SlotList {
  static constexpr bool all_ask = true;
  const std::uint32_t* slot;
  std::uint32_t operator[](std::uint32_t at) const { return slot[at]; }
};

/// What one worker's processors ask in a step, chunk by chunk, by the workers that serve it: each has a block of the
/// array's cells, see CellServers. Requests stand in their slots, and replies are left there.
class AskedSlots {
 public:
  AskedSlots(const WorkerTeam& team, std::uint32_t number) : team_(team), number_(number) {}

  Worker& worker() const { return *team_.workers[number_]; }
  std::size_t chunks() const { return worker().chunks.size(); }

  /// Called before the processors run.
  void begin() {
    largest_requests_ = 0;
    shared_out_ = true;
  }

  /// Shares the requests of a chunk out, while they lie in the cache, but not yet where there are so few cells that a
  /// table will take them, most likely.
  /// @param chunk  of the worker, whose processors have run
  void take(const Chunk& chunk) {
    if (chunk.mixed) return;  // no chains carry the step
    largest_requests_ = std::max(largest_requests_, pram::detail::largest_requests(worker(), chunk));
    if (alone()) return;
    const std::uint64_t cells = array_of(chunk).size;
    shared_out_ = shared_out_ && !CellTable::fits(team_, cells, std::uint64_t{worker().slots} * team_.count());
    if (shared_out_) share_out(chunk);
  }

  /// Called once it is known that the step is carried by chains.
  void end() {
    for (const Chunk& chunk : worker().chunks) {
      if (!shared_out_ && !alone() && chunk.requests > 0) share_out(chunk);
    }
  }

  /// The most requests of one component.
  std::uint32_t largest_requests() const { return largest_requests_; }

  /// Adds up what chunks ask of one cell, if an operation does not fetch. Of several workers only: one has no others to
  /// spare it work.
  template <class Fold>
  void add_up(Fold fold, CombiningContext& context) {
    if (alone()) return;
    sums_.resize(std::max(sums_.size(), shares_.size()));
    for (std::size_t k = 0; k < chunks(); ++k) {
      if (worker().chunks[k].requests > 0 && is_added_up(k))
        sums_[k].add_up(worker(), worker().chunks[k], fold, context);
    }
  }
  bool is_added_up(std::size_t k) const {
    return !alone() && worker().chunks[k].requests > 1 && shares_[k].one_cell() != no_request;
  }
  /// Of a chunk that is added up.
  std::uint32_t one_cell(std::size_t k) const { return shares_[k].one_cell(); }
  ComponentSums& sums(std::size_t k) { return sums_[k]; }
  const ComponentSums& sums(std::size_t k) const { return sums_[k]; }

  /// The requests of a chunk that a worker serves.
  std::uint32_t requests(std::uint32_t server, std::size_t k) const {
    const Chunk& chunk = worker().chunks[k];
    if (alone() || chunk.requests == 0 || shares_[k].all_ask(server)) return chunk.requests;
    return shares_[k].any_ask(server) ? shares_[k].count(server) : 0;
  }

  /// Calls see(component, slots, first, last, end) for each component of a chunk that asks a worker: slots[first] up to
  /// before slots[last] do, unless they idle. Of up to slots[end] the cells may be fetched into the cache.
  template <class Visit>
  void visit(std::uint32_t server, std::size_t k, const Visit& see) const {
    const Chunk& chunk = worker().chunks[k];
    if (alone() || shares_[k].all_ask(server)) {
      const auto visit_row = [&](auto slots) {
        visit_components(worker(), chunk, [&](std::uint32_t component, std::uint32_t first, std::uint32_t last) {
          see(component, slots, first, last, worker().slots);
        });
      };
      chunk.requests == chunk.last - chunk.first ? visit_row(SlotRow<true>()) : visit_row(SlotRow<false>());
      return;
    }
    const SlotList slots{shares_[k].slots(server)};
    const std::uint32_t end = shares_[k].count(server);
    std::uint32_t last = 0;
    visit_components(worker(), chunk, [&](std::uint32_t component, std::uint32_t, std::uint32_t last_slot) {
      const std::uint32_t first = last;
      while (last < end && slots[last] < last_slot) ++last;
      if (first < last) see(component, slots, first, last, end);
    });
  }

 private:
  bool alone() const { return team_.count() == 1; }

  const StoredArray& array_of(const Chunk& chunk) const {
    return worker().memory.array(worker().sites.species(worker().sites.site(chunk.site).species).array);
  }

  void share_out(const Chunk& chunk) {
    const auto k = static_cast<std::size_t>(&chunk - worker().chunks.data());
    if (shares_.size() <= k) shares_.resize(k + 1);
    const StoredArray& array = array_of(chunk);
    const CellServers servers(team_.count(), array.first_own, array.last_own);
    shares_[k].share_out(worker(), chunk, servers, team_.count(), lists_);
  }

  const WorkerTeam& team_;
  std::uint32_t number_;
  std::uint32_t largest_requests_ = 0;
  bool shared_out_ = true;           // every chunk so far
  std::vector<SlotShares> shares_;   // per chunk, where there are several workers
  std::vector<ComponentSums> sums_;  // per chunk that is added up
  SlotLists lists_;
};

}  // namespace pram::detail

#include "shared_requests.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "../ranks/bytes.hpp"
#include "../request/combine.hpp"

/// What BSP processes ask of arrays in shared memory, from their outboxes to the slots that the machine serves.
namespace pram::bsp::detail {

namespace {

using pram::detail::CallSites;
using pram::detail::Chunk;
using pram::detail::Worker;

/// Do two requests of one process for one cell become one? Reads share their value, writes and updates combine.
bool same_kind(Operation a, Operation b) {
  if (a.action == Action::read || b.action == Action::read) return a.action == b.action;
  return pram::detail::compatible(a, b);
}

/// What a call site asks for, at hand while requests come from it.
struct CurrentSite {
  std::uint32_t number = pram::detail::no_request;
  std::uint32_t array = 0;
  Operation operation;

  /// @returns true if the site is another than before
  bool enter(const CallSites& sites, std::uint32_t site) {
    if (site == number) [[likely]]
      return false;
    const pram::detail::Species& species = sites.species(sites.site(site).species);
    number = site;
    array = species.array;
    operation = species.operation;
    return true;
  }
};

/// Makes slots of the requests of one process after the other.
class SlotMaker {
 public:
  explicit SlotMaker(Worker& worker) : worker_(worker) {}

  /// Has each request say in place of its index which slot it is part of.
  void add(std::uint32_t process, std::span<SharedRequest> requests, SharedRequests::Sums& sums) {
    std::uint64_t reads = 0;
    std::uint64_t writes = 0;
    std::uint64_t of_site = 0;
    const auto count_site = [&] {
      if (of_site == 0) return;
      worker_.count_requests(site_.number, of_site);
      const bool read = site_.operation.action == Action::read;
      if (read || site_.operation.fetches()) reads += of_site;
      if (!read) writes += of_site;
      of_site = 0;
    };
    const bool several = requests.size() > 1;
    if (several) worker_.merge_table.begin(static_cast<std::uint32_t>(requests.size()));
    for (SharedRequest& request : requests) {
      if (request.site != site_.number) {
        count_site();
        site_.enter(worker_.sites, request.site);
      }
      ++of_site;
      const std::uint32_t slot = several ? slot_of(request) : slots_;
      slot == slots_ ? begin_slot(process, request) : join_slot(slot, request);
      request.index = slot;
    }
    count_site();
    sums.largest_requests = std::max<std::uint64_t>(sums.largest_requests, requests.size());
    sums.largest_reads = std::max(sums.largest_reads, reads);
    sums.largest_writes = std::max(sums.largest_writes, writes);
  }

  std::uint32_t slots() const { return slots_; }

 private:
  std::uint32_t slot_of(const SharedRequest& request) {
    const std::uint64_t cell = std::uint64_t{site_.array} << 32 | request.index;
    return worker_.merge_table.find(cell, slots_, [&](std::uint32_t slot) {
      if (worker_.index[slot] != request.index) return false;
      if (worker_.sites_of[slot] == request.site) return true;
      const auto& known = worker_.sites.species(worker_.sites.site(worker_.sites_of[slot]).species);
      return known.array == site_.array && same_kind(known.operation, site_.operation);
    });
  }

  void begin_slot(std::uint32_t process, const SharedRequest& request) {
    const std::uint32_t slot = slots_++;
    worker_.index[slot] = request.index;
    worker_.sites_of[slot] = request.site;
    worker_.origins->process[slot] = process;
    if (site_.operation.fetches()) {
      worker_.value[slot] = std::exchange(request.slot->word, pram::detail::identity_of(site_.operation));
    } else {
      worker_.value[slot] = site_.operation.action == Action::read ? 0 : request.operand;
    }
  }

  void join_slot(std::uint32_t slot, const SharedRequest& request) {
    const Operation operation = site_.operation;
    if (operation.action == Action::read) return;
    Word& value = worker_.value[slot];
    if (!operation.combines()) {  // the write that comes last stands
      value = request.operand;
      worker_.sites_of[slot] = request.site;
      return;
    }
    const Word before = value;
    value = pram::detail::apply_operator(operation, before, operation.fetches() ? request.slot->word : request.operand);
    if (!operation.fetches()) return;
    // What this process has brought before this request, by which its reply differs from the slot's. An update awaits
    // no reply, and so may be part of a fetch.
    request.slot->word = before;
    worker_.sites_of[slot] = request.site;
  }

  Worker& worker_;
  CurrentSite site_;
  std::uint32_t slots_ = 0;
};

}  // namespace

void enter_process(SharedOutbox& box, std::uint32_t process) {
  box.runs.push_back({process, box.requests.size(), 0});
  box.process = process;
}

void make_request_room(SharedOutbox& box) {
  box.requests.reserve(std::max<std::size_t>(2 * box.requests.capacity(), 64));
}

void SharedRequests::Sums::merge(const Sums& other) {
  largest_requests = std::max(largest_requests, other.largest_requests);
  largest_reads = std::max(largest_reads, other.largest_reads);
  largest_writes = std::max(largest_writes, other.largest_writes);
  slots += other.slots;
}

SharedRequests::Sums SharedRequests::sums() const {
  Sums all;
  for (const Sums& mine : sums_) all.merge(mine);
  return all;
}

SharedRequests::Sums SharedRequests::sums(pram::detail::RankGroup* ranks) const {
  if (ranks == nullptr) return sums();
  const Sums mine = sums();
  Sums all;
  pram::detail::BytesWriter written;
  for (const std::uint64_t number : {mine.largest_requests, mine.largest_reads, mine.largest_writes, mine.slots})
    written.number(number);
  for (const std::vector<std::byte>& bytes : ranks->gather(written.bytes())) {
    pram::detail::BytesReader reader(bytes);
    Sums one;
    for (std::uint64_t* const number : {&one.largest_requests, &one.largest_reads, &one.largest_writes, &one.slots})
      *number = reader.number();
    all.merge(one);
  }
  return all;
}

std::uint64_t SharedRequests::waiting() const {
  std::uint64_t all = 0;
  for (const SharedOutbox& box : boxes_) all += box.requests.size();
  return all;
}

std::uint64_t SharedRequests::close(const std::vector<std::vector<std::uint32_t>>& waiting) {
  std::uint64_t made = 0;
  for (std::size_t w = 0; w < boxes_.size(); ++w) {
    SharedOutbox& box = boxes_[w];
    if (box.runs.empty()) continue;
    for (std::size_t k = 0; k < box.runs.size(); ++k) {
      const bool last = k + 1 == box.runs.size();
      box.runs[k].count = (last ? box.requests.size() : box.runs[k + 1].first) - box.runs[k].first;
    }
    // Requests of processes that waited before stand first.
    if (!std::ranges::is_sorted(box.runs, {}, &SharedOutbox::Run::process))
      std::ranges::sort(box.runs, {}, &SharedOutbox::Run::process);
    made += box.requests.size();
    if (waiting[w].empty()) continue;
    const std::uint64_t first = first_process_[w];
    const auto waits = [&](const SharedOutbox::Run& run) {
      return std::ranges::binary_search(waiting[w], static_cast<std::uint32_t>(run.process - first));
    };
    for (const SharedOutbox::Run& run : box.runs) {
      if (!waits(run)) continue;
      box.held.push_back(run);
      made -= run.count;
    }
    std::erase_if(box.runs, waits);
  }
  check_count(made);
  return made;
}

void SharedRequests::check_count(std::uint64_t requests) {
  constexpr std::uint64_t most = pram::detail::finished_processor - 1;
  if (requests <= most) return;
  throw LimitError("requests of a superstep", requests, most,
                   fmt::format("the processes make {} requests for shared arrays in one superstep: at most {} are "
                               "allowed",
                               requests, most));
}

template <class Visit>
void SharedRequests::visit_processes(const pram::detail::WorkerTeam& team, std::uint32_t w, const Visit& visit) {
  const std::uint64_t first = distribution_.first_of(team.first_component(w));
  const std::uint64_t last = distribution_.first_of(team.first_component(w + 1));
  for (SharedOutbox& box : boxes_) {
    for (auto run = std::ranges::lower_bound(box.runs, first, {}, &SharedOutbox::Run::process);
         run != box.runs.end() && run->process < last; ++run) {
      visit(run->process, std::span(box.requests.data() + run->first, run->count));
    }
  }
}

void SharedRequests::take_over(const pram::detail::WorkerTeam& team, std::uint32_t w,
                               const std::function<void(Chunk&)>& take) {
  Worker& worker = *team.workers[w];
  std::uint64_t most = 0;
  visit_processes(team, w, [&](std::uint32_t, std::span<SharedRequest> requests) { most += requests.size(); });
  worker.begin_requests(static_cast<std::uint32_t>(most));
  worker.sites_of.reserve(most);
  worker.first_component = team.first_component(w);
  worker.last_component = team.first_component(w + 1);
  if (team.agreed != nullptr) worker.distribution = distribution_;  // by which other ranks have these processes
  pram::detail::RequestOrigins& origins = *worker.origins;
  Sums& sums = sums_[w];
  SlotMaker slots(worker);
  std::uint32_t chunk_begin = 0;
  const auto end_chunk = [&] {
    if (slots.slots() == chunk_begin) return;
    Chunk& chunk = worker.chunks.emplace_back();
    chunk.first = std::exchange(chunk_begin, slots.slots());
    chunk.last = worker.slots = slots.slots();
    chunk.live = chunk.requests = chunk.last - chunk.first;
    const std::uint32_t* const site = worker.sites_of.data();
    chunk.site = site[chunk.first];
    chunk.mixed =
        std::any_of(site + chunk.first, site + chunk.last, [&](std::uint32_t one) { return one != chunk.site; });
    take(chunk);
  };
  visit_processes(team, w, [&](std::uint32_t process, std::span<SharedRequest> requests) {
    if (worker.stopped()) return;
    const std::uint32_t component = distribution_.component_of(process);
    if (origins.component.empty() || origins.component.back() != component) {
      if (slots.slots() - chunk_begin >= pram::detail::chunk_slots) end_chunk();
      origins.component.push_back(component);
      origins.first.push_back(slots.slots());
    }
    slots.add(process, requests, sums);
    origins.first.back() = slots.slots();
  });
  end_chunk();
  sums.slots = slots.slots();
  // What a protocol counts with: a slot of each process, or as many as its component has if these are more.
  worker.live = distribution_.first_of(worker.last_component) - distribution_.first_of(worker.first_component);
  for (std::size_t k = 0; k < origins.component.size(); ++k) {
    const std::uint64_t component = origins.component[k];
    const std::uint64_t processes = distribution_.first_of(component + 1) - distribution_.first_of(component);
    const std::uint64_t made = origins.first[k + 1] - origins.first[k];
    worker.live += made > processes ? made - processes : 0;
  }
}

void SharedRequests::return_replies(const pram::detail::WorkerTeam& team, std::uint32_t w) {
  const Worker& worker = *team.workers[w];
  CurrentSite site;
  visit_processes(team, w, [&](std::uint32_t, std::span<SharedRequest> requests) {
    for (const SharedRequest& request : requests) {
      site.enter(worker.sites, request.site);
      if (!site.operation.replies()) continue;
      Word& word = request.slot->word;
      word = site.operation.fetches() ? pram::detail::apply_operator(site.operation, worker.value[request.index], word)
                                      : worker.value[request.index];
      request.slot->state = GetSlot::State::delivered;
    }
  });
}

void SharedRequests::clear() {
  for (SharedOutbox& box : boxes_) {
    box.process = SharedOutbox::no_process;
    box.runs.clear();
    if (box.held.empty()) {
      box.requests.clear();
      continue;
    }
    // In the order in which they were made, so that none is moved over another.
    std::ranges::sort(box.held, {}, &SharedOutbox::Run::first);
    std::size_t kept = 0;
    for (SharedOutbox::Run& run : box.held) {
      std::copy_n(box.requests.data() + run.first, run.count, box.requests.data() + kept);
      run.first = std::exchange(kept, kept + run.count);
    }
    box.requests.resize(kept);
    std::swap(box.runs, box.held);
  }
}

void SharedRequests::end(const CallSites& sites, std::uint64_t superstep) const {
  const SharedOutbox::Run* lowest = nullptr;
  const SharedOutbox* holder = nullptr;
  for (const SharedOutbox& box : boxes_) {
    for (const SharedOutbox::Run& run : box.runs) {
      const bool last = &run == &box.runs.back();
      if (run.first == (last ? box.requests.size() : (&run)[1].first)) continue;  // there was no room for its request
      if (lowest != nullptr && lowest->process < run.process) continue;
      lowest = &run;
      holder = &box;
    }
  }
  if (lowest == nullptr) return;
  const std::uint32_t site = holder->requests[lowest->first].site;
  throw Error(
      fmt::format("process {} asks for {} of {}, at {}, in superstep {}, and ends without a sync: what a "
                  "process asks for is done at the next sync",
                  lowest->process, pram::detail::operation_name(sites.operation(site)), sites.site(site).array,
                  to_string(sites.line(site)), superstep));
}

}  // namespace pram::bsp::detail

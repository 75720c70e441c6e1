#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <pram/access.hpp>
#include <pram/ledger.hpp>
#include <pram/network.hpp>
#include <pram/random_access.hpp>

#include "../access/fold.hpp"
#include "../host/workers.hpp"
#include "../ledger/line_loads.hpp"
#include "worker.hpp"

namespace pram::detail {

/// The hands of one pardo: its workers, who owns which component, and the host threads that they run on.
struct Crew {
  Workers* host = nullptr;
  std::vector<std::unique_ptr<Worker>> workers;
  std::uint32_t components = 1;
  std::vector<std::uint16_t> owners;  ///< per component: its worker

  std::uint32_t count() const { return static_cast<std::uint32_t>(workers.size()); }
  /// The first component of a worker.
  std::uint32_t first_component(std::uint32_t worker) const {
    return static_cast<std::uint32_t>(std::uint64_t{worker} * components / count());
  }
  std::uint32_t owner_of(std::uint32_t component) const { return owners[component]; }
  std::uint64_t live() const {
    std::uint64_t all = 0;
    for (const auto& worker : workers) all += worker->live;
    return all;
  }
};

/// One step on its way: what carries it, and what is known of it so far.
struct Step {
  std::uint64_t number = 0;
  bool spread = false;  ///< large enough for several host threads
  FoldContext context;
  std::vector<PhaseRecord> phases;
  std::vector<PhaseLoads> loads;       ///< of phases that several lines share, where it is known who loads them
  std::uint32_t largest_requests = 0;  ///< of one component
  bool unequal_writes = false;         ///< seen on the way to memory
};

/// Brings the requests of a step to memory and the replies back.
class Delivery {
 public:
  virtual ~Delivery() = default;
  /// Resumes the processors, and carries what they ask for to the memory modules, which serve it.
  virtual void forward(Step& step) = 0;
  /// Returns the replies to the processors' slots.
  virtual void back(Step& step) = 0;
};

/// One phase, straight to the owner.
std::unique_ptr<Delivery> make_direct_delivery(Crew& crew, Network& network);
/// As many phases as the protocol has, merging at every stop; charged by the components' ports if it is asynchronous.
std::unique_ptr<Delivery> make_phased_delivery(Crew& crew, Network& network, const AccessProtocol& protocol,
                                               std::uint64_t seed);
/// By the network's own routines of sorting.
std::unique_ptr<Delivery> make_sorted_delivery(Crew& crew, RandomAccess& routines);

/// How many messages each component of a range got in a phase; clearing costs as many steps as there were messages at
/// most.
class ReceivedCounts {
 public:
  void begin(std::uint32_t first, std::uint32_t last) {
    first_ = first;
    if (counts_.size() < last - first) counts_.reset(last - first);
  }
  void add(std::uint32_t component, std::uint64_t messages, std::uint64_t replying) {
    std::uint64_t& count = counts_[component - first_];
    if (count == 0) touched_.push_back(component - first_);
    count += messages | (replying << 32);
  }
  std::uint32_t messages_at(std::uint32_t component) const {
    return static_cast<std::uint32_t>(counts_[component - first_]);
  }
  std::uint32_t largest() const {
    std::uint32_t most = 0;
    for (const std::uint32_t at : touched_) most = std::max(most, static_cast<std::uint32_t>(counts_[at]));
    return most;
  }
  /// Calls see(component, messages) for each that got some.
  template <class Visit>
  void visit(const Visit& see) const {
    for (const std::uint32_t at : touched_) see(first_ + at, static_cast<std::uint32_t>(counts_[at]));
  }
  /// Forgets all counts and gives the largest.
  void finish(std::uint32_t& largest, std::uint32_t& largest_replying) {
    for (const std::uint32_t at : touched_) {
      largest = std::max(largest, static_cast<std::uint32_t>(counts_[at]));
      largest_replying = std::max(largest_replying, static_cast<std::uint32_t>(counts_[at] >> 32));
      counts_[at] = 0;
    }
    touched_.clear();
  }

 private:
  std::uint32_t first_ = 0;
  Pages<std::uint64_t> counts_;  // messages below, those that await a reply above
  std::vector<std::uint32_t> touched_;
};

}  // namespace pram::detail

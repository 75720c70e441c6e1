#include "copied_access.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <pram/detail/memory_account.hpp>
#include <pram/detail/routing/collision_rounds.hpp>
#include <pram/error.hpp>
#include <pram/network/poll.hpp>

#include "../../hash.hpp"
#include "copy_stamps.hpp"
#include "round_charges.hpp"

namespace pram::detail {

namespace {

enum class CopiedKind { read, write, fetch };

constexpr std::string_view rounds_name = "rounds";

/// Serves requests of which no two are for one cell by the rounds of the c-collision protocol, in batches, and keeps
/// the copies' stamps.
class CopiedCells {
 public:
  CopiedCells(const CopiesOptions& options, std::uint32_t components, std::unique_ptr<Network> network)
      : options_(options),
        components_(components),
        per_batch_(std::max<std::size_t>(1, static_cast<std::size_t>(options.batch * components))),
        one_of_copies_(rounds_of(CopiedKind::read), components),
        most_copies_(rounds_of(CopiedKind::write), components),
        charges_(std::move(network), components) {}

  void begin_access() { ++access_; }

  /// @param arrivals  by ascending component of the request
  /// @param sources   these components
  void serve(std::span<AccessArrival> arrivals, std::span<const std::uint32_t> sources, CopiedKind kind,
             const AccessMemory& memory) {
    if (arrivals.empty()) return;
    const std::size_t batches = (arrivals.size() + per_batch_ - 1) / per_batch_;
    // Every batch has requests of all components.
    for (std::size_t batch = 0; batch < batches; ++batch) serve_batch(arrivals, sources, kind, batch, batches);
    memory(arrivals);
  }

  RoutineCharge take_charge() { return std::exchange(charge_, {rounds_name, 0, 0, 0}); }

 private:
  /// With three copies any two have the last write, if two have written. With two copies, both write, and one reads: a
  /// module that answers none would collide for ever with writes that need it, and so answers in turn.
  CollisionOptions rounds_of(CopiedKind kind) const {
    const bool writes_all = options_.copies == 2 && kind != CopiedKind::read;
    return {.copies = options_.copies,
            .needed = writes_all ? 2 : options_.copies - 1,
            .collide = options_.collide,
            .in_turn = writes_all};
  }

  std::uint32_t module_of(const AccessArrival& arrival, std::uint32_t copy) const {
    constexpr std::uint64_t keys[] = {0x2545F4914F6CDD1D, 0x9E3779B97F4A7C15};
    if (copy == 0) return arrival.home;
    return reduce(hash64(arrival.address, arrival.home, keys[copy - 1]), components_);
  }

  void serve_batch(std::span<const AccessArrival> arrivals, std::span<const std::uint32_t> sources, CopiedKind kind,
                   std::size_t batch, std::size_t batches) {
    modules_.clear();
    sources_.clear();
    for (std::size_t k = batch; k < arrivals.size(); k += batches) {
      sources_.push_back(sources[k]);
      for (std::uint32_t copy = 0; copy < options_.copies; ++copy) modules_.push_back(module_of(arrivals[k], copy));
    }
    CollisionRounds& rounds = kind == CopiedKind::read ? one_of_copies_ : most_copies_;
    rounds.begin(modules_);
    while (rounds.round()) {
      poll();
      charge(rounds.messages(), kind);
    }
    std::size_t request = 0;
    for (std::size_t k = batch; k < arrivals.size(); k += batches, ++request) {
      const std::uint32_t answered = rounds.answered(request);
      if (kind != CopiedKind::write) stamps_.check_read(arrivals[k].address, answered);
      if (kind != CopiedKind::read) stamps_.write(arrivals[k].address, answered, access_);
    }
  }

  void charge(std::span<const CollisionMessage> messages, CopiedKind kind) {
    RoundCharges::Charge round = charges_.carry(messages, sources_);
    if (options_.charge == CopiesOptions::Charge::rounds) {
      round.forward = options_.collide;
      round.back = kind == CopiedKind::write ? 0 : options_.collide;
    } else if (kind == CopiedKind::write) {
      round.forward += std::exchange(round.back, 0);  // answers by which the sender knows that it is finished
    }
    charge_.transfers += round.transfers;
    charge_.forward += round.forward;
    charge_.back += round.back;
  }

  CopiesOptions options_;
  std::uint32_t components_;
  std::size_t per_batch_;
  CollisionRounds one_of_copies_;  // of reads
  CollisionRounds most_copies_;    // of writes and fetches
  RoundCharges charges_;
  RoutineCharge charge_{rounds_name, 0, 0, 0};
  CopyStamps stamps_;
  std::uint64_t access_ = 0;
  CountedVector<std::uint32_t> modules_;
  CountedVector<std::uint32_t> sources_;
};

class CopiedAccess : public RandomAccess {
 public:
  CopiedAccess(std::string name, const CopiesOptions& options, std::uint32_t components,
               std::unique_ptr<Network> network, std::unique_ptr<RandomAccess> sorting)
      : name_(std::move(name)),
        components_(components),
        cells_(options, components, std::move(network)),
        sorting_(std::move(sorting)) {}

  AccessReport read(std::span<const AccessRequest> requests, const AccessMemory& memory,
                    std::span<std::uint64_t> values) override {
    if (sorting_ == nullptr) return serve_unmerged(requests, memory, CopiedKind::read, values);
    spread(requests);
    return sorting_->read(spread_, merged_memory(memory, CopiedKind::read), values);
  }

  AccessReport write(std::span<const AccessRequest> requests, const AccessMemory& memory,
                     AccessOperator combine) override {
    if (sorting_ == nullptr) return serve_unmerged(requests, memory, CopiedKind::write, {});
    spread(requests);
    return sorting_->write(spread_, merged_memory(memory, CopiedKind::write), combine);
  }

  AccessReport fetch(std::span<const AccessRequest> requests, const AccessMemory& memory, AccessOperator combine,
                     std::span<std::uint64_t> values) override {
    if (sorting_ == nullptr) return serve_unmerged(requests, memory, CopiedKind::fetch, values);
    spread(requests);
    return sorting_->fetch(spread_, merged_memory(memory, CopiedKind::fetch), combine, values);
  }

  std::vector<RoutineCharge> take_charges() override {
    std::vector<RoutineCharge> all;
    if (sorting_ != nullptr) all = sorting_->take_charges();
    all.push_back(cells_.take_charge());
    return all;
  }

 private:
  struct Cell {
    std::uint64_t address = 0;
    std::uint32_t home = 0;

    friend auto operator<=>(const Cell&, const Cell&) = default;
  };

  /// The cells that are asked for, by address.
  void find_cells(std::span<const AccessRequest> requests) {
    asked_.clear();
    for (const AccessRequest& request : requests) {
      if (request.home != no_home) asked_.push_back({request.address, request.home});
    }
    std::ranges::sort(asked_);
    const auto same = std::ranges::unique(asked_);
    asked_.erase(same.begin(), same.end());
  }

  std::size_t number_of(std::uint64_t address) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(asked_, address, {}, &Cell::address) - asked_.begin());
  }

  /// Sends the requests for a cell to be merged where the cell's number among those asked for says: a sort numbers them
  /// so, and every component has as many of them as any other.
  void spread(std::span<const AccessRequest> requests) {
    find_cells(requests);
    spread_.assign(requests.begin(), requests.end());
    for (AccessRequest& request : spread_) {
      if (request.home == no_home) continue;
      request.home =
          static_cast<std::uint32_t>(std::uint64_t{number_of(request.address)} * components_ / asked_.size());
    }
    cells_.begin_access();
  }

  /// What the sort takes for memory: it carries the merged requests on to the cells' copies.
  AccessMemory merged_memory(const AccessMemory& memory, CopiedKind kind) {
    return [this, &memory, kind](std::span<AccessArrival> merged) {
      sources_.clear();
      for (AccessArrival& arrival : merged) {
        sources_.push_back(arrival.home);
        arrival.home = asked_[number_of(arrival.address)].home;
      }
      cells_.serve(merged, sources_, kind, memory);
      for (std::size_t k = 0; k < merged.size(); ++k) merged[k].home = sources_[k];
    };
  }

  AccessReport serve_unmerged(std::span<const AccessRequest> requests, const AccessMemory& memory, CopiedKind kind,
                              std::span<std::uint64_t> values) {
    const auto share = static_cast<std::uint32_t>(requests.size() / components_);
    arrivals_.clear();
    sources_.clear();
    for (std::uint32_t place = 0; place < requests.size(); ++place) {
      const AccessRequest& request = requests[place];
      if (request.home == no_home) continue;
      arrivals_.push_back({request.address, request.home, place, 1, request.operand, 0});
      sources_.push_back(place / share);
    }
    find_cells(requests);
    if (asked_.size() < arrivals_.size())
      throw ConfigError("access", name_, "merge=sorting where components ask for one cell in a step");
    cells_.begin_access();
    cells_.serve(arrivals_, sources_, kind, memory);
    if (kind != CopiedKind::write) {
      for (const AccessArrival& arrival : arrivals_) values[arrival.source] = arrival.reply;
    }
    return {1, most_at_home()};
  }

  std::uint32_t most_at_home() {
    sources_.assign(components_, 0);
    for (const AccessArrival& arrival : arrivals_) ++sources_[arrival.home];
    return std::ranges::max(sources_);
  }

  std::string name_;
  std::uint32_t components_;
  CopiedCells cells_;
  std::unique_ptr<RandomAccess> sorting_;
  CountedVector<Cell> asked_;
  CountedVector<AccessRequest> spread_;
  CountedVector<AccessArrival> arrivals_;
  CountedVector<std::uint32_t> sources_;
};

}  // namespace

std::unique_ptr<RandomAccess> make_copied_access(const std::string& name, const CopiesOptions& options,
                                                 std::uint32_t components, std::unique_ptr<Network> network,
                                                 std::unique_ptr<RandomAccess> sorting) {
  return std::make_unique<CopiedAccess>(name, options, components, std::move(network), std::move(sorting));
}

}  // namespace pram::detail

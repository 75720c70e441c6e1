#include <algorithm>
#include <bit>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include <pram/detail/printable.hpp>
#include <pram/error.hpp>
#include <pram/network/poll.hpp>

#include "../../hash.hpp"
#include "../agreed_step.hpp"
#include "../source.hpp"
#include "sorted_ranks.hpp"

namespace pram::detail {

namespace {

/// The kind of requests that one pass of the network's routines serves: all read, or all write under the machine's
/// rule, or all combine with one operator. A program's own operator counts as the k-th that the step has.
using Sweep = std::tuple<Action, OperatorKind, WordType, std::uint8_t, std::size_t>;

AccessOperator operator_of(Operation operation) {
  if (operation.op == OperatorKind::own) return own_operator(operation.own).apply;
  return with_operator(operation.op, [operation](auto built_in) -> AccessOperator {
    using Type = decltype(built_in);
    if constexpr (CombiningOperator<Type, double>) {
      if (operation.type == WordType::float64) return &OnWords<Type, double>::apply;
      if (operation.type == WordType::float32) return &OnWords<Type, float>::apply;
    }
    if (operation.type == WordType::signed_integer) return &OnWords<Type, std::int64_t>::apply;
    return &OnWords<Type, std::uint64_t>::apply;
  });
}

/// Serves a step by the network's own routines of sorting (Hamdi, Section 4): records merge at their source, then each
/// kind of operation has a sweep of its own over the network.
class SortedDelivery : public Delivery {
 public:
  SortedDelivery(WorkerTeam& team, RandomAccess& routines, std::size_t charged)
      : team_(team), routines_(routines), charged_(charged), held_(team.count()) {}

  void merge(Step& step) override {
    poll();  // throws if a worker stopped early
    merge_at_source(team_, step, held_);
    if (team_.agreed != nullptr) {
      std::vector<const SourceRecords<UpdateRecord>*> held;
      for (const Held& mine : held_) held.push_back(&mine);
      ranks_.gather(team_, held);
      std::swap(records_, ranks_.records());
      std::swap(component_, ranks_.components());
      return;
    }
    records_.clear();
    component_.clear();
    for (const Held& mine : held_) {
      records_.insert(records_.end(), mine.held.data(), mine.held.data() + mine.count);
      component_.insert(component_.end(), mine.component.data(), mine.component.data() + mine.count);
    }
  }

  /// The routines take requests to memory and bring the replies back as a whole.
  void carry(Step& step) override {
    components_ = step.components;
    if (records_.empty()) return;
    step.served_by = ServedBy::sorted;
    find_places();
    reply_.assign(records_.size(), 0);
    std::map<Sweep, CountedVector<std::uint32_t>> sweeps;  // few, and in an order that no thread count changes
    own_.clear();
    for (std::uint32_t k = 0; k < records_.size(); ++k) sweeps[sweep_of(operation_of(records_[k]))].push_back(k);
    try {
      for (const auto& [kind, numbers] : sweeps) sweep(step, numbers);
    } catch (...) {
      routines_.take_charges();  // else a later step would be charged for this one
      throw;
    }
    charge(step);
  }

  void answer(Step& step) override {
    if (records_.empty()) return;
    team_.run(step.spread, [&](unsigned w) {
      const Word* const replies = reply_.data();
      const std::uint32_t first = held_[w].first;
      const auto give = [&](const auto& place) {
        return_all_replies(*team_.workers[w], held_[w].trace.data(),
                           [&](std::uint32_t k) { return replies[place(first + k)]; });
      };
      if (team_.agreed != nullptr) {
        give([this](std::uint32_t k) { return ranks_.place(k); });
      } else {
        give([](std::uint32_t k) { return k; });
      }
    });
  }

 private:
  struct Held : SourceRecords<UpdateRecord> {
    std::uint32_t first = 0;  ///< number of its first record among all of this rank
  };

  Operation operation_of(const UpdateRecord& record) const {
    return team_.workers.front()->sites.species(species_of(record.address)).operation;
  }

  Sweep sweep_of(Operation operation) {
    if (operation.action == Action::read)
      return {Action::read, OperatorKind::none, WordType::unsigned_integer, std::uint8_t{8}, std::size_t{0}};
    std::size_t own = 0;
    if (operation.op == OperatorKind::own) {
      // By first requests, for an operator's number depends on what ran before.
      own = static_cast<std::size_t>(std::ranges::find(own_, operation.own) - own_.begin());
      if (own == own_.size()) own_.push_back(operation.own);
    }
    return {operation.action, operation.op, operation.type, operation.width, own};
  }

  /// A number for the record's cell that depends neither on the operation nor on the thread that met it first.
  std::uint64_t cell_of(const UpdateRecord& record) const {
    const std::uint32_t array = team_.workers.front()->sites.species(species_of(record.address)).array;
    return (std::uint64_t{array} << 32) | position_of(record.address);
  }

  /// Deals the records to places: a component's own, in the order of its processors, in a share for the busiest.
  void find_places() {
    std::uint32_t first = 0;
    for (Held& mine : held_) {
      mine.first = first;
      first += mine.count;
    }
    std::uint32_t most = 1;
    std::uint32_t run = 0;
    place_.resize(records_.size());
    for (std::uint32_t k = 0; k < records_.size(); ++k) {
      run = k > 0 && component_[k] == component_[k - 1] ? run + 1 : 0;
      place_[k] = run;
      most = std::max(most, run + 1);
    }
    share_ = std::bit_ceil(most);
    if (std::uint64_t{share_} * team_.components >= no_home) {
      throw LimitError("requests", std::uint64_t{share_} * team_.components, no_home - 1,
                       "a step's requests, as many for each component as for the busiest, are too many to sort");
    }
    for (std::uint32_t k = 0; k < records_.size(); ++k) place_[k] += component_[k] * share_;
  }

  /// Takes the records of one kind to memory and brings their replies.
  void sweep(Step& step, const CountedVector<std::uint32_t>& numbers) {
    const Operation operation = operation_of(records_[numbers.front()]);
    requests_.assign(std::size_t{share_} * team_.components, {});
    record_at_.assign(requests_.size(), no_request);
    weight_.clear();
    for (const std::uint32_t k : numbers) {
      const UpdateRecord& record = records_[k];
      requests_[place_[k]] = {cell_of(record), record.home, record.operand, order_of(operation, record, step)};
      record_at_[place_[k]] = k;
      weight_.emplace_back(cell_of(record), record.weight);
    }
    sum_weights();
    begin_cells();
    const AccessMemory memory = [&](std::span<AccessArrival> arrivals) {
      serve_modules(arrivals, operation.replies());
    };
    const bool combines = operation.combines();
    values_.assign(operation.replies() ? requests_.size() : 0, 0);
    const AccessReport report = operation.action == Action::read ? routines_.read(requests_, memory, values_)
                                : operation.replies()
                                    ? routines_.fetch(requests_, memory, operator_of(operation), values_)
                                    : routines_.write(requests_, memory, combines ? operator_of(operation) : nullptr);
    check_all_served();
    // Different words may still be the same value.
    if (operation.action == Action::write && !combines && report.unequal && !step.unequal_writes)
      step.unequal_writes = writers_differ(numbers);
    if (!operation.replies()) return;
    for (const std::uint32_t k : numbers) {
      reply_[k] = values_[place_[k]];
      if (operation.action != Action::read) continue;
      const Word served = served_[cell_number(cell_of(records_[k]))].reply;
      if (reply_[k] != served)
        throw_wrong(k,
                    fmt::format("gets the word {:#x} in reply, and the word at its home is {:#x}", reply_[k], served));
    }
  }

  /// What has come of the requests for a cell.
  struct Served {
    std::uint32_t first = no_request;  ///< the record that arrives for all: the first in their order
    std::uint32_t records = 0;
    bool arrived = false;
    Word reply = 0;
  };

  /// The place of a cell in weight_, one past the last for none that is asked for.
  std::size_t cell_number(std::uint64_t cell) const {
    const auto found = std::ranges::lower_bound(weight_, cell, {}, &Weight::first);
    const bool known = found != weight_.end() && found->first == cell;
    return known ? static_cast<std::size_t>(found - weight_.begin()) : weight_.size();
  }

  /// Notes for each cell of the sweep what is to arrive there.
  void begin_cells() {
    served_.assign(weight_.size(), {});
    for (std::uint32_t place = 0; place < record_at_.size(); ++place) {
      const std::uint32_t k = record_at_[place];
      if (k == no_request) continue;
      Served& cell = served_[cell_number(requests_[place].address)];
      ++cell.records;
      if (cell.first == no_request || requests_[place].order < requests_[place_[cell.first]].order) cell.first = k;
    }
  }

  /// Checks what the routines bring to a home, once for every cell that is asked for.
  /// @returns the record that stands for all requests for the cell
  const UpdateRecord& record_of(const AccessArrival& arrival) {
    const std::size_t number = cell_number(arrival.address);
    if (number == served_.size()) {
      throw Error(fmt::format("the routines of access sorting bring an address to component {} that nobody asked for",
                              arrival.home));
    }
    Served& cell = served_[number];
    const UpdateRecord& record = records_[cell.first];
    if (arrival.home != record.home)
      throw_wrong(cell.first, fmt::format("arrives at component {}, and its home is {}", arrival.home, record.home));
    if (arrival.source != place_[cell.first])
      throw_wrong(cell.first, fmt::format("comes first, and the one of place {} arrives", arrival.source));
    if (arrival.degree != cell.records)
      throw_wrong(cell.first, fmt::format("arrives for {} requests, and there are {}", arrival.degree, cell.records));
    if (std::exchange(cell.arrived, true)) throw_wrong(cell.first, "arrives twice");
    return record;
  }

  void check_all_served() const {
    for (const Served& cell : served_) {
      if (!cell.arrived) throw_wrong(cell.first, "does not arrive at its home");
    }
  }

  [[noreturn]] void throw_wrong(std::uint32_t k, const std::string& what) const {
    const CallSites& sites = team_.workers.front()->sites;
    throw Error(fmt::format(
        "the routines of access sorting do not keep their contract: a request of component {} for {}[{}] {}",
        component_[k],
        printable(team_.workers.front()->memory.array(sites.species(species_of(records_[k].address)).array).name),
        position_of(records_[k].address), what));
  }

  /// Whether two of these plain writes have different values for one cell.
  bool writers_differ(const CountedVector<std::uint32_t>& numbers) const {
    std::unordered_map<std::uint64_t, std::uint32_t> first;  // record for each cell
    return std::ranges::any_of(numbers, [&](std::uint32_t k) {
      const UpdateRecord& one = records_[first.try_emplace(cell_of(records_[k]), k).first->second];
      return !same_value(operation_of(one), one.operand, records_[k].operand);
    });
  }

  /// The place of a request among those for its cell. The first is the writer that wins, or the first to fetch.
  static std::uint64_t order_of(Operation operation, const UpdateRecord& record, const Step& step) {
    if (operation.action != Action::write) return 0;  // by place: in the order of processors
    return with_rule(operation.rule, [&](auto rule) { return decltype(rule)::rank(step.context, record.processor); });
  }

  /// Adds up the requests that stand behind each cell's arrival. The ledger counts them; the network does not carry
  /// them.
  void sum_weights() {
    std::ranges::sort(weight_);
    std::size_t last = 0;
    for (std::size_t k = 1; k < weight_.size(); ++k) {
      if (weight_[k].first == weight_[last].first) {
        weight_[last].second += weight_[k].second;
      } else {
        weight_[++last] = weight_[k];
      }
    }
    weight_.resize(last + 1);
  }

  /// @param replies  does anybody await some?
  void serve_modules(std::span<AccessArrival> arrivals, bool replies) {
    for (const AccessArrival& arrival : arrivals) {
      if (arrival.home >= team_.components)
        throw Error(fmt::format("the routines of access sorting bring an address to component {} of {}", arrival.home,
                                team_.components));
    }
    if (team_.agreed != nullptr) {
      serve_own(arrivals, replies);
      return;
    }
    for (std::size_t first = 0; first < arrivals.size();) {
      const std::uint32_t owner = team_.owner_of(arrivals[first].home);
      arrived_.clear();
      std::uint32_t highest_site = 0;
      std::size_t last = first;
      for (; last < arrivals.size() && team_.owner_of(arrivals[last].home) == owner; ++last) {
        UpdateRecord record = record_of(arrivals[last]);
        record.operand = arrivals[last].operand;
        record.weight = weight_[cell_number(arrivals[last].address)].second;
        highest_site = std::max(highest_site, record.site);
        if (components_ != nullptr) components_->served()[record.home] += record.weight;
        arrived_.push_back(record);
      }
      Worker& worker = *team_.workers[owner];
      worker.serve(arrived_.data(), arrived_.size(), highest_site);
      for (std::size_t k = first; k < last; ++k) {
        arrivals[k].reply = arrived_[k - first].operand;
        served_[cell_number(arrivals[k].address)].reply = arrivals[k].reply;
      }
      first = last;
    }
  }

  /// The same where other ranks have some of the cells.
  void serve_own(std::span<AccessArrival> arrivals, bool replies) {
    std::vector<std::uint32_t> served;
    for (AccessArrival& arrival : arrivals) {
      UpdateRecord record = record_of(arrival);
      served.push_back(served_[cell_number(arrival.address)].first);
      if (!ranks_.is_own(served.back())) continue;
      record.operand = arrival.operand;
      record.weight = weight_[cell_number(arrival.address)].second;
      if (components_ != nullptr) components_->served()[record.home] += record.weight;
      team_.workers[team_.owner_of(arrival.home)]->serve(&record, 1, record.site);
      arrival.reply = record.operand;
    }
    if (replies) ranks_.share_replies(team_, arrivals, served);
    for (const AccessArrival& arrival : arrivals) served_[cell_number(arrival.address)].reply = arrival.reply;
  }

  void charge(Step& step) {
    const std::vector<RoutineCharge> charges = routines_.take_charges();
    if (charges.size() != charged_) {
      throw Error(
          fmt::format("take_charges() of the routines of access sorting has {} entries, and one for each of "
                      "access_routines are {}",
                      charges.size(), charged_));
    }
    for (const RoutineCharge& routine : charges) {
      PhaseRecord phase;
      phase.messages = routine.transfers;
      phase.charge = routine.forward;
      phase.charge_back = routine.back;
      step.phases.push_back(phase);
    }
  }

  using Weight = std::pair<std::uint64_t, std::uint32_t>;

  WorkerTeam& team_;
  RandomAccess& routines_;
  std::size_t charged_;                   // routines that a step is charged for
  ComponentLoads* components_ = nullptr;  // of a profile
  std::vector<Held> held_;
  RecordsOfRanks ranks_;                 // where there are several
  CountedVector<UpdateRecord> records_;  // of all components, in their order
  CountedVector<std::uint32_t> component_;
  CountedVector<std::uint32_t> place_;
  std::vector<std::uint16_t> own_;  // programs' own operators of the step
  CountedVector<Word> reply_;       // per record
  std::uint32_t share_ = 1;         // places of a component
  CountedVector<AccessRequest> requests_;
  CountedVector<std::uint32_t> record_at_;  // per place
  CountedVector<Weight> weight_;            // requests behind each cell, by cell
  CountedVector<std::uint64_t> values_;
  CountedVector<Served> served_;  // by cell, as weight_
  CountedVector<UpdateRecord> arrived_;
};

}  // namespace

std::unique_ptr<Delivery> make_sorted_delivery(WorkerTeam& team, RandomAccess& routines, std::size_t charged) {
  return std::make_unique<SortedDelivery>(team, routines, charged);
}

}  // namespace pram::detail

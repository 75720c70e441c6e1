#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <pram/machines/detail/routines.hpp>

#include "access/random_access.hpp"
#include "algorithms/comparators.hpp"

namespace pram::detail {

/// The routines of one kind of machine.
/// @tparam Sorter  holds the machine, nodes: sorter(comparator, what nodes hold, words) returns a SortReport
template <class Sorter>
class BoundRoutines final : public Routines {
 public:
  explicit BoundRoutines(std::unique_ptr<Sorter> sorter) : sorter_(std::move(sorter)), machine_(sorter_->machine()) {}

  std::string network() const override { return machine_.network(); }
  std::uint32_t nodes() const override { return machine_.nodes(); }
  ScheduleLedger& ledger() override { return machine_.ledger(); }

  SortReport sort(std::span<std::uint64_t> keys) override {
    const ScheduleLedger::Scope scope(ledger(), "sort");
    return sort_by(keys, std::less<>{});
  }

  SortReport sort(std::span<KeyedRecord> records) override {
    const ScheduleLedger::Scope scope(ledger(), "sort");
    return sort_by(records, [](const KeyedRecord& a, const KeyedRecord& b) { return a.key < b.key; });
  }

  void prefix_sums(std::span<std::uint64_t> numbers) override {
    const ScheduleLedger::Scope scope(ledger(), "prefix sums");
    struct Sums {
      std::uint64_t own;
      std::uint64_t block;
    };
    std::vector<Sums> sums;
    for (const std::uint64_t number : numbers) sums.push_back({number, number});
    fold(machine_, std::span(sums), [](std::uint32_t, std::uint32_t, std::uint32_t, Sums& low, Sums& high) {
      high.own += low.block;
      low.block = high.block = low.block + high.block;
    });
    for (std::size_t x = 0; x < numbers.size(); ++x) numbers[x] = sums[x].own;
  }

  std::vector<std::uint32_t> rank(std::span<const std::uint8_t> flags) override {
    return detail::rank(machine_, flags);
  }
  void concentrate(std::span<Packet<std::uint64_t>> packets) override { detail::concentrate(machine_, packets); }
  void distribute(std::span<Packet<std::uint64_t>> packets) override { detail::distribute(machine_, packets); }
  void generalise(std::span<Packet<std::uint64_t>> packets) override { detail::generalise(machine_, packets); }

  AccessReport read(std::span<const AccessRequest> requests, const AccessMemory& memory,
                    std::span<std::uint64_t> values) override {
    return random_access_read(machine_, sorting(), requests, memory, values);
  }

  AccessReport write(std::span<const AccessRequest> requests, const AccessMemory& memory,
                     AccessOperator combine) override {
    return random_access_write(machine_, sorting(), requests, memory, combine);
  }

  AccessReport fetch(std::span<const AccessRequest> requests, const AccessMemory& memory, AccessOperator combine,
                     std::span<std::uint64_t> values) override {
    return random_access_fetch(machine_, sorting(), requests, memory, combine, values);
  }

  std::vector<RoutineCharge> take_charges() override {
    std::vector<RoutineCharge> charges;
    for (const std::string_view name : access_routines) charges.push_back({name});
    const std::vector<ScheduleLedger::Routine> routines = ledger().routines();
    for (const ScheduleLedger::Routine& routine : routines) {
      const auto place = std::ranges::find(charges, routine.name, &RoutineCharge::name);
      if (place == charges.end()) continue;
      // The parts of a routine, such as the transpositions of a sort, are in its figures already.
      const bool back = routines[routine.parent].name == "replies";
      if (!back && routine.depth != 2) continue;
      place->transfers += routine.transfers;
      (back ? place->back : place->forward) += routine.steps;
    }
    ledger().clear();
    return charges;
  }

 private:
  template <class Record, class Less>
  SortReport sort_by(std::span<Record> records, Less less) {
    SortReport report;
    sort_shares(machine_, records, less, [&](auto comparator, auto held, std::uint64_t words) {
      const std::uint64_t before = ledger().steps();
      report = sorter_->sort(std::move(comparator), held, words);
      report.steps = ledger().steps() - before;
    });
    return report;
  }

  auto sorting() {
    return [this](auto records, auto less) { this->sort_by(records, less); };
  }

  std::unique_ptr<Sorter> sorter_;
  typename Sorter::Machine& machine_;
};

}  // namespace pram::detail

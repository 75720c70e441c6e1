#include "algorithms/bitonic_sort.hpp"
#include "algorithms/rcn_sort.hpp"
#include "bound_routines.hpp"
#include "machines/rcn_machine.hpp"
#include "routines.hpp"

namespace pram::detail {

namespace {

class RcnSorter {
 public:
  using Machine = RcnMachine;

  RcnSorter(std::uint32_t atom, std::uint32_t levels, const PortModel& model, const SortOptions& options)
      : machine_(atom, levels, model), options_(options) {}

  Machine& machine() { return machine_; }

  template <class Comparator, class Record>
  SortReport sort(Comparator comparator, std::span<Record> records, std::uint64_t words) {
    if (options_.method != SortOptions::Method::bitonic)
      return RcnSort<Record, Comparator>(machine_, options_, std::move(comparator), records, words).sort();
    bitonic_sort(machine_, std::move(comparator), records, words);
    return {};
  }

 private:
  RcnMachine machine_;
  SortOptions options_;
};

}  // namespace

std::unique_ptr<Routines> make_rcn_routines(std::uint32_t atom, std::uint32_t levels, const PortModel& model,
                                            const SortOptions& options) {
  return std::make_unique<BoundRoutines<RcnSorter>>(std::make_unique<RcnSorter>(atom, levels, model, options));
}

}  // namespace pram::detail

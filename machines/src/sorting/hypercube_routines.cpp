#include "algorithms/bitonic_sort.hpp"
#include "bound_routines.hpp"
#include "machines/hypercube_machine.hpp"
#include "routines.hpp"

namespace pram::detail {

namespace {

class HypercubeSorter {
 public:
  using Machine = HypercubeMachine;

  HypercubeSorter(std::uint32_t dimension, const PortModel& model) : machine_(dimension, model) {}

  Machine& machine() { return machine_; }

  template <class Comparator, class Record>
  SortReport sort(Comparator comparator, std::span<Record> records, std::uint64_t words) {
    bitonic_sort(machine_, std::move(comparator), records, words);
    return {};
  }

 private:
  HypercubeMachine machine_;
};

}  // namespace

std::unique_ptr<Routines> make_hypercube_routines(std::uint32_t dimension, const PortModel& model) {
  return std::make_unique<BoundRoutines<HypercubeSorter>>(std::make_unique<HypercubeSorter>(dimension, model));
}

}  // namespace pram::detail

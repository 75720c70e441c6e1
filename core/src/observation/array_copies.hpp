#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <pram/detail/memory_account.hpp>
#include <pram/observer.hpp>

#include "../memory/shared_memory.hpp"

namespace pram::detail {

/// A machine's arrays as its observer knows them: what they held in the last report.
class ArrayCopies {
 public:
  explicit ArrayCopies(SharedMemory& memory) : memory_(memory) {}

  /// An array and the words of its values, none if the observer wants no cells.
  struct Copy {
    Observer::Array array;
    CountedVector<Word> values;
  };

  /// Reports to the observer arrays that are new, and cells that others than steps have changed.
  void update(Observer& observer);

  const Observer::Array& array(std::uint32_t number) const { return copies_[number]->array; }
  /// Reports to the observer that host code reads cells, if it has had their array.
  void read(Observer& observer, std::uint32_t number, std::uint64_t first, std::uint64_t count) const;
  /// Reports a cell to the observer if its value has changed.
  void update(Observer& observer, std::uint32_t number, std::uint32_t position);

 private:
  Word value_now(std::uint32_t number, std::uint32_t position) const;

  SharedMemory& memory_;
  std::vector<std::unique_ptr<Copy>> copies_;  // by the array's number in the memory
};

}  // namespace pram::detail

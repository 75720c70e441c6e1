#include "array_copies.hpp"

#include <algorithm>
#include <utility>

namespace pram::detail {

Word ArrayCopies::value_now(std::uint32_t number, std::uint32_t position) const {
  StoredArray& array = memory_.array(number);
  return array.with_cells([&](auto* cells) { return array.type.value(cells[position].word); });
}

void ArrayCopies::update(Observer& observer) {
  std::vector<std::uint32_t> live;
  for (std::uint32_t number = 0; number < memory_.array_numbers(); ++number) {
    if (memory_.has(number)) live.push_back(number);
  }
  // In the order in which they were made: numbers are used again.
  std::ranges::sort(live, {}, [this](std::uint32_t number) { return memory_.array(number).serial; });
  copies_.resize(std::max<std::size_t>(copies_.size(), memory_.array_numbers()));
  for (const std::uint32_t number : live) {
    const StoredArray& array = memory_.array(number);
    const Copy* const known = copies_[number].get();
    if (known != nullptr && known->array.number == array.serial) {
      const std::uint64_t copied = known->values.size();
      for (std::uint32_t position = 0; position < copied; ++position) update(observer, number, position);
      continue;
    }
    // The copy is kept once the observer has it: if the observer throws, it gets the array the next time.
    auto copy = std::make_unique<Copy>(Copy{{array.serial, array.name, array.size, array.type}, {}});
    if (observer.wants_cells()) {
      copy->values.reserve(array.size);
      for (std::uint32_t position = 0; position < array.size; ++position)
        copy->values.push_back(value_now(number, position));
    }
    observer.array(copy->array, copy->values);
    copies_[number] = std::move(copy);
  }
}

void ArrayCopies::read(Observer& observer, std::uint32_t number, std::uint64_t first, std::uint64_t count) const {
  if (number >= copies_.size() || copies_[number] == nullptr) return;
  const Observer::Array& array = copies_[number]->array;
  if (array.number == memory_.array(number).serial) observer.host_reads(array, first, count);
}

void ArrayCopies::update(Observer& observer, std::uint32_t number, std::uint32_t position) {
  Copy& copy = *copies_[number];
  if (copy.values.empty()) return;  // of an observer that wants none
  const Word now = value_now(number, position);
  if (copy.values[position] == now) return;
  const Word before = std::exchange(copy.values[position], now);
  observer.cell({copy.array, CellMap::index(position), before, now});
}

}  // namespace pram::detail

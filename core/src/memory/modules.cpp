#include "modules.hpp"

#include <fmt/format.h>

#include <utility>

namespace pram::detail {

void Modules::refuse_readers(std::uint64_t readers) {
  throw LimitError("readers of a cell", readers, most_readers,
                   fmt::format("a cell has {} readers in one step: at most {} are counted", readers, most_readers));
}

template <class Stored>
inline std::uint64_t Modules::count_reads(MemoryCell<Stored>& cell, WordType type, Address address,
                                          std::uint32_t weight, std::uint64_t& distinct, Word& value) {
  const Stamps& stamps = touched_.stamps();
  value = word_of(cell, type);
  if (stamps.untouched(cell)) [[likely]] {
    if (weight > TouchedCells::most) [[unlikely]] {
      if (weight > most_readers) refuse_readers(weight);
      touched_.reserve(1);
      touched_.add(cell) = {address, value, 0, 0, 0, weight, TouchedCells::no_component};
    } else {
      stamps.set(cell, TouchedCells::read, weight);
      touched_.note_readers(1, weight);
    }
    ++distinct;
    return weight;
  }
  if (const Stamps::Mark mark = stamps.mark(cell); mark.kind == TouchedCells::read) {
    const std::uint64_t readers = std::uint64_t{mark.number} + weight;
    if (readers <= TouchedCells::most) [[likely]] {
      stamps.set(cell, TouchedCells::read, static_cast<std::uint32_t>(readers));
      touched_.note_readers(mark.number, readers);
      return readers;
    }
  }
  TouchedCells::TouchedCell& entry = touched_.entry(cell, address);
  entry.component = TouchedCells::no_component;
  value = entry.before;
  if (entry.writers > 0 && entry.readers == 0) {
    ++distinct;
    ++facts_.read_and_written;
  }
  const std::uint64_t readers = std::uint64_t{entry.readers} + weight;
  if (readers > most_readers && entry.writers == 0) [[unlikely]]
    refuse_readers(readers);
  return entry.readers = static_cast<std::uint32_t>(readers);
}

void Modules::serve(ReadRecord* records, std::size_t count, std::uint32_t site, CallSiteFacts& site_facts) {
  const Species species = sites_.species(sites_.site(site).species);
  std::uint64_t distinct = 0;
  std::uint64_t largest = 0;
  memory_.array(species.array).with_cells([&](auto* cells) {
    for (std::size_t k = 0; k < count; ++k) {
      if (k + prefetch_distance < count)
        __builtin_prefetch(&cells[position_of(records[k + prefetch_distance].address)], 1);
      ReadRecord& record = records[k];
      auto& cell = cells[position_of(record.address)];
      Word value;
      const std::uint64_t degree =
          count_reads(cell, species.operation.type, record.address, record.weight, distinct, value);
      if (degree >= largest) {
        largest = degree;
        if (degree > 1) facts_.contended.offer(degree, cell_key(species.array, record.address));
      }
      record.address = value;
    }
  });
  facts_.largest_read_degree = std::max(facts_.largest_read_degree, largest);
  site_facts.distinct += distinct;
  site_facts.largest_degree = std::max(site_facts.largest_degree, largest);
}

/// Not inlined, since the loop that calls it is faster so.
[[gnu::noinline]] void Modules::prefetch(const UpdateRecord* record, const UpdateRecord* end) const {
  asm volatile("");  // else the compiler sees a function without effect, and drops its calls
  for (; record < end; ++record) {
    const std::uint32_t array = sites_.species(species_of(record->address)).array;
    memory_.array(array).with_cells(
        [record](auto* cells) { __builtin_prefetch(cells + position_of(record->address), 1); });
  }
}

void Modules::serve(UpdateRecord* records, std::size_t count, std::vector<CallSiteFacts>& site_facts) {
  touched_.reserve(count);
  for (std::size_t first = 0; first < count;) {
    const std::uint32_t array = sites_.species(species_of(records[first].address)).array;
    const std::size_t k = first + memory_.array(array).with_cells([&](auto* cells) {
      return serve_run(cells, records + first, count - first, site_facts);
    });
    // The call above has left out records of other arrays.
    if (k < count)
      prefetch(records + std::min(first + prefetch_distance, count), records + std::min(k + prefetch_distance, count));
    first = k;
  }
}

template <class Stored>
std::size_t Modules::serve_run(MemoryCell<Stored>* cells, UpdateRecord* records, std::size_t count,
                               std::vector<CallSiteFacts>& site_facts) {
  const std::uint32_t number = species_of(records[0].address);
  const Species species = sites_.species(number);
  std::size_t k = 0;
  for (; k < count && species_of(records[k].address) == number; ++k) {
    if (k + prefetch_distance < count && species_of(records[k + prefetch_distance].address) == number)
      __builtin_prefetch(cells + position_of(records[k + prefetch_distance].address), 1);
    UpdateRecord& record = records[k];
    MemoryCell<Stored>& cell = cells[position_of(record.address)];
    if (species.operation.action == Action::read) {
      serve_read(record, cell, species.operation.type, species.array, site_facts[record.site]);
    } else {
      serve_update(record, cell, species.operation, species.array, site_facts[record.site]);
    }
  }
  return k;
}

template <class Stored>
inline void Modules::serve_read(UpdateRecord& record, MemoryCell<Stored>& cell, WordType type, std::uint32_t array,
                                CallSiteFacts& site) {
  const std::uint64_t degree = count_reads(cell, type, record.address, record.weight, site.distinct, record.operand);
  facts_.largest_read_degree = std::max(facts_.largest_read_degree, degree);
  site.largest_degree = std::max(site.largest_degree, degree);
  if (degree > 1) facts_.contended.offer(degree, cell_key(array, record.address));
}

template <class Stored>
inline void Modules::serve_update(UpdateRecord& record, MemoryCell<Stored>& cell, Operation operation,
                                  std::uint32_t array, CallSiteFacts& site) {
  const bool untouched = touched_.stamps().untouched(cell);
  std::uint64_t degree = record.weight;
  TouchedCells::TouchedCell& entry = untouched ? touched_.add(cell) : touched_.entry(cell, record.address);
  const std::uint32_t readers = untouched ? 0 : entry.readers;
  if (untouched || entry.writers == 0) {
    facts_.read_and_written += readers > 0 ? 1 : 0;
    const Word before = word_of(cell, operation.type);
    set_word(cell, updated(operation, before, record.operand, record.weight, collision_marker_));
    entry = {
        record.address, before, record.operand, record.processor, record.weight, readers, TouchedCells::no_component};
    record.operand = before;
    ++site.distinct;
  } else {
    entry.component = TouchedCells::no_component;
    const Word operand = std::exchange(record.operand, entry.before);
    if (!compatible(sites_.species(species_of(entry.address)).operation, operation)) {
      facts_.mixed_operations = true;
      return;
    }
    if (operation.fetches()) record.operand = apply_operator(operation, record.operand, entry.combined);
    combine(operation, context_, entry.combined, entry.processor, operand, record.processor);
    degree = entry.writers += record.weight;
    set_word(cell, updated(operation, entry.before, entry.combined, degree, collision_marker_));
  }
  facts_.largest_write_degree = std::max(facts_.largest_write_degree, degree);
  site.largest_degree = std::max(site.largest_degree, degree);
  if (degree > 1) {
    facts_.combined_writes |= operation.combines();
    facts_.contended.offer(degree, cell_key(array, record.address));
  }
}

}  // namespace pram::detail

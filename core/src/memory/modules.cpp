#include "modules.hpp"

#include <fmt/format.h>

#include <utility>

namespace pram::detail {

namespace {

// Far enough ahead to hide a miss to memory, near enough to stay in the first cache.
constexpr std::size_t prefetch_distance = 40;

std::uint64_t cell_key(std::uint32_t array, Address address) {
  return (std::uint64_t{array} << 32) | position_of(address);
}

}  // namespace

void Modules::refuse_readers(std::uint64_t readers) {
  throw LimitError("readers of a cell", readers, updated_cell - 1,
                   fmt::format("a cell has {} readers in one step: at most {} are counted", readers, updated_cell - 1));
}

inline std::uint64_t Modules::count_reads(MemoryCell& cell, std::uint32_t weight, std::uint64_t& distinct,
                                          Word& value) {
  value = cell.word;
  if (cell.epoch != epoch_) [[likely]] {
    if (weight >= updated_cell) [[unlikely]]
      refuse_readers(weight);
    cell.epoch = epoch_;
    cell.state = weight;
    ++distinct;
    return weight;
  }
  if ((cell.state & updated_cell) == 0) {
    const std::uint64_t readers = std::uint64_t{cell.state} + weight;
    if (readers >= updated_cell) [[unlikely]]
      refuse_readers(readers);
    return cell.state = static_cast<std::uint32_t>(readers);
  }
  Update& update = update_[cell.state & ~updated_cell];
  value = update.before;
  if (update.readers == 0) {
    ++distinct;
    ++facts_.read_and_written;
  }
  return update.readers += weight;
}

void Modules::serve(ReadRecord* records, std::size_t count, std::uint32_t site, CallSiteFacts& site_facts) {
  const std::uint32_t array = sites_.species(sites_.site(site).species).array;
  MemoryCell* const cells = memory_.array(array).cells.data();
  std::uint64_t distinct = 0;
  std::uint64_t largest = 0;
  for (std::size_t k = 0; k < count; ++k) {
    if (k + prefetch_distance < count)
      __builtin_prefetch(&cells[position_of(records[k + prefetch_distance].address)], 1);
    ReadRecord& record = records[k];
    MemoryCell& cell = cells[position_of(record.address)];
    Word value;
    const std::uint64_t degree = count_reads(cell, record.weight, distinct, value);
    if (degree >= largest) {
      largest = degree;
      if (degree > 1) facts_.contended.offer(degree, cell_key(array, record.address));
    }
    record.address = value;
  }
  facts_.largest_read_degree = std::max(facts_.largest_read_degree, largest);
  site_facts.distinct += distinct;
  site_facts.largest_degree = std::max(site_facts.largest_degree, largest);
}

/// Not inlined, since the loop that calls it is faster so.
[[gnu::noinline]] void Modules::prefetch(const UpdateRecord* record, const UpdateRecord* end) const {
  asm volatile("");  // else the compiler sees a function without effect, and drops its calls
  for (; record < end; ++record) {
    const std::uint32_t array = sites_.species(species_of(record->address)).array;
    __builtin_prefetch(memory_.array(array).cells.data() + position_of(record->address), 1);
  }
}

void Modules::serve(UpdateRecord* records, std::size_t count, std::vector<CallSiteFacts>& site_facts) {
  if (count >= updated_cell - updates_) [[unlikely]] {
    throw LimitError("updated cells", updates_ + count, updated_cell - 1,
                     fmt::format("a step's requests for one worker's modules are {}: at most {} are allowed",
                                 updates_ + count, updated_cell - 1));
  }
  update_.grow(updates_ + count, updates_);
  for (std::size_t first = 0; first < count;) {
    // One run of records of the same array and operation.
    const std::uint32_t number = species_of(records[first].address);
    const Species species = sites_.species(number);
    MemoryCell* const cells = memory_.array(species.array).cells.data();
    std::size_t k = first;
    for (; k < count && species_of(records[k].address) == number; ++k) {
      if (k + prefetch_distance < count && species_of(records[k + prefetch_distance].address) == number)
        __builtin_prefetch(cells + position_of(records[k + prefetch_distance].address), 1);
      UpdateRecord& record = records[k];
      MemoryCell& cell = cells[position_of(record.address)];
      if (species.operation.action == Action::read) {
        serve_read(record, cell, species.array, site_facts[record.site]);
      } else {
        serve_update(record, cell, species.operation, species.array, site_facts[record.site]);
      }
    }
    // The call above has left out records of other arrays.
    if (k < count)
      prefetch(records + std::min(first + prefetch_distance, count), records + std::min(k + prefetch_distance, count));
    first = k;
  }
}

inline void Modules::serve_read(UpdateRecord& record, MemoryCell& cell, std::uint32_t array, CallSiteFacts& site) {
  const std::uint64_t degree = count_reads(cell, record.weight, site.distinct, record.operand);
  facts_.largest_read_degree = std::max(facts_.largest_read_degree, degree);
  site.largest_degree = std::max(site.largest_degree, degree);
  if (degree > 1) facts_.contended.offer(degree, cell_key(array, record.address));
}

inline void Modules::serve_update(UpdateRecord& record, MemoryCell& cell, Operation operation, std::uint32_t array,
                                  CallSiteFacts& site) {
  const bool untouched = cell.epoch != epoch_;
  std::uint64_t degree = record.weight;
  if (untouched || (cell.state & updated_cell) == 0) {
    const std::uint32_t readers = untouched ? 0 : cell.state;
    facts_.read_and_written += readers > 0 ? 1 : 0;
    const Word before = cell.word;
    cell.epoch = epoch_;
    cell.state = updated_cell | updates_;
    cell.word = updated(operation, before, record.operand, record.weight, collision_marker_);
    update_[updates_++] = {record.address, before, record.operand, record.processor, record.weight, readers};
    record.operand = before;
    ++site.distinct;
  } else {
    Update& update = update_[cell.state & ~updated_cell];
    const Word operand = std::exchange(record.operand, update.before);
    if (!compatible(sites_.species(species_of(update.address)).operation, operation)) {
      facts_.mixed_operations = true;
      return;
    }
    if (operation.fetches()) record.operand = apply_operator(operation, record.operand, update.combined);
    combine(operation, context_, update.combined, update.processor, operand, record.processor);
    degree = update.writers += record.weight;
    cell.word = updated(operation, update.before, update.combined, degree, collision_marker_);
  }
  facts_.largest_write_degree = std::max(facts_.largest_write_degree, degree);
  site.largest_degree = std::max(site.largest_degree, degree);
  if (degree > 1) {
    facts_.combined_writes |= operation.combines();
    facts_.contended.offer(degree, cell_key(array, record.address));
  }
}

void Modules::undo() noexcept {
  for (std::uint32_t k = 0; k < updates_; ++k) {
    const std::uint32_t array = sites_.species(species_of(update_[k].address)).array;
    memory_.array(array).cells[position_of(update_[k].address)].word = update_[k].before;
  }
  updates_ = 0;
}

}  // namespace pram::detail

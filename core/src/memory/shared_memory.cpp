#include "shared_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "../hash.hpp"

namespace pram::detail {

SharedMemory::SharedMemory(Placement placement, std::uint32_t components, std::uint64_t seed,
                           std::shared_ptr<MemoryAccount> account)
    : placement_(placement), components_(components), seed_(seed), account_(std::move(account)) {}

void SharedMemory::check_room(std::uint64_t count, std::uint64_t bytes_each, const std::string& what) const {
  const std::uint64_t room = limit() > bytes_ ? limit() - bytes_ : 0;
  if (count <= room / bytes_each) return;
  throw LimitError("memory", count, room / bytes_each,
                   fmt::format("{} needs {} bytes each, {} bytes are left of the machine's {}: at most {} fit", what,
                               bytes_each, room, limit(), room / bytes_each));
}

std::uint32_t SharedMemory::add(std::uint64_t size, Word initial, std::string name) {
  if (running_ || current_outbox != nullptr)
    throw Error("an array can only be made between pardos, not by a processor");
  const std::string shown = name.empty() ? "an array" : "array " + name;
  if (size >= no_request) {
    throw LimitError("array size", size, no_request - 1,
                     fmt::format("{} of {} cells: at most {} are allowed", shown, size, no_request - 1));
  }
  check_room(size, sizeof(MemoryCell), fmt::format("{} of {} cells", shown, size));
  const bool again = !free_numbers_.empty();
  const auto number = again ? free_numbers_.front() : static_cast<std::uint32_t>(arrays_.size());
  if (number >= most_arrays) {
    throw LimitError("arrays", number + std::uint64_t{1}, most_arrays,
                     fmt::format("a machine holds at most {} arrays at a time", most_arrays));
  }
  const AccountScope counted(account_.get());
  auto made = std::make_unique<StoredArray>();
  made->name = name.empty() ? fmt::format("array{}", number) : std::move(name);
  made->size = size;
  made->serial = made_;
  made->map = CellMap(placement_, size, components_, hash64(made->serial, seed_));
  made->cells.reset(std::max<std::uint64_t>(size, 1));  // an empty array too has an address, by which errors know it
  if (initial != 0) {
    for (std::uint64_t i = 0; i < size; ++i) made->cells[i].word = initial;
  }
  if (arrays_.size() == arrays_.capacity()) {
    // The end of an array must not fail: it finds room.
    const std::size_t room = 2 * arrays_.size() + 1;
    free_numbers_.reserve(room);
    dying_.reserve(room);
    arrays_.reserve(room);
  }
  by_address_.emplace(made->cells.data(), number);
  // Nothing below fails.
  if (again) {
    std::ranges::pop_heap(free_numbers_, std::greater<>());
    free_numbers_.pop_back();
  } else {
    arrays_.emplace_back();
  }
  ++made_;
  bytes_ += size * sizeof(MemoryCell);
  arrays_[number] = std::move(made);
  return number;
}

std::optional<std::uint32_t> SharedMemory::find(const MemoryCell* cell) const {
  auto after = by_address_.upper_bound(cell);
  if (after == by_address_.begin()) return std::nullopt;
  const auto [first, number] = *--after;
  if (static_cast<std::uint64_t>(cell - first) >= arrays_[number]->cells.size()) return std::nullopt;
  return number;
}

void SharedMemory::set_plan(std::uint32_t number, std::shared_ptr<const AccessPlan> plan) {
  if (running_) throw Error("an array gets its plan between pardos, not from a processor");
  StoredArray& array = *arrays_[number];
  plans_ += plan != nullptr ? 1 : 0;
  plans_ -= array.plan != nullptr ? 1 : 0;
  array.plan = std::move(plan);
}

void SharedMemory::remove(std::uint32_t number) noexcept {
  if (running_) {
    const std::lock_guard lock(dying_mutex_);
    dying_.push_back(number);
    return;
  }
  bytes_ -= arrays_[number]->size * sizeof(MemoryCell);
  plans_ -= arrays_[number]->plan != nullptr ? 1 : 0;
  by_address_.erase(arrays_[number]->cells.data());
  arrays_[number].reset();
  free_numbers_.push_back(number);
  std::ranges::push_heap(free_numbers_, std::greater<>());
}

void SharedMemory::end_run() noexcept {
  running_ = false;
  std::ranges::sort(dying_);
  for (const std::uint32_t number : dying_) remove(number);
  dying_.clear();
}

std::uint32_t SharedMemory::next_epoch() {
  if (++epoch_ == 0) {
    // After 2^32 steps the numbers start again: forget the old ones.
    for (const auto& array : arrays_) {
      if (array == nullptr) continue;
      for (std::uint64_t i = 0; i < array->size; ++i) array->cells[i].epoch = 0;
    }
    epoch_ = 1;
  }
  return epoch_;
}

ArrayHandle::ArrayHandle(std::shared_ptr<SharedMemory> memory, std::uint32_t number)
    : memory_(std::move(memory)),
      number_(number),
      size_(memory_->array(number).size),
      cells_(memory_->array(number).cells.data()) {}

ArrayHandle::ArrayHandle(ArrayHandle&& other) noexcept
    : memory_(std::move(other.memory_)),
      number_(other.number_),
      size_(std::exchange(other.size_, 0)),
      cells_(std::exchange(other.cells_, nullptr)) {}

ArrayHandle& ArrayHandle::operator=(ArrayHandle&& other) noexcept {
  std::swap(memory_, other.memory_);
  std::swap(number_, other.number_);
  std::swap(size_, other.size_);
  std::swap(cells_, other.cells_);
  return *this;
}

ArrayHandle::~ArrayHandle() {
  if (memory_ != nullptr) memory_->remove(number_);
}

const std::string& ArrayHandle::name() const {
  static const std::string none = "(no array)";
  return memory_ == nullptr ? none : memory_->array(number_).name;
}

namespace {

MemoryCell& host_cell(SharedMemory* memory, std::uint32_t number, std::uint64_t size, std::uint64_t index) {
  if (index >= size) {
    throw AddressError({memory == nullptr ? "(no array)" : memory->array(number).name,
                        static_cast<std::int64_t>(index),
                        size,
                        0,
                        0,
                        {}});
  }
  StoredArray& array = memory->array(number);
  return array.cells[array.map.position(static_cast<std::uint32_t>(index))];
}

// Access by host code costs nothing and belongs to no step. So processors must make requests instead.
void refuse_read_by_processor(const ArrayHandle& array) {
  if (current_outbox == nullptr) return;
  const bool process = current_outbox->mailbox != nullptr;
  throw Error(fmt::format("get() and host() are for host code, between pardos: a {} `{}{}[i]{}`",
                          process ? "process reads by" : "processor reads by", process ? "self.read(" : "co_await ",
                          array.name(), process ? ")" : ""));
}

void refuse_write_by_processor(const ArrayHandle& array) {
  if (current_outbox == nullptr) return;
  const bool process = current_outbox->mailbox != nullptr;
  throw Error(fmt::format("set(), assign() and fill() are for host code, between pardos: a {} `{}({}[i]{} value)`",
                          process ? "process writes by" : "processor writes by", process ? "self.write" : "co_await ",
                          array.name(), process ? "," : " ="));
}

template <class Visit>
void for_each_cell(StoredArray& array, const Visit& visit) {
  for (std::uint64_t i = 0; i < array.size; ++i)
    visit(i, array.cells[array.map.position(static_cast<std::uint32_t>(i))]);
}

}  // namespace

void ArrayHandle::set_plan(std::shared_ptr<const AccessPlan> plan) const {
  if (memory_ == nullptr) throw Error("an array that was moved from has no cells to plan for");
  memory_->set_plan(number_, std::move(plan));
}

Word ArrayHandle::load(std::uint64_t index) const {
  refuse_read_by_processor(*this);
  return host_cell(memory_.get(), number_, size_, index).word;
}

void ArrayHandle::store(std::uint64_t index, Word word) const {
  refuse_write_by_processor(*this);
  host_cell(memory_.get(), number_, size_, index).word = word;
}

void ArrayHandle::load_all(Word* words) const {
  refuse_read_by_processor(*this);
  if (memory_ == nullptr) return;
  for_each_cell(memory_->array(number_), [words](std::uint64_t i, const MemoryCell& cell) { words[i] = cell.word; });
}

void ArrayHandle::store_all(const Word* words) const {
  refuse_write_by_processor(*this);
  if (memory_ == nullptr) return;
  for_each_cell(memory_->array(number_), [words](std::uint64_t i, MemoryCell& cell) { cell.word = words[i]; });
}

}  // namespace pram::detail

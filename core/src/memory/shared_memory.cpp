#include "shared_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>

#include "../hash.hpp"
#include "../ranks/rank_group.hpp"

namespace pram::detail {

SharedMemory::SharedMemory(Placement placement, std::uint32_t components, std::uint64_t seed,
                           std::shared_ptr<MemoryAccount> account, std::shared_ptr<RankGroup> ranks,
                           std::shared_ptr<const HashFunction> hash)
    : placement_(placement),
      components_(components),
      seed_(seed),
      hash_(std::move(hash)),
      ranks_(std::move(ranks)),
      account_(std::move(account)) {}

void SharedMemory::check_room(std::uint64_t count, std::uint64_t bytes_each, const std::string& what) const {
  const std::uint64_t room = limit() > bytes_ ? limit() - bytes_ : 0;
  if (count <= room / bytes_each) return;
  throw LimitError("memory", count, room / bytes_each,
                   fmt::format("{} needs {} bytes each, {} bytes are left of the machine's {}: at most {} fit", what,
                               bytes_each, room, limit(), room / bytes_each));
}

std::uint32_t SharedMemory::add(std::uint64_t size, CellType type, Word initial, std::string name) {
  if (running_ || current_outbox != nullptr)
    throw Error("an array can only be made between pardos, not by a processor");
  const std::string shown = name.empty() ? "an array" : "array " + name;
  if (size >= no_request) {
    throw LimitError("array size", size, no_request - 1,
                     fmt::format("{} of {} cells: at most {} are allowed", shown, size, no_request - 1));
  }
  const bool narrow = type.bytes <= sizeof(NarrowCell::word);
  std::optional<RankCuts> cuts;
  if (ranks_ != nullptr) cuts.emplace(ranks_->ranks(), components_, size);
  const std::uint64_t part = cuts ? cuts->most_cells() : size;  // the largest, so that all ranks refuse alike
  check_room(part, narrow ? sizeof(NarrowCell) : sizeof(WideCell), fmt::format("{} of {} cells", shown, size));
  if (ranks_ != nullptr) ranks_->call(shown, hash64(size, initial, type.bytes));
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
  made->map = hash_ != nullptr ? CellMap(hash_, made->serial, components_)
                               : CellMap(placement_, size, components_, hash64(made->serial, seed_));
  made->type = type;
  made->is_narrow = narrow;
  made->last_own = size;
  made->room = part;
  made->cuts = std::move(cuts);
  if (made->cuts) {
    made->first_own = made->cuts->first_of(ranks_->rank());
    made->last_own = made->cuts->first_of(ranks_->rank() + 1);
  }
  const std::uint64_t cells = std::max<std::uint64_t>(size, 1);  // errors identify an empty array by its address
  narrow ? made->narrow.reset(cells, part) : made->wide.reset(cells, part);
  if (initial != 0) {
    made->with_cells([&](auto* first) {
      for (std::uint64_t i = made->first_own; i < made->last_own; ++i) set_word(first[i], initial);
    });
  }
  if (arrays_.size() == arrays_.capacity()) {
    // Removing an array must not fail, so its room is reserved here.
    const std::size_t room = 2 * arrays_.size() + 1;
    free_numbers_.reserve(room);
    dying_.reserve(room);
    arrays_.reserve(room);
  }
  by_address_.emplace(made->address(), number);
  // Nothing below fails.
  if (again) {
    std::ranges::pop_heap(free_numbers_, std::greater<>());
    free_numbers_.pop_back();
  } else {
    arrays_.emplace_back();
  }
  ++made_;
  bytes_ += made->bytes();
  narrow_arrays_ += narrow ? 1 : 0;
  arrays_[number] = std::move(made);
  return number;
}

std::optional<std::uint32_t> SharedMemory::find(const void* cell) const {
  auto after = by_address_.upper_bound(cell);
  if (after == by_address_.begin()) return std::nullopt;
  const auto [first, number] = *--after;
  const auto offset = static_cast<std::uint64_t>(static_cast<const char*>(cell) - static_cast<const char*>(first));
  const StoredArray& array = *arrays_[number];
  if (offset >= std::max<std::uint64_t>(array.size, 1) * array.cell_bytes()) return std::nullopt;
  return number;
}

void SharedMemory::set_plan(std::uint32_t number, std::shared_ptr<const AccessPlan> plan) {
  if (running_) throw Error("an array gets its plan between pardos, not from a processor");
  StoredArray& array = *arrays_[number];
  plans_ += plan != nullptr ? 1 : 0;
  plans_ -= array.plan != nullptr ? 1 : 0;
  array.plan = std::move(plan);
}

void SharedMemory::set_hot(std::uint32_t number) {
  if (running_) throw Error("an array is declared hot between pardos, not by a processor");
  if (hot_plan_ != nullptr) set_plan(number, hot_plan_);
}

void SharedMemory::remove(std::uint32_t number) noexcept {
  if (running_) {
    const std::lock_guard lock(dying_mutex_);
    dying_.push_back(number);
    return;
  }
  bytes_ -= arrays_[number]->bytes();
  narrow_arrays_ -= arrays_[number]->is_narrow ? 1 : 0;
  plans_ -= arrays_[number]->plan != nullptr ? 1 : 0;
  by_address_.erase(arrays_[number]->address());
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

Stamps SharedMemory::next_stamps(std::uint64_t last) {
  constexpr std::uint64_t narrow_stamps = std::uint64_t{1} << 32;
  constexpr std::uint64_t most = (narrow_stamps >> Stamps::kind_bits) - 2;  // the stamp of a fresh cell is 0
  // Eight times as many stamps as a step needs are had for a pass over the narrow cells each 2^27 requests.
  constexpr std::uint64_t enough = std::uint64_t{1} << 26;
  const std::uint64_t room = std::max(last, std::min(8 * last + 7, enough - 1));
  const std::uint64_t count = Stamps::count(room);
  if (narrow_arrays_ > 0 && last > most) {
    throw LimitError("requests", last, most,
                     fmt::format("a step of {} requests: at most {} are allowed where a machine has arrays of 32 bits "
                                 "and less",
                                 last, most));
  }
  if (next_stamp_ % narrow_stamps + count >= narrow_stamps) {
    // The lower halves overflow: clear the old ones.
    for (const auto& array : arrays_) {
      if (array == nullptr || !array->is_narrow) continue;
      for (std::uint64_t i = array->first_own; i < array->last_own; ++i) array->narrow[i].stamp = 0;
    }
    next_stamp_ = (next_stamp_ / narrow_stamps + 1) * narrow_stamps + 1;
  }
  const Stamps stamps(std::exchange(next_stamp_, next_stamp_ + count), static_cast<std::uint32_t>(last),
                      static_cast<std::uint32_t>(room));
  next_stamp_ += next_stamp_ % narrow_stamps == 0 ? 1 : 0;
  return stamps;
}

ArrayHandle::ArrayHandle(std::shared_ptr<SharedMemory> memory, std::uint32_t number)
    : memory_(std::move(memory)),
      number_(number),
      size_(memory_->array(number).size),
      cells_(memory_->array(number).address()) {}

ArrayHandle::ArrayHandle(ArrayHandle&& other) noexcept
    : memory_(std::move(other.memory_)),
      number_(other.number_),
      size_(std::exchange(other.size_, 0)),
      cells_(std::exchange(other.cells_, nullptr)) {}

ArrayHandle& ArrayHandle::operator=(ArrayHandle&& other) noexcept {
  ArrayHandle taken(std::move(other));  // the cells that were here die with it
  std::swap(memory_, taken.memory_);
  std::swap(number_, taken.number_);
  std::swap(size_, taken.size_);
  std::swap(cells_, taken.cells_);
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

/// Calls visit(cell) for the cell that host code names.
template <class Visit>
decltype(auto) with_host_cell(SharedMemory* memory, std::uint32_t number, std::uint64_t size, std::uint64_t index,
                              const Visit& visit) {
  if (index >= size) {
    throw AddressError({memory == nullptr ? "(no array)" : memory->array(number).name,
                        static_cast<std::int64_t>(index),
                        size,
                        0,
                        0,
                        {}});
  }
  StoredArray& array = memory->array(number);
  return array.with_cells([&](auto* cells) -> decltype(auto) {
    return visit(cells[array.map.position(static_cast<std::uint32_t>(index))]);
  });
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

/// Gives every rank the words [first, last) of an array, each of which one rank has.
void unite_words(RankGroup& ranks, const StoredArray& array, std::uint64_t first, std::uint64_t last, Word* words) {
  const auto part = [&](std::uint64_t begin, std::uint64_t end) {
    begin = std::clamp(begin, first, last);
    end = std::clamp(end, begin, last);
    return std::span(words + (begin - first), words + (end - first));
  };
  const auto own = std::as_bytes(part(array.first_own, array.last_own));
  const std::vector<std::span<const std::byte>> out(ranks.ranks(), own);
  std::vector<std::span<std::byte>> in;
  for (std::uint32_t r = 0; r < ranks.ranks(); ++r)
    in.push_back(std::as_writable_bytes(part(array.cuts->first_of(r), array.cuts->first_of(r + 1))));
  ranks.exchange(out, in);
}

/// Of the cells [first, last).
template <class Visit>
void for_each_own_cell(StoredArray& array, std::uint64_t first, std::uint64_t last, const Visit& visit) {
  array.with_cells([&](auto* cells) {
    for (std::uint64_t i = std::max(first, array.first_own); i < std::min(last, array.last_own); ++i)
      visit(i, cells[array.map.position(static_cast<std::uint32_t>(i))]);
  });
}

}  // namespace

void ArrayHandle::set_plan(std::shared_ptr<const AccessPlan> plan) const {
  if (memory_ == nullptr) throw Error("an array that was moved from has no cells to plan for");
  memory_->set_plan(number_, std::move(plan));
}

void ArrayHandle::set_hot() const {
  if (memory_ == nullptr) throw Error("an array that was moved from has no cells that are hot");
  memory_->set_hot(number_);
}

Word ArrayHandle::load(std::uint64_t index) const {
  refuse_read_by_processor(*this);
  Word word = with_host_cell(memory_.get(), number_, size_, index, [](const auto& cell) -> Word { return cell.word; });
  if (RankGroup* const ranks = memory_->ranks()) {
    ranks->call(fmt::format("{}.get({})", name(), index), hash64(index, number_));
    ranks->together([&] {
      ranks->broadcast(memory_->array(number_).cuts->rank_of(index), std::as_writable_bytes(std::span(&word, 1)));
    });
  }
  memory_->host_reads(number_, index, 1);
  return word;
}

void ArrayHandle::store(std::uint64_t index, Word word) const {
  refuse_write_by_processor(*this);
  with_host_cell(memory_.get(), number_, size_, index, [word](auto& cell) { set_word(cell, word); });
  if (RankGroup* const ranks = memory_->ranks())
    ranks->call(fmt::format("{}.set({})", name(), index), hash64(index, number_, word));
}

void ArrayHandle::load_all(Word* words) const { load(0, size_, words, "host()"); }

void ArrayHandle::load_block(std::uint64_t first, std::uint64_t count, Word* words) const {
  load(first, count, words, "blocks()");
}

void ArrayHandle::load(std::uint64_t first, std::uint64_t count, Word* words, const char* call) const {
  refuse_read_by_processor(*this);
  if (memory_ == nullptr) return;
  StoredArray& array = memory_->array(number_);
  for_each_own_cell(array, first, first + count,
                    [&](std::uint64_t i, const auto& cell) { words[i - first] = cell.word; });
  if (RankGroup* const ranks = memory_->ranks()) {
    ranks->call(fmt::format("{}.{}", name(), call), hash64(number_, first));
    ranks->together([&] { unite_words(*ranks, array, first, first + count, words); });
  }
  memory_->host_reads(number_, first, count);
}

void ArrayHandle::store_blocks(
    const Function<void(std::uint64_t first, std::uint64_t count, Word* words)>& write) const {
  refuse_write_by_processor(*this);
  if (memory_ == nullptr) return;
  StoredArray& array = memory_->array(number_);
  const auto store = [&] {
    constexpr std::uint64_t most = 4096;
    std::vector<Word> words(std::min(most, array.last_own - array.first_own));
    for (std::uint64_t first = array.first_own; first < array.last_own; first += most) {
      const std::uint64_t count = std::min(most, array.last_own - first);
      write(first, count, words.data());
      for_each_own_cell(array, first, first + count,
                        [&](std::uint64_t i, auto& cell) { set_word(cell, words[i - first]); });
    }
  };
  RankGroup* const ranks = memory_->ranks();
  if (ranks == nullptr) {
    store();
    return;
  }
  ranks->call(name() + " by index", number_);
  ranks->together(store);
}

void ArrayHandle::store_all(const Word* words) const {
  refuse_write_by_processor(*this);
  if (memory_ == nullptr) return;
  for_each_own_cell(memory_->array(number_), 0, size_,
                    [words](std::uint64_t i, auto& cell) { set_word(cell, words[i]); });
  if (RankGroup* const ranks = memory_->ranks()) {
    std::uint64_t hash = number_;
    for (std::uint64_t i = 0; i < size_; ++i) hash = hash64(words[i], hash);
    ranks->call(name() + ".assign()", hash);
  }
}

}  // namespace pram::detail

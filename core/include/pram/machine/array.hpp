#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <pram/access/access_plan.hpp>
#include <pram/detail/function.hpp>
#include <pram/detail/larger.hpp>
#include <pram/detail/ranges.hpp>
#include <pram/error.hpp>
#include <pram/machine/cell.hpp>
#include <pram/machine/copy.hpp>

namespace pram {

class Machine;
template <class Active>
class ProcessorSteps;

namespace detail {

class SharedMemory;

/// Keeps an array alive; its cells are freed when it dies (after the pardo, if one runs).
class ArrayHandle {
 public:
  ArrayHandle() = default;
  ArrayHandle(std::shared_ptr<SharedMemory> memory, std::uint32_t number);
  ArrayHandle(ArrayHandle&& other) noexcept;
  ArrayHandle& operator=(ArrayHandle&& other) noexcept;
  ~ArrayHandle();

  std::uint64_t size() const { return size_; }
  const void* cells() const { return cells_; }
  const std::string& name() const;
  Word load(std::uint64_t index) const;
  void store(std::uint64_t index, Word word) const;
  void load_all(Word* words) const;
  void store_all(const Word* words) const;
  /// Reads the cells [first, first + count), as part of a call of host code that reads them block by block.
  void load_block(std::uint64_t first, std::uint64_t count, Word* words) const;
  /// Has a function write words for blocks of cells, and stores these: of several ranks each has its own cells written.
  void store_blocks(const Function<void(std::uint64_t first, std::uint64_t count, Word* words)>& write) const;
  void set_plan(std::shared_ptr<const AccessPlan> plan) const;
  void set_hot() const;
  bool belongs_to(const SharedMemory& memory) const { return memory_.get() == &memory; }

 private:
  /// @param call  as errors name it
  void load(std::uint64_t first, std::uint64_t count, Word* words, const char* call) const;

  std::shared_ptr<SharedMemory> memory_;
  std::uint32_t number_ = 0;
  std::uint64_t size_ = 0;
  const void* cells_ = nullptr;
};

}  // namespace detail

/// An array of n shared cells of one value each, made by Machine::array(). An array can be moved and not copied, and
/// may outlive the machine; its cells are freed with it. An array that was moved from has no cells. A program indexes
/// the array and awaits the cell. The functions marked Host are for host code between pardos, which they cost nothing.
/// A processor that calls one gets an Error.
template <Storable T>
class Array {
 public:
  using value_type = T;

  Array() = default;
  explicit Array(detail::ArrayHandle handle) : handle_(std::move(handle)) {}

  std::uint64_t size() const { return handle_.size(); }
  const std::string& name() const { return handle_.name(); }

  /// Cell i. An index outside the array throws AddressError when the cell is awaited.
  template <std::integral Index>
  [[nodiscard("a request does nothing until it is awaited: co_await it")]] const Cell<T>& operator[](Index i) const {
    const bool inside = std::in_range<std::uint64_t>(i) && static_cast<std::uint64_t>(i) < handle_.size();
    const auto* const cells = static_cast<const Cell<T>*>(handle_.cells());
    return inside ? cells[static_cast<std::uint64_t>(i)] : Cell<T>::invalid(cells, static_cast<std::int64_t>(i));
  }

  /// Sends requests for this array by the plan from the next pardo on, in the same phases as all other requests. A plan
  /// serves steps whose structure the program knows better than the machine's protocol (TR-24-92, Section 5).
  /// Multiprefix keeps the order of processors under every plan: its records merge only with their neighbours in that
  /// order, and so cost least where contiguous sources meet. The next pardo throws ConfigError if access protocol
  /// `sorting` serves the machine, and Error if a record is not at its home after the plan's last phase.
  /// @param plan  null: requests go by the machine's protocol again
  void send_by(std::shared_ptr<const AccessPlan> plan) { handle_.set_plan(std::move(plan)); }

  /// Declares the array hot: many processors ask for one cell of it at once. A machine whose protocol has a way of its
  /// own for such cells, as `tree` has, sends the array's requests by it from the next pardo on; others change nothing.
  /// A plan that send_by() gives takes its place.
  void hot() { handle_.set_hot(); }

  /// Host: a copy of the whole array, made anew in each call: `const std::vector<T> values = array.host();`.
  Copy<T> host() const {
    std::vector<Word> words(size());
    handle_.load_all(words.data());
    Copy<T> values(size());
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = from_word<T>(words[i]);
    return values;
  }

  /// Host: one cell. @throws AddressError
  T get(std::uint64_t i) const { return from_word<T>(handle_.load(i)); }
  void set(std::uint64_t i, T value) const { handle_.store(i, to_word(value)); }

  /// Host: overwrites the whole array. @throws ConfigError if the sizes differ
  template <detail::SizedRange Values>
  void assign(const Values& values) const {
    if (std::ranges::size(values) != size()) {
      throw ConfigError("values", std::to_string(std::ranges::size(values)),
                        "as many as the array has cells: " + std::to_string(size()));
    }
    std::vector<Word> words;
    words.reserve(size());
    for (const auto& value : values) words.push_back(to_word(static_cast<T>(value)));
    handle_.store_all(words.data());
  }

  void fill(T value) const { handle_.store_all(std::vector<Word>(size(), to_word(value)).data()); }

  /// Host: reads the whole array block by block, in the order of its cells: calls f(values, first) with a
  /// std::span<const T> of at most 131072 cells, and the index of the first. So an array that is divided among ranks,
  /// and larger than the memory of one, is read by all.
  template <class F>
  void blocks(const F& f) const {
    std::vector<Word> words(detail::smaller(size(), block_cells));
    const auto values = std::make_unique<T[]>(words.size());  // a vector of bool has no span
    for (std::uint64_t first = 0; first < size(); first += block_cells) {
      const std::uint64_t count = detail::smaller(size() - first, block_cells);
      handle_.load_block(first, count, words.data());
      for (std::size_t i = 0; i < count; ++i) values[i] = from_word<T>(words[i]);
      f(std::span<const T>(values.get(), count), first);
    }
  }

 private:
  friend class Machine;  // exchanges blocks of arrays
  template <class>
  friend class ProcessorSteps;

  static constexpr std::uint64_t block_cells = 131072;  // a block of words has 1 MiB

  /// Host: sets cell k to f(k).
  template <class F>
  void assign_by_index(const F& f) const {
    handle_.store_blocks([&f](std::uint64_t first, std::uint64_t count, Word* words) {
      for (std::uint64_t k = 0; k < count; ++k) words[k] = to_word(static_cast<T>(f(first + k)));
    });
  }

  detail::ArrayHandle handle_;
};

}  // namespace pram

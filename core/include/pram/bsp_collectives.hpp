#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <pram/bsp.hpp>
#include <pram/task.hpp>

/// Collective operations of BSP processes: `co_await pram::bsp::broadcast(self, value)`. All processes of the run call
/// the same ones in the same order, with the same root and options, and with as many values each where nothing else is
/// said. Each ends one superstep or more: what was asked for before takes effect with the first of them.
///
/// Costs are those of one process a component. p is the number of processes, m that of the words of a process's values,
/// g and l are Process::parameters(). A combination of two values counts as one local operation. What is done after the
/// last sync counts in the superstep that follows.
/// @throws Error  a process called another collective, with another root, or with values of another size
namespace pram::bsp {

/// How a collective travels.
enum class Algorithm : std::uint8_t {
  best,       ///< whichever of these costs least by its formula; of equals the one with the fewest supersteps
  one_phase,  ///< straight
  two_phase,  ///< by way of p blocks, one on each process (Bisseling 2020, Section 2.4; van de Geijn 1994)
  tree,       ///< each of those that have it serves k - 1 others: the k is the power of two for which it costs least
};

struct CollectiveOptions {
  Algorithm algorithm = Algorithm::best;
  std::optional<Parameters> parameters = {};  ///< by which `best` and `tree` choose; none: Process::parameters()
};

/// What a collective costs: its formula, evaluated.
struct CollectiveCost {
  Algorithm algorithm = Algorithm::one_phase;
  std::uint64_t degree = 2;      ///< k of a tree
  std::uint64_t supersteps = 0;  ///< that it ends
  std::uint64_t relation = 0;    ///< h in words, summed over them
  std::uint64_t work = 0;        ///< w, summed over them and the one after

  double charge(const Parameters& machine) const {
    return static_cast<double>(work) + machine.g * static_cast<double>(relation) +
           machine.l * static_cast<double>(supersteps);
  }
};

// What the operations below cost, for so many values of so many bytes on each of p processes. `best` says which
// algorithm is taken. With one process a component, and m words on each:
//
//   one_phase   broadcast, reduce, all_reduce, scan: (p - 1) m g + l
//   two_phase   broadcast, reduce: about 2 m g + 2 l; all_reduce, scan: 2 (p - 1) ⌈m / p⌉ g + 2 l
//   tree        broadcast, reduce, scan: ⌈log_k p⌉ ((k - 1) m g + l); all_reduce: twice that
//
// To which reduce, all_reduce and scan add the combinations: (p - 1) m, (p - 1) ⌈m / p⌉, ⌈log_k p⌉ (k - 1) m.
/// @throws Error  for no process
CollectiveCost broadcast_cost(std::uint64_t processes, std::uint64_t values, std::uint64_t bytes_each,
                              const Parameters& machine, Algorithm algorithm = Algorithm::best);
CollectiveCost reduce_cost(std::uint64_t processes, std::uint64_t values, std::uint64_t bytes_each,
                           const Parameters& machine, Algorithm algorithm = Algorithm::best);
CollectiveCost all_reduce_cost(std::uint64_t processes, std::uint64_t values, std::uint64_t bytes_each,
                               const Parameters& machine, Algorithm algorithm = Algorithm::best);
CollectiveCost scan_cost(std::uint64_t processes, std::uint64_t values, std::uint64_t bytes_each,
                         const Parameters& machine, Algorithm algorithm = Algorithm::best);
/// A tree has a combination a value more in every superstep but the last.
CollectiveCost exclusive_scan_cost(std::uint64_t processes, std::uint64_t values, std::uint64_t bytes_each,
                                   const Parameters& machine, Algorithm algorithm = Algorithm::best);

/// A block of values from each process, in the order of the processes.
template <Transferable T>
requires(!std::same_as<T, bool>) class Blocks {
 public:
  /// Processes that a block is there from: all of them, or none.
  std::uint64_t count() const { return first_.size() - 1; }
  /// @throws std::out_of_range
  std::span<const T> operator[](std::uint64_t process) const {
    return std::span(values_).subspan(first_.at(process), first_.at(process + 1) - first_.at(process));
  }
  /// All, one block after the other.
  const std::vector<T>& values() const& { return values_; }
  std::vector<T> values() && { return std::move(values_); }

  void add(std::span<const T> block) {
    values_.insert(values_.end(), block.begin(), block.end());
    first_.push_back(values_.size());
  }

 private:
  std::vector<T> values_;
  std::vector<std::uint64_t> first_ = {0};
};

namespace detail {

struct Where {
  const char* file;
  std::uint32_t line;
};

/// The values of a process in a collective.
struct Values {
  std::byte* data;
  std::uint64_t count;
  std::uint64_t bytes_each;
};

/// left[i] = left[i] combined with right[i].
struct Combination {
  void (*run)(const void* op, std::byte* left, const std::byte* right, std::uint64_t count);
  const void* op;
};

template <class Operator, class T>
concept Applicable = requires(T a, T b) {
  { Operator::apply(a, b) } -> std::convertible_to<T>;
};
/// `pram::Sum{}` and its like, a program's own CombiningOperator, or a function of two values: associative. Values are
/// combined in the order of their processes, so that it need not be commutative.
template <class Operator, class T>
concept Associative = Applicable<Operator, T> || std::is_invocable_r_v<T, const Operator&, const T&, const T&>;

/// @param op  outlives the result
template <Transferable T, Associative<T> Operator>
Combination combination_of(const Operator& op) {
  const auto run = [](const void* with, std::byte* left, const std::byte* right, std::uint64_t count) {
    T* const to = reinterpret_cast<T*>(left);
    const T* const from = reinterpret_cast<const T*>(right);
    for (std::uint64_t k = 0; k < count; ++k) {
      if constexpr (Applicable<Operator, T>) {
        to[k] = Operator::apply(to[k], from[k]);
      } else {
        to[k] = std::invoke(*static_cast<const Operator*>(with), std::as_const(to[k]), from[k]);
      }
    }
  };
  return {run, &op};
}

Task<> broadcast(Process self, Values values, std::uint64_t root, CollectiveOptions options, Where where);
Task<> reduce(Process self, Values values, std::uint64_t root, Combination combination, CollectiveOptions options,
              Where where);
Task<> all_reduce(Process self, Values values, Combination combination, CollectiveOptions options, Where where);
/// @param identity  of an exclusive scan; null: it is inclusive
Task<> scan(Process self, Values values, const std::byte* identity, Combination combination, CollectiveOptions options,
            Where where);

/// What a message of a collective belongs to.
enum class Kind : std::uint8_t { broadcast, reduce, all_reduce, scan, gather, all_gather, all_to_all };

/// The messages of one collective operation, all of bytes.
class Exchange {
 public:
  Exchange(Process self, Kind kind, Where where);

  /// @throws Error if there is no such process
  void check_root(std::uint64_t root) const;
  void send(std::uint64_t target, std::span<const std::byte> bytes) const;
  Sync sync();
  /// After a sync: what comes from a process. They are asked for in ascending order.
  std::span<const std::byte> take_any(std::uint64_t source);
  /// @throws Error: it did not send so many bytes
  const std::byte* take(std::uint64_t source, std::uint64_t bytes);
  /// @throws Error: another process has sent something, too
  void end();
  [[noreturn]] void refuse(std::uint64_t source, const std::string& wanted, std::uint64_t had) const;

 private:
  void open();

  Process self_;
  Queue<std::byte> queue_;
  Kind kind_;
  Where where_;
  bool opened_ = false;  // since the last sync
  Queue<std::byte>::Iterator next_;
  Queue<std::byte>::Iterator last_;
};

/// One superstep in which each process gives others blocks.
/// @param block_for  the values for a process
/// @param root  the one that gets blocks; none: all do
template <Transferable T, class BlockFor>
Task<Blocks<T>> exchange_blocks(Process self, Kind kind, BlockFor block_for, std::optional<std::uint64_t> root,
                                Where where) {
  Exchange exchange(self, kind, where);
  if (root) {
    exchange.check_root(*root);
    if (self.id() != *root) exchange.send(*root, std::as_bytes(block_for(*root)));
  } else {
    for (const std::uint64_t other : self.others()) exchange.send(other, std::as_bytes(block_for(other)));
  }
  co_await exchange.sync();
  Blocks<T> blocks;
  if (!root || self.id() == *root) {
    for (std::uint64_t source = 0; source < self.count(); ++source) {
      if (source == self.id()) {
        blocks.add(block_for(source));
        continue;
      }
      const std::span<const std::byte> bytes = exchange.take_any(source);
      if (bytes.size() % sizeof(T) != 0)
        exchange.refuse(source, "values of " + std::to_string(sizeof(T)), bytes.size());
      blocks.add({reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)});
    }
  }
  exchange.end();
  co_return blocks;
}

/// What does not fit in all-to-all. @throws Error
void check_counts(std::uint64_t processes, std::uint64_t values, std::span<const std::uint64_t> counts, Where where);
/// @returns n / processes. @throws Error if that is not whole
std::uint64_t even_block(std::uint64_t processes, std::uint64_t values, Where where);

template <class Range>
concept ValuesInPlace = std::ranges::contiguous_range<Range> && std::ranges::sized_range<Range> &&
    Transferable<std::ranges::range_value_t<Range>> &&
    !std::is_const_v<std::remove_reference_t<std::ranges::range_reference_t<Range>>>;
template <class T>
concept OneValue = Transferable<T> && !std::ranges::range<T>;

template <ValuesInPlace Range>
Values values_of(Range& values) {
  using T = std::ranges::range_value_t<Range>;
  return {reinterpret_cast<std::byte*>(std::ranges::data(values)), std::ranges::size(values), sizeof(T)};
}

// An operator lives as long as the task that uses it.
template <Transferable T, Associative<T> Operator>
Task<> reduce_by(Process self, Values values, Operator op, std::uint64_t root, CollectiveOptions options, Where where) {
  co_await detail::reduce(self, values, root, combination_of<T>(op), options, where);
}
template <Transferable T, Associative<T> Operator>
Task<> all_reduce_by(Process self, Values values, Operator op, CollectiveOptions options, Where where) {
  co_await detail::all_reduce(self, values, combination_of<T>(op), options, where);
}
template <Transferable T, Associative<T> Operator>
Task<> scan_by(Process self, Values values, Operator op, std::optional<T> identity, CollectiveOptions options,
               Where where) {
  co_await detail::scan(self, values, identity ? reinterpret_cast<const std::byte*>(&*identity) : nullptr,
                        combination_of<T>(op), options, where);
}

}  // namespace detail

/// The root's value, on every process. broadcast_cost(): one_phase (p - 1) m g + l, two_phase about 2 m g + 2 l, tree
/// ⌈log_k p⌉ ((k - 1) m g + l).
template <detail::OneValue T>
Task<T> broadcast(Process self, T value, std::uint64_t root = 0, CollectiveOptions options = {},
                  const char* file = __builtin_FILE(), std::uint32_t line = __builtin_LINE()) {
  co_await detail::broadcast(self, {reinterpret_cast<std::byte*>(&value), 1, sizeof(T)}, root, options, {file, line});
  co_return value;
}
/// The root's values, in place: `co_await broadcast(self, row)`.
/// @param values  a vector, an array, a span or a coarray, of one size on all processes; lives until the task has ended
template <detail::ValuesInPlace Range>
Task<> broadcast(Process self, Range&& values, std::uint64_t root = 0, CollectiveOptions options = {},
                 const char* file = __builtin_FILE(), std::uint32_t line = __builtin_LINE()) {
  return detail::broadcast(self, detail::values_of(values), root, options, {file, line});
}

/// All processes' values combined, on the root; the others keep their own. reduce_cost(): one_phase (p - 1) m (1 + g) +
/// l, two_phase about (1 + 2 g) m + 2 l, tree ⌈log_k p⌉ ((k - 1) m (1 + g) + l).
/// @param op  pram::Sum{} and its like, or a function of two values that is associative; it need not be commutative
template <detail::OneValue T, detail::Associative<T> Operator>
Task<T> reduce(Process self, T value, Operator op, std::uint64_t root = 0, CollectiveOptions options = {},
               const char* file = __builtin_FILE(), std::uint32_t line = __builtin_LINE()) {
  co_await detail::reduce(self, {reinterpret_cast<std::byte*>(&value), 1, sizeof(T)}, root,
                          detail::combination_of<T>(op), options, {file, line});
  co_return value;
}
/// The same element by element, in place on the root.
template <detail::ValuesInPlace Range, detail::Associative<std::ranges::range_value_t<Range>> Operator>
Task<> reduce(Process self, Range&& values, Operator op, std::uint64_t root = 0, CollectiveOptions options = {},
              const char* file = __builtin_FILE(), std::uint32_t line = __builtin_LINE()) {
  return detail::reduce_by<std::ranges::range_value_t<Range>>(self, detail::values_of(values), op, root, options,
                                                              {file, line});
}

/// All processes' values combined, on every process. all_reduce_cost(): one_phase (p - 1) m (1 + g) + l, two_phase
/// about (1 + 2 g) m + 2 l, tree ⌈log_k p⌉ ((k - 1) m (1 + 2 g) + 2 l).
template <detail::OneValue T, detail::Associative<T> Operator>
Task<T> all_reduce(Process self, T value, Operator op, CollectiveOptions options = {},
                   const char* file = __builtin_FILE(), std::uint32_t line = __builtin_LINE()) {
  co_await detail::all_reduce(self, {reinterpret_cast<std::byte*>(&value), 1, sizeof(T)}, detail::combination_of<T>(op),
                              options, {file, line});
  co_return value;
}
/// The same element by element, in place.
template <detail::ValuesInPlace Range, detail::Associative<std::ranges::range_value_t<Range>> Operator>
Task<> all_reduce(Process self, Range&& values, Operator op, CollectiveOptions options = {},
                  const char* file = __builtin_FILE(), std::uint32_t line = __builtin_LINE()) {
  return detail::all_reduce_by<std::ranges::range_value_t<Range>>(self, detail::values_of(values), op, options,
                                                                  {file, line});
}

/// The values of the processes up to this one combined, its own included: prefix sums. scan_cost(): one_phase
/// (p - 1) m (1 + g) + l, two_phase about (1 + 2 g) m + 2 l, tree ⌈log_k p⌉ ((k - 1) m (1 + g) + l).
template <detail::OneValue T, detail::Associative<T> Operator>
Task<T> scan(Process self, T value, Operator op, CollectiveOptions options = {}, const char* file = __builtin_FILE(),
             std::uint32_t line = __builtin_LINE()) {
  co_await detail::scan(self, {reinterpret_cast<std::byte*>(&value), 1, sizeof(T)}, nullptr,
                        detail::combination_of<T>(op), options, {file, line});
  co_return value;
}
/// The same element by element, in place.
template <detail::ValuesInPlace Range, detail::Associative<std::ranges::range_value_t<Range>> Operator>
Task<> scan(Process self, Range&& values, Operator op, CollectiveOptions options = {},
            const char* file = __builtin_FILE(), std::uint32_t line = __builtin_LINE()) {
  using T = std::ranges::range_value_t<Range>;
  return detail::scan_by<T>(self, detail::values_of(values), op, std::optional<T>(), options, {file, line});
}

/// The values of the processes before this one combined; process 0 gets the identity. exclusive_scan_cost().
template <detail::OneValue T, detail::Associative<T> Operator>
Task<T> exclusive_scan(Process self, T value, Operator op, T identity, CollectiveOptions options = {},
                       const char* file = __builtin_FILE(), std::uint32_t line = __builtin_LINE()) {
  co_await detail::scan(self, {reinterpret_cast<std::byte*>(&value), 1, sizeof(T)},
                        reinterpret_cast<const std::byte*>(&identity), detail::combination_of<T>(op), options,
                        {file, line});
  co_return value;
}
/// The same element by element, in place.
template <detail::ValuesInPlace Range, detail::Associative<std::ranges::range_value_t<Range>> Operator>
Task<> exclusive_scan(Process self, Range&& values, Operator op, std::ranges::range_value_t<Range> identity,
                      CollectiveOptions options = {}, const char* file = __builtin_FILE(),
                      std::uint32_t line = __builtin_LINE()) {
  using T = std::ranges::range_value_t<Range>;
  return detail::scan_by<T>(self, detail::values_of(values), op, std::optional<T>(identity), options, {file, line});
}

// Gather, all-gather and all-to-all have one algorithm: every word goes straight to where it is wanted, in one
// superstep. No other has a smaller h or fewer supersteps, whatever g and l are.

/// A block from every process, on the root; the others get none. Blocks may differ in size. With n the words of all
/// blocks and m those of the root's: (n - m) g + l.
/// @param values  live until the task has ended
template <std::ranges::contiguous_range Range>
requires Transferable<std::ranges::range_value_t<Range>>
auto gather(Process self, const Range& values, std::uint64_t root = 0, const char* file = __builtin_FILE(),
            std::uint32_t line = __builtin_LINE()) -> Task<Blocks<std::ranges::range_value_t<Range>>> {
  using T = std::ranges::range_value_t<Range>;
  const std::span<const T> own(std::ranges::data(values), std::ranges::size(values));
  return detail::exchange_blocks<T>(self, detail::Kind::gather, [own](std::uint64_t) { return own; }, root,
                                    {file, line});
}
/// A value of every process, on the root; the others get none.
template <detail::OneValue T>
Task<std::vector<T>> gather(Process self, T value, std::uint64_t root = 0, const char* file = __builtin_FILE(),
                            std::uint32_t line = __builtin_LINE()) {
  const std::span<const T> own(&value, 1);
  Blocks<T> blocks = co_await detail::exchange_blocks<T>(
      self, detail::Kind::gather, [own](std::uint64_t) { return own; }, root, detail::Where{file, line});
  co_return std::move(blocks).values();
}

/// A block from every process, on every process. Blocks may differ in size. With m the words of the largest:
/// (p - 1) m g + l.
/// @param values  live until the task has ended
template <std::ranges::contiguous_range Range>
requires Transferable<std::ranges::range_value_t<Range>>
auto all_gather(Process self, const Range& values, const char* file = __builtin_FILE(),
                std::uint32_t line = __builtin_LINE()) -> Task<Blocks<std::ranges::range_value_t<Range>>> {
  using T = std::ranges::range_value_t<Range>;
  const std::span<const T> own(std::ranges::data(values), std::ranges::size(values));
  return detail::exchange_blocks<T>(self, detail::Kind::all_gather, [own](std::uint64_t) { return own; }, std::nullopt,
                                    {file, line});
}
/// A value of every process, on every process.
template <detail::OneValue T>
Task<std::vector<T>> all_gather(Process self, T value, const char* file = __builtin_FILE(),
                                std::uint32_t line = __builtin_LINE()) {
  const std::span<const T> own(&value, 1);
  Blocks<T> blocks = co_await detail::exchange_blocks<T>(
      self, detail::Kind::all_gather, [own](std::uint64_t) { return own; }, std::nullopt, detail::Where{file, line});
  co_return std::move(blocks).values();
}

/// A block from every process to every other: the values in p blocks of one size, the block for process 0 first. With m
/// the words of a block: (p - 1) m g + l.
/// @param values  live until the task has ended
/// @throws Error if p blocks of one size do not make that many
template <std::ranges::contiguous_range Range>
requires Transferable<std::ranges::range_value_t<Range>>
auto all_to_all(Process self, const Range& values, const char* file = __builtin_FILE(),
                std::uint32_t line = __builtin_LINE()) -> Task<Blocks<std::ranges::range_value_t<Range>>> {
  using T = std::ranges::range_value_t<Range>;
  const std::span<const T> own(std::ranges::data(values), std::ranges::size(values));
  const std::uint64_t size = detail::even_block(self.count(), own.size(), {file, line});
  return detail::exchange_blocks<T>(self, detail::Kind::all_to_all,
                                    [own, size](std::uint64_t target) { return own.subspan(target * size, size); },
                                    std::nullopt, {file, line});
}
/// The same with blocks of any sizes, empty ones too: counts[target] values for each process. With h the most words
/// that a process sends to others or gets from them: h g + l.
template <std::ranges::contiguous_range Range>
requires Transferable<std::ranges::range_value_t<Range>>
auto all_to_all(Process self, const Range& values, std::span<const std::uint64_t> counts,
                const char* file = __builtin_FILE(), std::uint32_t line = __builtin_LINE())
    -> Task<Blocks<std::ranges::range_value_t<Range>>> {
  using T = std::ranges::range_value_t<Range>;
  const std::span<const T> own(std::ranges::data(values), std::ranges::size(values));
  detail::check_counts(self.count(), own.size(), counts, {file, line});
  std::vector<std::uint64_t> first = {0};
  for (const std::uint64_t count : counts) first.push_back(first.back() + count);
  return detail::exchange_blocks<T>(self, detail::Kind::all_to_all,
                                    [own, first = std::move(first)](std::uint64_t target) {
                                      return own.subspan(first[target], first[target + 1] - first[target]);
                                    },
                                    std::nullopt, {file, line});
}

}  // namespace pram::bsp

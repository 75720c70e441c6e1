#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <pram/bsp/blocks.hpp>
#include <pram/bsp/collective_cost.hpp>
#include <pram/bsp/process.hpp>
#include <pram/detail/bsp/collectives.hpp>
#include <pram/detail/bsp/transferable.hpp>
#include <pram/detail/ranges.hpp>
#include <pram/machine/task.hpp>

/// Collective operations of BSP processes: `co_await pram::bsp::broadcast(self, value)`. All processes of the run call
/// the same ones in the same order, with the same root and options, and with as many values each where nothing else is
/// said. Each ends one superstep or more, which to the program are one: what was asked for before takes effect with the
/// first of them, and the messages that it brings are there until the sync or collective that follows.
///
/// Costs are those of one process a component. p is the number of processes, m that of the words of a process's values,
/// g and l are Process::parameters(). A combination of two values counts as one local operation. What is done after the
/// last sync counts in the superstep that follows.
/// What is said of an algorithm's name is in AlgorithmChoice: `{.algorithm = "circulant"}`.
/// @throws ConfigError  an algorithm that the collective does not have, not for so many processes, or not for an
/// operator that is not known to commute
/// @throws Error  a process called another collective, with another root, or with values of another size
namespace pram::bsp {

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
/// @param op  pram::Sum{} and its like, or a function of two values that is associative; it need not be commutative,
/// unless the algorithm asks for it: see commutative()
template <detail::OneValue T, detail::Associative<T> Operator>
Task<T> reduce(Process self, T value, Operator op, std::uint64_t root = 0, CollectiveOptions options = {},
               const char* file = __builtin_FILE(), std::uint32_t line = __builtin_LINE()) {
  co_await detail::reduce(self, {reinterpret_cast<std::byte*>(&value), 1, sizeof(T)}, root,
                          detail::combination_of<T>(op), options, {file, line});
  co_return value;
}
/// The same element by element, in place on the root.
template <detail::ValuesInPlace Range, detail::Associative<pram::detail::ValueOf<Range>> Operator>
Task<> reduce(Process self, Range&& values, Operator op, std::uint64_t root = 0, CollectiveOptions options = {},
              const char* file = __builtin_FILE(), std::uint32_t line = __builtin_LINE()) {
  return detail::reduce_by<pram::detail::ValueOf<Range>>(self, detail::values_of(values), op, root, options,
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
template <detail::ValuesInPlace Range, detail::Associative<pram::detail::ValueOf<Range>> Operator>
Task<> all_reduce(Process self, Range&& values, Operator op, CollectiveOptions options = {},
                  const char* file = __builtin_FILE(), std::uint32_t line = __builtin_LINE()) {
  return detail::all_reduce_by<pram::detail::ValueOf<Range>>(self, detail::values_of(values), op, options,
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
template <detail::ValuesInPlace Range, detail::Associative<pram::detail::ValueOf<Range>> Operator>
Task<> scan(Process self, Range&& values, Operator op, CollectiveOptions options = {},
            const char* file = __builtin_FILE(), std::uint32_t line = __builtin_LINE()) {
  using T = pram::detail::ValueOf<Range>;
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
template <detail::ValuesInPlace Range, detail::Associative<pram::detail::ValueOf<Range>> Operator>
Task<> exclusive_scan(Process self, Range&& values, Operator op, pram::detail::ValueOf<Range> identity,
                      CollectiveOptions options = {}, const char* file = __builtin_FILE(),
                      std::uint32_t line = __builtin_LINE()) {
  using T = pram::detail::ValueOf<Range>;
  return detail::scan_by<T>(self, detail::values_of(values), op, std::optional<T>(identity), options, {file, line});
}

// Gather, all-gather and all-to-all send every word straight to where it is wanted, in one superstep, unless another
// algorithm is asked for by name. No other has a smaller h or fewer supersteps, whatever g and l are: they gain where
// words cross links. gather_cost(), all_gather_cost(), all_to_all_cost().

/// A block from every process, on the root; the others get none. Blocks may differ in size. With n the words of all
/// blocks and m those of the root's: (n - m) g + l.
/// @param values  live until the task has ended
template <pram::detail::ContiguousRange Range>
requires Transferable<pram::detail::ValueOf<Range>>
auto gather(Process self, const Range& values, std::uint64_t root = 0, CollectiveOptions options = {},
            const char* file = __builtin_FILE(), std::uint32_t line = __builtin_LINE())
    -> Task<Blocks<pram::detail::ValueOf<Range>>> {
  using T = pram::detail::ValueOf<Range>;
  const std::span<const T> own(std::ranges::data(values), std::ranges::size(values));
  return detail::exchange_blocks<T>(self, detail::Kind::gather, [own](std::uint64_t) { return own; }, root, options,
                                    {file, line});
}
/// A value of every process, on the root; the others get none.
template <detail::OneValue T>
Task<std::vector<T>> gather(Process self, T value, std::uint64_t root = 0, CollectiveOptions options = {},
                            const char* file = __builtin_FILE(), std::uint32_t line = __builtin_LINE()) {
  const std::span<const T> own(&value, 1);
  Blocks<T> blocks = co_await detail::exchange_blocks<T>(
      self, detail::Kind::gather, [own](std::uint64_t) { return own; }, root, options, detail::Where{file, line});
  co_return std::move(blocks).values();
}

/// A block from every process, on every process. Blocks may differ in size. With m the words of the largest:
/// (p - 1) m g + l.
/// @param values  live until the task has ended
template <pram::detail::ContiguousRange Range>
requires Transferable<pram::detail::ValueOf<Range>>
auto all_gather(Process self, const Range& values, CollectiveOptions options = {}, const char* file = __builtin_FILE(),
                std::uint32_t line = __builtin_LINE()) -> Task<Blocks<pram::detail::ValueOf<Range>>> {
  using T = pram::detail::ValueOf<Range>;
  const std::span<const T> own(std::ranges::data(values), std::ranges::size(values));
  return detail::exchange_blocks<T>(self, detail::Kind::all_gather, [own](std::uint64_t) { return own; }, std::nullopt,
                                    options, {file, line});
}
/// A value of every process, on every process.
template <detail::OneValue T>
Task<std::vector<T>> all_gather(Process self, T value, CollectiveOptions options = {},
                                const char* file = __builtin_FILE(), std::uint32_t line = __builtin_LINE()) {
  const std::span<const T> own(&value, 1);
  Blocks<T> blocks = co_await detail::exchange_blocks<T>(
      self, detail::Kind::all_gather, [own](std::uint64_t) { return own; }, std::nullopt, options,
      detail::Where{file, line});
  co_return std::move(blocks).values();
}

/// A block from every process to every other: the values in p blocks of one size, the block for process 0 first. With m
/// the words of a block: (p - 1) m g + l.
/// @param values  live until the task has ended
/// @throws Error if p blocks of one size do not make that many
template <pram::detail::ContiguousRange Range>
requires Transferable<pram::detail::ValueOf<Range>>
auto all_to_all(Process self, const Range& values, CollectiveOptions options = {}, const char* file = __builtin_FILE(),
                std::uint32_t line = __builtin_LINE()) -> Task<Blocks<pram::detail::ValueOf<Range>>> {
  using T = pram::detail::ValueOf<Range>;
  const std::span<const T> own(std::ranges::data(values), std::ranges::size(values));
  const std::uint64_t size = detail::even_block(self, own.size(), {file, line});
  return detail::exchange_blocks<T>(self, detail::Kind::all_to_all,
                                    [own, size](std::uint64_t target) { return own.subspan(target * size, size); },
                                    std::nullopt, options, {file, line});
}
/// The same with blocks of any sizes, empty ones too: counts[target] values for each process. With h the most words
/// that a process sends to others or gets from them: h g + l.
template <pram::detail::ContiguousRange Range>
requires Transferable<pram::detail::ValueOf<Range>>
auto all_to_all(Process self, const Range& values, std::span<const std::uint64_t> counts,
                CollectiveOptions options = {}, const char* file = __builtin_FILE(),
                std::uint32_t line = __builtin_LINE()) -> Task<Blocks<pram::detail::ValueOf<Range>>> {
  using T = pram::detail::ValueOf<Range>;
  const std::span<const T> own(std::ranges::data(values), std::ranges::size(values));
  detail::check_counts(self, own.size(), counts, {file, line});
  std::vector<std::uint64_t> first = {0};
  for (const std::uint64_t count : counts) first.push_back(first.back() + count);
  return detail::exchange_blocks<T>(self, detail::Kind::all_to_all,
                                    [own, first = std::move(first)](std::uint64_t target) {
                                      return own.subspan(first[target], first[target + 1] - first[target]);
                                    },
                                    std::nullopt, options, {file, line});
}

}  // namespace pram::bsp

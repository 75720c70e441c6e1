#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <pram/bsp/blocks.hpp>
#include <pram/bsp/collective_cost.hpp>
#include <pram/bsp/process.hpp>
#include <pram/bsp/queue.hpp>
#include <pram/detail/bsp/sync.hpp>
#include <pram/detail/bsp/transferable.hpp>
#include <pram/detail/ranges.hpp>
#include <pram/machine/task.hpp>

/// What collectives of all types of values are made of.
namespace pram::bsp::detail {

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
  bool commutes = false;  ///< values may be combined in any order
};

// Their declarations come with <string>; all of <functional> is long to read.
/// Operators of the standard library, which commute on numbers.
template <class Operator>
inline constexpr bool is_known_to_commute = false;
template <class T>
inline constexpr bool is_known_to_commute<std::plus<T>> = true;
template <class T>
inline constexpr bool is_known_to_commute<std::multiplies<T>> = true;
template <class T>
inline constexpr bool is_known_to_commute<std::bit_and<T>> = true;
template <class T>
inline constexpr bool is_known_to_commute<std::bit_or<T>> = true;
template <class T>
inline constexpr bool is_known_to_commute<std::bit_xor<T>> = true;

template <class Operator, class T>
concept Applicable = requires(T a, T b) {
  { Operator::apply(a, b) } -> std::convertible_to<T>;
};
/// `pram::Sum{}` and its like, a program's own CombiningOperator, or a function of two values: associative. Values are
/// combined in the order of their processes, so that it need not be commutative.
template <class Operator, class T>
concept Associative = Applicable<Operator, T> || std::is_invocable_r_v<T, const Operator&, const T&, const T&>;

/// Of values of type T.
template <class Operator, class T>
constexpr bool is_commutative() {
  if constexpr (requires { Operator::commutes; }) {
    return Operator::commutes;
  } else {
    return Applicable<Operator, T> || (std::is_arithmetic_v<T> && is_known_to_commute<Operator>);
  }
}

/// @param given  outlives the result
template <Transferable T, Associative<T> Operator>
Combination combination_of(const Operator& given) {
  const auto run = [](const void* with, std::byte* left, const std::byte* right, std::uint64_t count) {
    T* const to = reinterpret_cast<T*>(left);
    const T* const from = reinterpret_cast<const T*>(right);
    for (std::uint64_t k = 0; k < count; ++k) {
      if constexpr (Applicable<Operator, T>) {
        to[k] = Operator::apply(to[k], from[k]);
      } else {
        const Operator& op = *static_cast<const Operator*>(with);
        if constexpr (std::is_member_pointer_v<Operator>) {
          to[k] = (std::as_const(to[k]).*op)(from[k]);
        } else {
          to[k] = op(std::as_const(to[k]), from[k]);
        }
      }
    }
  };
  return {run, &given, is_commutative<Operator, T>()};
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
  /// Blocks of any sizes, empty ones too, by number.
  void send_block(std::uint64_t target, std::uint64_t block, std::span<const std::byte> bytes) const;
  /// After a sync: in the order in which the source has sent them, where none has come, it was empty.
  std::span<const std::byte> take_block(std::uint64_t source, std::uint64_t block);
  /// The first sync of the collective is one of the program's, too. Later ones leave the program's messages.
  Sync sync();
  /// The exchange of what follows in the same collective.
  Exchange continued() const;
  /// After a sync: what comes from a process. Sources are asked for in ascending order.
  std::span<const std::byte> take_any(std::uint64_t source);
  /// @throws Error: the source did not send so many bytes
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
  bool begun_ = false;   // there was a sync
  bool opened_ = false;  // since the last sync
  Queue<std::byte>::Iterator next_;
  Queue<std::byte>::Iterator last_;
};

/// The algorithm of gather, all-gather or all-to-all. @throws ConfigError as the operations' costs
CollectiveCost block_plan(Process self, Kind kind, const CollectiveOptions& options);
/// The blocks that a process gets, by source, by an algorithm that does not send each straight to its target.
/// @param blocks  for each process; but for all-to-all, one
Task<std::vector<std::vector<std::byte>>> exchange_blocks_by(Process self, Kind kind, CollectiveCost plan,
                                                             std::vector<std::span<const std::byte>> blocks,
                                                             std::optional<std::uint64_t> root, Where where);

/// Each process gives others blocks: straight, in one superstep, or as the options say.
/// @param block_for  the values for a process
/// @param root  the process that gets blocks; none: all do
template <Transferable T, class BlockFor>
Task<Blocks<T>> exchange_blocks(Process self, Kind kind, BlockFor block_for, std::optional<std::uint64_t> root,
                                CollectiveOptions options, Where where) {
  const CollectiveCost plan = block_plan(self, kind, options);
  if (plan.algorithm != Algorithm::one_phase) {
    std::vector<std::span<const std::byte>> given;
    for (std::uint64_t target = 0; target < (kind == Kind::all_to_all ? self.count() : 1); ++target)
      given.push_back(std::as_bytes(block_for(target)));
    const std::vector<std::vector<std::byte>> had =
        co_await exchange_blocks_by(self, kind, plan, std::move(given), root, where);
    Blocks<T> made;
    for (std::uint64_t source = 0; source < had.size(); ++source) {
      const std::vector<std::byte>& bytes = had[source];
      if (bytes.size() % sizeof(T) != 0)
        Exchange(self, kind, where).refuse(source, "values of " + std::to_string(sizeof(T)), bytes.size());
      made.add({reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)});
    }
    co_return made;
  }
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
void check_counts(Process self, std::uint64_t values, std::span<const std::uint64_t> counts, Where where);
/// @returns n / processes. @throws Error if that is not whole
std::uint64_t even_block(Process self, std::uint64_t values, Where where);

template <class Range>
concept ValuesInPlace = pram::detail::ContiguousRange<Range> && pram::detail::SizedRange<Range> &&
    Transferable<pram::detail::ValueOf<Range>> &&
    !std::is_const_v<std::remove_reference_t<pram::detail::ReferenceOf<Range>>>;
template <class T>
concept OneValue = Transferable<T> && !pram::detail::Range<T>;

template <ValuesInPlace Range>
Values values_of(Range& values) {
  using T = pram::detail::ValueOf<Range>;
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

}  // namespace pram::bsp::detail

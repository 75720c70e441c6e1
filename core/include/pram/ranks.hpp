#pragma once

#include <cstdint>
#include <source_location>
#include <string>
#include <type_traits>
#include <vector>

#include <pram/detail/ranks/from_rank_0.hpp>

/// Ranks: processes, on one host or several, that run one program together, as `mpirun -n 4 ./program` starts them.
/// Every rank runs the same host code; the processors of a pardo and the cells of arrays are divided among them.
/// Results, charges and ledgers are those of one process, to the bit.
namespace pram {

/// How many ranks run the program; 1: it is one process.
std::uint32_t ranks() noexcept;

/// The number of this one, from 0. A program that writes a file does so where it is 0.
std::uint32_t rank() noexcept;

/// What the ranks of a program have sent each other.
struct RankTraffic {
  std::uint32_t ranks = 1;
  std::uint64_t steps = 0;     ///< in which a request was for a cell of another rank
  std::uint64_t messages = 0;  ///< from rank to rank, of all ranks together
  std::uint64_t bytes = 0;     ///< in these

  bool operator==(const RankTraffic&) const = default;
};

/// What all ranks together had sent when they last did something together: the same on all. Sends nothing.
RankTraffic rank_traffic() noexcept;

/// Runs f() on rank 0 alone, and gives its value to all ranks: for time, random numbers of the host, files that one
/// host has, and whatever else would differ from rank to rank. What f() throws is thrown on all. With one rank it is
/// f().
///
/// @param f  returns nothing, a string, a value that is trivially copyable, or a vector of such values; it must not use
/// a
///           machine, as only one rank runs it
/// @throws what f() throws; Error if ranks part ways
template <class F>
std::invoke_result_t<const F&> from_rank_0(const F& f, std::source_location where = std::source_location::current()) {
  using Value = std::invoke_result_t<const F&>;
  if constexpr (std::is_void_v<Value>) {
    detail::bytes_from_rank_0(
        [&f] {
          f();
          return std::string();
        },
        where);
  } else if constexpr (std::is_same_v<Value, std::string>) {
    return detail::bytes_from_rank_0(f, where);
  } else {
    static_assert(
        detail::crosses_ranks<Value>,
        "from_rank_0(f): f returns nothing, a string, a trivially copyable value, or a vector of such values");
    const std::string bytes = detail::bytes_from_rank_0([&f] { return detail::bytes_of(f()); }, where);
    return detail::value_of<Value>(bytes);
  }
}

}  // namespace pram

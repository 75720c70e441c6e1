#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <pram/detail/bsp/records.hpp>

/// What gets and puts have in common as runs of them are served.
namespace pram::bsp::detail {

// Elements lie anywhere: first the entry of the block that a record goes to is fetched, then the element, each far
// enough ahead to hide a miss to memory.
inline constexpr std::size_t blocks_ahead = 32;
inline constexpr std::size_t elements_ahead = 16;

inline Word load(const std::byte* from, std::uint64_t bytes) {
  Word word = 0;
  std::memcpy(&word, from, bytes);
  return word;
}

/// 1 for what travels between two components, 0 for what stays on one.
/// @param component  per rank; null: a process a component
inline std::uint64_t leaves_component(const std::uint32_t* component, std::uint32_t from, std::uint32_t to) {
  return (component == nullptr ? from != to : component[from] != component[to]) ? 1 : 0;
}

/// Where the records end that follow a run and go to the same coarray.
template <class Record>
std::uint64_t end_of_same(const Runs<Record>& list, std::size_t run, std::size_t end, std::size_t& next) {
  for (next = run; next < end && !list.runs[next].wide && list.runs[next].subject == list.runs[run].subject;) ++next;
  return list.end_of(next - 1);
}

}  // namespace pram::bsp::detail

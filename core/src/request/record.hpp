#pragma once

#include <cstdint>

#include <pram/detail/operation.hpp>

/// Requests on their way: a record stands for one request, or for several of one address.
namespace pram::detail {

/// The species (array and operation) in the upper half, the cell's position in its array in the lower. Records of equal
/// address may merge.
using Address = std::uint64_t;

inline Address make_address(std::uint32_t species, std::uint32_t position) {
  return (Address{species} << 32) | position;
}
inline std::uint32_t species_of(Address address) { return static_cast<std::uint32_t>(address >> 32); }
inline std::uint32_t position_of(Address address) { return static_cast<std::uint32_t>(address); }

/// A record of a step in which all requests are reads from one line of the program.
struct ReadRecord {
  Address address;
  std::uint32_t home;    ///< the component that owns the cell
  std::uint32_t weight;  ///< requests that it stands for

  static constexpr bool carries_operand = false;
};

/// A record of any other step.
struct UpdateRecord {
  Address address;
  Word operand;  ///< combined so far; once merged into another record, what that one had before it
  std::uint32_t home;
  std::uint32_t weight;
  std::uint32_t processor;  ///< the winner so far
  std::uint32_t site;       ///< of the first request that it stands for

  static constexpr bool carries_operand = true;
};

}  // namespace pram::detail

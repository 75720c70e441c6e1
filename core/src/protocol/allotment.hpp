#pragma once

#include <cstdint>
#include <span>

/// Which components of a block are to take the records of which bin.
namespace pram::detail {

/// Records that a hash of their addresses puts together.
struct Bin {
  std::uint64_t records = 0;
  std::uint32_t first = 0;       ///< of the components allotted, within the block
  std::uint32_t components = 0;  ///< none for no records
};

/// Allots a block's components to bins: the least load at which a bin of more records has components of its own, as
/// many as a block that counts needs, and the others fit on single components, largest first (first fit decreasing).
/// @param least  no load below it is worth the spreading
/// @returns the load: records that one component takes at most
std::uint64_t allot(std::span<Bin> bins, std::uint32_t components, std::uint64_t least);

/// Where in its bin's components the record of number `place` goes.
std::uint32_t component_of(const Bin& bin, std::uint64_t load, std::uint64_t place);

}  // namespace pram::detail

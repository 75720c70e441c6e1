#pragma once

#include <cstdint>
#include <span>

/// Which components of a block are to take the records of which bin.
namespace pram::detail {

/// Records that a hash of their addresses puts together.
struct Bin {
  std::uint64_t records = 0;
  std::uint32_t first = 0;       ///< the first component allotted, within the block
  std::uint32_t components = 0;  ///< allotted; 0 if there are no records
};

/// Allots a block's components to bins at the least load that is possible. A bin of more records than the load has
/// components of its own, as many as a block that counts needs. The other bins share single components, the largest bin
/// first (first fit decreasing).
/// @param least  no load below it is worth the spreading
/// @returns the load: records that one component takes at most
std::uint64_t allot(std::span<Bin> bins, std::uint32_t components, std::uint64_t least);

/// The component, within the block, to which the record of number `place` of its bin goes.
std::uint32_t component_of(const Bin& bin, std::uint64_t load, std::uint64_t place);

}  // namespace pram::detail

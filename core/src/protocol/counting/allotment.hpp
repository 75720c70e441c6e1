#pragma once

#include <cstdint>
#include <span>

/// Which components of a block are to take the records of which part of them: a bin or a slot.
namespace pram::detail {

/// Records that a hash of their addresses puts together, and the components of the block that take them.
struct Portion {
  std::uint64_t records = 0;
  std::uint32_t first = 0;       ///< the first component allotted, within the block
  std::uint32_t components = 0;  ///< allotted; 0 if there are no records
  std::uint64_t offset = 0;      ///< by lay_out(): what the first component has of parts before this one
  std::uint64_t share = 0;       ///< by lay_out(): of the components' load
};

/// Allots components to parts in proportion to their records, each some of its own. No component takes more than the
/// least load that is possible; components that this leaves go to the parts that have the most for each.
/// @param components  at least as many as there are parts with records
/// @returns the load: records that one component takes at most
std::uint64_t share_out(std::span<Portion> parts, std::uint32_t components);

/// Lays parts out one after the other along the components, each of which takes the same load. A part that is larger
/// than the load has several components, and where nothing fits the rest of a component, a part begins there and goes
/// on in the next. As long as room is left over, such rests stay empty instead, since records of a part that is divided
/// come home twice. A part of many components gets more than its records, whose sources vary by chance.
/// @param least  no load below it is worth the spreading
/// @returns the load
std::uint64_t lay_out(std::span<Portion> parts, std::uint32_t components, std::uint64_t least);

/// The component, within the block, that takes a record of a part that was laid out: all sources of the block, in their
/// order, are shared out to the part's components.
/// @param source  place within the block, of `sources`
std::uint32_t component_of(const Portion& part, std::uint64_t load, std::uint64_t source, std::uint64_t sources);

}  // namespace pram::detail

#include "bsp/communication.hpp"

#include <string>

#include <pram/detail/missing_part.hpp>

#include "collectives/array_collectives.hpp"
#include "step/superstep.hpp"

/// The tool that is built first runs no BSP processes and moves no arrays by collectives: no program that does either
/// is linked.
namespace pram {

std::unique_ptr<Collectives> Network::collectives(std::uint32_t) { throw detail::MissingPart("collectives"); }

namespace detail {

CollectiveTotal ArrayCollectives::run(const CollectiveCall&, const ArrayHandle&, const ArrayHandle&) {
  throw MissingPart("collectives");
}

void SuperstepRunner::run(std::uint64_t, const Spawn&, const PardoCall&) { throw MissingPart("BSP processes"); }

}  // namespace detail

namespace bsp::detail {

using pram::detail::MissingPart;

std::string Communication::tag() const { throw MissingPart("BSP processes"); }
ProgramError::Facts Communication::failure_of(std::uint32_t) const { throw MissingPart("BSP processes"); }
std::uint64_t superstep_of(const Mailbox&) { throw MissingPart("BSP processes"); }

}  // namespace bsp::detail

}  // namespace pram

#include <memory>

#include <pram/detail/missing_part.hpp>

#include "routing/delivery.hpp"

/// What the tool that is built first has in place of chains and sorting: the phased delivery carries all steps.
namespace pram::detail {

bool has_chained_delivery() { return false; }

std::unique_ptr<Delivery> make_chained_delivery(WorkerTeam&, Network&, const PlannedProtocol&, std::uint64_t) {
  throw MissingPart("chains");
}

std::unique_ptr<Delivery> make_sorted_delivery(WorkerTeam&, RandomAccess&) { throw MissingPart("sorting"); }

}  // namespace pram::detail

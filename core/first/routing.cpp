#include <cstdint>
#include <memory>
#include <span>

#include <pram/detail/missing_part.hpp>

#include "routing/delivery.hpp"
#include "routing/ranked/ranked_delivery.hpp"

/// What the tool that is built first has in place of chains, sorting and ranks: the phased delivery carries all steps.
namespace pram::detail {

bool has_chained_delivery() { return false; }

std::unique_ptr<Delivery> make_chained_delivery(WorkerTeam&, Network&, const PlannedProtocol&, std::uint64_t) {
  throw MissingPart("chains");
}

std::unique_ptr<Delivery> make_sorted_delivery(WorkerTeam&, RandomAccess&, std::size_t) {
  throw MissingPart("sorting");
}

RankedDelivery::RankedDelivery(RankGroup& group, RankedSites& sites, WorkerTeam& asking, const Needs& needs)
    : group_(group),
      sites_(sites),
      asking_(asking),
      order_(group, asking.components, needs.everywhere),
      ordered_(needs.ordered) {
  throw MissingPart("several ranks");
}
void RankedDelivery::serve_by(WorkerTeam&, Delivery&) {}
void RankedDelivery::begin_run(std::uint64_t) {}
void RankedDelivery::merge(Step&) {}
void RankedDelivery::carry(Step&) {}
void RankedDelivery::serve(Step&) {}
void RankedDelivery::answer(Step&) {}
void RankedDelivery::undo() noexcept {}

void RankedSites::clear() {}

std::span<const OrderedRecord> RankedOrder::gather(std::span<const OrderedRecord>) { return {}; }
std::span<const OrderedAnswer> RankedOrder::answer(std::span<const std::uint32_t>) { return {}; }
MessageList RankedOrder::messages(bool) { return {}; }

}  // namespace pram::detail

#pragma once

#include <memory>

#include <pram/carrier.hpp>

namespace pram::detail {

/// Lets `fast`, which counts time in hops of equal duration, carry the batches whose messages are equally long, and an
/// event-driven carrier the others. Those must not be merged: what a merged message would be as long as is not said.
std::unique_ptr<Carrier> make_by_length(std::unique_ptr<Carrier> fast, std::shared_ptr<const Topology> topology,
                                        const CarrierOptions& options);

}  // namespace pram::detail

#pragma once

#include <memory>

#include <pram/machines/switching.hpp>

namespace pram::detail {

/// The options of the same switches without combining.
SwitchingOptions uncombined(SwitchingOptions options);

/// Carries batches of equally long messages by `fast`, which counts time in hops of equal duration, and all other
/// batches by an event-driven switching technique. Messages of different lengths are not merged, as the length of a
/// merged message is not defined: where switches combine, only batches without keys may have several lengths.
std::unique_ptr<Switching> make_by_length(std::unique_ptr<Switching> fast, std::shared_ptr<const Topology> topology,
                                          const SwitchingOptions& options);

}  // namespace pram::detail

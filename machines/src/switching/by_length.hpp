#pragma once

#include <memory>

#include <pram/machines/switching.hpp>

namespace pram::detail {

/// Lets `fast`, which counts time in hops of equal duration, carry the batches whose messages are equally long, and an
/// event-driven switching technique the others. Those must not be merged: what a merged message would be as long as is
/// not said.
std::unique_ptr<Switching> make_by_length(std::unique_ptr<Switching> fast, std::shared_ptr<const Topology> topology,
                                          const SwitchingOptions& options);

}  // namespace pram::detail

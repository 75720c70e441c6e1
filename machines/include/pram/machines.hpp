#pragma once

namespace pram {

/// Registers what this folder bundles: networks in networks(), topologies in topologies(), algorithms in
/// collective_algorithms(). A second call does no harm.
void register_machines();

}  // namespace pram

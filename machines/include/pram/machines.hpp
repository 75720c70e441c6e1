#pragma once

namespace pram {

/// Registers the bundled networks in networks(), topologies in topologies(), and algorithms in collective_algorithms().
/// A second call has no effect.
void register_machines();

}  // namespace pram

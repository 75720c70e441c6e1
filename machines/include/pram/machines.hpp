#pragma once

namespace pram {

/// Enters the networks of this folder into networks(), and its topologies into topologies(). Doing it twice does no
/// harm.
void register_machines();

}  // namespace pram

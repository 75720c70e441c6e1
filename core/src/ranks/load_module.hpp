#pragma once

#include <string>

#include <pram/detail/ranks/rank_module.hpp>

namespace pram::detail {

/// Loads the module that starts ranks by MPI: what PRAM_MPI_MODULE names, or else libpram-mpi.so beside the executable
/// or the library that this code stands in, where it was installed, and where the loader looks.
/// @param fault  becomes what the loader says, if it returns null
StartRanks load_rank_module(std::string& fault);

}  // namespace pram::detail

#pragma once

#include <algorithm>
#include <cstdlib>

#include "rank_group.hpp"

namespace pram::detail {

/// How many ranks of the program share this host, as the launcher says; 1 where it does not say, or there are no ranks.
inline unsigned ranks_on_host() {
  if (ranks_here() == nullptr) return 1;
  for (const char* const name : {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"}) {
    if (const char* const text = std::getenv(name))
      return static_cast<unsigned>(std::clamp(std::strtol(text, nullptr, 10), 1L, 4096L));
  }
  return 1;
}

}  // namespace pram::detail

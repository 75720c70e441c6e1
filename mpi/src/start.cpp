#include <mpi.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>

#include "mpi_transport.hpp"

namespace pram::mpi {

namespace {

/// How many ranks the launcher has started on this host; 0: it does not say.
long ranks_on_host() {
  for (const char* name : {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"}) {
    if (const char* const text = std::getenv(name)) return std::strtol(text, nullptr, 10);
  }
  return 0;
}

/// Variables that MPI reads when it starts. What the user has set stays.
void set_up(bool more_ranks_than_processors) {
  // Without a value Open MPI leaves signals alone, and a crash prints no stack beside what the launcher says.
  ::setenv("OMPI_MCA_opal_signal", "", 0);
  if (more_ranks_than_processors) ::setenv("OMPI_MCA_mpi_yield_when_idle", "1", 0);
}

detail::LaunchedTransport* start() {
  const bool more_ranks_than_processors = ranks_on_host() > ::sysconf(_SC_NPROCESSORS_ONLN);
  set_up(more_ranks_than_processors);
  int provided = 0;
  // A machine may live on another thread than that of main(), and calls of several threads never overlap.
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  return new MpiTransport(more_ranks_than_processors);
}

}  // namespace

}  // namespace pram::mpi

extern "C" [[gnu::visibility("default")]] pram::detail::LaunchedTransport* pram_start_ranks(std::uint32_t interface) {
  if (interface != pram::detail::rank_module_interface) return nullptr;
  return pram::mpi::start();
}

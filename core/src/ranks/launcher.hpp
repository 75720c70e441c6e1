#pragma once

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace pram::detail {

/// How a launcher of MPI programs has started this process.
struct Launched {
  std::uint64_t ranks = 1;
  std::uint64_t rank = 0;
};

/// What launchers tell their processes: mpirun of Open MPI, of MPICH, and Slurm's srun. Slurm's numbers of tasks also
/// stand in batch scripts, which are no rank, and so have no number among the ranks.
struct LauncherVariables {
  const char* ranks;
  const char* rank;
};
inline constexpr LauncherVariables launcher_variables[] = {{"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
                                                           {"PMI_SIZE", "PMI_RANK"},
                                                           {"SLURM_STEP_NUM_TASKS", "PMIX_RANK"},
                                                           {"SLURM_NTASKS", "PMIX_RANK"}};

/// @returns whether the variable is there and a number
inline bool read_launcher_variable(const char* name, std::uint64_t& number) noexcept {
  const char* const text = std::getenv(name);
  if (text == nullptr) return false;
  const char* const end = text + std::strlen(text);
  const auto [at, fault] = std::from_chars(text, end, number);
  return fault == std::errc() && at == end;
}

/// @returns one rank where no launcher has started the process
inline Launched launched_by() noexcept {
  for (const LauncherVariables& variables : launcher_variables) {
    Launched how;
    if (read_launcher_variable(variables.ranks, how.ranks) && read_launcher_variable(variables.rank, how.rank))
      return how;
  }
  return {};
}

}  // namespace pram::detail

#include "conformance.hpp"

#include <pram/programs/check.hpp>
#include "conformance/configurations.hpp"
#include "support.hpp"

namespace pram::testing {

std::vector<std::string> broken_promises(const programs::Program& program) {
  constexpr std::uint32_t components = 16;
  constexpr struct {
    std::uint64_t largest_size;
    std::size_t machines;
  } sweeps[] = {{8, 3}, {32, 4}, {128, 32}, {1024, 32}};  // by Size
  const auto sweep = sweeps[static_cast<std::size_t>(size())];
  return programs::check_program(program, {.seed = seed(),
                                           .largest_size = sweep.largest_size,
                                           .machines = sweep.machines,
                                           .components = components,
                                           .every_claim = true,
                                           .networks = conformance::all_networks(components),
                                           .accesses = conformance::all_accesses(components, seed())})
      .broken;
}

}  // namespace pram::testing

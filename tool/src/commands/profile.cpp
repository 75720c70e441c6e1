#include "../options/run.hpp"

#include "../command_line/command.hpp"
#include "../request/sweeps.hpp"
#include "../runs/single_run.hpp"
#include "../tool_name.hpp"

namespace pram::tool {

namespace {

constexpr auto profile_options = joined(option::run, option::plots);

int profile(const CommandLine& line) {
  refuse_sweep(line.options, named("one run to profile: pram run and pram compare do sweeps"));
  return run_once(line, true);
}

}  // namespace

extern const Command profile_command = {.examples = R"(Examples:
  pram profile connected-components
  pram profile list-ranking-wyllie --n 1e5 --access direct
  pram profile histogram --network router:g=2,l=10 --json profile.json)",
                                        .operand = &option::program,
                                        .options = profile_options,
                                        .on_ranks = true,
                                        .run = profile};

}  // namespace pram::tool

#include "../options/run.hpp"

#include "../command_line/command.hpp"
#include "../parts.hpp"
#include "../request/sweeps.hpp"
#include "../runs/single_run.hpp"
#include "../runs/sweep.hpp"

namespace pram::tool {

namespace {

int run(const CommandLine& line) {
  if (is_sweep(line.options)) return needed(tool_parts.sweep, "a sweep")(line, {});
  return run_once(line, false);
}

}  // namespace

extern const Command run_command = {.examples = R"(Examples:
  pram run prefix-sums --n 2^20 --components 1024
  pram run connected-components --input graph.txt --output labels.txt
  seq 1 1000 | pram run prefix-sums --input - --output -)",
                                    .operand = &option::program,
                                    .options = option::run,
                                    .on_ranks = true,
                                    .run = run};

}  // namespace pram::tool

#include <array>

#include <pram/perf/runs/scale.hpp>
#include <pram/programs/program.hpp>
#include "../command_line/command.hpp"
#include "../options/input.hpp"
#include "../options/machine.hpp"
#include "../options/output.hpp"
#include "../runs/sweep.hpp"

namespace pram::tool {

namespace {

namespace scale_option {

constexpr Option<std::string> sizes = {
    {.flag = "--n",
     .value = "A..B",
     .group = "Input",
     .help = "sizes A, 2A, 4A, … up to B: numbers, or edges of a graph; may be written 2^8..2^18 (up to the program's "
             "usual size)",
     .brief = "sizes, as 2^8..2^18 (up to the program's usual size)"}};

}  // namespace scale_option

constexpr auto scale_options = joined(std::array<ListedOption, 6>{scale_option::sizes, option::shape, option::seed,
                                                                  option::seeds, option::load, option::components},
                                      option::one_place, option::machine, std::array<ListedOption, 1>{option::ranks},
                                      option::report_places("costs and fits"),
                                      std::array<ListedOption, 2>{{{option::resume, "the runs"}, option::no_lints}});

int scale(const CommandLine& line) {
  const programs::Program& program = programs::find_program(*line.operand);
  SweepKind kind;
  kind.usual_sizes = true;
  kind.has_lints = true;
  const auto costs = [&](const perf::Sweep& runs) {
    perf::ScaledSweep sweep = perf::scaled_sweep(runs, program);
    sweep.lints = !line.options[option::no_lints];
    return sweep;
  };
  kind.report = [&](const perf::Sweep& runs) { return perf::scale_report(costs(runs), program); };
  kind.page = [&](const perf::Sweep& runs) { return perf::scale_page(costs(runs), program); };
  return sweep(line, kind);
}

}  // namespace

extern const Command scale_command = {.examples = R"(Examples:
  pram scale prefix-sums --n 2^8..2^18
  pram scale connected-components --n 2^6..2^14 --shape path --components 64
  pram scale quicksort --n 2^6..2^12 --seeds 1..10 --csv costs.csv)",
                                      .operand = &option::program,
                                      .options = scale_options,
                                      .on_ranks = true,
                                      .run = scale};

}  // namespace pram::tool

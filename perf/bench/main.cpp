#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "large_programs.hpp"
#include "ranks/ranks.hpp"
#include "summary/summary.hpp"

/// The benchmarks, by Google Benchmark's options; with --summary first, the summary; with --ranks R, ranks beside host
/// threads. Programs on large inputs take minutes, so that they run only if a filter is given.
int main(int argc, char** argv) {
  if (argc > 1 && std::string(argv[1]) == "--summary")
    return pram::bench::summarise(std::vector<std::string>(argv + 2, argv + argc));
  if (argc > 1 && std::string(argv[1]) == "--ranks")
    return pram::bench::compare_ranks_by_command(std::vector<std::string>(argv + 2, argv + argc));
  if (argc > 1 && std::string(argv[1]) == "--rank-figures")
    return pram::bench::print_rank_figures(std::vector<std::string>(argv + 2, argv + argc));
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  if (!benchmark::GetBenchmarkFilter().empty()) pram::bench::register_large_programs();
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

#include <pram/perf/combining_tables.hpp>

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <thread>

#include <pram/fork_join.hpp>
#include <pram/pram.hpp>
#include "../parts/part.hpp"

namespace pram::perf {

namespace {

constexpr std::uint32_t table_components = 4096;
constexpr std::uint32_t table_requests_each = 32;

// Runs that one machine makes, one after the other: the same for any number of threads.
constexpr std::uint64_t block_runs = 20;

/// Charges of several runs, phase by phase.
struct Sums {
  std::vector<double> phases;
  double total = 0;
  double squares = 0;
  std::uint64_t runs = 0;

  void add(const StepRecord& step) {
    phases.resize(std::max(phases.size(), step.phases.size()));
    for (std::size_t k = 0; k < step.phases.size(); ++k) phases[k] += static_cast<double>(step.phases[k].charge);
    const auto charge = static_cast<double>(step.charge);
    total += charge;
    squares += charge * charge;
    ++runs;
  }

  void add(const Sums& other) {
    phases.resize(std::max(phases.size(), other.phases.size()));
    for (std::size_t k = 0; k < other.phases.size(); ++k) phases[k] += other.phases[k];
    total += other.total;
    squares += other.squares;
    runs += other.runs;
  }

  PatternCharge mean() const {
    PatternCharge charge;
    const auto n = static_cast<double>(runs);
    for (const double phase : phases) charge.phases.push_back(phase / n);
    charge.mean = total / n;
    charge.deviation = runs < 2 ? 0 : std::sqrt(std::max(0.0, (squares - total * total / n) / (n - 1)));
    return charge;
  }
};

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Sums, phases, total, squares, runs)

/// A pattern is a PRAM step: every processor adds to the cell of its group.
Sums run_block(std::uint32_t components, std::uint32_t requests_each, std::uint32_t degree, const std::string& basis,
               std::uint64_t runs, std::uint64_t seed) {
  Machine machine(
      {.components = components, .network = "router", .access = "combining:" + basis, .threads = 1, .seed = seed});
  const std::uint64_t requests = std::uint64_t{components} * requests_each;
  const std::uint64_t groups = (requests + degree - 1) / degree;
  std::vector<Array<std::uint64_t>> cells;  // an array a run: each has hash values of its own
  for (std::uint64_t run = 0; run < runs; ++run) cells.push_back(machine.array<std::uint64_t>(groups, 0, "groups"));
  machine.pardo(requests, [&](Processor self) -> Task<> {
    const std::uint64_t request = self.id() % requests_each * components + self.id() / requests_each;
    const std::uint64_t group = request / degree;
    for (const Array<std::uint64_t>& fresh : cells) co_await fresh[group].add(1);
  });
  Sums sums;
  for (const StepRecord& step : machine.ledger().step_records()) sums.add(step);
  return sums;
}

std::uint64_t block_seed(std::uint64_t seed, std::uint64_t cell, std::uint64_t block) {
  return (seed * 1'000'003 + cell) * 1'000'003 + block + 1;
}

}  // namespace

PatternCharge measure_pattern(std::uint32_t components, std::uint32_t requests_each, std::uint32_t degree,
                              const std::string& basis, std::uint64_t runs, std::uint64_t seed) {
  Sums sums;
  for (std::uint64_t first = 0; first < runs; first += block_runs) {
    sums.add(run_block(components, requests_each, degree, basis, std::min(block_runs, runs - first),
                       block_seed(seed, 0, first)));
  }
  return sums.mean();
}

std::vector<CombiningTable> combining_tables(const TablesRequest& request) {
  std::vector<CombiningTable> tables = paper_tables();
  std::vector<TableCell*> cells;
  for (CombiningTable& table : tables) {
    for (TableCell& cell : table.cells) cells.push_back(&cell);
  }
  const std::uint64_t blocks = (request.runs + block_runs - 1) / block_runs;
  std::vector<std::vector<Sums>> sums(cells.size(), std::vector<Sums>(blocks));
  std::mutex reporting;
  std::uint64_t done = 0;
  std::atomic<bool> stopped = false;
  const auto work = [&](std::size_t item) {
    if (stopped) return;
    const std::size_t cell = item / blocks;
    const std::uint64_t block = item % blocks;
    const std::uint64_t runs = std::min(block_runs, request.runs - block * block_runs);
    sums[cell][block] = part<Sums>(request.parts, fmt::format("cell {}, block {}", cell, block), [&] {
      return run_block(table_components, table_requests_each, cells[cell]->degree, cells[cell]->basis, runs,
                       block_seed(request.seed, cell, block));
    });
    const std::scoped_lock lock(reporting);
    done += runs;
    if (request.progress && !request.progress(done, request.runs * cells.size())) stopped = true;
  };
  const unsigned threads = request.threads != 0 ? request.threads : std::max(1U, std::thread::hardware_concurrency());
  tbb::task_arena arena(
      static_cast<int>(std::min(threads, static_cast<unsigned>(tbb::this_task_arena::max_concurrency()))));
  try {
    arena.execute([&] { tbb::parallel_for(std::size_t{0}, cells.size() * blocks, ForkJoin(work)); });
  } catch (const Interrupted&) {  // within a block: the others count
  }

  const double distinct = expected_largest_bin(std::uint64_t{table_components} * table_requests_each, table_components);
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    Sums all;
    for (const Sums& block : sums[cell]) all.add(block);
    if (all.runs == 0) continue;
    const PatternCharge charge = all.mean();
    for (const double phase : charge.phases) cells[cell]->phases.push_back(phase / distinct);
    cells[cell]->measured = charge.mean / distinct;
    cells[cell]->stderr_ = charge.deviation / distinct / std::sqrt(static_cast<double>(all.runs));
    cells[cell]->runs = all.runs;
  }
  return tables;
}

}  // namespace pram::perf

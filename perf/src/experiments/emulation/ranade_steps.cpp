#include "ranade_steps.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <random>
#include <span>

#include <pram/detail/routing/random_access.hpp>
#include <pram/machines/detail/ranade.hpp>

namespace pram::perf {

namespace {

RanadeCounts counts_of(std::uint64_t rows, const RanadeOptions& options, std::span<const AccessRequest> requests) {
  const auto emulation = make_ranade_emulation(static_cast<std::uint32_t>(rows), options);
  emulation->write(requests, [](std::span<AccessArrival>) {});
  return emulation->counts();
}

void measure(RanadeRow& row, const RanadeTableRequest& request) {
  std::vector<AccessRequest> requests(row.rows * row.requests);
  for (std::uint64_t run = 0; run < request.runs; ++run) {
    std::mt19937_64 random(request.seed + run);
    for (std::size_t k = 0; k < requests.size(); ++k) {
      requests[k].address = k;
      requests[k].home = static_cast<std::uint32_t>(random() % row.rows);
    }
    RanadeOptions options{.buffers = static_cast<std::uint32_t>(row.buffers)};
    const RanadeCounts counts = counts_of(row.rows, options, requests);
    options.keys = RanadeOptions::Keys::last;
    row.last.add(static_cast<double>(counts_of(row.rows, options, requests).steps));
    row.fewest = run == 0 ? counts.steps : std::min(row.fewest, counts.steps);
    row.steps.add(static_cast<double>(counts.steps));
    row.ghosts.add(static_cast<double>(counts.ghosts) / static_cast<double>(counts.crossings));
    row.largest_queue = std::max(row.largest_queue, counts.largest_queue);
  }
}

RanadeHotRow hot_row(std::uint64_t rows) {
  const std::vector<AccessRequest> requests(rows, {.address = 0, .home = static_cast<std::uint32_t>(rows / 2)});
  const RanadeCounts counts = counts_of(rows, {}, requests);
  const RanadeCounts apart = counts_of(rows, {.merge = RanadeOptions::Merge::no}, requests);
  return {rows, counts.steps, counts.merges, counts.crossings, apart.steps};
}

}  // namespace

double RanadeRow::of_logarithm() const { return steps.mean() / static_cast<double>(std::bit_width(rows) - 1); }

RanadeTables ranade_tables(const RanadeTableRequest& request) {
  RanadeTables tables{request, {}, {}};
  std::vector<RanadeRow> to_do;
  for (std::uint64_t rows = 64; rows <= request.most_rows; rows *= 4) {
    for (const std::uint64_t requests : {1U, 8U}) {
      for (const std::uint64_t buffers : {2U, 4U, 8U})
        to_do.push_back({.rows = rows, .requests = requests, .buffers = buffers});
    }
  }
  for (RanadeRow& row : to_do) {
    if (request.progress && !request.progress(tables.distinct.size(), to_do.size())) return tables;
    measure(row, request);
    tables.distinct.push_back(row);
    if (tables.one_cell.empty() || tables.one_cell.back().rows != row.rows)
      tables.one_cell.push_back(hot_row(row.rows));
  }
  return tables;
}

}  // namespace pram::perf

#include "hash_tables.hpp"

#include <fmt/format.h>

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <mutex>

#include <pram/detail/fork_join.hpp>
#include <pram/detail/random/hash_family.hpp>
#include <pram/detail/random/seeded_hash.hpp>
#include <pram/error.hpp>
#include <pram/network/poll.hpp>
#include <pram/perf/experiment.hpp>
#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/text.hpp>
#include "parts/part.hpp"

namespace pram::perf {

namespace {

/// A set of keys by number.
struct KeySet {
  const char* name;
  std::uint64_t (*key)(std::uint64_t number, std::uint64_t side, std::uint64_t seed);
};

constexpr std::uint64_t twentieth_power_of_3 = 3'486'784'401;

// Strides are those of arrays of large records, and of tables of tables; 2^47 leaves 2^17 keys in 64 bits.
constexpr KeySet key_sets[] = {
    {"consecutive", [](std::uint64_t number, std::uint64_t, std::uint64_t) { return number; }},
    {"stride 2^12", [](std::uint64_t number, std::uint64_t, std::uint64_t) { return number << 12; }},
    {"stride 2^40", [](std::uint64_t number, std::uint64_t, std::uint64_t) { return number << 40; }},
    {"stride 2^47", [](std::uint64_t number, std::uint64_t, std::uint64_t) { return number << 47; }},
    {"stride 3^20", [](std::uint64_t number, std::uint64_t, std::uint64_t) { return number * twentieth_power_of_3; }},
    {"grid a 2^32 + b",
     [](std::uint64_t number, std::uint64_t side, std::uint64_t) { return (number / side << 32) + number % side; }},
    {"random", [](std::uint64_t number, std::uint64_t, std::uint64_t seed) { return seeded_hash(number, ~seed); }},
};

constexpr const char* measured_families[] = {"multiply-shift", "k-wise:2",   "k-wise:3",
                                             "k-wise:5",       "tabulation", "xxh3"};

std::vector<std::uint64_t> keys_of(const KeySet& set, std::uint64_t count, std::uint64_t seed) {
  const auto side = static_cast<std::uint64_t>(std::ceil(std::sqrt(static_cast<double>(count))));
  std::vector<std::uint64_t> keys(count);
  for (std::uint64_t number = 0; number < count; ++number) keys[number] = set.key(number, side, seed);
  return keys;
}

/// The largest bin of each run.
std::vector<std::uint64_t> largest_bins(const HashTablesRequest& request, const KeySet& set,
                                        const std::string& family) {
  std::vector<std::uint64_t> largest;
  std::vector<std::uint32_t> bin(request.keys);
  std::vector<std::uint64_t> loads(request.bins);
  std::vector<std::uint64_t> keys;
  for (std::uint64_t run = 0; run < request.runs; ++run) {
    poll();
    const std::uint64_t seed = seeded_hash(run, request.seed);
    if (run == 0 || std::string_view(set.name) == "random") keys = keys_of(set, request.keys, seed);
    pram::detail::draw_hash(Spec(family), seed)->choose(keys, request.bins, bin.data());
    std::ranges::fill(loads, 0);
    for (const std::uint32_t b : bin) ++loads[b];
    largest.push_back(*std::ranges::max_element(loads));
  }
  std::ranges::sort(largest);
  return largest;
}

}  // namespace

std::vector<HashRow> hash_rows(const HashTablesRequest& request) {
  std::vector<HashRow> rows;
  std::vector<const KeySet*> sets;
  for (const KeySet& set : key_sets) {
    for (const char* const family : measured_families) {
      rows.push_back({set.name, family});
      sets.push_back(&set);
    }
  }
  std::vector<std::uint8_t> made(rows.size(), 0);
  std::mutex reporting;
  std::uint64_t done = 0;
  std::atomic<bool> stopped = false;
  const auto measure = [&](std::size_t k) {
    if (stopped) return;
    HashRow& row = rows[k];
    const auto largest = part<std::vector<std::uint64_t>>(request.parts, fmt::format("{}, {}", row.keys, row.family),
                                                          [&] { return largest_bins(request, *sets[k], row.family); });
    double sum = 0;
    for (const std::uint64_t one : largest) sum += static_cast<double>(one);
    row.mean = sum / static_cast<double>(largest.size());
    row.high = largest.at((largest.size() * 99 + 99) / 100 - 1);
    row.worst = largest.back();
    made[k] = 1;
    const std::scoped_lock lock(reporting);
    if (request.progress && !request.progress(++done, rows.size())) stopped = true;
  };
  try {
    tbb::parallel_for(std::size_t{0}, rows.size(), ForkJoin(measure), tbb::simple_partitioner());
  } catch (const Interrupted&) {  // within a row: the others count
  }
  std::size_t kept = 0;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (made[k] != 0) std::swap(rows[kept++], rows[k]);
  }
  rows.resize(kept);
  return rows;
}

Report hash_report(const HashTablesRequest& request, const std::vector<HashRow>& rows) {
  using Row = HashRow;
  Report report;
  report.data("keys", request.keys);
  report.data("bins", request.bins);
  report.data("runs", request.runs);
  report.data("seed", request.seed);
  report.add(Fields<Row>()
                 .add("keys", "keys", &Row::keys, plain, Shown::where_it_changes)
                 .add("family", "family", &Row::family, plain)
                 .add("mean", "mean", &Row::mean, [](double mean) { return fmt::format("{:.1f}", mean); })
                 .add("high", "99 %", &Row::high, with_separators)
                 .add("worst", "worst", &Row::worst, with_separators)
                 .table("largest_bins",
                        fmt::format("Largest of {} bins with {} keys, {} functions of each family",
                                    with_separators(request.bins), with_separators(request.keys), request.runs),
                        rows));
  report.note(
      "A random function of 131,072 keys has 54.4 in the largest of 4,096 bins, in the mean. On keys in progression "
      "multiply-shift and k-wise:2 deal more evenly than that in the mean, and far less evenly for some functions. "
      "k-wise from 3 on, tabulation and XXH3 are as good as random on all sets.");
  return report;
}

extern const Experiment hash_families_experiment = {
    "hash-families",
    "How evenly families of hash functions deal keys: the largest bin, mean and worst",
    {{"--keys", "V", "keys (131072)", std::uint64_t{1} << 17, 1, std::uint64_t{1} << 24},
     {"--components", "P", "bins (4096)", 4096, 1, std::uint64_t{1} << 20},
     {"--runs", "R", "functions of each family (400)", 400, 1},
     {"--seed", "S", "seed of the functions (1)", 1}},
    [](const ExperimentRequest& asked) {
      HashTablesRequest request;
      request.keys = asked.number("--keys");
      request.bins = static_cast<std::uint32_t>(asked.number("--components"));
      request.runs = asked.number("--runs");
      request.seed = asked.number("--seed");
      request.progress = asked.progress;
      request.parts = asked.parts;
      return hash_report(request, hash_rows(request));
    }};

}  // namespace pram::perf

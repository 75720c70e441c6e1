#include <benchmark/benchmark.h>
#include <oneapi/tbb/concurrent_hash_map.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_sort.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <pram/access.hpp>
#include <pram/network.hpp>
#include <pram/perf/patterns/pattern_engine.hpp>
#include <pram/pram.hpp>

/// 2^22 requests in three phases of combining, merged at their sources and delivered as one sum for each address,
/// beside what a user would do by hand with oneTBB on the same keys in the same order: group-by-sum.
namespace {

using namespace pram;
using namespace pram::perf;

constexpr std::uint32_t components = 4096;
constexpr std::uint64_t pattern_requests = std::uint64_t{1} << 22;

/// The pattern of that name; made once, for making it is no part of what is measured.
const RequestPattern& pattern_of(const std::string& name) {
  static std::map<std::string, RequestPattern> made;
  const auto known = made.find(name);
  if (known != made.end()) return known->second;
  const PatternSize size{components, pattern_requests, Requesters::random};
  const PatternSource source = name == "zipf" ? zipf_pattern(size, 1) : degree_pattern(size, std::stoull(name));
  return made.emplace(name, source.make(1)).first->second;
}

/// The sums that every method must find, by address.
std::vector<std::uint32_t> sums_of(const RequestPattern& pattern) {
  std::vector<std::uint32_t> sums(pattern.addresses);
  for (const std::uint32_t address : pattern.address) ++sums[address];
  std::erase(sums, 0U);
  return sums;
}

void check(const std::vector<std::uint32_t>& found, const RequestPattern& pattern) {
  if (found != sums_of(pattern)) throw std::logic_error("a sum is not that of its requests");
}

void count_items(benchmark::State& state) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(pattern_requests));
}

/// Merging at the sources, then every phase, charged forth and back.
void by_engine(benchmark::State& state, const std::string& name) {
  const RequestPattern& pattern = pattern_of(name);
  const auto access = access_protocols().make("combining:32,16,8", components);
  const auto network = networks().make("router", components);
  SourceMerge merge;
  PatternEngine engine;
  std::uint64_t charge = 0;
  const auto threads = static_cast<unsigned>(state.range(0));
  tbb::task_arena arena(static_cast<int>(threads));
  for (auto _ : state) {
    arena.execute([&] {
      const PatternRecords& records = merge(pattern, 1, threads);
      charge = 0;
      for (const PatternPhase& phase : engine.run(*access, *network, records, 1, threads)) charge += phase.charge;
    });
  }
  check(engine.delivered(), pattern);
  state.counters["charge"] = static_cast<double>(charge);
  count_items(state);
}

void by_parallel_sort(benchmark::State& state, const std::string& name) {
  const RequestPattern& pattern = pattern_of(name);
  tbb::task_arena arena(static_cast<int>(state.range(0)));
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs(pattern_requests);
  std::vector<std::uint32_t> sums;
  for (auto _ : state) {
    arena.execute([&] {
      tbb::parallel_for(std::uint64_t{0}, pattern_requests, [&](std::uint64_t k) {
        pairs[k] = {pattern.address[k], 1};
      });
      tbb::parallel_sort(pairs.begin(), pairs.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    });
    sums.clear();
    for (std::uint64_t k = 0; k < pattern_requests; ++k) {
      if (k == 0 || pairs[k].first != pairs[k - 1].first) sums.push_back(0);
      sums.back() += pairs[k].second;
    }
  }
  check(sums, pattern);
  count_items(state);
}

void by_concurrent_hash_map(benchmark::State& state, const std::string& name) {
  const RequestPattern& pattern = pattern_of(name);
  tbb::task_arena arena(static_cast<int>(state.range(0)));
  using Map = tbb::concurrent_hash_map<std::uint32_t, std::uint32_t>;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
  for (auto _ : state) {
    Map sums;
    arena.execute([&] {
      tbb::parallel_for(std::uint64_t{0}, pattern_requests, [&](std::uint64_t k) {
        Map::accessor entry;
        sums.insert(entry, pattern.address[k]);
        ++entry->second;
      });
    });
    state.PauseTiming();
    found.assign(sums.begin(), sums.end());
    state.ResumeTiming();
  }
  std::ranges::sort(found);
  std::vector<std::uint32_t> sums;
  for (const auto& [address, sum] : found) sums.push_back(sum);
  check(sums, pattern);
  count_items(state);
}

const bool patterns_registered = [] {
  for (const char* const name : {"1", "64", "4096", "zipf"}) {
    const std::string kind = std::string("patterns_4M/") + (*name == 'z' ? "zipf" : "degree_" + std::string(name));
    const auto add = [&](const std::string& way, void (*run)(benchmark::State&, const std::string&)) {
      auto* const made = benchmark::RegisterBenchmark(
          (kind + "/" + way).c_str(),
          [run, pattern = std::string(name)](benchmark::State& state) { run(state, pattern); });
      made->Unit(benchmark::kMillisecond)->UseRealTime()->ArgName("threads")->Arg(1)->Arg(2);
    };
    add("engine", by_engine);
    add("tbb_parallel_sort", by_parallel_sort);
    add("tbb_concurrent_hash_map", by_concurrent_hash_map);
  }
  return true;
}();

}  // namespace

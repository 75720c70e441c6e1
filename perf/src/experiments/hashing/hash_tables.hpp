#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <pram/perf/finished_parts.hpp>
#include <pram/perf/report.hpp>

/// How evenly families of hash functions deal sets of keys: the largest bin.
namespace pram::perf {

struct HashTablesRequest {
  std::uint64_t keys = std::uint64_t{1} << 17;
  std::uint32_t bins = 4096;
  std::uint64_t runs = 400;  ///< functions drawn of each family
  std::uint64_t seed = 1;
  std::function<bool(std::uint64_t done, std::uint64_t of)> progress;
  FinishedParts* parts = nullptr;  ///< finished measurements, and where new ones are kept; null: none is kept
};

/// One family on one set of keys: the largest bin over the runs.
struct HashRow {
  std::string keys;    ///< "stride 2^12"
  std::string family;  ///< "k-wise:5"
  double mean = 0;
  std::uint64_t high = 0;   ///< the least number that 99 % of the runs do not exceed
  std::uint64_t worst = 0;  ///< of all runs
};

std::vector<HashRow> hash_rows(const HashTablesRequest& request);

Report hash_report(const HashTablesRequest& request, const std::vector<HashRow>& rows);

}  // namespace pram::perf

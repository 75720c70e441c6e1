#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include <pram/perf/finished_parts.hpp>
#include <pram/perf/report.hpp>

/// h-relations on the optical crossbar beside e h, to which thinning comes for large h (Geréb-Graus and Tsantilas,
/// SPAA 1992).
namespace pram::perf {

struct OpticalRequest {
  std::uint32_t most_components = 1024;  ///< p runs over the powers of four from 64 on
  std::uint64_t runs = 10;
  std::uint64_t seed = 1;
  std::function<bool(std::uint64_t done, std::uint64_t of)> progress;
  FinishedParts* parts = nullptr;  ///< finished measurements, and where new ones are kept; null: none is kept
};

/// Random h-relations among p components: cycles, means over the runs.
struct OpticalRow {
  std::uint32_t components = 0;  ///< p
  std::uint32_t h = 0;           ///< messages that each component sends and receives
  const char* what = "";         ///< h as a function of p: "log p"
  double thinning = 0;
  double thinning_error = 0;  ///< standard error
  double backoff = 0;
  double backoff_error = 0;

  double thinning_of_h() const { return thinning / h; }
  double backoff_of_h() const { return backoff / h; }
};

/// Measures h = 1, log log p, log p, log p log log p and p, logarithms to base 2 rounded up.
std::vector<OpticalRow> optical_rows(const OpticalRequest& request);

/// JSON: {version, relations: [{components, h, what, thinning, thinning_error, thinning_of_h, backoff, …}], …}.
Report optical_report(const std::vector<OpticalRow>& rows);

}  // namespace pram::perf

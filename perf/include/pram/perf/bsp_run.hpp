#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <pram/ledger.hpp>
#include <pram/perf/report.hpp>

namespace pram::perf {

/// A run of a BSPlib program, as its own process has recorded it.
struct BspRun {
  std::string program;
  std::uint32_t components = 0;
  std::string network;
  std::string rule;
  std::uint64_t threads = 0;
  std::uint64_t seed = 0;
  std::uint64_t processes = 0;   ///< most of one bsp_begin
  std::uint64_t supersteps = 0;  ///< with and without a record
  std::uint64_t charge = 0;
  bool interrupted = false;
  double seconds = 0;  ///< of the host, from bsp_begin to bsp_end
  std::vector<SuperstepRecord> records;
  std::vector<TransferTotal> transfers;
};

/// Reads the JSON that the library of pram-bspcc writes. @throws Error if it is damaged
BspRun read_bsp_run(const std::string& json);

/// The profile of its supersteps: a row a bsp_sync.
Report bsp_run_report(const BspRun& run);

}  // namespace pram::perf

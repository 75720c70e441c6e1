#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <pram/perf/patterns/pattern_costs.hpp>

namespace pram::testing {

/// @param threads  1 outside of heavy tests: the thread sanitizer cannot see that oneTBB joins its threads
inline perf::PatternsResult measured(perf::PatternSource pattern, std::uint32_t components, std::vector<Spec> access,
                                     std::uint64_t runs, unsigned threads = 1) {
  perf::PatternsRequest request;
  request.pattern = std::move(pattern);
  request.components = components;
  request.access = std::move(access);
  request.runs = runs;
  request.seed = 7;
  request.threads = threads;
  return measure_patterns(request);
}

}  // namespace pram::testing

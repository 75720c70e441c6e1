#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include <pram/pram.hpp>

/// Programs of the library on inputs of a million items and more, which tests and reports never reach.
namespace pram::bench {

/// A program with its input.
class LargeRun {
 public:
  virtual ~LargeRun() = default;
  virtual void run(Machine& machine) = 0;
  /// @throws std::logic_error if the result of the last run is wrong
  virtual void check() const = 0;
};

struct LargeProgram {
  const char* name;
  Rule rule;
  /// @param smaller  the input is so much smaller than the one that is measured
  std::function<std::unique_ptr<LargeRun>(std::uint64_t smaller)> make;
};

const std::vector<LargeProgram>& large_programs();

}  // namespace pram::bench

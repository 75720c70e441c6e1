#pragma once

#include <cstdint>
#include <string>

#include <pram/pram.hpp>

/// PRAM steps in which all processors do the same.
namespace pram::bench {

enum class Pattern { own_read, own_write, random_read, hot_add, own_fetch, two_lines };

inline constexpr const char* pattern_names[] = {"read", "write", "random-read", "hot-add", "fetch-add", "two-lines"};

/// A machine with an array of a cell a processor. In steps of two lines every other processor reads by the second, all
/// at random.
class Steps {
 public:
  Steps(const std::string& network, const std::string& access, Pattern pattern, std::uint64_t processors,
        std::uint32_t components, unsigned threads, LedgerDetail ledger = LedgerDetail::steps);

  /// Runs a pardo of some steps.
  /// @returns the number of requests
  std::uint64_t run();
  /// @throws std::logic_error if the steps left something wrong in memory
  void check() const;

 private:
  void run_two_lines();

  Machine machine_;
  Array<std::int64_t> cells_;
  Pattern pattern_;
  std::int64_t pardos_ = 0;
};

/// Steps in which nobody asks for anything.
class IdleSteps {
 public:
  explicit IdleSteps(std::uint64_t processors, unsigned threads);

  /// A pardo of idle steps.
  void run(std::uint64_t steps);

 private:
  Machine machine_;
  std::uint64_t processors_;
};

}  // namespace pram::bench

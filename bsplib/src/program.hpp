#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>

#include <pram/machine.hpp>

#include "run/process.hpp"
#include "run/run.hpp"
#include "settings.hpp"

namespace pram::bsplib {

/// The user's program as a whole: the settings of PRAM_BSP, the machine, which all its runs share, the present run, and
/// the end of the host's process.
class Program {
 public:
  /// The only one, which lives as long as the host's process.
  static Program& get();

  /// bsp_init.
  /// @throws Error if `body` is null
  /// @throws ConfigError for a wrong PRAM_BSP
  void init(void (*body)(), Line line);
  /// bsp_begin of a process, or of the program outside a run.
  /// @throws Error for fewer than 1 process, or if there is no function that processes could start with
  /// @throws ConfigError for a wrong PRAM_BSP
  /// @throws LimitError if the memory has no room for the run
  void begin(std::int64_t most_processes, Line line);
  /// bsp_end of a process. Only process 0 returns, when all have ended.
  /// @throws Error outside a run
  void end(Line line);

  /// The most processes that a run may have.
  /// @throws ConfigError for a wrong PRAM_BSP
  std::uint64_t available() { return settings().processes; }
  const Settings& settings();
  bool runs() const { return run_ != nullptr; }

  /// Writes the error to standard error, and ends the host's process.
  [[noreturn]] void fail(std::exception_ptr error);

  /// Called when the host's process ends by itself, with this status: writes the record, and reports a status of 0
  /// inside a run as an error.
  void at_exit(int status);

 private:
  /// Leaves a sign in the record's file that a run has begun, for those who find no record there later.
  void announce_record();
  void write_record();
  /// Writes the error to standard error.
  /// @returns the exit code that it ends the program with
  int tell(std::exception_ptr error);
  [[noreturn]] void leave(int status);

  void (*body_)() = nullptr;
  std::optional<Settings> settings_;
  std::unique_ptr<Machine> machine_;
  std::unique_ptr<Run> run_;
  std::uint64_t most_processes_ = 0;  ///< of the largest run so far
  double seconds_ = 0;                ///< of all runs
  bool interrupted_ = false;
  bool announced_ = false;
};

}  // namespace pram::bsplib

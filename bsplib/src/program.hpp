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

/// The program of the user around its runs: what PRAM_BSP says, the machine, which all runs share, and how it ends.
class Program {
 public:
  /// There is one, as long as the process of the host lives.
  static Program& get();

  /// bsp_init. @throws Error
  void init(void (*body)(), Line line);
  /// bsp_begin of a process, or of the program outside a run.
  /// @throws Error, ConfigError, LimitError
  void begin(std::int64_t most_processes, Line line);
  /// bsp_end of a process. @throws Error
  void end(Line line);

  /// Processes that a run may have. @throws ConfigError
  std::uint64_t available() { return settings().processes; }
  const Settings& settings();
  bool runs() const { return run_ != nullptr; }

  /// Says why on standard error, and ends the process of the host.
  [[noreturn]] void fail(std::exception_ptr error);

  /// The process of the host ends by itself, with this status.
  void at_exit(int status);

 private:
  void write_record();
  [[noreturn]] void leave(int status);

  void (*body_)() = nullptr;
  std::optional<Settings> settings_;
  std::unique_ptr<Machine> machine_;
  std::unique_ptr<Run> run_;
  std::uint64_t most_processes_ = 0;  ///< of a run so far
  double seconds_ = 0;                ///< of all runs
  bool interrupted_ = false;
};

}  // namespace pram::bsplib

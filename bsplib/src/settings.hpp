#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <pram/machine.hpp>

namespace pram::bsplib {

/// The most processes that a run may have.
inline constexpr std::uint64_t largest_run = 16384;

/// How a program of BSPlib is to run: what `pram bsp` says in the environment variable PRAM_BSP.
struct Settings {
  MachineOptions machine;
  std::uint64_t processes = 0;      ///< the most that bsp_begin starts; read_settings() makes 0 one a component
  std::uint64_t stack = 256 << 10;  ///< bytes of each process's stack
  bool charged_time = false;        ///< bsp_time() is the machine's time
  /// Each process has global variables of its own; not set: where that can be, and is cheap.
  std::optional<bool> private_globals;
  std::string record;  ///< file that the ledger is written to when the program ends; "": none
};

/// Reads settings with blanks between them: "processes=1024 network=torus:32x32 threads=2". What is not given gets its
/// default; machine and processes are complete afterwards.
/// @throws ConfigError for an unknown setting or a wrong value; its option is the setting's name
Settings read_settings(std::string_view text);

}  // namespace pram::bsplib

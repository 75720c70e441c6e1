#pragma once

#include <cstdint>

#include <pram/detail/ranks/transport.hpp>

namespace pram::detail {

/// The transport of processes that a launcher has started.
class LaunchedTransport : public Transport {
 public:
  /// Ends the processes of all ranks at once.
  [[noreturn]] virtual void abort(int code) noexcept = 0;
  /// The program has ended on every rank. No function is called after this one.
  virtual void finish() noexcept = 0;
};

/// What core and its module must agree on: this header's and the transport's functions, by a number of their own.
inline constexpr std::uint32_t rank_module_interface = 1;

/// What the module exports as `pram_start_ranks`. It makes the process one of the launcher's ranks.
/// @param interface  rank_module_interface of the caller
/// @returns the transport, which is the caller's; null: the module's number is another one
using StartRanks = LaunchedTransport* (*)(std::uint32_t interface);

}  // namespace pram::detail

#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <pram/detail/ranks/rank_module.hpp>

#include "host_board.hpp"

namespace pram::mpi {

/// Ranks are the processes of MPI's world. Those of one host leave each other short messages in memory that they share.
class MpiTransport : public detail::LaunchedTransport {
 public:
  /// @param gives_way  ranks that wait leave the processor to those that work, of which the host has fewer than ranks
  explicit MpiTransport(bool gives_way);

  std::uint32_t rank() const override { return rank_; }
  std::uint32_t ranks() const override { return ranks_; }
  void meet(std::span<const std::byte> mine, std::span<std::byte> all) override;
  void exchange(std::span<const std::span<const std::byte>> out, std::span<const std::span<std::byte>> in) override;
  void add(std::span<std::uint64_t> numbers) override;
  [[noreturn]] void abort(int code) noexcept override;
  void finish() noexcept override;

 private:
  /// Ends all ranks where a call of MPI has failed, which says which one, and why.
  void check(int code, const char* call);

  /// Makes the board if all ranks are on one host, and MPI has memory that they share.
  void make_board(bool gives_way);
  /// Exchanges by messages of MPI. What a rank sends itself is left out.
  void exchange_long(std::span<const std::span<const std::byte>> out, std::span<const std::span<std::byte>> in);

  /// Waits until an operation is complete that others must begin, too.
  void wait(MPI_Request request, const char* call);
  /// Waits until a message of an exchange is complete. @returns how many are; `completed_` has their places
  std::size_t wait_for_some();

  const bool gives_way_;
  MPI_Comm world_ = MPI_COMM_NULL;
  std::uint32_t rank_ = 0;
  std::uint32_t ranks_ = 1;
  MPI_Comm host_ = MPI_COMM_NULL;
  MPI_Win shared_ = MPI_WIN_NULL;           // the board's memory
  std::optional<HostBoard> board_;          // none: all goes by MPI
  std::vector<MPI_Request> requests_;       // of an exchange
  std::vector<std::size_t> free_receives_;  // places in it
  std::vector<std::size_t> free_sends_;
  std::vector<int> completed_;
  // What an exchange leaves to MPI.
  std::vector<std::span<const std::byte>> long_out_;
  std::vector<std::span<std::byte>> long_in_;
  // In place of what a rank that has failed does not have room for.
  std::vector<std::byte> nothing_;
  std::vector<std::byte> lost_;
};

}  // namespace pram::mpi

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

/// Ranks: several copies of one program that run it together. Every rank runs the same host code; the processors of a
/// pardo and the cells of arrays are divided among them. Results, charges and ledgers are those of one process, to the
/// bit.
namespace pram::detail {

/// Carries bytes between the ranks of a program. Each function but the first two is called by all ranks, in the same
/// order, and by one host thread of a rank at a time.
class Transport {
 public:
  virtual ~Transport() = default;

  virtual std::uint32_t rank() const = 0;
  virtual std::uint32_t ranks() const = 0;

  /// Gives every rank what each has brought.
  /// @param mine  of the same size on every rank
  /// @param all   ranks() times as large: that of rank 0 first
  virtual void meet(std::span<const std::byte> mine, std::span<std::byte> all) = 0;
  /// Sends each rank its bytes.
  /// @param out  per rank; this one's own may stand there too, and is copied
  /// @param in   per rank: room for just what it sends here
  /// Either may have a size and no bytes, where this rank has failed: what it sends then has no meaning, and what comes
  /// is lost.
  virtual void exchange(std::span<const std::span<const std::byte>> out, std::span<const std::span<std::byte>> in) = 0;
  /// Adds numbers up over all ranks, place by place; every rank gets the sums.
  virtual void add(std::span<std::uint64_t> numbers) = 0;
};

class RankGroup;

/// Makes the calling host thread one of several ranks, as long as the scope lives. Machines that the thread makes in it
/// run as this rank's part. The end of the scope waits for the other ranks to end, too.
class RankScope {
 public:
  explicit RankScope(std::unique_ptr<Transport> transport);
  ~RankScope();
  RankScope(const RankScope&) = delete;
  RankScope& operator=(const RankScope&) = delete;

 private:
  std::shared_ptr<RankGroup> group_;  // null: it has one rank
  const std::shared_ptr<RankGroup>* before_;
};

/// How many ranks run the program of the calling host thread: those of its RankScope, or else those that a launcher has
/// started, as mpirun does.
std::uint32_t ranks_of_program() noexcept;
/// The number of the thread's rank among them.
std::uint32_t this_rank() noexcept;

}  // namespace pram::detail

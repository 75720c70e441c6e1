#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <pram/detail/bsp/mailbox.hpp>

#include "../group/process_group.hpp"
#include "ranked_processes.hpp"

namespace pram::bsp::detail {

/// Takes puts, gets and messages for processes of other ranks there, and what gets bring back. There they lie in the
/// mailbox of the rank that asks, in the order of the processes, as those of a worker do.
class RecordExchange {
 public:
  using Ready = std::span<ProcessGroup* const>;

  explicit RecordExchange(RankedProcesses& ranks);

  /// Sends what processes of the ready groups ask of other ranks', and takes in what those ask of this rank's.
  void carry(Ready ready);
  /// Sends back what gets have brought, once they are served.
  void answer(Ready ready);

 private:
  /// Bytes to a rank or from there, all in units of words, so that what lies in them is aligned.
  using Bytes = std::vector<Word>;

  template <class Record, class Write>
  void write_runs(Bytes& to, const ProcessGroup& group, const Runs<Record>& list, const Write& write) const;
  void write_bucket(Bytes& to, const ProcessGroup& group, const Bucket& bucket) const;
  void read(std::uint32_t rank);
  template <class Record, class Read>
  void read_run(ProcessGroup& group, std::uint32_t rank, const Run& common, std::uint64_t count, const Read& read);
  void exchange(std::vector<Bytes>& out, std::vector<Bytes>& in);
  /// Calls visit(slot) for the gets that this rank's processes have sent to another rank, in the order of sending.
  template <class Visit>
  void visit_asked(Ready ready, std::uint32_t rank, const Visit& visit) const;

  RankedProcesses& ranks_;
  std::vector<Bytes> out_;  // per rank
  std::vector<Bytes> in_;   // per rank
  /// A get of another rank's process, and whose slots it has.
  struct Served {
    GetSlot* slot;
    SlotSupply* slots;
  };
  std::vector<std::vector<Served>> served_;  // per rank, in the order in which they have come
  bool gets_ = false;                        // some rank gets something of another's
};

}  // namespace pram::bsp::detail

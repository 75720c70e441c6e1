#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <pram/detail/bsp/mailbox.hpp>

#include "../run/put_rules.hpp"
#include "context.hpp"

namespace pram::bsp::detail {

/// Serves what the processes of a group put into each other's blocks, by the machine's rule.
class PutServer {
 public:
  explicit PutServer(const ServingContext& group)
      : group_(group), order_(put_order(group.run.rule())), disagreements_(group.members.workers()) {}

  /// The group comes to another sync of its program: what is drawn goes by how many it has had.
  void begin_sync() { ++syncs_; }
  /// Puts into the blocks of a worker's processes.
  /// @param boxes  of the group's workers
  void serve(std::uint32_t w, std::span<Mailbox> boxes);

 private:
  /// What a process has put into an element so far, unless the lowest process leaves the same there.
  struct Disagreement {
    std::uint32_t source = 0;
    std::uint32_t target = 0;
    std::uint32_t coarray = 0;
    std::uint32_t line = 0;
    std::uint64_t index = 0;
    bool resolved = false;  ///< the process has put the lowest one's value, too, and later
  };

  /// Is the winner of concurrent puts found by their order alone?
  bool settled_by_order() const { return order_ != PutOrder::judged; }
  /// @param begin, end  runs
  void serve_runs(std::uint32_t w, Bucket& bucket, std::size_t begin, std::size_t end);
  /// @param same  where the records end that go to the same coarray
  template <class Store>
  void serve_words(std::uint32_t w, Runs<PutRecord>& puts, std::size_t run, std::uint64_t same, const Store& store);
  void serve_wide(std::uint32_t w, Bucket& bucket, std::size_t run);
  void prefetch_range(const Bucket& bucket, const Run& common, const PutRecord& put) const;

  // Where the rule says what happens as puts of two processes meet.

  void put_judged(std::uint32_t w, StoredCoarray& coarray, const Block& block, const ElementAccess& put,
                  const std::byte* from);
  /// Puts into an element into which another process has put in this superstep. The rule combines nothing.
  void put_second(std::uint32_t w, const StoredCoarray& coarray, const ElementAccess& put, std::uint64_t index,
                  StoredCoarray::Stamp& stamp, std::byte* place, const std::byte* from);
  /// The common rule: processes agree on an element if each leaves the same value there, whatever it has put before.
  /// The lowest process's puts come first.
  void put_common(std::uint32_t w, const StoredCoarray& coarray, const ElementAccess& put, std::uint64_t index,
                  StoredCoarray::Stamp& stamp, std::byte* place, const std::byte* from);
  /// Notes the disagreements that are left once all puts are served.
  void end_common(std::uint32_t w);

  ServingContext group_;
  PutOrder order_;  ///< by the machine's rule
  std::uint64_t syncs_ = 0;
  std::vector<CountedVector<Disagreement>> disagreements_;  ///< per worker, under the common rule
};

}  // namespace pram::bsp::detail

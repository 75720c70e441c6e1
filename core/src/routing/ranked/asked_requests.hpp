#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "../../host/pages.hpp"
#include "../../processors/worker.hpp"
#include "request_block.hpp"

namespace pram::detail {

/// The requests of one worker in a step, by the ranks that have their cells.
class AskedRequests {
 public:
  AskedRequests(std::uint32_t ranks, std::uint32_t rank)
      : rank_(rank), requests_(ranks), runs_(ranks), first_request_(ranks), first_run_(ranks) {}

  /// Counts them, and lists them by ranks unless all are for this rank's cells.
  void find(const Worker& worker);
  /// Lists them, if they are not listed yet.
  void list(const Worker& worker);

  bool all_own() const { return all_own_; }
  std::uint32_t requests(std::uint32_t rank) const { return requests_[rank]; }
  std::size_t runs(std::uint32_t rank) const { return runs_[rank].size(); }
  /// Requests begin behind those of the workers before it in the block that goes to a rank.
  void stand_behind(std::uint32_t rank, std::size_t requests, std::size_t runs) {
    first_request_[rank] = requests;
    first_run_[rank] = runs;
  }

  /// Writes what goes to a rank into the block.
  /// @param common  common(site) is the number that all ranks have for a call site
  template <class Common>
  void write(const Worker& worker, std::uint32_t rank, const RequestForm& form, RequestBlock& to,
             const Common& common) const;
  /// Gives the replies of a rank to the slots that await one.
  void take_replies(Worker& worker, std::uint32_t rank, const RequestBlock& from) const;

 private:
  const std::uint32_t* slots(std::uint32_t rank) const {
    std::size_t before = 0;
    for (std::uint32_t r = 0; r < rank; ++r) before += requests_[r];
    return slots_.data() + before;
  }

  std::uint32_t rank_;
  bool all_own_ = false;
  bool listed_ = false;
  std::vector<std::uint32_t> requests_;          // per rank
  Pages<std::uint32_t> slots_;                   // of those to rank 0, then to rank 1, …
  std::vector<std::vector<ComponentRun>> runs_;  // per rank
  std::vector<std::size_t> first_request_;       // per rank: in the block
  std::vector<std::size_t> first_run_;
};

template <class Common>
void AskedRequests::write(const Worker& worker, std::uint32_t rank, const RequestForm& form, RequestBlock& to,
                          const Common& common) const {
  const std::uint32_t* const slot = slots(rank);
  const std::uint32_t count = requests_[rank];
  const std::size_t first = first_request_[rank];
  for (std::size_t k = 0; k < runs_[rank].size(); ++k) to.set_run(first_run_[rank] + k, runs_[rank][k]);
  std::uint32_t* const index = to.index() + first;
  for (std::uint32_t k = 0; k < count; ++k) index[k] = worker.index[slot[k]];
  if (form.processor) {
    std::uint32_t* const processor = to.processor() + first;
    for (std::uint32_t k = 0; k < count; ++k) processor[k] = static_cast<std::uint32_t>(worker.processor_of(slot[k]));
  }
  if (form.ordinal) std::copy_n(slot, count, to.ordinal() + first);
  if (form.site) {
    std::uint32_t* const site = to.site() + first;
    auto chunk = worker.chunks.begin();
    for (std::uint32_t k = 0; k < count; ++k) {
      while (slot[k] >= chunk->last) ++chunk;
      site[k] = common(worker.site_at(*chunk, slot[k]));
    }
  }
  for (std::uint32_t k = 0; form.operand && k < count; ++k) to.set_operand(first + k, worker.value[slot[k]]);
}

}  // namespace pram::detail

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "asked_slots.hpp"
#include "chains.hpp"
#include "counted_step.hpp"
#include "ordered_fold.hpp"

namespace pram::detail {

/// One worker's part of a step that is carried by chains: it serves a block of the array's cells for all workers.
class ChainedWorker {
 public:
  ChainedWorker(const WorkerTeam& team, std::uint32_t number) : team_(team), number_(number), asked_(team, number) {}

  /// Before its processors run.
  void begin() { asked_.begin(); }
  /// The processors of one of its chunks have run.
  void take(const Chunk& chunk) { asked_.take(chunk); }

  /// Makes its processors' requests ready for the workers that serve them. All processors have run.
  void prepare(const AskedLine& line, CountedStep& counted);

  /// Chains the requests for its cells, source by source, and serves them.
  /// @param all  the workers, whose prepare() has ended
  void chain(const AskedLine& line, std::vector<ChainedWorker>& all, CountedStep& counted);

  /// Counts what its links cost each phase, and writes what cells with several requests get.
  void finish(const AskedLine& line, const StepPlan& plan, std::vector<ChainedWorker>& all, CountedStep& counted);

  /// Gives its processors' reads the replies that their sums have. All other requests have theirs.
  void answer_reads();

  /// Puts back what its cells had before the step.
  void undo(std::vector<ChainedWorker>& all, StoredArray& array) const noexcept;
  void forget() noexcept { chains_.count = 0; }

 private:
  /// Cells of a block of links that have several requests.
  struct SharedCells {
    std::uint32_t link[StepPlan::block];  ///< per cell: the first
    std::uint32_t count = 0;
  };

  Worker& worker() const { return asked_.worker(); }

  /// Are a chunk's requests added up before they are chained? Requests that fetch are not, and have no sums.
  static bool is_added_up(bool fetches, const ChainedWorker& sender, std::size_t k) {
    return !fetches && sender.asked_.is_added_up(k);
  }

  template <class Visit>
  void visit_chunks(std::uint32_t first_sender, std::vector<ChainedWorker>& all, const Visit& visit) const;
  template <class Visit>
  void visit_lone(std::vector<ChainedWorker>& all, std::uint32_t count, const Visit& visit) const;
  template <class Fold, class Visit>
  void with_chaining(const Fold& fold, const AskedLine& line, CountedStep& counted, const Visit& visit);

  template <class Fold>
  void chain(const AskedLine& line, const Fold& fold, std::vector<ChainedWorker>& all, CountedStep& counted);
  template <class Fold, class Stored>
  void chain_sums(Chaining<Fold, Stored>& chaining, std::vector<ChainedWorker>& all, ChainedWorker& sender,
                  std::size_t k, CountedStep& counted);
  template <class Fold, class Stored>
  void chain_chunk(Chaining<Fold, Stored>& chaining, std::vector<ChainedWorker>& all, ChainedWorker& sender,
                   std::size_t k, CountedStep& counted);
  template <class Fold, class Stored, class Slots>
  static std::uint32_t serve_lone(Chaining<Fold, Stored>& chaining, const ChainedWorker& sender, Slots slots,
                                  std::uint32_t first, std::uint32_t last, std::uint32_t end);
  template <class Fold, class Stored, class Slots>
  static void chain_slots(Chaining<Fold, Stored>& chaining, ChainedWorker& sender, std::uint32_t component, Slots slots,
                          std::uint32_t first, std::uint32_t last, std::uint32_t end);
  template <class Fold, class Stored>
  void link_up(Chaining<Fold, Stored>& chaining, std::vector<ChainedWorker>& all);
  template <bool writes, bool chooses>
  void link_up(std::vector<ChainedWorker>& all);

  void count_lone(std::vector<ChainedWorker>& all, CountedStep& counted) const;
  template <class Fold, class Stored>
  void count_links(Chaining<Fold, Stored>& chaining, const AskedLine& line, OrderedFold& ordered, CountedStep& counted);
  void count_lone_links(std::uint32_t first, std::uint32_t last, CountedStep& counted, SharedCells& shared) const;
  template <bool fetches>
  void count_shared(std::span<const std::uint32_t> cells, const AskedLine& line, OrderedFold& ordered,
                    CountedStep& counted) const;
  template <class Words>
  void reply(Words words, std::vector<ChainedWorker>& all);

  const WorkerTeam& team_;
  std::uint32_t number_;
  AskedSlots asked_;            // of its processors
  Chains chains_;               // of its cells
  Pages<std::uint32_t> trace_;  // per slot that fetches: its link, which its server has
};

}  // namespace pram::detail

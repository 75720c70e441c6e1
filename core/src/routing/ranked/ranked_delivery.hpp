#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <pram/detail/memory_account.hpp>

#include "../../ranks/bytes.hpp"
#include "../agreed_step.hpp"
#include "../delivery.hpp"
#include "ranked_order.hpp"
#include "ranked_sites.hpp"

namespace pram::detail {

/// Carries the requests of one rank's processors to the ranks that have their cells, and the replies back. There
/// another delivery serves what has come from all ranks: each phase of the protocol runs there for these cells, since
/// records merge with those of their own cell alone. What the ranks have counted is added up.
///
/// A request crosses once, and a reply once, in whatever phases the protocol has.
class RankedDelivery : public Delivery {
 public:
  /// @param asking        the team of this rank's processors, which learns what all ranks agree on
  /// @param of_processes  its slots are those of requests of BSP processes
  RankedDelivery(RankGroup& group, RankedSites& sites, WorkerTeam& asking, bool of_processes);

  /// @param team      that has the slots of what comes from all ranks, of all components
  /// @param delivery  of the team
  void serve_by(WorkerTeam& team, Delivery& delivery);

  /// What all ranks know of the step, where another delivery carries it.
  AgreedStep& agreed() { return agreed_; }

  /// So many processors are going to run on all ranks together.
  void begin_run(std::uint64_t processors);

  void merge(Step& step) override;
  void carry(Step& step) override;
  void serve(Step& step) override;
  void answer(Step& step) override;
  void undo() noexcept override;
  void commit() noexcept override { inner_->commit(); }

 private:
  /// The requests of one worker for the cells of one rank.
  struct Asked {
    CountedVector<std::uint32_t> slots;
    std::size_t first = 0;  ///< the place of the first among all that go to the rank
  };
  /// What has come from a rank, or goes there: `words` numbers a request.
  struct Block {
    std::vector<std::uint32_t> words;
    std::size_t requests = 0;
    std::vector<Word> replies;
  };
  /// Requests of a block, consecutive ones, that a worker of the other team has in its slots.
  struct Served {
    std::uint32_t rank;
    std::size_t first;
    std::size_t last;
    std::uint32_t slot;
  };

  void list(std::uint32_t w);
  bool has_slots(std::uint32_t site) const;
  void agree(Step& step);
  void send(const Step& step);
  void pack(std::uint32_t w);
  void fill(std::uint32_t w);
  void add_facts(Step& step);

  RankGroup& group_;
  RankedSites& sites_;
  WorkerTeam& asking_;
  WorkerTeam* serving_ = nullptr;
  Delivery* inner_ = nullptr;
  AgreedStep agreed_;
  RankedOrder order_;
  std::uint32_t largest_requests_ = 0;
  std::size_t words_ = 2;  // a request: index, processor, and what the step needs besides
  bool with_site_ = false;
  bool with_operand_ = false;
  std::vector<std::vector<Asked>> asked_;    // per worker that asks and rank
  std::vector<Block> out_;                   // per rank
  std::vector<Block> in_;                    // per rank
  std::vector<std::vector<Served>> served_;  // per worker that serves
};

}  // namespace pram::detail

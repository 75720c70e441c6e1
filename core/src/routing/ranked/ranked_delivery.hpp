#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "../../ranks/bytes.hpp"
#include "../agreed_step.hpp"
#include "../delivery.hpp"
#include "asked_requests.hpp"
#include "ranked_order.hpp"
#include "ranked_sites.hpp"
#include "request_block.hpp"

namespace pram::detail {

/// Carries the requests of one rank's processors to the ranks that have their cells, and the replies back. There
/// another delivery serves what has come from all ranks: each phase of the protocol runs there for these cells, since
/// records merge with those of their own cell alone. What the ranks have counted is added up.
///
/// A request crosses once, and a reply once, in whatever phases the protocol has.
class RankedDelivery : public Delivery {
 public:
  struct Needs {
    bool of_processes = false;  ///< slots are those of requests of BSP processes
    bool ordered = false;       ///< requests of one component have an order among all ranks
    bool everywhere = false;    ///< see RankedOrder
  };

  /// @param asking  the team of this rank's processors, which learns what all ranks agree on
  RankedDelivery(RankGroup& group, RankedSites& sites, WorkerTeam& asking, const Needs& needs);

  /// @param team      that has the slots of what comes from all ranks, of all components
  /// @param delivery  of the team
  void serve_by(WorkerTeam& team, Delivery& delivery);
  /// A delivery of the team that asks, of the same class, serves steps in which no request leaves its rank: nothing is
  /// listed, and replies are where they belong.
  /// @param own      null: there is none
  /// @param counted  it serves those alone whose phases are counted
  void stay_by(Delivery* own, bool counted) {
    own_ = own;
    own_counted_ = counted;
  }

  /// What all ranks know of the step, where another delivery carries it.
  AgreedStep& agreed() { return agreed_; }

  /// So many processors are going to run on all ranks together.
  void begin_run(std::uint64_t processors);

  void merge(Step& step) override;
  void carry(Step& step) override;
  void serve(Step& step) override;
  void answer(Step& step) override;
  void undo() noexcept override;
  void commit() noexcept override { at_work().commit(); }

 private:
  /// Requests of a block, consecutive ones, that a worker of the other team has in its slots.
  struct Served {
    std::uint32_t rank = 0;
    std::size_t first = 0;
    std::size_t last = 0;
    std::size_t first_run = 0;
    std::size_t last_run = 0;
    std::uint32_t slot = 0;
  };

  /// Who serves the step in progress.
  enum class Server { nobody, own, inner };

  Delivery& at_work() const { return server_ == Server::own ? *own_ : *inner_; }

  bool has_slots(std::uint32_t site) const;
  void place(std::uint32_t rank, RequestBlock& block);
  void agree(Step& step);
  void agree_on_form();
  bool may_stay(const Step& step) const;
  void stay(Step& step);
  void cross(Step& step);
  void send(const Step& step);
  void begin_serving(const Step& step);
  Served part_of(std::uint32_t rank, const Worker& worker) const;
  void fill(std::uint32_t w);
  void copy(Worker& worker, const Served& part);
  void make_chunks(std::uint32_t w);
  void add_facts(Step& step);
  void take_facts(const AccessFacts& facts, const std::vector<CallSiteFacts>& of_sites);

  RankGroup& group_;
  RankedSites& sites_;
  WorkerTeam& asking_;
  WorkerTeam* serving_ = nullptr;
  Delivery* inner_ = nullptr;
  Delivery* own_ = nullptr;
  AgreedStep agreed_;
  RankedOrder order_;
  const bool ordered_;
  bool own_counted_ = false;
  Server server_ = Server::nobody;
  bool crosses_ = false;  // some request leaves its rank
  bool replies_ = false;  // some request awaits one
  std::uint32_t largest_requests_ = 0;
  RequestForm form_;
  std::vector<AskedRequests> asked_;         // per worker that asks
  std::vector<RequestBlock> out_;            // per rank
  std::vector<RequestBlock> in_;             // per rank; of this one also what it asks itself
  std::vector<std::vector<Served>> served_;  // per worker that serves
};

}  // namespace pram::detail

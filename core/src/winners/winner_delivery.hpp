#pragma once

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include <pram/winners.hpp>

#include "../memory/shared_memory.hpp"
#include "../request/call_sites.hpp"
#include "../routing/delivery.hpp"

namespace pram::detail {

/// A delivery that has a chooser settle who wins, before another takes the requests: every writer of a cell then brings
/// the value that is to stand, so that nothing behind it needs to know. It holds chunks back until all processors have
/// asked.
class WinnerDelivery : public Delivery {
 public:
  WinnerDelivery(WinnerChooser& chooser, SharedMemory& memory, const CallSites& sites)
      : chooser_(chooser), memory_(memory), sites_(sites) {}

  /// Has the requests of a team pass through here.
  /// @param team      of one worker
  /// @param delivery  that takes them on; afterwards it is this one
  void listen_to(WorkerTeam& team, Delivery*& delivery) {
    worker_ = team.workers.front().get();
    delivery_ = delivery;
    delivery = this;
  }

  void begin(std::uint32_t w, const Step& step) override {
    taken_.clear();
    delivery_->begin(w, step);
  }
  void take(std::uint32_t, Chunk& chunk) override { taken_.push_back(&chunk); }
  void merge(Step& step) override;
  void carry(Step& step) override { delivery_->carry(step); }
  void serve(Step& step) override { delivery_->serve(step); }
  void answer(Step& step) override { delivery_->answer(step); }
  void undo() noexcept override { delivery_->undo(); }
  void commit() noexcept override { delivery_->commit(); }

 private:
  /// A write of which the rule lets any stand.
  struct Write {
    std::uint64_t made;   ///< the array's number among all
    std::uint64_t index;  ///< of the cell
    std::uint32_t slot;
    std::uint32_t site;

    std::tuple<std::uint64_t, std::uint64_t, std::uint32_t> place() const { return {made, index, slot}; }
    bool meets(const Write& other) const { return made == other.made && index == other.index; }
  };

  std::vector<Write> writes() const;
  /// Settles the writes of one cell, by slot. @returns whether their values differ
  bool settle(std::uint64_t step, const Write* first, const Write* last);

  WinnerChooser& chooser_;
  SharedMemory& memory_;
  const CallSites& sites_;
  Worker* worker_ = nullptr;
  Delivery* delivery_ = nullptr;
  std::vector<Chunk*> taken_;  // in the step
};

}  // namespace pram::detail

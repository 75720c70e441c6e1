#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <pram/detail/memory_account.hpp>
#include <pram/machines/switching.hpp>

#include "../../topology/multistage.hpp"

namespace pram::detail {

/// Store-and-forward on a multistage network, stage by stage instead of step by step. As no wire leads back, all
/// messages that a switch ever gets are known when its stage is due, and the switches of a stage are independent of
/// each other. The threads of the calling oneTBB arena share them. The statistics are those of StoreAndForward.
class Staged final : public Switching {
 public:
  Staged(std::shared_ptr<const Multistage> shape, const SwitchingOptions& options);

  const Topology& topology() const override { return *shape_; }
  DeliveryStatistics carry(const Messages& batch, Trace* trace) override { return deliver(batch, {trace, nullptr, 1}); }
  DeliveryStatistics carry_noting(const Messages& batch, LinkLoad& load) override {
    return deliver(batch, {nullptr, &load, 1});
  }

 private:
  /// What is kept of a delivery beside its statistics: the load of each link, or each crossing.
  enum class Kept : std::uint8_t { nothing, load, crossings };

  /// A message at a switch.
  struct Arrival {
    std::uint32_t ready;  ///< the first step in which it can go on
    std::uint32_t message;
    std::uint32_t destination;
  };

  /// The messages of one wire in order of time: a part of the arrivals of a stage.
  struct Wire {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };

  /// Who is told of crossings, if anybody.
  struct Told {
    Trace* trace;
    LinkLoad* load;
    std::uint32_t duration;  ///< of a hop, in steps

    void wire_is_done(std::uint32_t node, std::uint32_t port, std::uint32_t messages, std::uint32_t longest) const {
      const std::size_t link = std::size_t{node} * 2 + port;
      load->busy[link] += std::uint64_t{messages} * duration;
      load->largest_queue[link] = std::max(load->largest_queue[link], longest);
    }
  };

  /// What one part of a stage's switches adds to the statistics.
  struct Peaks {
    std::uint32_t largest_queue = 0;
    std::uint32_t busiest_link = 0;

    void merge(const Peaks& other);
  };

  DeliveryStatistics deliver(const Messages& batch, Told told);
  void inject(const Messages& batch, DeliveryStatistics& statistics, const Told& told);
  void pass_stage(std::uint32_t stage, DeliveryStatistics& statistics, const Told& told);
  template <Kept kept>
  Peaks pass_switches(std::uint32_t stage, std::uint32_t begin, std::uint32_t end, const Told& told);
  void arrive(DeliveryStatistics& statistics);

  std::shared_ptr<const Multistage> shape_;
  SwitchingOptions options_;
  CountedVector<std::uint32_t> inputs_;  ///< the two wires of each switch, those of stage 0 first
  CountedVector<Arrival> arrivals_;      ///< at the stage that is due
  CountedVector<Arrival> passed_;
  CountedVector<Wire> wires_;
  CountedVector<Wire> next_wires_;
  CountedVector<std::uint32_t> first_;  ///< per switch of the stage: where its messages go in passed_
};

}  // namespace pram::detail

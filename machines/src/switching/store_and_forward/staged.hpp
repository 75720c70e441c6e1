#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

#include <pram/detail/memory_account.hpp>
#include <pram/machines/switching.hpp>

#include "../../topology/multistage.hpp"
#include "../messages/batch.hpp"

namespace pram::detail {

/// Store-and-forward on a multistage network, stage by stage instead of step by step. As no wire leads back, all
/// messages that a switch ever gets are known when its stage is due, and the switches of a stage are independent of
/// each other. The threads of the calling oneTBB arena share them. The statistics are those of StoreAndForward.
class Staged final : public Switching {
 public:
  Staged(std::shared_ptr<const Multistage> shape, const SwitchingOptions& options);

  const Topology& topology() const override { return *shape_; }
  DeliveryStatistics deliver(const std::variant<Messages, Replies>& batch, const Sink& sink) override;

 private:
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

  /// The sink of the delivery, and what it takes to note the load of a link there.
  struct Recorder {
    Sink sink;
    std::uint32_t duration;  ///< of a hop, in steps

    void wire_is_done(std::uint32_t node, std::uint32_t port, std::uint32_t messages, std::uint32_t longest) const {
      const std::size_t link = std::size_t{node} * 2 + port;
      sink.load->busy[link] += std::uint64_t{messages} * duration;
      sink.load->largest_queue[link] = std::max(sink.load->largest_queue[link], longest);
    }
  };

  /// What one part of a stage's switches adds to the statistics.
  struct Peaks {
    std::uint32_t largest_queue = 0;
    std::uint32_t busiest_link = 0;

    void merge(const Peaks& other);
  };

  void inject(const Messages& batch, DeliveryStatistics& statistics, const Recorder& recorder);
  void pass_stage(std::uint32_t stage, DeliveryStatistics& statistics, const Recorder& recorder);
  template <Kept kept>
  Peaks pass_switches(std::uint32_t stage, std::uint32_t begin, std::uint32_t end, const Recorder& recorder);
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

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <pram/machines/collectives.hpp>
#include <pram/machines/replay.hpp>

/// Schedules of collectives as data: who sends what to whom in which step.
namespace pram {

/// A block that crosses a link in a step.
struct ScheduledBlock {
  std::uint64_t step = 0;  ///< from 0
  std::uint32_t from = 0;
  std::uint32_t to = 0;   ///< on a bus one of those that hear it; the shared memory is node k
  std::uint32_t hop = 0;  ///< which link of its way in this step, from 0: a worm crosses several
  std::uint64_t words = 0;
};

/// What an algorithm sent in an execution.
struct CollectiveSchedule {
  std::string algorithm;
  std::vector<ScheduledBlock> blocks;          ///< by step; links of a worm one behind the other
  std::vector<std::size_t> first_piece = {0};  ///< block i has pieces first_piece[i] to first_piece[i + 1] - 1
  std::vector<std::uint32_t> pieces;           ///< their numbers; see CollectiveTransfer
  std::span<const std::uint32_t> pieces_of(std::size_t block) const {
    return std::span(pieces).subspan(first_piece[block], first_piece[block + 1] - first_piece[block]);
  }
};

/// Notes the blocks of an execution, up to a number of them and of their pieces.
class ScheduleRecorder {
 public:
  ScheduleRecorder(std::string algorithm, std::size_t most_blocks, std::size_t most_pieces)
      : most_blocks_(most_blocks), most_pieces_(most_pieces) {
    schedule_.algorithm = std::move(algorithm);
  }

  /// Notes a block, unless there were too many.
  void note(const CollectiveTransfer& transfer);

  bool has_all_blocks() const { return all_blocks_; }
  bool has_all_pieces() const { return all_pieces_; }  ///< if not, the schedule has none
  CollectiveSchedule take();

 private:
  std::size_t most_blocks_;
  std::size_t most_pieces_;
  bool all_blocks_ = true;
  bool all_pieces_ = true;
  CollectiveSchedule schedule_;
};

/// The most blocks, and the most pieces in them, of a schedule that record_schedule() makes.
inline constexpr std::size_t most_recorded = std::size_t{1} << 24;

/// Executes an algorithm, for a network and a task that fit, and notes what it sends.
/// @throws LimitError if it sends more than most_recorded blocks, or pieces
CollectiveSchedule record_schedule(CollectiveModel model, const CollectiveTask& task,
                                   const CollectiveAlgorithm& algorithm);

/// When a node of a schedule that is written as a trace begins a step.
enum class StepStart : std::uint8_t {
  at_its_time,  ///< when all steps before have had their time, and what they brought it is there
  when_ready    ///< when its own part in the steps before is done
};

/// Whether a schedule on this network can be written as a trace: blocks are messages between nodes that hold data, as
/// on a switch, or on links of a topology without switches.
bool has_operation_trace(const CollectiveModel& model);

/// A schedule as a trace of operations: a rank for each node, a message for each block, a byte for each word, a
/// nanosecond for each unit of time, rounded up.
/// @throws ConfigError of option "network" unless has_operation_trace()
OperationTrace operation_trace(const CollectiveModel& model, const CollectiveSchedule& schedule, StepStart start);

/// The name of the network on which a replay of operation_trace() takes the model's times: of a switch that with a link
/// for each pair of nodes. "" if there is none: worms are not replayed, and start-up and bandwidth must be whole.
std::string replay_network(const CollectiveModel& model);

}  // namespace pram

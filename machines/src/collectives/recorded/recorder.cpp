#include <fmt/format.h>

#include <utility>

#include <pram/error.hpp>
#include <pram/machines/detail/collective_schedule.hpp>

namespace pram {

void ScheduleRecorder::note(const CollectiveTransfer& transfer) {
  all_blocks_ = all_blocks_ && schedule_.blocks.size() < most_blocks_;
  if (!all_blocks_) return;
  schedule_.blocks.push_back({transfer.step, transfer.from, transfer.to, transfer.hop, transfer.words});
  if (all_pieces_ && transfer.pieces.size() > most_pieces_ - schedule_.pieces.size()) {
    all_pieces_ = false;
    schedule_.pieces = {};
    schedule_.first_piece.assign(schedule_.blocks.size(), 0);
  }
  if (all_pieces_) schedule_.pieces.insert(schedule_.pieces.end(), transfer.pieces.begin(), transfer.pieces.end());
  schedule_.first_piece.push_back(schedule_.pieces.size());
}

CollectiveSchedule ScheduleRecorder::take() { return std::move(schedule_); }

CollectiveSchedule record_schedule(CollectiveModel model, const CollectiveTask& task,
                                   const CollectiveAlgorithm& algorithm) {
  ScheduleRecorder recorder(algorithm.name, most_recorded, most_recorded);
  model.watch = [&](const CollectiveTransfer& transfer) {
    recorder.note(transfer);
    if (recorder.has_all_blocks() && recorder.has_all_pieces()) return;
    throw LimitError(
        "schedule", most_recorded, most_recorded,
        fmt::format("{} on {} sends more than {} {}, the most of a schedule that is kept: take fewer words "
                    "or nodes, or another algorithm",
                    algorithm.name, model.network, most_recorded, recorder.has_all_blocks() ? "pieces" : "blocks"));
  };
  CollectiveData out;
  algorithm.run(model, task, collective_input(task, model.nodes), out);
  return recorder.take();
}

}  // namespace pram

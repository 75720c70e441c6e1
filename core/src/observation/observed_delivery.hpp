#pragma once

#include "../routing/delivery.hpp"
#include "observed_run.hpp"

namespace pram::detail {

/// A delivery that has requests noted for an observer before it takes them.
class ObservedDelivery : public Delivery {
 public:
  explicit ObservedDelivery(ObservedRun& observed) : observed_(observed) {}

  /// What the next steps go by.
  /// @param team  of one worker
  void set(WorkerTeam& team, Delivery& delivery) {
    worker_ = team.workers.front().get();
    delivery_ = &delivery;
  }

  void begin(std::uint32_t w, const Step& step) override { delivery_->begin(w, step); }
  void take(std::uint32_t w, Chunk& chunk) override {
    observed_.note(*worker_, chunk);
    delivery_->take(w, chunk);
  }
  void merge(Step& step) override { delivery_->merge(step); }
  void carry(Step& step) override { delivery_->carry(step); }
  void serve(Step& step) override { delivery_->serve(step); }
  void answer(Step& step) override { delivery_->answer(step); }
  void undo() noexcept override { delivery_->undo(); }
  void commit() noexcept override { delivery_->commit(); }

 private:
  ObservedRun& observed_;
  Worker* worker_ = nullptr;
  Delivery* delivery_ = nullptr;
};

}  // namespace pram::detail

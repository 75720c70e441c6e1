#include "../observation/observed_delivery.hpp"
#include "../observation/observed_run.hpp"
#include "engine.hpp"

/// What a machine does for its observer, beside the stations of a step.
namespace pram::detail {

Engine::~Engine() = default;

std::shared_ptr<ObserverLink> Engine::observe(Observer& observer) {
  if (current_outbox != nullptr) throw Error("a machine is observed by host code, not by a processor");
  refuse_while_running("a machine is observed");
  if (observation_ != nullptr && observation_->goes_on())
    throw Error("this machine is observed already: end the Observation that observe() has returned");
  const AccountScope counted(account_.get());
  auto link = std::make_shared<ObserverLink>(ObserverLink{&observer});
  auto observation = std::make_unique<ObservedRun>(link, *memory_, sites_);
  auto delivery = std::make_unique<ObservedDelivery>(*observation);
  // Nothing fails from here on: who is told that memory ran out does not observe.
  observed_delivery_ = std::move(delivery);
  observation_ = std::move(observation);
  told_before_ = told_runs_;
  return link;
}

void Engine::begin_observed(Observer::Run run, const PardoCall& call) {
  if (!observation_->goes_on()) {
    observed_delivery_.reset();
    observation_.reset();
    return;
  }
  run_ = run.number;
  if (run_ > told_before_) {
    observation_->update();
  } else {
    run.number = run_ = ++told_runs_;
    run.name = call.name;
    run.where = {call.where.file_name(), call.where.line()};
    observation_->begin(run);
  }
  observed_ = observation_.get();
}

void Engine::tell_breach(const ConflictError& error) { observed_->breach(error.facts); }

void Engine::observe_delivery(TeamWithDelivery& with_delivery) {
  observed_delivery_->set(with_delivery.team, *with_delivery.delivery);
  with_delivery.delivery = observed_delivery_.get();
}

void Engine::observe_step(Step& step) {
  observed_->begin_step(step.number, run_, writer_.open_regions());
  step.messages = &observed_->messages();
}

void Engine::tell_step(const WorkerTeam& team, const StepRecord& entered) {
  const std::vector<StepRecord>& kept = ledger().step_records();
  observed_->end_step(*team.workers.front(), !kept.empty() && kept.back().step == steps_ ? kept.back() : entered);
}

void Engine::tell_superstep(const WorkerTeam* team, const SuperstepRecord& entered) {
  const std::vector<SuperstepRecord>& kept = ledger().superstep_records();
  observed_->end_superstep(team != nullptr ? team->workers.front().get() : nullptr,
                           !kept.empty() && kept.back().superstep == steps_ ? kept.back() : entered);
}

std::vector<Observer::Transfer>* Engine::observed_transfers() {
  return observed_ != nullptr ? &observed_->transfers() : nullptr;
}

}  // namespace pram::detail

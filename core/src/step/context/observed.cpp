#include "observed.hpp"

#include <utility>

#include "../../observation/observed_delivery.hpp"
#include "../../observation/observed_run.hpp"
#include "../machinery/machinery.hpp"

namespace pram::detail {

ObservedRuns::ObservedRuns(SharedMemory& memory, const CallSites& sites, const LedgerWriter& writer)
    : memory_(memory), sites_(sites), writer_(writer) {}

ObservedRuns::~ObservedRuns() { memory_.on_host_read(nullptr); }

std::shared_ptr<ObserverLink> ObservedRuns::observe(Observer& observer) {
  if (observation_ != nullptr && observation_->goes_on())
    throw Error("this machine is observed already: end the Observation that observe() has returned");
  auto link = std::make_shared<ObserverLink>(ObserverLink{&observer});
  auto observation = std::make_unique<ObservedRun>(link, memory_, sites_);
  auto delivery = std::make_unique<ObservedDelivery>(*observation);
  // Nothing fails from here on: whoever gets an error of memory does not observe.
  delivery_ = std::move(delivery);
  observation_ = std::move(observation);
  earlier_ = runs_;
  memory_.on_host_read([this](std::uint32_t array, std::uint64_t first, std::uint64_t count) {
    if (observation_ != nullptr) observation_->host_reads(array, first, count);
  });
  return link;
}

void ObservedRuns::begin(Observer::Run run, const PardoCall& call) {
  if (!observation_->goes_on()) {
    delivery_.reset();
    observation_.reset();
    return;
  }
  number_ = run.number;
  if (number_ > earlier_) {
    observation_->update();
  } else {
    run.number = number_ = ++runs_;
    run.name = call.name;
    run.where = {call.where.file_name(), call.where.line()};
    observation_->begin(run);
  }
  now_ = observation_.get();
}

void ObservedRuns::breach(const ConflictError& error) { now_->breach(error.facts); }

ShownLocals* ObservedRuns::locals() const { return now_ != nullptr ? &now_->locals() : nullptr; }

std::vector<Observer::Transfer>* ObservedRuns::transfers() const {
  return now_ != nullptr ? &now_->transfers() : nullptr;
}

void ObservedRuns::listen_to(TeamWithDelivery& with_delivery) {
  if (now_ == nullptr) return;
  delivery_->set(with_delivery.team, *with_delivery.delivery);
  with_delivery.delivery = delivery_.get();
}

void ObservedRuns::begin_step(Step& step) {
  now_->begin_step(step.number, number_, writer_.open_regions());
  step.messages = &now_->messages();
}

void ObservedRuns::end_step(const WorkerTeam& team, std::uint64_t number, const StepRecord& entered) {
  const std::vector<StepRecord>& kept = writer_.ledger().step_records();
  now_->end_step(*team.workers.front(), !kept.empty() && kept.back().step == number ? kept.back() : entered);
}

void ObservedRuns::end_superstep(const WorkerTeam* team, std::uint64_t number, const SuperstepRecord& entered) {
  const std::vector<SuperstepRecord>& kept = writer_.ledger().superstep_records();
  now_->end_superstep(team != nullptr ? team->workers.front().get() : nullptr,
                      !kept.empty() && kept.back().superstep == number ? kept.back() : entered);
}

}  // namespace pram::detail

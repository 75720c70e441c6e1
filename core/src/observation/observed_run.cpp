#include "observed_run.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace pram::detail {

void ObservedRun::update() {
  // Sites and species may have got new numbers.
  asked_.clear();
  operations_.clear();
  if (link_->observer != nullptr) arrays_.update(*link_->observer);
}

void ObservedRun::begin(const Observer::Run& run) {
  locals_.all.clear();
  requests_.clear();
  messages_.clear();
  transfers_.clear();
  update();
  if (link_->observer != nullptr) link_->observer->begin_run(run);
}

void ObservedRun::host_reads(std::uint32_t array, std::uint64_t first, std::uint64_t count) {
  if (link_->observer != nullptr) arrays_.read(*link_->observer, array, first, count);
}

void ObservedRun::begin_step(std::uint64_t number, std::uint64_t run, std::vector<std::string> regions) {
  step_ = {number, run, 0, std::move(regions)};
  requests_.clear();
  messages_.clear();
  transfers_.clear();
}

void ObservedRun::note(const Worker& worker, const Chunk& chunk) {
  for (std::uint32_t at = chunk.first; at < chunk.last; ++at) {
    if (worker.index[at] >= finished_processor) continue;
    requests_.push_back({worker.processor_of(at), worker.value[at], worker.site_at(chunk, at), worker.index[at], at});
  }
}

void ObservedRun::end_step(const Worker& worker, const StepRecord& record) {
  Observer* const observer = link_->observer;
  if (observer == nullptr) return locals_.all.clear();
  report_step(*observer, &worker, record.processors);
  observer->end_step(record);
}

void ObservedRun::end_superstep(const Worker* worker, const SuperstepRecord& record) {
  Observer* const observer = link_->observer;
  if (observer == nullptr) return locals_.all.clear();
  report_step(*observer, worker, record.processes);
  observer->end_superstep(record);
}

void ObservedRun::breach(const ConflictError::Facts& facts) {
  Observer* const observer = link_->observer;
  if (observer == nullptr) return;
  observer->begin_step(step_);
  report_locals(*observer);
  report_requests(*observer, nullptr);
  observer->breach(facts);
}

void ObservedRun::report_step(Observer& observer, const Worker* worker, std::uint64_t processors) {
  step_.processors = processors;
  observer.begin_step(step_);
  report_locals(observer);
  report_requests(observer, worker);
  report_messages(observer, Observer::Direction::forward);
  report_messages(observer, Observer::Direction::back);
  for (const Observer::Transfer& transfer : transfers_) observer.transfer(transfer);
  report_cells(observer);
}

void ObservedRun::report_locals(Observer& observer) {
  // Reported once, also if the observer throws.
  const CountedVector<ShownLocals::Local> shown = std::exchange(locals_.all, {});
  for (const ShownLocals::Local& one : shown) observer.local({one.processor, one.name, one.type, one.value, one.where});
}

/// @param worker  in whose slots the replies stand; null: there are none
void ObservedRun::report_requests(Observer& observer, const Worker* worker) {
  for (const NotedRequest& noted : requests_) {
    const Species& species = sites_.species(sites_.site(noted.site).species);
    const Asked& asked = asked_at(noted.site);
    const Observer::Array& array = arrays_.array(species.array);
    const Action action = species.operation.action;
    const bool replied = worker != nullptr && species.operation.replies();
    observer.request({noted.processor, asked.where, array, CellMap::index(noted.position), action, asked.operation,
                      action == Action::read ? 0 : array.type.value(noted.operand), replied,
                      replied ? array.type.value(worker->value[noted.slot]) : 0});
  }
}

void ObservedRun::report_messages(Observer& observer, Observer::Direction direction) {
  const bool back = direction == Observer::Direction::back;
  for (const NotedMessage& noted : messages_) {
    if (noted.back != back) continue;
    const std::uint32_t species = species_of(noted.address);
    const Operation operation = sites_.species(species).operation;
    const Observer::Array& array = arrays_.array(sites_.species(species).array);
    const bool has_value = back || operation.action != Action::read;
    observer.message({noted.phase, direction, noted.number, noted.from, noted.to, array,
                      CellMap::index(position_of(noted.address)), operation_of(species), noted.weight, noted.merged,
                      noted.stays, has_value ? array.type.value(noted.value) : 0});
  }
}

void ObservedRun::report_cells(Observer& observer) {
  struct Place {
    std::uint64_t made;  // the array's number among all
    std::uint32_t position;
    std::uint32_t array;
    auto operator<=>(const Place&) const = default;
  };
  CountedVector<Place> places;
  for (const NotedRequest& noted : requests_) {
    const Species& species = sites_.species(sites_.site(noted.site).species);
    if (species.operation.action == Action::read) continue;
    places.push_back({arrays_.array(species.array).number, noted.position, species.array});
  }
  std::ranges::sort(places);
  places.erase(std::unique(places.begin(), places.end()), places.end());
  for (const Place& place : places) arrays_.update(observer, place.array, place.position);
}

const ObservedRun::Asked& ObservedRun::asked_at(std::uint32_t site) {
  if (asked_.size() <= site) asked_.resize(site + std::size_t{1});
  if (asked_[site] == nullptr) {
    asked_[site] = std::make_unique<Asked>(Asked{sites_.line(site), operation_name(sites_.operation(site))});
  }
  return *asked_[site];
}

const std::string& ObservedRun::operation_of(std::uint32_t species) {
  if (operations_.size() <= species) operations_.resize(species + std::size_t{1});
  if (operations_[species] == nullptr)
    operations_[species] = std::make_unique<std::string>(operation_name(sites_.species(species).operation));
  return *operations_[species];
}

}  // namespace pram::detail

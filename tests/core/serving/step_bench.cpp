#include "step_bench.hpp"

#include <algorithm>
#include <source_location>
#include <utility>

#include <pram/pram.hpp>

namespace pram::testing {

using detail::Step;
using detail::Worker;

namespace {

constexpr std::uint32_t no_reply_asked = 0;

/// A data-parallel step whose requests stand in their slots already.
class RequestsInSlots final : public detail::StepRequests {
 public:
  RequestsInSlots(Operation asked, bool own) : StepRequests(asked, nullptr, std::source_location::current()) {
    own_cells = own;
  }
  std::uint32_t ask(detail::ProcessorBlock&, std::uint32_t*, Word*) override { return no_reply_asked; }
  std::uint32_t issue(detail::ProcessorBlock&, detail::Outbox&, std::uint32_t) override { return no_reply_asked; }
  void take(detail::ProcessorBlock&, const std::uint32_t*, const Word*) override {}
  void take_words(detail::ProcessorBlock&, const std::uint32_t*, const void*) override {}
  void write_own(detail::ProcessorBlock&, void*) const noexcept override {}
};

}  // namespace

StepBench::StepBench(const StepAsked& asked, const Carrier& carrier, unsigned workers)
    : asked_(asked),
      carrier_(carrier),
      counted_(account_.get()),
      memory_(Placement::hashed, asked.components, step_seed, account_),
      sites_(asked.rule),
      host_(workers),
      network_(networks().make(Spec(carrier.network), asked.components)),
      protocol_(access_protocols().make(Spec(carrier.access), asked.components)),
      routines_(protocol_->routine() != nullptr ? protocol_->routine()->routines(*network_) : nullptr) {
  for (const ArrayAsked& array : asked.arrays) {
    const bool wide = array.on.width > sizeof(detail::NarrowCell::word);
    numbers_.push_back(memory_.add(array.cells.size(),
                                   wide ? detail::cell_type<std::uint64_t>() : detail::cell_type<std::uint32_t>(), 0,
                                   "array"));
    memory_.array(numbers_.back()).with_cells([&](auto* cells) {
      for (std::size_t k = 0; k < array.cells.size(); ++k) detail::set_word(cells[k], array.cells[k]);
    });
  }
  for (std::size_t k = 0; k < asked.lines.size(); ++k) {
    const LineAsked& line = asked.lines[k];
    const ArrayAsked& array = asked.arrays[line.array];
    Operation operation = array.on.operation(line.action);
    if (line.action == Action::read || array.plain) operation.op = OperatorKind::none;
    if (line.action == Action::write) operation.op = OperatorKind::none;  // which the rule knows
    sites_of_lines_.push_back(
        sites_.enter("file", static_cast<std::uint32_t>(k + 1), numbers_[line.array], "array", operation));
  }
  team_.host = &host_;
  team_.components = asked.components;
  for (unsigned w = 0; w < workers; ++w) team_.workers.push_back(std::make_unique<Worker>(memory_, sites_, &stop_));
  for (unsigned w = 0; w < workers; ++w) {
    team_.owners.insert(team_.owners.end(), team_.first_component(w + 1) - team_.first_component(w),
                        static_cast<std::uint16_t>(w));
  }
  make_delivery();
}

Served StepBench::serve(bool completed) {
  Step step;
  step.number = step_number;
  step.processors = asked_.requests.size();
  step.spread = team_.count() > 1;
  step.context = {step_seed, step_number, false};
  step.stamps = memory_.next_stamps(std::max<std::uint64_t>(asked_.requests.size(), asked_.components));
  const detail::BlockDistribution distribution{asked_.requests.size(), asked_.components, 0};
  for (std::uint32_t w = 0; w < team_.count(); ++w) {
    Worker& worker = *team_.workers[w];
    worker.assign(distribution, team_.first_component(w), team_.first_component(w + 1));
    worker.sites_of.reserve(worker.slots);
    worker.live = worker.slots;
    worker.modules.begin_step(step.stamps, step.context, asked_.marker);
  }
  std::optional<RequestsInSlots> requests;
  if (data_parallel_ != nullptr) {
    requests.emplace(sites_.operation(sites_of_lines_.front()), carrier_.own_cells);
    data_parallel_->expect(sites_of_lines_.front(), *requests, *group_);
  }
  team_.run(step.spread, [&](unsigned w) {
    Worker& worker = *team_.workers[w];
    delivery_->begin(w, step);
    for (detail::Chunk& chunk : worker.chunks) {
      fill(worker, chunk);
      worker.count_requests(chunk);
      if (chunk.requests > 0) delivery_->take(w, chunk);
    }
  });
  delivery_->merge(step);
  delivery_->carry(step);
  delivery_->serve(step);
  delivery_->answer(step);
  return end(step, completed);
}

std::uint32_t StepBench::home_of(std::uint32_t array, std::uint32_t index) {
  std::uint32_t home = 0;
  memory_.array(numbers_[array]).map.locate({&index, 1}, &home);
  return home;
}

void StepBench::make_delivery() {
  switch (carrier_.kind) {
    case Carrier::Kind::direct: delivery_ = detail::make_direct_delivery(team_, *network_, true); break;
    case Carrier::Kind::phased:
      delivery_ = detail::make_phased_delivery(team_, *network_, *protocol_, step_seed);
      break;
    case Carrier::Kind::chained:
      delivery_ = detail::make_chained_delivery(team_, *network_, *protocol_->planned(), step_seed);
      break;
    case Carrier::Kind::sorted:
      delivery_ = detail::make_sorted_delivery(team_, *routines_, std::size(access_routines));
      break;
    case Carrier::Kind::data_parallel: {
      group_ = std::make_unique<detail::ProcessorGroup>(
          account_, std::make_shared<detail::RegisterPool>(account_), asked_.requests.size(),
          detail::OwnProcessors{0, asked_.requests.size()}, std::nullopt, detail::PardoCall{});
      for (std::size_t i = 0; i < asked_.requests.size(); ++i) {
        if (asked_.requests[i].line == RequestAsked::idle) group_->bits()[i / 64] &= ~(std::uint64_t{1} << i % 64);
      }
      group_->set_live(group_->live_own());
      auto made = detail::make_data_parallel_delivery(team_, *network_, asked_.marker, true, nullptr);
      data_parallel_ = made.get();
      delivery_ = std::move(made);
    }
  }
}

void StepBench::fill(Worker& worker, detail::Chunk& chunk) const {
  chunk.requests = 0;
  chunk.site = detail::no_request;
  chunk.mixed = false;
  for (std::uint32_t at = chunk.first; at < chunk.last; ++at) {
    const RequestAsked& one = asked_.requests[worker.first_processor + at];
    worker.index[at] = detail::no_request;
    if (one.line == RequestAsked::idle) continue;
    worker.index[at] = one.index;
    worker.value[at] = one.operand;
    worker.sites_of[at] = sites_of_lines_[one.line];
    ++chunk.requests;
    chunk.mixed |= chunk.site != detail::no_request && chunk.site != sites_of_lines_[one.line];
    chunk.site = sites_of_lines_[one.line];
  }
  if (chunk.requests == 0) chunk.site = 0;
}

Served StepBench::end(Step& step, bool completed) {
  Served served;
  for (const auto& worker : team_.workers) served.facts.merge(worker->modules.facts());
  served.unequal = served.facts.unequal_writes || step.unequal_writes;
  served.phases = step.phases;
  served.largest_requests = step.largest_requests;
  served.served_by = step.served_by;
  for (const std::uint32_t site : sites_of_lines_) {
    detail::CallSiteFacts& line = served.lines.emplace_back();
    for (const auto& worker : team_.workers) line.add(worker->facts_of(site));
  }
  for (const auto& worker : team_.workers) {
    for (std::uint32_t at = 0; at < worker->slots; ++at) served.replies.push_back(worker->value[at]);
  }
  if (completed) {
    delivery_->commit();
  } else {
    delivery_->undo();
    for (const auto& worker : team_.workers) worker->modules.undo();
  }
  for (std::size_t k = 0; k < numbers_.size(); ++k) {
    std::vector<Word>& cells = served.cells.emplace_back();
    detail::StoredArray& array = memory_.array(numbers_[k]);
    array.with_cells([&](auto* of) {
      for (std::uint64_t c = 0; c < array.size; ++c) cells.push_back(detail::word_of(of[c], asked_.arrays[k].on.type));
    });
  }
  return served;
}

}  // namespace pram::testing

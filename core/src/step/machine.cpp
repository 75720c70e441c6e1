#include <pram/machine.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "../host/memory_limit.hpp"
#include "engine.hpp"
#include "run/scopes.hpp"

namespace pram {

std::uint64_t default_memory_limit() {
  const std::uint64_t all = detail::memory_of_process();
  return std::max<std::uint64_t>(all / 10 * 9, 1);
}

Machine::Machine(MachineOptions options) : engine_(std::make_shared<detail::Engine>(std::move(options))) {}

Machine::~Machine() { leave(); }

Machine::Machine(Machine&& other) noexcept {
  other.leave();
  engine_ = std::move(other.engine_);
}

Machine& Machine::operator=(Machine&& other) noexcept {
  leave();
  other.leave();
  engine_ = std::move(other.engine_);
  return *this;
}

/// Ends the pardo that runs, as its program uses a machine that no longer exists.
void Machine::leave() const noexcept {
  if (engine_ != nullptr) engine_->context().control.disown();
}

const std::shared_ptr<detail::Engine>& Machine::engine() const {
  if (engine_ == nullptr) throw Error("this machine was moved from: use the one that it was moved to");
  return engine_;
}

void detail::refuse_processor(const char* what) {
  if (current_outbox == nullptr) return;
  throw Error(fmt::format("{} by host code, between pardos, and a {} asks for it: ask when the pardo has returned",
                          what, current_outbox->mailbox != nullptr ? "process" : "processor"));
}

void detail::check_between_pardos(const Machine& machine, const char* what) {
  refuse_processor(what);
  machine.engine()->context().control.refuse_while_running(what);
}

const Ledger& Machine::ledger() const { return engine()->context().writer.ledger(); }

const MachineOptions& Machine::options() const { return engine()->context().options; }

const Network& Machine::network() const { return engine()->network(); }

const AccessProtocol& Machine::access() const { return engine()->protocol(); }

MemoryUse Machine::memory_use() const { return engine()->memory_use(); }

std::uint64_t Machine::memory_estimate(std::uint64_t processors, std::uint64_t frame_bytes) const {
  return engine()->context().memory_estimate(processors, frame_bytes);
}

void Machine::request_stop() noexcept {
  if (engine_ != nullptr) engine_->context().control.request_stop();
}

void Machine::on_progress(Function<void(std::uint64_t)> report) {
  engine()->context().control.on_progress(std::move(report));
}

detail::ArrayHandle Machine::make_array(std::uint64_t n, CellType type, Word initial, std::string name) {
  const auto& memory = engine()->context().memory;
  try {
    return {memory, memory->add(n, type, initial, name)};
  } catch (const LimitError& error) {
    if (error.limit != "memory" || !engine_->context().drop_buffers()) throw;
  }
  return {memory, memory->add(n, type, initial, std::move(name))};
}

void Machine::run(std::uint64_t n, const detail::Spawn& spawn, const detail::PardoCall& call) {
  const std::shared_ptr<detail::Engine> kept = engine();  // even if a processor destroys the machine
  kept->pardos().run(n, spawn, call);
}

void Machine::run_supersteps(std::uint64_t n, const detail::Spawn& spawn, const detail::PardoCall& call) {
  const std::shared_ptr<detail::Engine> kept = engine();
  kept->supersteps().run(n, spawn, call);
}

void Machine::run_under(Rule rule, const Function<void()>& pardo) {
  const std::shared_ptr<detail::Engine> kept = engine();
  const detail::RuleScope scope(kept->context(), rule);
  pardo();
}

Observation Machine::observe(Observer& observer) { return Observation(engine()->observe(observer)); }

void Machine::unite_elements(void* first, std::uint64_t count, std::size_t bytes_each,
                             const detail::ElementOwners& owners, const std::source_location& where) {
  engine()->unite({static_cast<std::byte*>(first), count * bytes_each}, count, owners, where);
}

Region Machine::region(std::string name) { return Region(engine()->open_region(std::move(name))); }

void Machine::collective(const detail::CollectiveCall& call, const detail::ArrayHandle& from,
                         const detail::ArrayHandle& to) {
  engine()->collective(call, from, to);
}

}  // namespace pram

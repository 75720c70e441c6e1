#include <pram/machine.hpp>

#include <utility>

#include "step/engine.hpp"

namespace pram {

Machine::Machine(MachineOptions options) : engine_(std::make_unique<detail::Engine>(std::move(options))) {}

Machine::~Machine() = default;
Machine::Machine(Machine&&) noexcept = default;
Machine& Machine::operator=(Machine&&) noexcept = default;

const Ledger& Machine::ledger() const { return engine_->ledger(); }

const MachineOptions& Machine::options() const { return engine_->options(); }

void Machine::request_stop() noexcept { engine_->request_stop(); }

void Machine::on_progress(std::function<void(std::uint64_t)> report) { engine_->on_progress(std::move(report)); }

detail::ArrayHandle Machine::make_array(std::uint64_t n, Word initial, std::string name) {
  const auto& memory = engine_->memory();
  return {memory, memory->add(n, initial, std::move(name))};
}

void Machine::run(std::uint64_t n, const detail::Spawn& spawn) { engine_->run(n, spawn); }

void Machine::run_under(Rule rule, const std::function<void()>& pardo) {
  const detail::Engine::RuleScope scope(*engine_, rule);
  pardo();
}

Region Machine::region(std::string name) { return Region(engine_->open_region(std::move(name))); }

void Machine::exchange(const detail::ExchangeCall& call, const detail::ArrayHandle& from,
                       const detail::ArrayHandle& to) {
  engine_->exchange(call, from, to);
}

}  // namespace pram

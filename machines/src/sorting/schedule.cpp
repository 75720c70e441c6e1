#include <pram/machines/detail/schedule.hpp>

#include <fmt/format.h>

#include <pram/network/poll.hpp>

namespace pram {

namespace {

std::string describe(const ScheduleError::Facts& facts) {
  const std::string where = fmt::format("{}: step {} of {}", facts.network, facts.step,
                                        facts.routine.empty() ? "the schedule" : facts.routine.c_str());
  switch (facts.breach) {
    case ScheduleError::Breach::no_such_link:
      return fmt::format("{}: node {} has no link {}", where, facts.node, facts.other);
    case ScheduleError::Breach::two_sends:
      return fmt::format("{}: node {} sends twice, again through port {}", where, facts.node, facts.other);
    case ScheduleError::Breach::two_receives:
      return fmt::format("{}: node {} receives twice, again from node {}", where, facts.node, facts.other);
    case ScheduleError::Breach::both_directions:
      return fmt::format("{}: the half-duplex link between nodes {} and {} carries both ways", where, facts.node,
                         facts.other);
    case ScheduleError::Breach::not_mutual:
      return fmt::format("{}: node {} exchanges with node {}, which does not with it", where, facts.node, facts.other);
    case ScheduleError::Breach::not_held:
      return facts.node == facts.other
                 ? fmt::format("{}: node {} does not hold what it should", where, facts.node)
                 : fmt::format("{}: node {} does not hold what it sends to node {}", where, facts.node, facts.other);
    case ScheduleError::Breach::too_many:
      return fmt::format("{}: node {} comes when all {} that are served at a time are", where, facts.node, facts.other);
    case ScheduleError::Breach::collision: break;
  }
  return fmt::format("{}: the records from {} and {} collide at {}", where, facts.origins[0], facts.origins[1],
                     facts.node);
}

}  // namespace

ScheduleError::ScheduleError(Facts all) : Error(describe(all)), facts(std::move(all)) {}

ScheduleLedger::ScheduleLedger() : routines_(1) {}

void ScheduleLedger::enter(std::string_view name) {
  std::uint32_t k = current_ + 1;
  while (k < routines_.size() && (routines_[k].parent != current_ || routines_[k].name != name)) ++k;
  if (k == routines_.size())
    routines_.push_back({.name = std::string(name), .parent = current_, .depth = routines_[current_].depth + 1});
  ++routines_[k].calls;
  current_ = k;
}

void ScheduleLedger::charge(std::uint64_t steps, std::uint64_t transfers) {
  constexpr std::uint64_t long_step = 256;
  if (transfers >= long_step) poll();
  for (std::uint32_t k = current_; k != no_node; k = routines_[k].parent) {
    routines_[k].steps += steps;
    routines_[k].transfers += transfers;
  }
}

void ScheduleLedger::charge_local(std::uint64_t operations) {
  for (std::uint32_t k = current_; k != no_node; k = routines_[k].parent) routines_[k].local += operations;
}

std::string ScheduleLedger::path_of(std::uint32_t routine) const {
  if (routine == 0) return {};
  const std::string above = path_of(routines_[routine].parent);
  return above.empty() ? routines_[routine].name : above + "/" + routines_[routine].name;
}

std::uint64_t ScheduleLedger::steps_of(std::string_view path) const {
  for (std::uint32_t k = 0; k < routines_.size(); ++k) {
    if (path_of(k) == path) return routines_[k].steps;
  }
  return 0;
}

std::vector<ScheduleLedger::Routine> ScheduleLedger::routines() const {
  // Depth first, children in order of first use. A child may have been used first after routines of other parents.
  std::vector<Routine> ordered;
  std::vector<std::uint32_t> place(routines_.size(), 0);
  const auto visit = [&](const auto& self, std::uint32_t k) -> void {
    place[k] = static_cast<std::uint32_t>(ordered.size());
    ordered.push_back(routines_[k]);
    if (k != 0) ordered.back().parent = place[routines_[k].parent];
    for (std::uint32_t child = k + 1; child < routines_.size(); ++child) {
      if (routines_[child].parent == k) self(self, child);
    }
  };
  visit(visit, 0);
  return ordered;
}

void ScheduleLedger::clear() {
  for (Routine& routine : routines_) routine.calls = routine.steps = routine.transfers = routine.local = 0;
}

}  // namespace pram

#include "machinery.hpp"

#include <fmt/format.h>

#include <utility>

#include <pram/error.hpp>
#include <pram/registry.hpp>

#include "../../routing/asked_line.hpp"

namespace pram::detail {

namespace {

/// The part that a user has chosen: made from its name, or the object given.
template <class Part, class Entry>
std::shared_ptr<Part> part_of(const Choice<Part>& choice, const Registry<Entry>& table, const char* option,
                              std::uint32_t components) {
  std::shared_ptr<Part> part = choice.part();
  if (part == nullptr) part = table.make(choice.spec(), components);
  const std::uint32_t its = part->components();
  if (its != 0 && its != components)
    choice.spec().refuse(option, fmt::format("one of {} components: this one is made for {}", components, its));
  return part;
}

/// What routines charge for. Those of sorting may be a user's own, and their names are known. Of any other protocol the
/// first bill, of no steps, has the names.
std::vector<std::string_view> names_of(const RoutineProtocol& protocol, RandomAccess& routines) {
  if (Spec(protocol.name()).name == "sorting") return {std::begin(access_routines), std::end(access_routines)};
  std::vector<std::string_view> names;
  for (const RoutineCharge& routine : routines.take_charges()) names.push_back(routine.name);
  return names;
}

}  // namespace

Machinery::Machinery(const MachineOptions& options, std::shared_ptr<MemoryAccount> account,
                     std::shared_ptr<SharedMemory> memory, CallSites& sites, HostThreads& host,
                     const std::atomic<bool>& stop, MachineRanks ranks)
    : options_(options),
      network_asked_(options.network),
      access_asked_(options.access),
      account_(std::move(account)),
      memory_(std::move(memory)),
      sites_(sites),
      host_(host),
      stop_(stop),
      ranks_(ranks),
      serving_(test_hooks.serving),
      parts_(make_parts()) {}

std::unique_ptr<Machinery::Parts> Machinery::make_parts() const {
  const AccountScope counted(account_.get());
  auto network = part_of(network_asked_, networks(), "network", options_.components);
  if (network->combines() && !network->wants_messages())
    network_asked_.spec().refuse("network", "one that wants_messages() where it combines()");
  auto protocol = part_of(access_asked_, access_protocols(), "access", options_.components);
  std::unique_ptr<RandomAccess> routines;
  std::vector<std::string_view> routine_names;
  if (const RoutineProtocol* const routine = protocol->routine()) {
    routines = routine->routines(*network);
    routine_names = names_of(*routine, *routines);
  }
  ArrayCollectives collectives(options_, memory_, *network);
  return std::make_unique<Parts>(Parts{std::move(network),
                                       std::move(protocol),
                                       std::move(routines),
                                       std::move(routine_names),
                                       std::move(collectives),
                                       {},
                                       {},
                                       {},
                                       {}});
}

void Machinery::restore() {
  if (std::exchange(half_done_, false)) parts_.reset();
  if (parts_ == nullptr) parts_ = make_parts();
}

TeamWithDelivery& Machinery::team_in(std::map<std::uint32_t, TeamWithDelivery>& teams, std::uint32_t workers,
                                     bool moves) const {
  auto known = teams.find(workers);
  if (known == teams.end()) known = teams.emplace(workers, make_team(workers)).first;
  choose_delivery(known->second, moves);
  return known->second;
}

void Machinery::forget_requests() {
  for (auto* const teams : {&parts_->request_teams, &parts_->ranked_request_teams}) {
    for (auto& [workers, with_delivery] : *teams) {
      for (const auto& worker : with_delivery.team.workers) {
        worker->site_facts.clear();
        worker->first_sites.clear();
      }
    }
  }
}

TeamWithDelivery Machinery::make_team(std::uint32_t workers) const {
  TeamWithDelivery with_delivery;
  WorkerTeam& team = with_delivery.team;
  team.host = &host_;
  team.components = options_.components;
  for (std::uint32_t w = 0; w < workers; ++w)
    team.workers.push_back(std::make_unique<Worker>(*memory_, sites_, &stop_));
  for (std::uint32_t w = 0; w < workers; ++w)
    team.owners.insert(team.owners.end(), team.first_component(w + 1) - team.first_component(w),
                       static_cast<std::uint16_t>(w));
  return with_delivery;
}

TeamWithDelivery& Machinery::ranked_team_in(std::map<std::uint32_t, TeamWithDelivery>& asking,
                                            std::map<std::uint32_t, TeamWithDelivery>& serving, std::uint32_t workers,
                                            bool moves) const {
  auto known = asking.find(workers);
  if (known == asking.end()) {
    TeamWithDelivery made = make_team(workers);
    made.team.first = RankCuts::first_component(ranks_.group->rank(), ranks_.group->ranks(), options_.components);
    made.team.last = RankCuts::first_component(ranks_.group->rank() + 1, ranks_.group->ranks(), options_.components);
    known = asking.emplace(workers, std::move(made)).first;
    TeamWithDelivery& there = known->second;
    const AccessProtocol& protocol = *parts_->protocol;
    const AdaptiveProtocol* const adaptive = protocol.adaptive();
    RankedDelivery::Needs needs;
    needs.of_processes = &asking == &parts_->ranked_request_teams;
    needs.ordered =
        network().wants_messages() || adaptive != nullptr || protocol.asynchronous() || routines() != nullptr;
    needs.everywhere = adaptive != nullptr && !adaptive->adaptive_routing()->unites();
    there.ranked = std::make_unique<RankedDelivery>(*ranks_.group, *ranks_.sites, there.team, needs);
    there.delivery = there.ranked.get();
  }
  TeamWithDelivery& of_cells = team_in(serving, workers, moves);
  TeamWithDelivery& of_rank = known->second;
  of_rank.ranked->serve_by(of_cells.team, *of_cells.delivery);
  if (&asking == &parts_->ranked_teams && (of_cells.delivery == of_cells.chained.get() ||
                                           (of_cells.delivery == of_cells.at_once.get() && routines() == nullptr))) {
    choose_delivery(of_rank, moves);
    of_rank.ranked->stay_by(of_rank.delivery, of_rank.delivery == of_rank.chained.get());
    of_rank.delivery = of_rank.ranked.get();
  } else {
    of_rank.ranked->stay_by(nullptr, false);
  }
  of_rank.goes_straight = of_cells.goes_straight;
  return of_rank;
}

bool Machinery::chains() const {
  const AccessProtocol& protocol = *parts_->protocol;
  return has_chained_delivery() && may_count_phases(protocol, network()) && !memory_->has_plans() &&
         serving_ != Serving::moved;
}

void Machinery::choose_delivery(TeamWithDelivery& with_delivery, bool moves) const {
  const AccessProtocol& protocol = *parts_->protocol;
  const bool own_plans = memory_->has_plans();
  if (own_plans && routines() != nullptr)
    throw ConfigError("access", options_.access.text(), "direct or combining where an array has a plan of its own");
  if (chains() && !moves) {
    if (with_delivery.chained == nullptr)
      with_delivery.chained = make_chained_delivery(with_delivery.team, network(), *protocol.planned(), options_.seed);
    with_delivery.delivery = with_delivery.chained.get();
    with_delivery.goes_straight = false;
    return;
  }
  const PlannedProtocol* const planned = protocol.planned();
  const bool in_phases =
      protocol.adaptive() != nullptr || (planned != nullptr && (planned->phases() > 1 || protocol.asynchronous()));
  if (own_plans || in_phases) {
    if (with_delivery.phased == nullptr)
      with_delivery.phased = make_phased_delivery(with_delivery.team, network(), protocol, options_.seed, lines_.get());
    with_delivery.delivery = with_delivery.phased.get();
    with_delivery.goes_straight = false;
    return;
  }
  if (with_delivery.at_once == nullptr) {
    with_delivery.at_once = routines() != nullptr
                                ? make_sorted_delivery(with_delivery.team, *routines(), routine_names().size())
                                : make_direct_delivery(with_delivery.team, network(), serving_ != Serving::records);
  }
  with_delivery.delivery = with_delivery.at_once.get();
  with_delivery.goes_straight = routines() == nullptr && serving_ != Serving::records && serving_ != Serving::slots;
}

bool Machinery::drop_buffers() {
  if (parts_ == nullptr) return false;
  if (std::exchange(half_done_, false)) {
    parts_.reset();  // left by a call that failed
    return true;
  }
  if (parts_->teams.empty() && parts_->request_teams.empty()) return false;
  parts_->ranked_teams.clear();
  parts_->ranked_request_teams.clear();
  parts_->teams.clear();
  parts_->request_teams.clear();
  return true;
}

}  // namespace pram::detail

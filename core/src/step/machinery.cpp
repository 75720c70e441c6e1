#include "machinery.hpp"

#include <utility>

#include <pram/error.hpp>
#include <pram/registry.hpp>

namespace pram::detail {

namespace {

template <class Part, class Entries>
std::unique_ptr<Part> make_part(const char* option, const Entries& table, const std::string& text,
                                std::uint32_t components) {
  const auto [name, arguments] = split_name(text);
  if (arguments.empty() && name != text) table.find(text);  // "router:": a name that nobody has
  std::unique_ptr<Part> made = table.find(name).make(arguments, components);
  if (made == nullptr) throw ConfigError(option, text, "one whose factory returns an object, not null");
  return made;
}

}  // namespace

Machinery::Machinery(const MachineOptions& options, std::shared_ptr<MemoryAccount> account,
                     std::shared_ptr<SharedMemory> memory, Sites& sites, Workers& host, const std::atomic<bool>& stop)
    : options_(options),
      network_asked_(options.network),
      access_asked_(options.access),
      account_(std::move(account)),
      memory_(std::move(memory)),
      sites_(sites),
      host_(host),
      stop_(stop),
      parts_(make_parts()) {}

std::unique_ptr<Machinery::Parts> Machinery::make_parts() const {
  const AccountScope counted(account_.get());
  auto network = make_part<Network>("network", networks(), network_asked_, options_.components);
  auto protocol = make_part<AccessProtocol>("access", access_protocols(), access_asked_, options_.components);
  auto routines = protocol->routines(*network);
  ArrayExchange exchange(options_, memory_, *network);
  return std::make_unique<Parts>(
      Parts{std::move(network), std::move(protocol), std::move(routines), std::move(exchange), {}});
}

void Machinery::mend() {
  if (std::exchange(half_done_, false)) parts_.reset();
  if (parts_ == nullptr) parts_ = make_parts();
}

Team& Machinery::team_of(std::uint32_t workers) {
  auto known = parts_->teams.find(workers);
  if (known == parts_->teams.end()) known = parts_->teams.emplace(workers, make_team(workers)).first;
  choose_delivery(known->second);
  return known->second;
}

Team Machinery::make_team(std::uint32_t workers) const {
  Team team;
  Crew& crew = team.crew;
  crew.host = &host_;
  crew.components = options_.components;
  for (std::uint32_t w = 0; w < workers; ++w)
    crew.workers.push_back(std::make_unique<Worker>(*memory_, sites_, &stop_));
  for (std::uint32_t w = 0; w < workers; ++w)
    crew.owners.insert(crew.owners.end(), crew.first_component(w + 1) - crew.first_component(w),
                       static_cast<std::uint16_t>(w));
  return team;
}

void Machinery::choose_delivery(Team& team) const {
  const AccessProtocol& protocol = *parts_->protocol;
  const bool own_plans = memory_->has_plans();
  if (own_plans && routines() != nullptr)
    throw ConfigError("access", options_.access, "direct or combining where an array has a plan of its own");
  if (own_plans || protocol.asynchronous() || protocol.phases() > 1 || protocol.course() != nullptr) {
    if (team.phased == nullptr) team.phased = make_phased_delivery(team.crew, network(), protocol, options_.seed);
    team.delivery = team.phased.get();
    return;
  }
  if (team.at_once == nullptr) {
    team.at_once = routines() != nullptr ? make_sorted_delivery(team.crew, *routines())
                                         : make_direct_delivery(team.crew, network());
  }
  team.delivery = team.at_once.get();
}

bool Machinery::drop_buffers() {
  if (parts_ == nullptr) return false;
  if (std::exchange(half_done_, false)) {
    parts_.reset();  // of a call that failed
    return true;
  }
  if (parts_->teams.empty()) return false;
  parts_->teams.clear();
  return true;
}

}  // namespace pram::detail

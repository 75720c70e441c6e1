#include "engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <thread>
#include <utility>

#include <pram/asynchronous.hpp>
#include <pram/poll.hpp>

#include "../bsp/communication.hpp"
#include "../hash.hpp"
#include "breach.hpp"
#include "step_memory.hpp"

namespace pram::detail {

namespace {

// Fewer processors than this stay on one worker: a fork and a join cost more than their step.
constexpr std::uint64_t spread_from = 8192;
// What a processor takes beside its frame, whatever it does: its index and its value.
constexpr std::uint64_t slot_bytes = sizeof(std::uint32_t) + sizeof(Word);
// What a processor takes at least: its slot, and the smallest of frames.
constexpr std::uint64_t least_processor_bytes = slot_bytes + 48;

MachineOptions checked(MachineOptions options) {
  if (options.components == 0) options.components = default_components({&options.network, 1});
  if (options.components > most_components) {
    throw ConfigError("components", std::to_string(options.components),
                      fmt::format("a whole number from 1 to {}, or 0 for as many as the network's name has, else 4096",
                                  most_components));
  }
  if (options.threads > most_threads) {
    throw ConfigError("threads", std::to_string(options.threads),
                      fmt::format("a whole number from 1 to {}, or 0 for one per core", most_threads));
  }
  if (options.threads == 0) options.threads = std::max(1U, std::thread::hardware_concurrency());
  options.threads = std::min(options.threads, options.components);
  if (options.memory_limit == 0) options.memory_limit = default_memory_limit();
  return options;
}

template <class Part, class Entries>
std::unique_ptr<Part> make_part(const char* option, const Entries& table, const std::string& text,
                                std::uint32_t components) {
  const auto [name, arguments] = split_name(text);
  if (arguments.empty() && name != text) table.find(text);  // "router:": a name that nobody has
  std::unique_ptr<Part> made = table.find(name).make(arguments, components);
  if (made == nullptr) throw ConfigError(option, text, "one whose factory returns an object, not null");
  return made;
}

/// Who makes tasks now: the pardos of a process have different numbers, so that their tasks are told apart.
std::uint64_t next_pardo() {
  static std::atomic<std::uint64_t> pardos = 0;
  return pardos.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

Engine::Engine(MachineOptions options)
    : options_(checked(std::move(options))),
      network_asked_(options_.network),
      access_asked_(options_.access),
      account_(std::make_shared<MemoryAccount>(options_.memory_limit)),
      memory_(std::make_shared<SharedMemory>(options_.placement, options_.components, options_.seed, account_)),
      sites_(options_.rule),
      host_(options_.threads),
      book_(options_.ledger, options_.ledger_steps),
      machinery_(make_machinery()),
      all_workers_(std::getenv("PRAM_FORCE_WORKERS") != nullptr) {
  const Machinery& made = *machinery_;
  if (made.protocol->asynchronous()) port_of(*made.protocol, *made.network);  // refuses other networks
  if (made.routines != nullptr) {
    book_.name_phases({std::begin(access_routines), std::end(access_routines)});
  }
  options_.network = made.network->name();
  options_.access = made.protocol->name();
}

std::unique_ptr<Engine::Machinery> Engine::make_machinery() const {
  const AccountScope counted(account_.get());
  auto network = make_part<Network>("network", networks(), network_asked_, options_.components);
  auto protocol = make_part<AccessProtocol>("access", access_protocols(), access_asked_, options_.components);
  auto routines = protocol->routines(*network);
  ArrayExchange exchange(options_, memory_, *network);
  return std::make_unique<Machinery>(
      Machinery{std::move(network), std::move(protocol), std::move(routines), std::move(exchange), {}});
}

void Engine::mend() {
  if (std::exchange(carrying_, false)) machinery_.reset();
  if (machinery_ == nullptr) machinery_ = make_machinery();
}

Engine::Team& Engine::team_of(std::uint32_t workers) {
  auto& teams = machinery_->teams;
  if (const auto known = teams.find(workers); known != teams.end()) return known->second;
  Team team;
  team.crew.host = &host_;
  team.crew.components = options_.components;
  for (std::uint32_t w = 0; w < workers; ++w)
    team.crew.workers.push_back(std::make_unique<Worker>(*memory_, sites_, &stop_));
  for (std::uint32_t w = 0; w < workers; ++w) {
    team.crew.owners.insert(team.crew.owners.end(), team.crew.first_component(w + 1) - team.crew.first_component(w),
                            static_cast<std::uint16_t>(w));
  }
  return teams.emplace(workers, std::move(team)).first->second;
}

void Engine::choose_delivery(Team& team) {
  const Machinery& machinery = *machinery_;
  const AccessProtocol& protocol = *machinery.protocol;
  const bool own_plans = memory_->has_plans();
  if (own_plans && machinery.routines != nullptr)
    throw ConfigError("access", options_.access, "direct or combining where an array has a plan of its own");
  if (own_plans || protocol.asynchronous() || protocol.phases() > 1 || protocol.course() != nullptr) {
    if (team.phased == nullptr)
      team.phased = make_phased_delivery(team.crew, *machinery.network, protocol, options_.seed);
    team.current = team.phased.get();
    return;
  }
  if (team.delivery == nullptr) {
    team.delivery = machinery.routines != nullptr ? make_sorted_delivery(team.crew, *machinery.routines)
                                                  : make_direct_delivery(team.crew, *machinery.network);
  }
  team.current = team.delivery.get();
}

Engine::RuleScope::RuleScope(Engine& engine, Rule rule) : engine_(engine) {
  if (current_lane != nullptr) throw Error("a pardo cannot be started by a processor: pardos do not nest");
  engine_.refuse_while_running("a pardo is started");
  engine_.sites_.judge_by(rule);
}

std::shared_ptr<std::atomic<bool>> Engine::open_region(std::string name) {
  if (current_lane != nullptr) throw Error("a region is opened by host code, around pardos, not by a processor");
  if (name.empty()) throw ConfigError("region", name, "a name for the ledger");
  return book_.open_region(std::move(name));
}

template <class Begin, class OneStep>
void Engine::run_processors(std::uint64_t processors, const Spawn& spawn, const Begin& begin, const OneStep& step) {
  if (current_lane != nullptr) throw Error("a pardo cannot be started by a processor: pardos do not nest");
  refuse_while_running("a pardo is started");
  if (processors == 0) return;
  if (processors >= finished_processor) {
    throw LimitError("processors", processors, finished_processor - 1,
                     fmt::format("{} processors: at most {} are allowed", processors, finished_processor - 1));
  }
  const AccountScope counted(account_.get());
  memory_->check_room(processors, least_processor_bytes, fmt::format("a pardo of {} processors", processors));
  mend();
  // Frames and subtasks want room too, of a size that nobody knows yet.
  if (account_->taken() + memory_estimate(processors, 0) > account_->limit() / 8 * 7) drop_buffers();
  const bool large = processors >= spread_from || all_workers_;
  Team& team = team_of(large ? options_.threads : 1);
  if (sites_.crowded()) {
    sites_.clear();
    book_.forget_sites();
  }
  memory_->begin_run();
  running_ = true;
  disowned_ = false;
  struct End {
    Engine& engine;
    Team& team;
    ~End() {
      for (const auto& worker : team.crew.workers) {
        worker->dismiss();
        worker->outbox = nullptr;
      }
      engine.memory_->end_run();
      engine.running_ = false;
    }
  } const end{*this, team};
  const PollScope watched = watch();
  const Seating seating{processors, options_.components, next_pardo()};
  ++pardos_;
  for (std::uint32_t w = 0; w < team.crew.count(); ++w) {
    Worker& worker = *team.crew.workers[w];
    worker.seat(seating, team.crew.first_component(w), team.crew.first_component(w + 1));
    worker.step = 0;  // what a program draws while its tasks are made belongs to no step
    worker.draws.begin_pardo(options_.seed, pardos_);
    worker.waiting = 0;
  }
  begin(team, seating);
  spawn_all(team, spawn);
  while (step(team)) {
    report_progress();
  }
  heed_owner();
  std::uint64_t kept = 0;
  for (const auto& worker : team.crew.workers) kept += worker->frames.live();
  if (kept > 0) {
    throw Error(
        fmt::format("{} of the tasks made in a pardo {} kept beyond its end: a processor awaits its tasks itself", kept,
                    kept == 1 ? "is" : "are"));
  }
}

void Engine::run(std::uint64_t processors, const Spawn& spawn) {
  run_processors(
      processors, spawn, [this](Team& team, const Seating&) { choose_delivery(team); },
      [this](Team& team) { return run_step(team); });
}

void Engine::run_supersteps(std::uint64_t processes, const Spawn& spawn) {
  std::unique_ptr<bsp::detail::Communication> communication;  // outlives the processes, which hold parts of it
  run_processors(
      processes, spawn,
      [&](Team& team, const Seating& seating) {
        communication = std::make_unique<bsp::detail::Communication>(
            team.crew, seating, sites_.rule(), options_.seed, options_.collision_marker,
            machinery_->network->wants_messages());
        for (std::uint32_t w = 0; w < team.crew.count(); ++w) team.crew.workers[w]->outbox = &communication->outbox(w);
      },
      [&](Team& team) { return run_superstep(team, *communication); });
}

bool Engine::run_superstep(Team& team, bsp::detail::Communication& communication) {
  Crew& crew = team.crew;
  heed_stop();
  const std::uint64_t number = steps_ + 1;
  for (const auto& worker : crew.workers) worker->step = number;
  const bool spread = crew.count() > 1 && (crew.live() >= spread_from || all_workers_);
  host_.run(crew.count(), spread, [&](unsigned w) { crew.workers[w]->resume_all(); });
  heed_stop();
  fail(team, number);
  if (crew.live() == 0) {
    communication.end();
    return false;
  }
  check_steps(number);
  carrying_ = true;
  try {
    SuperstepRecord record = communication.deliver(crew, *machinery_->network, number);
    book_.enter(std::move(record), communication.transfers());
  } catch (NetworkError& error) {
    error.happened_in(number);
    throw;
  }
  carrying_ = false;
  for (const auto& worker : crew.workers) worker->drop_empty_chunks();
  steps_ = number;
  return true;
}

void Engine::exchange(const ExchangeCall& call, const ArrayHandle& from, const ArrayHandle& to) {
  if (current_lane != nullptr) throw Error("data can only be exchanged between pardos, not by a processor");
  refuse_while_running("data are exchanged");
  heed_stop();
  mend();
  const PollScope watched = watch();
  const AccountScope counted(account_.get());
  book_.expect_exchange();
  carrying_ = true;
  ExchangeTotal made = machinery_->exchange.run(call, from, to);
  carrying_ = false;
  book_.enter(std::move(made));
}

/// What takes long on the way of a step may be stopped there, and tells that it goes on.
PollScope Engine::watch() {
  return PollScope([this](std::string_view) {
    report_progress();
    heed_stop();
  });
}

void Engine::on_progress(std::function<void(std::uint64_t)> report) {
  if (current_lane != nullptr) throw Error("on_progress is called by host code, not by a processor");
  progress_ = std::move(report);
}

void Engine::refuse_while_running(const char* what) const {
  if (running_) {
    throw Error(
        fmt::format("{} between pardos, but this machine is running one: wait until it returns, and start "
                    "nothing from on_progress or from a second thread",
                    what));
  }
}

void Engine::heed_owner() {
  if (!disowned_) return;
  stop_.store(false, std::memory_order_relaxed);
  throw Error("the machine was moved or destroyed while its pardo ran: it must stay until pardo returns");
}

void Engine::heed_stop() {
  if (!stop_.load(std::memory_order_relaxed)) return;
  heed_owner();
  stop_.store(false, std::memory_order_relaxed);
  throw Interrupted(steps_);
}

std::uint64_t Engine::memory_estimate(std::uint64_t processors, std::uint64_t frame_bytes) {
  if (machinery_ == nullptr) mend();
  const bool large = processors >= spread_from || all_workers_;
  const StepMemory step{.sorted = machinery_->routines != nullptr,
                        .phases = machinery_->protocol->phases(),
                        .components = options_.components,
                        .workers = large ? options_.threads : 1,
                        .network = machinery_->network.get()};
  return processors * (frame_bytes + slot_bytes) + step.bytes(processors);
}

bool Engine::drop_buffers() {
  if (running_ || machinery_ == nullptr) return false;
  if (std::exchange(carrying_, false)) {
    machinery_.reset();  // of a call that failed
    return true;
  }
  if (machinery_->teams.empty()) return false;
  machinery_->teams.clear();
  return true;
}

void Engine::spawn_all(Team& team, const Spawn& spawn) {
  // The first task tells how large a frame is: refuse what cannot fit before it is touched.
  std::uint64_t processors = 0;
  for (const auto& worker : team.crew.workers) processors += worker->slots;
  std::vector<std::exception_ptr> failed(team.crew.count());
  host_.run(team.crew.count(), team.crew.count() > 1, [&](unsigned w) {
    Worker& worker = *team.crew.workers[w];
    try {
      worker.spawn(spawn, [&](std::uint32_t at) {
        if (at == 0 && worker.slots > 1)
          memory_->check_room(processors, slot_bytes + worker.frames.used(), "the program's frames");
      });
    } catch (...) {
      failed[w] = std::current_exception();
    }
  });
  heed_stop();
  for (const std::exception_ptr& error : failed) {
    if (error != nullptr) std::rethrow_exception(error);
  }
}

bool Engine::run_step(Team& team) {
  Crew& crew = team.crew;
  heed_stop();
  const std::uint64_t number = steps_ + 1;
  Step step;
  step.number = number;
  step.spread = crew.count() > 1 && (crew.live() >= spread_from || all_workers_);
  step.context = {options_.seed, number, false};
  const std::uint32_t epoch = memory_->next_epoch();
  for (const auto& worker : crew.workers) {
    worker->step = number;
    worker->first_sites.clear();
    worker->modules.begin_step(epoch, step.context, options_.collision_marker);
  }
  struct Undo {
    Crew* crew;
    ~Undo() {
      if (crew == nullptr) return;
      for (const auto& worker : crew->workers) worker->modules.undo();
    }
  } undo{&crew};
  const auto carried = [number](auto&& travel) {
    try {
      travel();
    } catch (NetworkError& error) {
      error.happened_in(number);
      throw;
    }
  };
  // Whatever throws on the way leaves the network and the delivery half done.
  carrying_ = true;
  carried([&] { team.current->forward(step); });
  heed_stop();  // processors and protocols may have left off
  carrying_ = false;
  fail(team, number);
  const std::uint64_t live = crew.live();
  if (live == 0) return false;
  check_steps(number);
  AccessFacts facts;
  for (const auto& worker : crew.workers) facts.merge(worker->modules.facts());
  facts.unequal_writes |= step.unequal_writes;
  const Rule rule = sites_.rule();
  if (is_breach(rule, facts, facts.unequal_writes)) throw explain_breach(rule, number, crew);
  carrying_ = true;
  carried([&] { team.current->back(step); });
  const double distinct = distinct_charge(team, step);  // takes long at times, and so may be stopped
  enter_into_ledger(team, step, facts, live, distinct);
  // The step is in the ledger: nothing below fails.
  carrying_ = false;
  undo.crew = nullptr;
  for (const auto& worker : crew.workers) worker->drop_empty_chunks();
  open_barrier(crew, live);
  steps_ = number;
  return true;
}

void Engine::check_steps(std::uint64_t number) const {
  if (options_.max_steps == 0 || number <= options_.max_steps) return;
  throw LimitError("steps", number, options_.max_steps,
                   fmt::format("the machine has done {} step{} in all its pardos, and max_steps allows no more",
                               options_.max_steps, options_.max_steps == 1 ? "" : "s"));
}

void Engine::open_barrier(Crew& crew, std::uint64_t live) {
  std::uint64_t waiting = 0;
  for (const auto& worker : crew.workers) waiting += worker->waiting;
  if (waiting != live) return;
  for (const auto& worker : crew.workers) {
    worker->waiting = 0;
    ++worker->barriers_opened;
  }
}

double Engine::distinct_charge(const Team& team, const Step& step) const {
  std::uint64_t requests = 0;
  for (const auto& worker : team.crew.workers) {
    for (const std::uint32_t site : worker->first_sites) requests += worker->site_facts[site].requests;
  }
  return requests == 0 ? 0 : machinery_->network->distinct_charge(requests, step.largest_requests);
}

/// Throws what the lowest processor threw in this step, if any did.
void Engine::fail(Team& team, std::uint64_t number) {
  const Failure* lowest = nullptr;
  for (const auto& worker : team.crew.workers) {
    const Failure& failure = worker->failure;
    if (failure.error != nullptr && (lowest == nullptr || failure.processor < lowest->processor)) lowest = &failure;
  }
  if (lowest == nullptr) return;
  const SourceLine line = lowest->site == no_request ? SourceLine() : sites_.line(lowest->site);
  std::string reason = "an exception of unknown type";
  try {
    std::rethrow_exception(lowest->error);
  } catch (const Error&) {
    throw;  // ours already: it tells all
  } catch (const std::exception& error) {
    reason = error.what();
    std::throw_with_nested(ProgramError(lowest->processor, number, line, reason));
  } catch (...) {
    std::throw_with_nested(ProgramError(lowest->processor, number, line, reason));
  }
}

void Engine::enter_into_ledger(const Team& team, Step& step, const AccessFacts& facts, std::uint64_t live,
                               double distinct_charge) {
  StepRecord record;
  record.step = step.number;
  record.processors = live;
  record.largest_read_degree = facts.largest_read_degree;
  record.largest_write_degree = facts.largest_write_degree;
  std::vector<LedgerBook::LineEntry> lines;
  std::uint64_t distinct = 0;
  ++entries_;  // a step that fails here is followed by another of its number
  for (const auto& worker : team.crew.workers) {
    for (const std::uint32_t site : worker->first_sites) {
      if (entered_in_.size() <= site) entered_in_.resize(site + std::size_t{1}, 0);
      if (std::exchange(entered_in_[site], entries_) != entries_) lines.push_back({site, {}});
    }
  }
  for (LedgerBook::LineEntry& line : lines) {
    for (const auto& worker : team.crew.workers) {
      SiteFacts& part = worker->facts_of(line.site);
      line.facts.requests += part.requests;
      line.facts.distinct += part.distinct;
      line.facts.largest_degree = std::max(line.facts.largest_degree, part.largest_degree);
      part = {};
    }
    distinct += line.facts.distinct;
  }
  for (PhaseRecord& phase : step.phases) {
    record.charge += phase.charge;
    record.charge_back += phase.charge_back;
  }
  if (step.phases.size() == 1) step.phases[0].combined = distinct;
  record.distinct_charge = distinct_charge;
  record.phases = std::move(step.phases);
  std::pair<std::string, std::uint64_t> cell;
  if (facts.contended.degree > 1) {
    const StoredArray& array = memory_->array(static_cast<std::uint32_t>(facts.contended.cell >> 32));
    cell = {array.name, array.map.index(static_cast<std::uint32_t>(facts.contended.cell))};
  }
  book_.enter(std::move(record), lines, step.loads, facts, cell, facts.contended.degree, sites_);
}

void Engine::report_progress() {
  if (!progress_) return;
  const auto now = std::chrono::steady_clock::now();
  if (now - last_progress_ < std::chrono::milliseconds(100)) return;
  last_progress_ = now;
  const auto report = progress_;  // it may set another
  report(steps_);
}

}  // namespace pram::detail

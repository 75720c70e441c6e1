#include "engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <thread>
#include <utility>

#include <pram/detail/routing/asynchronous.hpp>
#include <pram/network/poll.hpp>

#include "../bsp/shared_requests.hpp"
#include "../data_parallel/register_pool.hpp"
#include "../observation/observed_delivery.hpp"
#include "../observation/observed_run.hpp"
#include "step_memory.hpp"

namespace pram::detail {

namespace {

// What a processor takes beside its frame, whatever it does: its index and its value.
constexpr std::uint64_t slot_bytes = sizeof(std::uint32_t) + sizeof(Word);
// What a processor takes at least: its slot, and the smallest of frames.
constexpr std::uint64_t least_processor_bytes = slot_bytes + 48;

/// @throws ConfigError if an option of a few words is none of them, as a number turned into it may be
void check_words(const MachineOptions& options) {
  const auto check = [](const char* option, auto value, auto last) {
    const auto number = static_cast<std::int64_t>(value);
    if (number < 0 || number > static_cast<std::int64_t>(last)) {
      throw ConfigError(
          option, std::to_string(number),
          "one of its enumeration's words, whose numbers are 0 to " + std::to_string(static_cast<std::int64_t>(last)));
    }
  };
  check("placement", options.placement, Placement::direct);
  check("ledger", options.ledger, LedgerDetail::profile);
}

MachineOptions checked(MachineOptions options) {
  check_words(options);
  if (options.components == 0 && options.network.part() != nullptr)
    options.components = options.network.part()->components();
  if (options.components == 0) options.components = default_components({&options.network.spec(), 1});
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

/// Completes the name of a part by what it calls itself, if the table has such a name: a user's part may call itself
/// anything, and options must make the same machine again.
template <class Part, class Entry>
void complete(Choice<Part>& choice, const std::string& name, const Registry<Entry>& table) {
  if (choice.part() != nullptr) return;
  const Spec completed(name);
  if (table.contains(completed.name)) choice = completed;
}

/// The number of the next pardo, unique in the process, so that tasks of different pardos are told apart.
std::uint64_t next_pardo() {
  static std::atomic<std::uint64_t> pardos = 0;
  return pardos.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

Engine::Engine(MachineOptions options)
    : options_(checked(std::move(options))),
      account_(std::make_shared<MemoryAccount>(options_.memory_limit)),
      memory_(std::make_shared<SharedMemory>(options_.placement, options_.components, options_.seed, account_)),
      registers_(std::make_shared<RegisterPool>(account_)),
      sites_(options_.rule),
      host_(options_.threads),
      writer_(options_.ledger, options_.ledger_steps, options_.components, account_),
      machinery_(options_, account_, memory_, sites_, host_, stop_),
      all_workers_(std::getenv("PRAM_FORCE_WORKERS") != nullptr) {
  if (writer_.profiles()) {
    const AccountScope counted(account_.get());
    component_loads_ = std::make_unique<ComponentLoads>(options_.components);
    line_degrees_ = std::make_unique<LineDegrees>();
  }
  // Refuses other networks.
  if (machinery_.protocol().asynchronous()) port_of(machinery_.protocol(), machinery_.network());
  if (machinery_.routines() != nullptr) {
    writer_.name_phases({std::begin(access_routines), std::end(access_routines)});
  }
  complete(options_.network, machinery_.network().name(), networks());
  complete(options_.access, machinery_.protocol().name(), access_protocols());
}

const Network& Engine::network() {
  if (!running_) machinery_.mend();
  return machinery_.network();
}

const AccessProtocol& Engine::protocol() {
  if (!running_) machinery_.mend();
  return machinery_.protocol();
}

namespace {

/// @throws Error: a processor or a process starts a run
void refuse_nesting() {
  if (current_outbox == nullptr) return;
  throw Error(fmt::format("a {} starts no pardo and no spmd: pardos do not nest",
                          current_outbox->mailbox != nullptr ? "process" : "processor"));
}

}  // namespace

Engine::RuleScope::RuleScope(Engine& engine, Rule rule) : engine_(engine) {
  refuse_nesting();
  engine_.refuse_while_running("a pardo is started");
  engine_.sites_.judge_by(rule);
}

Engine::RunScope::RunScope(Engine& engine, const WorkerTeam& team) : engine_(engine), team_(team) {
  engine_.memory_->begin_run();
  engine_.running_ = true;
  engine_.disowned_ = false;
}

Engine::RunScope::~RunScope() {
  for (const auto& worker : team_.workers) {
    worker->destroy_tasks();
    worker->mailbox = nullptr;
    worker->shown = nullptr;
  }
  engine_.memory_->end_run();
  engine_.running_ = false;
}

std::shared_ptr<std::atomic<bool>> Engine::open_region(std::string name) {
  if (current_outbox != nullptr) throw Error("a region is opened by host code, around pardos, not by a processor");
  if (name.empty()) throw ConfigError("region", name, "a name for the ledger");
  return writer_.open_region(std::move(name));
}

const TeamWithDelivery& Engine::prepare(PardoTotal::Form form, std::uint64_t count, unsigned workers) {
  const bool of_processes = form == PardoTotal::Form::processes;
  const char* const they = of_processes ? "processes" : "processors";
  if (count >= finished_processor) {
    throw LimitError(they, count, finished_processor - 1,
                     fmt::format("{} {}: at most {} are allowed", count, they, finished_processor - 1));
  }
  memory_->check_room(count, least_processor_bytes,
                      fmt::format("{} of {} {}", of_processes ? "an spmd" : "a pardo", count, they));
  machinery_.mend();
  // Frames and subtasks want room too, of a size that nobody knows yet.
  if (account_->taken() + memory_estimate(count, 0) > account_->limit() / 8 * 7) drop_buffers();
  TeamWithDelivery& with_delivery = machinery_.team_of(workers, observed_ != nullptr);
  if (observed_ != nullptr) observe_delivery(with_delivery);
  if (sites_.nearly_full()) {
    sites_.clear();
    writer_.forget_sites();
  }
  return with_delivery;
}

void Engine::check_kept_tasks(const WorkerTeam& team) {
  std::uint64_t kept = 0;
  for (const auto& worker : team.workers) kept += worker->frames.live();
  if (kept > 0) {
    throw Error(
        fmt::format("{} of the tasks made in a pardo {} kept beyond its end: a processor awaits its tasks itself", kept,
                    kept == 1 ? "is" : "are"));
  }
}

bool Engine::drop_buffers() {
  if (running_) return false;
  const bool registers = registers_->drop();
  return machinery_.drop_buffers() || registers;
}

void Engine::run(std::uint64_t processors, const Spawn& spawn, const PardoCall& call) {
  refuse_nesting();
  refuse_while_running("a pardo is started");
  if (processors == 0) return;
  const AccountScope counted(account_.get());
  while_observed({Observer::Run::Kind::pardo, 0, processors, sites_.rule()}, call, [&] {
    const TeamWithDelivery& with_delivery = prepare(PardoTotal::Form::pardo, processors, workers_for(processors));
    writer_.go_on(begin_pardo(PardoTotal::Form::pardo, processors, call));
    run_processors(
        with_delivery, processors, spawn, [](const BlockDistribution&) {}, [&] { return run_step(with_delivery); });
  });
}

void Engine::run_supersteps(std::uint64_t processes, const Spawn& spawn, const PardoCall& call) {
  refuse_nesting();
  refuse_while_running("processes are started");
  if (processes == 0) return;
  const AccountScope counted(account_.get());
  while_observed({Observer::Run::Kind::processes, 0, processes, sites_.rule()}, call,
                 [&] { run_all_supersteps(processes, spawn, call); });
}

void Engine::collective(const CollectiveCall& call, const ArrayHandle& from, const ArrayHandle& to) {
  if (current_outbox != nullptr) throw Error("data can only be exchanged between pardos, not by a processor");
  refuse_while_running("data are exchanged");
  check_stop();
  machinery_.mend();
  const PollScope watched = watch();
  const AccountScope counted(account_.get());
  writer_.expect_collective();
  CollectiveTotal made;
  machinery_.on_the_way([&] { made = machinery_.collectives().run(call, from, to); });
  writer_.enter(std::move(made));
}

/// Lets long work inside a step report progress and be stopped. If a caller of the machine shows the names of work, the
/// name is shown and not the number of steps, which says less.
PollScope Engine::watch() {
  has_named_work_ = false;
  return PollScope([this](std::string_view doing) {
    if (!doing.empty()) has_named_work_ = poll_around(doing);
    if (!has_named_work_) report_progress();
    // Within a processor the request stays, so that the others stop, too: the step that is under way takes it.
    if (current_outbox == nullptr) check_stop();
    if (stop_.load(std::memory_order_relaxed)) throw Interrupted(steps_);
  });
}

void Engine::on_progress(Function<void(std::uint64_t)> report) {
  if (current_outbox != nullptr) throw Error("on_progress is called by host code, not by a processor");
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

void Engine::check_between_pardos(const char* what) const {
  refuse_processor(what);
  refuse_while_running(what);
}

void Engine::check_owner() {
  if (!disowned_) return;
  stop_.store(false, std::memory_order_relaxed);
  throw Error("the machine was moved or destroyed while its pardo ran: it must stay until pardo returns");
}

void Engine::check_stop() {
  if (!stop_.load(std::memory_order_relaxed)) return;
  check_owner();
  stop_.store(false, std::memory_order_relaxed);
  throw Interrupted(steps_);
}

std::uint64_t Engine::memory_estimate(std::uint64_t processors, std::uint64_t frame_bytes) {
  if (!machinery_.made()) machinery_.mend();
  const StepMemory step{.sorted = machinery_.routines() != nullptr,
                        .chained = machinery_.chains(),
                        .phases = machinery_.protocol().phases(),
                        .components = options_.components,
                        .workers = workers_for(processors),
                        .network = &machinery_.network()};
  return processors * (frame_bytes + slot_bytes) + step.bytes(processors);
}

unsigned Engine::workers_for(std::uint64_t processors) const {
  return (processors >= spread_from || all_workers_) && observed_ == nullptr ? options_.threads : 1;
}

BlockDistribution Engine::assign_all(const WorkerTeam& team, std::uint64_t processors) {
  const BlockDistribution distribution{processors, options_.components, next_pardo()};
  ++pardos_;
  for (std::uint32_t w = 0; w < team.count(); ++w) {
    Worker& worker = *team.workers[w];
    worker.assign(distribution, team.first_component(w), team.first_component(w + 1));
    worker.step = 0;  // what a program draws while its tasks are made belongs to no step
    worker.draws.begin_pardo(options_.seed, pardos_);
    worker.waiting = 0;
    worker.shown = observed_ != nullptr ? &observed_->locals() : nullptr;
  }
  return distribution;
}

void Engine::spawn_all(const WorkerTeam& team, const Spawn& spawn) {
  // The first task tells how large a frame is: refuse what cannot fit before it is touched.
  std::uint64_t processors = 0;
  for (const auto& worker : team.workers) processors += worker->slots;
  std::vector<std::exception_ptr> failed(team.count());
  host_.run(team.count(), team.count() > 1, [&](unsigned w) {
    Worker& worker = *team.workers[w];
    try {
      worker.spawn(spawn, [&](std::uint32_t at) {
        if (at == 0 && worker.slots > 1)
          memory_->check_room(processors, slot_bytes + worker.frames.used(), "the program's frames");
      });
    } catch (...) {
      failed[w] = std::current_exception();
    }
  });
  check_stop();
  for (const std::exception_ptr& error : failed) {
    if (error != nullptr) std::rethrow_exception(error);
  }
}

void Engine::report_progress() {
  if (!progress_) return;
  const auto now = std::chrono::steady_clock::now();
  if (now - last_progress_ < std::chrono::milliseconds(100)) return;
  last_progress_ = now;
  const auto report = progress_;  // a copy, because the call may replace progress_
  report(steps_);
}

}  // namespace pram::detail

#include "step_context.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <thread>
#include <utility>

#include <pram/access.hpp>
#include <pram/detail/own_access.hpp>
#include <pram/detail/random/hash_family.hpp>
#include <pram/detail/routing/asynchronous.hpp>
#include <pram/detail/test_hooks.hpp>
#include <pram/network.hpp>

#include "../../hash.hpp"
#include "../../hashing/families.hpp"
#include "../../ranks/ranks_on_host.hpp"
#include "../../winners/chosen_winners.hpp"
#include "../machinery/step_memory.hpp"

namespace pram::detail {

constinit TestHooks test_hooks;

namespace {

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

/// A thread for each processor of the host that this process may use. Ranks that may all use the same ones share them.
unsigned usual_threads() {
  const unsigned own = std::max(1U, std::thread::hardware_concurrency());
  const bool all = own >= static_cast<unsigned>(::sysconf(_SC_NPROCESSORS_ONLN));
  return all ? std::max(1U, own / ranks_on_host()) : own;
}

std::uint64_t text_hash(const std::string& text) {
  std::uint64_t hash = text.size();
  for (const char letter : text) hash = hash64(static_cast<unsigned char>(letter), hash);
  return hash;
}

/// The function that places cells; null: each array's own.
/// @throws ConfigError for a family that is not known, or beside another placement
std::shared_ptr<const HashFunction> drawn_hash(const MachineOptions& options) {
  if (options.hash.empty()) return nullptr;
  if (options.placement != Placement::hashed)
    throw ConfigError("hash", options.hash, "none where the placement is " + to_string(options.placement));
  constexpr std::uint64_t apart = 0x9A1CE;  // keeps the function apart from other draws by the seed
  return draw_hash(options.hash, hash64(apart, options.seed));
}

MachineOptions checked(MachineOptions options) {
  check_words(options);
  if (!options.hash.empty()) options.hash = family_text(options.hash);
  if (options.components == 0 && options.network.part() != nullptr)
    options.components = options.network.part()->components();
  if (options.components == 0) options.components = default_components({&options.network.spec(), 1});
  take_own_access(options);
  if (options.components > most_components) {
    throw ConfigError("components", std::to_string(options.components),
                      fmt::format("a whole number from 1 to {}, or 0 for as many as the network's name has, else 4096",
                                  most_components));
  }
  if (options.threads > most_threads) {
    throw ConfigError("threads", std::to_string(options.threads),
                      fmt::format("a whole number from 1 to {}, or 0 for one per core", most_threads));
  }
  if (options.threads == 0) options.threads = usual_threads();
  options.threads = std::min(options.threads, options.components);
  if (options.memory_limit == 0) options.memory_limit = default_memory_limit() / ranks_on_host();
  // Ranks refuse alike what does not fit.
  if (ranks_here() != nullptr) options.memory_limit = ranks_here()->least(options.memory_limit);
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

/// The options that all ranks must have alike, as an error shows them: "components 64, network router, …". Threads and
/// memory are each rank's own.
std::string options_of_all_ranks(const MachineOptions& options) {
  const MachineOptions defaults;
  std::string text;
  for (const MachineOptionRow& row : machine_options) {
    if (row.member == MachineOptionRow::Member{&MachineOptions::threads} || row.bytes) continue;
    const OptionValue value = value_of(options, row);
    if (row.recorded != MachineOptionRow::Recorded::always && value == value_of(defaults, row)) continue;
    std::visit([&](const auto& shown) { text += fmt::format("{}{} {}", text.empty() ? "" : ", ", row.name, shown); },
               value);
  }
  return text;
}

}  // namespace

StepContext::StepContext(MachineOptions given)
    : options(checked(std::move(given))),
      ranks(ranks_here()),
      account(std::make_shared<MemoryAccount>(options.memory_limit)),
      memory(std::make_shared<SharedMemory>(options.placement, options.components, options.seed, account, ranks,
                                            drawn_hash(options))),
      registers(std::make_shared<RegisterPool>(account)),
      sites(options.rule),
      host(options.threads),
      writer(options.ledger, options.ledger_steps, options.components, account),
      control(steps),
      machinery(options, account, memory, sites, host, control.stop(), {ranks.get(), &ranked_sites}),
      profile(writer.profiles(), options.components, *account),
      observed(*memory, sites, writer),
      all_workers(test_hooks.all_workers) {
  complete(options.network, machinery.network().name(), networks());
  complete(options.access, machinery.protocol().name(), access_protocols());
  if (ranks != nullptr) {
    const std::string call = fmt::format("a machine ({})", options_of_all_ranks(options));
    ranks->call(call, text_hash(call));
    together(ranks, [&] { meet_ranks(); });
  }
  if (WinnerChooser* const chooser = winner_chooser(); chooser != nullptr) {
    refuse_ranks("winners are chosen");
    winners = std::make_unique<WinnerDelivery>(*chooser, *memory, sites);
  }
  // Refuses other networks.
  if (machinery.protocol().asynchronous()) port_of(machinery.protocol(), machinery.network());
  if (machinery.routines() != nullptr) {
    const std::span<const std::string_view> names = machinery.routine_names();
    writer.name_phases({names.begin(), names.end()});
  }
  memory->plan_for_hot(machinery.protocol().hot_plan());
}

/// Every rank makes this machine alike, and knows what the processors of others may ask for.
void StepContext::meet_ranks() const {
  UsedSomewhere::enter_all();
  ranks->meet();
}

std::uint64_t StepContext::memory_estimate(std::uint64_t processors, std::uint64_t frame_bytes) {
  if (!machinery.made()) machinery.restore();
  const AccessPlan* const plan = machinery.protocol().routing_plan();
  const std::shared_ptr<const AccessPlan> hot = memory->has_plans() ? machinery.protocol().hot_plan() : nullptr;
  const StepMemory step{.sorted = machinery.routines() != nullptr,
                        .chained = machinery.chains(),
                        .phases = std::max(plan != nullptr ? plan->phases() : 0, hot != nullptr ? hot->phases() : 0),
                        .components = options.components,
                        .workers = workers_for(processors),
                        .network = &machinery.network()};
  return processors * (frame_bytes + slot_bytes) + step.bytes(processors);
}

TeamWithDelivery& StepContext::ready_team(std::uint64_t processors, unsigned workers) {
  machinery.restore();
  // Frames and subtasks want room too, of a size that nobody knows yet.
  if (account->taken() + memory_estimate(processors, 0) > account->limit() / 8 * 7) drop_buffers();
  TeamWithDelivery& with_delivery = machinery.team_of(workers, observed.any());
  if (with_delivery.ranked != nullptr) with_delivery.ranked->begin_run(processors);
  // The observer comes first: it hears what processors have asked for.
  if (winners != nullptr) winners->listen_to(with_delivery.team, with_delivery.delivery);
  observed.listen_to(with_delivery);
  if (ranks == nullptr ? sites.nearly_full() : ranks->any(sites.nearly_full())) {
    sites.clear();
    ranked_sites.clear();
    writer.forget_sites();
  }
  return with_delivery;
}

LedgerWriter::Pardo StepContext::begin_pardo(PardoTotal::Form form, std::uint64_t processors, const PardoCall& call) {
  if (!writer.profiles()) return {};
  PardoTotal one;
  one.form = form;
  one.where = {call.where.file_name(), call.where.line()};
  one.name = call.name;
  one.processors = processors;
  return writer.begin_pardo(std::move(one));
}

bool StepContext::drop_buffers() {
  if (control.runs()) return false;
  const bool dropped = registers->drop();
  return machinery.drop_buffers() || dropped;
}

void StepContext::refuse_ranks(const char* what) const {
  if (ranks == nullptr) return;
  throw ConfigError("ranks", std::to_string(ranks->ranks()), fmt::format("one rank, where {}", what));
}

}  // namespace pram::detail

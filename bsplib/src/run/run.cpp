#include "run.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <functional>
#include <string>

namespace pram::bsplib {

namespace {

// Bytes of the machine's stack: large, because networks compute on it.
constexpr std::uint64_t machine_stack = std::uint64_t{8} << 20;

}  // namespace

Run::Run(Machine& machine, const Settings& settings, std::uint64_t processes, std::function<void()> program,
         std::function<void(std::exception_ptr)> failed)
    : machine_(machine),
      settings_(settings),
      program_(std::move(program)),
      failed_(std::move(failed)),
      time_before_(time_of(machine.ledger())),
      registrations_(processes),
      machine_stack_(1, machine_stack) {
  for (std::uint32_t id = 0; id < processes; ++id) processes_.emplace_back(*this, id);
  machine_place_.begin(machine_stack_[0].data(), machine_stack_[0].size(), &Run::run_machine);
}

std::uint64_t Run::time_of(const Ledger& ledger) {
  std::uint64_t time = 0;
  for (const SuperstepTotal& total : ledger.superstep_totals()) time += total.cost();
  return time;
}

void Run::begin(Line line) {
  begin_line_ = line;
  first_stack_ = StackBounds::of_this_thread();
  process(0).begin(line);
  process(0).place().go_to(machine_place_);
  if (globals() != nullptr) globals_->put_in_place(0);
}

void Run::look_at_shared_globals(std::uint64_t superstep, const Line& sync) {
  if (!shared_globals_ || !shared_globals_->have_changed(superstep)) return;
  const bool by_threads = settings_.machine.threads != 1;
  const std::string line = fmt::format(
      "pram: global variables have changed by superstep {}{}, and all processes share them, {}: give each its own by "
      "--private-globals{}, or private-globals=yes in PRAM_BSP; --shared-globals, or no, shares them without a word\n",
      superstep, at(sync),
      by_threads ? std::string("for there are several host threads")
                 : fmt::format("for copies of their {} bytes for {} processes cost much", shared_globals_->bytes(),
                               processes()),
      by_threads ? " with --threads 1" : "");
  std::fflush(stdout);
  std::fputs(line.c_str(), stderr);
}

void Run::make_room() {
  const std::scoped_lock lock(making_room_);
  if (stacks_) return;
  counted_.emplace(processes() * (sizeof(Process) + 2 * sizeof(RegistrationChanges)));
  const std::optional<Globals> globals = Globals::find();
  const bool open = !settings_.private_globals.has_value();
  if (settings_.private_globals.value_or(private_by_default(settings_, processes(), globals))) {
    // A single process has the variables for itself anyway.
    if (!globals || (globals->bytes() > 0 && processes() > 1)) globals_.emplace(processes());
  } else if (open && globals && processes() > 1 && PrivateGlobals::can_be_made()) {
    shared_globals_.emplace(*globals);
  }
  stacks_.emplace(processes(), settings_.stack);
  faults_.emplace(*this, *stacks_);
}

void Run::run_machine(void* process_zero) {
  Run& run = static_cast<Process*>(process_zero)->run();
  try {
    run.spmd();
  } catch (...) {
    run.failed_(std::current_exception());
  }
  run.machine_place_.leave_for(run.process(0).place());
}

void Run::spmd() {
  struct Body {
    static Task<> run(bsp::Process self, Process& mine, std::span<std::byte> stack) {
      mine.start(self, stack);
      while (mine.resume()) {
        const Line& line = mine.sync_line();
        co_await self.sync(mine.sync_tag(), line.file, line.line);
      }
    }
  };
  const auto body = [this](bsp::Process self) -> Task<> {
    make_room();
    if (self.id() == 0) return Body::run(self, process(0), {});
    // Stacks end at different places of a page: otherwise all of them would share few sets of a cache.
    const std::span<std::byte> stack = (*stacks_)[self.id()];
    return Body::run(self, process(self.id()), stack.first(stack.size() - self.id() * 192 % 4032));
  };
  // In the ledger all runs have their place here. Their names distinguish them by the program's own line.
  machine_.spmd(processes(), body, begin_line_.file + std::string(":") + std::to_string(begin_line_.line));
}

}  // namespace pram::bsplib

#include "run.hpp"

#include <exception>

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
  process(0).begin(line);
  process(0).place().go_to(machine_place_);
  if (globals() != nullptr) globals_->put_in_place(0);
}

void Run::make_room() {
  const std::scoped_lock lock(making_room_);
  if (stacks_) return;
  counted_.emplace(processes() * (sizeof(Process) + 2 * sizeof(RegistrationChanges)));
  if (settings_.private_globals) globals_.emplace(processes());
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
  // The ledger's place of all runs is here. Their name tells them apart by the program's own line.
  machine_.spmd(processes(), body, begin_line_.file + std::string(":") + std::to_string(begin_line_.line));
}

}  // namespace pram::bsplib

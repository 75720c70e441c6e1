#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <new>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <pram/detail/exact_text.hpp>
#include <pram/detail/ranks/transport.hpp>
#include <pram/detail/test_hooks.hpp>
#include <pram/machine.hpp>
#include <pram/network.hpp>
#include <pram/operators.hpp>

/// ranks_program NAME [THREADS]: a program that a launcher starts as several ranks. It is linked with core alone, and
/// so brings a network along.
namespace {

using pram::Machine;
using pram::Processor;
using pram::Rule;
using pram::Task;
using pram::detail::this_rank;

unsigned threads = 1;
const char* self_path = nullptr;

/// A phase costs as many units as the busiest component sends or receives.
class Counted : public pram::Network {
 public:
  std::string name() const override { return "counted"; }
  std::uint64_t carry(const pram::Traffic& phase) override { return phase.relation(); }
  double distinct_charge(std::uint64_t messages, std::uint32_t) const override {
    return static_cast<double>(messages) / 16;
  }
};

pram::MachineOptions options(const char* access = "direct", Rule rule = Rule::arbitrary) {
  pram::MachineOptions made;
  made.components = 16;
  made.network = std::make_shared<Counted>();
  made.access = access;
  made.rule = rule;
  made.threads = threads;
  made.ledger = pram::LedgerDetail::steps;
  return made;
}

struct GreatestDivisor {
  static std::int64_t apply(std::int64_t a, std::int64_t b) { return std::gcd(a, b); }
  static std::int64_t identity() { return 0; }
  static constexpr const char* name = "gcd";
};

template <class Array>
void print(const char* title, const Machine& machine, const Array& array) {
  std::printf("%s\n", title);
  for (const auto value : array.host()) std::printf(" %lld", static_cast<long long>(value));
  std::printf("\n%s", pram::detail::exact_text(machine.ledger()).c_str());
}

/// Pointer jumping on a list that visits all elements in steps of 7.
void list_ranking(const char* access) {
  constexpr std::uint64_t n = 1000;
  Machine machine(options(access));
  std::vector<std::int64_t> follows(n);
  for (std::uint64_t k = 0; k < n; ++k) follows[k] = static_cast<std::int64_t>((k + 7) % n);
  follows[n - 7] = n - 7;
  std::vector<std::int64_t> rank(n, 1);
  rank[n - 7] = 0;
  const auto next = machine.array(follows, "next");
  const auto distance = machine.array(rank, "distance");
  machine.pardo(n, [&](Processor self) -> Task<> {
    for (int round = 0; round < 10; ++round) {
      const std::int64_t mine = co_await next[self.id()];
      const auto other = static_cast<std::uint64_t>(mine);
      const std::int64_t its = co_await distance[other];
      const std::int64_t behind = co_await next[other];
      const std::int64_t before = co_await distance[self.id()];
      co_await (distance[self.id()] = before + its);
      co_await (next[self.id()] = behind);
    }
  });
  print(access, machine, distance);
}

/// Reads, writes of several values, sums and fetches in one step.
void mixed(const char* access) {
  Machine machine(options(access));
  const auto cells = machine.array<std::int64_t>(64, 1, "cells");
  const auto replies = machine.array<std::int64_t>(500, 0, "replies");
  machine.pardo(500, [&](Processor self) -> Task<> {
    const std::uint64_t i = self.id();
    std::int64_t got = co_await cells[i * 5 % 64].fetch_add(static_cast<std::int64_t>(i));
    co_await (cells[i % 9] = static_cast<std::int64_t>(i));
    co_await cells[i * i % 64].max(static_cast<std::int64_t>(i));
    got += co_await cells[i % 3];
    co_await (replies[i] = got);
  });
  print(access, machine, replies);
  print("cells", machine, cells);
}

/// Cells of the last rank are combined by an operator of the program's own, for which processors of rank 0 alone ask.
void own_operator() {
  Machine machine(options("combining:4,4"));
  const auto cells = machine.array<std::int64_t>(64, 0, "cells");
  machine.pardo(64, [&](Processor self) -> Task<> {
    if (self.id() >= 10) co_return;
    co_await cells[60 + self.id() % 4].combine(GreatestDivisor(), static_cast<std::int64_t>(12 * (self.id() + 1)));
  });
  print("own operator", machine, cells);
}

void results() {
  pram::detail::test_hooks.all_workers = true;
  for (const char* access : {"direct", "combining:4,4", "combining:8,2"}) {
    list_ranking(access);
    mixed(access);
  }
  own_operator();
}

/// A machine with which a program fails or parts ways.
struct Trial {
  Machine machine{options()};
  pram::Array<std::int64_t> cells = machine.array<std::int64_t>(40, 0, "cells");
  void step() {
    machine.pardo(40, [this](Processor self) -> Task<> { co_await cells[self.id()].add(1); });
  }
};

void breach() {
  Machine machine(options("direct", Rule::erew));
  const auto cells = machine.array<std::int64_t>(40, 0, "cells");
  machine.pardo(40, [&](Processor self) -> Task<> { co_await cells[self.id() < 37 ? self.id() : 37]; });
}

void throws() {
  Trial trial;
  trial.machine.pardo(40, [&](Processor self) -> Task<> {
    co_await trial.cells[self.id()];
    if (self.id() == 33) throw std::runtime_error("as asked");
  });
}

void caught() {
  try {
    breach();
  } catch (const std::exception& error) {
    std::printf("%s\n", error.what());
  }
}

void other_call() {
  Trial trial;
  if (this_rank() == 1) {
    trial.cells.get(3);
  } else {
    trial.step();
  }
}

void other_value() {
  Trial trial;
  trial.cells.set(3, this_rank());
  trial.step();
}

void other_value_at_the_end() {
  Trial trial;
  trial.cells.set(3, this_rank());
}

void leaves_early() {
  Trial trial;
  if (this_rank() == 1) return;
  trial.step();
}

void rank_0_leaves_early() {
  Trial trial;
  if (this_rank() == 0) return;
  trial.step();
}

void caught_parting() {
  Trial trial;
  if (this_rank() == 1) return;
  try {
    trial.step();
  } catch (const std::exception& error) {
    std::printf("%s\n", error.what());
  }
}

void host_throws() {
  Trial trial;
  if (this_rank() == 1) throw std::runtime_error("of one rank");
  for (;;) trial.step();
}

void caught_before_host_throws() {
  Trial trial;
  try {
    breach();
  } catch (const std::exception&) {
  }
  trial.cells.set(0, 1);
  if (this_rank() == 1) throw std::runtime_error("of one rank");
  for (;;) trial.step();
}

void memory_short() {
  Trial trial;
  if (this_rank() == 1) throw std::bad_alloc();
  for (;;) trial.step();
}

void killed() {
  Trial trial;
  if (this_rank() == 1) std::raise(SIGKILL);
  for (;;) trial.step();
}

void crashed() {
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  Trial trial;
  if (this_rank() == 1) std::raise(SIGSEGV);
  for (;;) trial.step();
}

void exits_3() {
  Trial trial;
  trial.step();
  std::printf("before the exit");
  std::exit(3);
}

/// What each rank prints and reads, by one write so that lines of ranks do not mix.
void prints() {
  char word[64] = "nothing";
  if (std::scanf("%63s", word) != 1) std::strcpy(word, "nothing");
  std::printf("rank %u of %u reads %s\n", this_rank(), pram::detail::ranks_of_program(), word);
}

/// A machine that lives on another thread than that of main().
void other_thread() {
  std::thread([] {
    Trial trial;
    trial.step();
    std::printf("%lld on %u\n", static_cast<long long>(trial.cells.get(39)), pram::detail::ranks_of_program());
  }).join();
}

/// A program that a rank starts runs alone.
void child() {
  if (this_rank() != 0) return;
  std::fflush(stdout);
  const int status = std::system((std::string("'") + self_path + "' prints </dev/null").c_str());
  std::printf("child: %d\n", WEXITSTATUS(status));
}

/// Is made before main() and goes after exit(), as all static variables.
struct StaticMachine {
  std::unique_ptr<Trial> trial;
  StaticMachine() {
    const char* const wanted = std::getenv("PRAM_TEST_STATIC");
    if (wanted != nullptr) trial = std::make_unique<Trial>();
  }
  ~StaticMachine() {
    if (trial == nullptr) return;
    trial->step();
    std::printf("static: %lld on %u\n", static_cast<long long>(trial->cells.get(20)), pram::detail::ranks_of_program());
  }
};
StaticMachine static_machine;

void nothing() {}

const std::map<std::string, void (*)()> programs{{"results", results},
                                                 {"breach", breach},
                                                 {"throws", throws},
                                                 {"caught", caught},
                                                 {"other_call", other_call},
                                                 {"other_value", other_value},
                                                 {"other_value_at_the_end", other_value_at_the_end},
                                                 {"leaves_early", leaves_early},
                                                 {"rank_0_leaves_early", rank_0_leaves_early},
                                                 {"caught_parting", caught_parting},
                                                 {"host_throws", host_throws},
                                                 {"caught_before_host_throws", caught_before_host_throws},
                                                 {"memory_short", memory_short},
                                                 {"killed", killed},
                                                 {"crashed", crashed},
                                                 {"exits_3", exits_3},
                                                 {"prints", prints},
                                                 {"other_thread", other_thread},
                                                 {"child", child},
                                                 {"nothing", nothing}};

}  // namespace

int main(int count, char** arguments) {
  if (count < 2 || !programs.contains(arguments[1])) return 64;
  self_path = arguments[0];
  if (count > 2) threads = static_cast<unsigned>(std::strtoul(arguments[2], nullptr, 10));
  programs.at(arguments[1])();
}

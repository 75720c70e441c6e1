#include <doctest/doctest.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <limits>
#include <numeric>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "../support.hpp"
#include "../support/forced.hpp"
#include "trials/fault_trial.hpp"

// Memory may run out in a process that has done nothing yet, where all is done for the first time: in this library, and
// in those that it uses. So each trial is a process of its own.
//
// The tests start their own program anew for each subject. That program forks a process for each trial, before it has
// done anything itself. PRAM_FAULTS=SUBJECT runs all trials of the subjects whose names begin so.
namespace pram::testing {

namespace {

const char* const variable = "PRAM_FAULT_TRIALS";  // subject;threads;once or for good;trials;seed
// A trial takes milliseconds. What takes longer than this waits for ever.
constexpr unsigned most_seconds = 120;
constexpr std::uint64_t no_fault = std::numeric_limits<std::uint64_t>::max() - 1;

const std::vector<FaultSubject>& subjects() {
  static const std::vector<FaultSubject> all = [] {
    std::vector<FaultSubject> made;
    add_machine_subjects(made);
    add_observer_subjects(made);
    add_report_subjects(made);
    add_program_subjects(made);
    return made;
  }();
  return all;
}

struct Trials {
  std::string subject;
  unsigned threads = 1;
  FailingAllocations::Mode mode = FailingAllocations::Mode::once;
  std::uint64_t most = 0;
  std::uint64_t seed = 0;
};

/// Runs trials of a subject. What is wrong goes to standard error.
struct TrialOfProcess {
  const Trials& trials;
  const FaultSubject& subject;

  /// Runs one trial in a process of its own.
  /// @param asked  gets the allocations of its work
  /// @returns true if all was as it should be
  bool run(std::uint64_t number, std::uint64_t& asked) const {
    std::array<int, 2> ends{};
    if (::pipe(ends.data()) != 0) return false;
    std::cout.flush();
    const pid_t process = ::fork();
    if (process == 0) {
      ::close(ends[0]);
      ::alarm(most_seconds);
      FaultTrial trial(number, trials.mode);
      try {
        subject.run(trial, trials.threads);
      } catch (const std::exception& error) {
        trial.check(false, error.what());
      }
      const std::uint64_t count = trial.asked();
      if (::write(ends[1], &count, sizeof count) != sizeof count) ::_exit(4);
      for (const std::string& what : trial.wrong()) tell(number, "does not hold: " + what);
      ::_exit(trial.wrong().empty() ? 0 : 3);
    }
    ::close(ends[1]);
    if (::read(ends[0], &asked, sizeof asked) != sizeof asked) asked = 0;
    ::close(ends[0]);
    int status = 0;
    if (process < 0 || ::waitpid(process, &status, 0) != process) return false;
    if (WIFSIGNALED(status)) {
      tell(number, WTERMSIG(status) == SIGALRM ? "hangs" : "signal " + std::to_string(WTERMSIG(status)));
      return false;
    }
    return WEXITSTATUS(status) == 0;
  }

  void tell(std::uint64_t number, const std::string& what) const {
    std::ostringstream line;
    line << trials.subject << ", " << trials.threads << " threads, allocation " << number
         << (trials.mode == FailingAllocations::Mode::once ? ": " : " and all after it: ") << what << '\n';
    std::cerr << line.str() << std::flush;
  }
};

/// All allocations, or some drawn from all of them.
std::vector<std::uint64_t> drawn(std::uint64_t all, std::uint64_t most, std::uint64_t seed) {
  std::vector<std::uint64_t> numbers(all);
  std::iota(numbers.begin(), numbers.end(), std::uint64_t{1});
  if (most >= all) return numbers;
  std::mt19937_64 random(seed);
  std::ranges::shuffle(numbers, random);
  numbers.resize(most);
  return numbers;
}

/// @returns the trials that went wrong
std::uint64_t run_all(const Trials& trials) {
  const auto subject = std::ranges::find(subjects(), trials.subject, &FaultSubject::name);
  if (subject == subjects().end()) throw std::invalid_argument(trials.subject);
  const TrialOfProcess one{trials, *subject};
  std::uint64_t all = 0;
  if (!one.run(no_fault, all)) return 1;
  std::uint64_t wrong = all == 0 ? 1 : 0;
  std::uint64_t asked = 0;
  for (const std::uint64_t number : drawn(all, trials.most, trials.seed)) wrong += one.run(number, asked) ? 0 : 1;
  return wrong;
}

/// Runs trials in a process that has done nothing else. @returns its exit status
int run_in_own_process(const Trials& trials) {
  const std::string given = trials.subject + ";" + std::to_string(trials.threads) + ";" +
                            (trials.mode == FailingAllocations::Mode::once ? "once" : "for good") + ";" +
                            std::to_string(trials.most) + ";" + std::to_string(trials.seed);
  setenv(variable, given.c_str(), 1);
  std::array<char*, 4> arguments{const_cast<char*>("test_faults"), const_cast<char*>("--no-skip"),
                                 const_cast<char*>("--test-case=trials of this process"), nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t process = 0;
  const int error = posix_spawn(&process, "/proc/self/exe", &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  unsetenv(variable);
  if (error != 0) return -error;
  int status = 0;
  if (::waitpid(process, &status, 0) != process) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -2;
}

/// One thread or two, one failure or all from there on.
struct Kind {
  unsigned threads;
  FailingAllocations::Mode mode;
};

constexpr std::array<Kind, 4> all_kinds = {{{1, FailingAllocations::Mode::once},
                                            {1, FailingAllocations::Mode::for_good},
                                            {2, FailingAllocations::Mode::once},
                                            {2, FailingAllocations::Mode::for_good}}};

/// What is tried of a subject.
struct Extent {
  std::size_t kinds = all_kinds.size();
  std::uint64_t trials = std::numeric_limits<std::uint64_t>::max();  ///< of each kind
};

Extent extent() {
  switch (size()) {
    case Size::tiny: return {1, 1};
    case Size::small: return {1, 2};
    case Size::medium: return {2, 3};
    case Size::large: break;
  }
  return {};
}

}  // namespace

TEST_CASE("trials of this process" * doctest::skip()) {
  const char* const given = std::getenv(variable);
  if (given == nullptr) return;
  std::istringstream words(given);
  Trials trials;
  std::array<std::string, 4> rest;
  std::getline(words, trials.subject, ';');
  for (std::string& word : rest) std::getline(words, word, ';');
  trials.threads = static_cast<unsigned>(std::stoul(rest[0]));
  trials.mode = rest[1] == "once" ? FailingAllocations::Mode::once : FailingAllocations::Mode::for_good;
  trials.most = std::stoull(rest[2]);
  trials.seed = std::stoull(rest[3]);
  CHECK(run_all(trials) == 0);
}

TEST_CASE("whichever allocation fails in a process that has done nothing yet, what follows is right") {
  const ForcedWorkers all_workers;
  const char* const asked_for = std::getenv("PRAM_FAULTS");
  std::mt19937_64 random(seed());
  for (const FaultSubject& subject : subjects()) {
    if (asked_for != nullptr && !subject.name.starts_with(asked_for)) continue;
    std::array<Kind, 4> kinds = all_kinds;
    std::ranges::shuffle(kinds, random);
    const Extent tried = asked_for != nullptr ? Extent() : extent();
    for (std::size_t k = 0; k < tried.kinds; ++k) {
      const Trials trials{subject.name, kinds[k].threads, kinds[k].mode, tried.trials, random()};
      CAPTURE(trials.subject);
      CAPTURE(trials.threads);
      const bool once = trials.mode == FailingAllocations::Mode::once;
      CAPTURE(once);
      CHECK(run_in_own_process(trials) == 0);
    }
  }
}

}  // namespace pram::testing

#include <algorithm>
#include <exception>
#include <utility>

#include <pram/error.hpp>
#include <pram/machine.hpp>
#include <pram/network/poll.hpp>
#include <pram/programs/verify.hpp>

namespace pram::programs {

namespace {

using Met = ListedWinners::Met;

/// How a run ended.
struct VerifiedRun {
  std::vector<Met> met;
  std::string error;  ///< "": it is right
  bool unending = false;
  bool unchecked = false;  ///< there is no oracle
};

VerifiedRun run_with(const Job& job, const MachineOptions& options, const WinnerList& winners, bool is_first) {
  VerifiedRun run;
  ListedWinners listed(winners);
  {
    const ChosenWinners chosen(listed);
    Machine machine(options);
    try {
      const Outcome outcome = job.run(machine);
      run.unchecked = outcome.check.empty();
      if (!outcome.verified) run.error = "the result is wrong, checked against " + outcome.check;
    } catch (const Interrupted&) {
      throw;
    } catch (const ConfigError& error) {
      if (is_first || listed.refused()) throw;
      run.error = error.what();
    } catch (const LimitError& error) {
      run.unending = error.limit == "steps" || error.limit == "supersteps";
      run.error = error.what();
    } catch (const std::exception& error) {
      run.error = error.what();
    } catch (...) {
      run.error = "the program has thrown what is no std::exception";
    }
  }
  run.met = listed.met();
  return run;
}

/// What the choices of a run leave to try: its list, cut behind the last choice that has another value left, which
/// takes it. Empty: nothing.
WinnerList next_after(const std::vector<Met>& met) {
  std::size_t kept = met.size();
  while (kept > 0 && met[kept - 1].winner + 1 >= met[kept - 1].width) --kept;
  WinnerList next;
  for (std::size_t k = 0; k < kept; ++k) next.push_back(met[k].winner);
  if (kept > 0) ++next.back();
  return next;
}

/// @param next  the list of the run: it must meet what the run before it has met, up to its end
void check_repeats(const std::vector<Met>& before, const WinnerList& next, const VerifiedRun& run) {
  for (std::size_t k = 0; k < next.size(); ++k) {
    Met expected = before[k];
    expected.winner = next[k];
    if (k >= run.met.size() || run.met[k] != expected)
      throw Error("the program does not repeat itself: after the same choices it has met another one");
  }
}

WinnerList without_zeros_at_the_end(const std::vector<Met>& met) {
  WinnerList winners;
  for (const Met& one : met) winners.push_back(one.winner);
  while (!winners.empty() && winners.back() == 0) winners.pop_back();
  return winners;
}

/// How likely a run's choices are, drawn one by one.
double likelihood(const std::vector<Met>& met) {
  double product = 1;
  for (const Met& one : met) product /= one.width;
  return product;
}

}  // namespace

VerifiedInput verify_winners(const Job& job, const MachineOptions& machine, const VerifyOptions& options) {
  VerifiedInput found;
  WinnerList next;
  std::vector<Met> before;
  try {
    while (found.runs < options.most_runs) {
      poll();
      VerifiedRun run = run_with(job, machine, next, found.runs == 0);
      if (run.unchecked) throw Error("the program has no oracle, by which its runs could be checked");
      check_repeats(before, next, run);
      ++found.runs;
      found.share += likelihood(run.met);
      found.choice_points = std::max<std::uint64_t>(found.choice_points, run.met.size());
      for (const Met& one : run.met) found.widest = std::max<std::uint64_t>(found.widest, one.width);
      if (options.progress) options.progress(found.runs);
      next = next_after(run.met);
      found.complete = next.empty();
      if (!run.error.empty()) {
        found.counter_example =
            CounterExample{without_zeros_at_the_end(run.met), std::move(run.error), !run.met.empty(), run.unending};
        break;
      }
      if (found.complete) break;
      before = std::move(run.met);
    }
  } catch (const Interrupted&) {
    found.interrupted = true;
  }
  if (found.complete) found.share = 1;  // without the error of a sum
  return found;
}

}  // namespace pram::programs

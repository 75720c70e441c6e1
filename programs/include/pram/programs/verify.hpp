#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <pram/programs/program.hpp>
#include <pram/winners.hpp>

/// Whether a program is right whoever wins where several processors write different values to one cell.
namespace pram::programs {

/// What the winners of a run are, in the order in which they are asked for: 0 for the value of the lowest writer.
using WinnerList = std::vector<std::uint32_t>;

/// "0,2,1"
std::string to_text(const WinnerList& winners);

/// Takes winners from a list, and behind its end the lowest writer's value each time. It keeps what was asked.
class ListedWinners final : public WinnerChooser {
 public:
  explicit ListedWinners(WinnerList winners) : list_(std::move(winners)) {}

  /// A choice that a run has met.
  struct Met {
    std::uint64_t step = 0;
    std::string array;
    std::uint64_t index = 0;
    std::uint32_t width = 0;  ///< different values, at least two
    std::uint32_t winner = 0;

    friend bool operator==(const Met&, const Met&) = default;
  };

  /// @throws ConfigError naming `--choices` where the list's number is no position among the values
  std::size_t winner(const Conflict& conflict) override;
  /// @throws ConfigError naming `--choices` where the list is longer than the run has asked
  void check_all_used() const;

  const std::vector<Met>& met() const { return met_; }
  /// Whether winner() has refused a number.
  bool refused() const { return refused_; }

 private:
  WinnerList list_;
  std::vector<Met> met_;
  bool refused_ = false;
};

inline constexpr std::uint64_t usual_most_runs = 100'000;

/// What verify_winners() tries.
struct VerifyOptions {
  std::uint64_t most_runs = usual_most_runs;
  std::function<void(std::uint64_t runs)> progress = {};  ///< called after each run
};

/// A run that is not right.
struct CounterExample {
  WinnerList winners;        ///< without the zeros at the end
  std::string error;         ///< "the result is wrong, checked against union-find on one thread"
  bool has_choices = false;  ///< there were some, be they all 0
  bool unending = false;     ///< MachineOptions::max_steps has ended it
};

/// What verify_winners() found.
struct VerifiedInput {
  std::uint64_t runs = 0;
  std::uint64_t choice_points = 0;  ///< the most that one run has met
  std::uint64_t widest = 1;         ///< the most different values for a cell in a step
  /// Of all choices those that were tried, where each run counts as the product of 1 / width over its choices: how
  /// likely it is to draw it, choice by choice. 1 if all were.
  double share = 0;
  bool complete = false;     ///< all choices were tried
  bool interrupted = false;  ///< somebody stopped it
  std::optional<CounterExample> counter_example = {};
};

/// Runs a job once for every choice of winners that Rule::arbitrary allows, and has each run checked by the program's
/// oracle, up to the first that is not right. The search is stateless: each run begins anew with a list of choices, and
/// the last choice that has another value left is the next to change. So the number of runs is that of all paths of
/// choices. Random draws stay those of the machine's seed. Where the rule leaves nothing to choose there is one run.
///
/// What the job throws is a failure, unless it is a ConfigError of the first run.
/// @param machine  on which every run is; its max_steps ends runs that do not
/// @throws ConfigError where no such machine can be made, or winners cannot be chosen there; Error if the job has no
/// oracle, or meets other choices after the same ones
VerifiedInput verify_winners(const Job& job, const MachineOptions& machine, const VerifyOptions& options = {});

}  // namespace pram::programs

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include <pram/detail/word/word.hpp>

namespace pram {

/// Says whose value stands where processors write different values to one cell in one step, in place of the draw of
/// Rule::arbitrary: under that rule any of them may. Whoever tries all answers has seen all that a machine may do with
/// such writes. Other rules leave nothing to choose.
///
///     struct LastWins final : pram::WinnerChooser {
///       std::size_t winner(const Conflict& conflict) override { return conflict.values.size() - 1; }
///     } last;
///     const pram::ChosenWinners chosen(last);
///     pram::Machine machine({.components = 4});
class WinnerChooser {
 public:
  virtual ~WinnerChooser() = default;

  /// Different values that are written to one cell in one step: at least two. Equal ones, as the cell's type compares
  /// them, are one. They come in the order of their lowest writers.
  struct Conflict {
    std::uint64_t step = 0;  ///< over the machine's life, from 1
    const std::string& array;
    std::uint64_t index = 0;  ///< of the cell
    std::span<const Word> values;
    std::span<const std::uint64_t> writers;  ///< per value the lowest processor that writes it
  };

  /// Called once for each conflict of a step, by array in the order in which the machine made them, then by index.
  /// What it throws ends the pardo, and the step leaves nothing.
  /// @returns whose value stands, as a position in `values`
  virtual std::size_t winner(const Conflict& conflict) = 0;
};

/// While it lives, machines that this host thread makes ask the chooser, which must outlive them. Their pardos run on
/// one host thread. Where writers differ, the observer's messages carry the value that stands; all else is as without.
/// Such a machine refuses several ranks, and runs of BSP processes under Rule::arbitrary: what their puts leave is
/// drawn otherwise.
class [[nodiscard("winners are chosen as long as this object lives: give it a name")]] ChosenWinners {
 public:
  explicit ChosenWinners(WinnerChooser & chooser) noexcept;
  ~ChosenWinners();
  ChosenWinners(const ChosenWinners&) = delete;
  ChosenWinners& operator=(const ChosenWinners&) = delete;

 private:
  WinnerChooser* before_;
};

}  // namespace pram

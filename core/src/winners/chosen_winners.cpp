#include "chosen_winners.hpp"

#include <utility>

namespace pram {

namespace {

constinit thread_local WinnerChooser* asked_here = nullptr;

}  // namespace

namespace detail {

WinnerChooser* winner_chooser() noexcept { return asked_here; }

}  // namespace detail

ChosenWinners::ChosenWinners(WinnerChooser& chooser) noexcept : before_(std::exchange(asked_here, &chooser)) {}

ChosenWinners::~ChosenWinners() { asked_here = before_; }

}  // namespace pram

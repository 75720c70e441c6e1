#pragma once

#include <pram/winners.hpp>

namespace pram::detail {

/// Whom machines ask that this host thread makes; null: the rule draws.
WinnerChooser* winner_chooser() noexcept;

}  // namespace pram::detail

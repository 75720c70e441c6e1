#pragma once

#include <string>

namespace pram {

class Ledger;

namespace detail {

/// Everything that a ledger says, exactly: equal texts mean equal ledgers, to the bit.
/// @param leaving  with the messages that leave their components, which networks without a list do not distinguish
std::string exact_text(const Ledger& ledger, bool leaving = true);

}  // namespace detail

}  // namespace pram

#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <pram/detail/exact_text.hpp>
#include <pram/machine.hpp>

#include "support/forced.hpp"

namespace pram::conformance {

/// Every network of the table that takes so many components, and some with options.
std::vector<std::string> all_networks(std::uint32_t components);

/// Ideal and router, and a few of the others drawn from the seed: all of them over many seeds.
std::vector<std::string> some_networks(std::uint32_t components, std::uint64_t seed);

/// Every access protocol of the table; combining also with each spreading, over two bases drawn from the seed that fit
/// p; and trees of a degree that is drawn.
std::vector<std::string> all_accesses(std::uint32_t components, std::uint64_t seed);

/// A network and an access protocol that fits, drawn from all of them. Half of the networks count messages, and have no
/// list of them.
std::pair<std::string, std::string> one_machine(std::uint32_t components, std::uint64_t seed);

/// A family of hash functions drawn from the seed, or none, of a placement that hashes; of others none.
std::string some_hash(Placement placement, std::uint64_t seed);

/// False for asynchronous combining where more than ports limits the network, and for a network that takes whole steps
/// beside any protocol but its own.
bool fits(const std::string& access, const std::string& network);

using testing::ForcedWorkers;

inline constexpr unsigned all_threads[] = {1, 2, 3, 8};

/// Everything that a ledger says, exactly.
inline std::string text_of(const Ledger& ledger, bool leaving = true) { return detail::exact_text(ledger, leaving); }

}  // namespace pram::conformance

#pragma once

#include <pram/perf/patterns/request_pattern.hpp>
#include <pram/spec.hpp>

/// Addresses chosen against a family of hash functions, which draws their homes.
namespace pram::perf {

/// What the one who chooses the addresses knows.
enum class Adversary {
  function,  ///< the function that is drawn: all addresses have the home of address 0
  family,    ///< the family alone: addresses are consecutive, where weak families deal some functions badly
};

/// The adversary of that name, "function" or "family".
/// @throws ConfigError for any other name
Adversary adversary_from(const std::string& name);

/// The pattern with homes by a function drawn from a family for each seed. Keys are addresses: those of a file, else
/// their numbers.
/// @throws ConfigError for a family that is not known
PatternSource hashed_pattern(PatternSource pattern, const Spec& family);

/// As many distinct addresses as requests, chosen by an adversary. One who knows the function reads the multiplier of
/// multiply-shift off three keys, and takes multiples of its inverse modulo 2^64; of any other family keys are tried in
/// order, about p for each address.
/// @throws ConfigError for a family that is not known
PatternSource adversary_pattern(const PatternSize& size, const Spec& family, Adversary adversary);

}  // namespace pram::perf

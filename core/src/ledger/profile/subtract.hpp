#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include <pram/error.hpp>

/// How one copy of a ledger is subtracted from a later one.
namespace pram::detail {

[[noreturn]] inline void refuse_subtraction(const std::string& what) {
  throw Error("a ledger can only be subtracted from a later one of the same machine: " + what);
}

/// @throws Error if a sum has shrunk
template <class Number>
Number minus(Number after, Number before, const char* what) {
  if (after < before) refuse_subtraction(std::to_string(after) + " " + what + " minus " + std::to_string(before));
  return after - before;
}

/// Subtracts every total of `before` from its own in `after`, and drops those in which nothing was done.
/// @param same      do two totals stand for the same thing?
/// @param subtract  the second from the first
template <class Total, class Same, class Subtract, class Empty>
std::vector<Total> each_minus(const std::vector<Total>& after, const std::vector<Total>& before, const char* what,
                              const Same& same, const Subtract& subtract, const Empty& empty) {
  std::vector<Total> left = after;
  for (const Total& old : before) {
    const auto found = std::ranges::find_if(left, [&](const Total& one) { return same(one, old); });
    if (found == left.end()) refuse_subtraction(std::string(what) + " that is only in the earlier one");
    subtract(*found, old);
  }
  std::erase_if(left, empty);
  return left;
}

/// Subtracts whole numbers, each told by its member and what it is.
template <class Total>
void subtract_each(Total& left, const Total& old,
                   std::initializer_list<std::pair<std::uint64_t Total::*, const char*>> numbers) {
  for (const auto& [of, what] : numbers) left.*of = minus(left.*of, old.*of, what);
}

}  // namespace pram::detail

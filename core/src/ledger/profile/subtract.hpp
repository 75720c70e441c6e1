#pragma once

#include <algorithm>
#include <concepts>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include <pram/detail/ledger/facts.hpp>
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

/// Subtracts all facts of a record that are sums; whole numbers must not shrink.
template <class Record>
void subtract_facts(Record& left, const Record& old) {
  for_facts<Record>([&](auto fact) {
    if constexpr (decltype(fact)::adds == Adds::sum) {
      auto& sum = left.*fact.member;
      const auto& of_old = old.*fact.member;
      if constexpr (HasFacts<std::remove_reference_t<decltype(sum)>>) {
        subtract_facts(sum, of_old);
      } else if constexpr (std::integral<std::remove_reference_t<decltype(sum)>>) {
        sum = minus(sum, of_old, fact.what);
      } else if constexpr (requires { sum.reset(); }) {
        if (sum && of_old) {
          *sum -= *of_old;
        } else {
          sum.reset();
        }
      } else {
        sum -= of_old;
      }
    }
  });
}

/// Subtracts every total of `before` from its own in `after`, and drops those in which nothing was done.
/// @param done  how much was done, as far as that can be 0 or not
/// @param more  subtracts what has no row
/// @param same  do two totals stand for the same thing?
template <class Total, class More = void (*)(const Total&, const Total&),
          class Same = bool (*)(const Total&, const Total&)>
std::vector<Total> each_minus(
    const std::vector<Total>& after, const std::vector<Total>& before, const char* what, const auto& done,
    const More& more = [](const Total&, const Total&) {}, const Same& same = same_keys<Total>) {
  std::vector<Total> left = after;
  for (const Total& old : before) {
    const auto found = std::ranges::find_if(left, [&](const Total& one) { return same(one, old); });
    if (found == left.end()) refuse_subtraction(std::string(what) + " that is only in the earlier one");
    subtract_facts(*found, old);
    more(*found, old);
  }
  std::erase_if(left, [&](const Total& one) { return std::invoke(done, one) == 0; });
  return left;
}

}  // namespace pram::detail

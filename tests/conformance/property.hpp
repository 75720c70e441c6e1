#pragma once

#include <rapidcheck.h>

#include <chrono>
#include <functional>
#include <iostream>
#include <optional>
#include <string>

#include "../support.hpp"

namespace pram::conformance {

/// Checks so many random cases, more or fewer by PRAM_TEST_SIZE or RC_PARAMS. A failure is made smaller for so long,
/// and then printed as it is.
/// @param complaint  what is wrong with a case, or ""
template <class Case>
bool holds(const std::string& name, int cases, const std::function<std::string(const Case&)>& complaint) {
  using Clock = std::chrono::steady_clock;
  std::optional<Clock::time_point> failed;
  std::string smallest;
  const auto property = [&](const Case& one) {
    if (failed && Clock::now() - *failed > std::chrono::seconds(30)) return;
    const std::string wrong = complaint(one);
    if (wrong.empty()) return;
    if (!failed) failed = Clock::now();
    smallest = wrong;
    RC_FAIL(wrong);
  };
  rc::detail::TestParams parameters = rc::detail::configuration().testParams;
  parameters.seed += std::hash<std::string>()(name);  // other cases for every property
  parameters.maxSuccess = testing::random_cases(cases);
  rc::detail::TestMetadata metadata;
  metadata.id = metadata.description = name;
  const auto result = rc::detail::checkTestable(property, metadata, parameters);
  const bool passed = result.template is<rc::detail::SuccessResult>();
  if (passed) {
    std::cout << name << ": " << result.template get<rc::detail::SuccessResult>().numSuccess << " random cases\n";
  } else {
    rc::detail::printResultMessage(result, std::cerr);
    std::cerr << '\n' << smallest << std::endl;
  }
  return passed;
}

}  // namespace pram::conformance

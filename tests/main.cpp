#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>
#include <rapidcheck/detail/Configuration.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <random>
#include <string>

#include <pram/machines.hpp>

#include "support.hpp"

#if !defined(NDEBUG) && defined(__GLIBCXX__) && !defined(_GLIBCXX_ASSERTIONS)
#error "a build with our assertions has the standard library's too"
#endif

namespace pram::testing {

namespace {

std::string environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::uint64_t choose_seed() {
  const std::string given = environment("PRAM_TEST_SEED");
  return given.empty() ? std::random_device()() : std::stoull(given);
}

std::uint64_t given_draw() {
  const std::string given = environment("PRAM_TEST_DRAW");
  return given.empty() ? 0 : std::stoull(given);
}

const std::string rapidcheck_given = environment("RC_PARAMS");

bool given_to_rapidcheck(const std::string& name) {
  return (" " + rapidcheck_given).find(" " + name + "=") != std::string::npos;
}

// RapidCheck reads a variable of its own. What the user has put there wins; the rest is ours, its seed too, so that it
// is printed.
void configure_rapidcheck() {
  std::string parameters = rapidcheck_given;
  const auto add = [&](const std::string& name, std::uint64_t value) {
    if (!given_to_rapidcheck(name)) parameters += (parameters.empty() ? "" : " ") + name + "=" + std::to_string(value);
  };
  add("seed", seed());
  if (size() <= Size::small) add("max_success", size() == Size::tiny ? 6 : 20);
  if (size() == Size::large) add("max_success", 2000);
  setenv("RC_PARAMS", parameters.c_str(), 1);
}

// A filter that fits no test case would pass: a misspelt name, or one that CMake has cut at a semicolon.
bool nothing_ran = false;

struct CountRun : doctest::IReporter {
  explicit CountRun(const doctest::ContextOptions&) {}
  void test_run_end(const doctest::TestRunStats& run) override { nothing_ran = run.numTestCasesPassingFilters == 0; }

  void report_query(const doctest::QueryData&) override {}
  void test_run_start() override {}
  void test_case_start(const doctest::TestCaseData&) override {}
  void test_case_reenter(const doctest::TestCaseData&) override {}
  void test_case_end(const doctest::CurrentTestCaseStats&) override {}
  void test_case_exception(const doctest::TestCaseException&) override {}
  void subcase_start(const doctest::SubcaseSignature&) override {}
  void subcase_end() override {}
  void log_assert(const doctest::AssertData&) override {}
  void log_message(const doctest::MessageData&) override {}
  void test_case_skipped(const doctest::TestCaseData&) override {}
};

REGISTER_LISTENER("count run", 1, CountRun);

}  // namespace

std::uint64_t seed() {
  static const std::uint64_t chosen = choose_seed();
  return chosen;
}

std::uint64_t draw() {
  static const std::uint64_t chosen = given_draw();
  return chosen;
}

Size size() {
  static const std::string asked = environment("PRAM_TEST_SIZE");
  return asked == "tiny" ? Size::tiny : asked == "small" ? Size::small : asked == "large" ? Size::large : Size::medium;
}

int random_cases(int medium) {
  if (given_to_rapidcheck("max_success")) return rc::detail::configuration().testParams.maxSuccess;
  switch (size()) {
    case Size::tiny: return std::max(medium / 100, 1);
    case Size::small: return std::max(medium / 25, 1);
    case Size::medium: return medium;
    case Size::large: break;
  }
  return 10 * medium;
}

}  // namespace pram::testing

int main(int argc, char** argv) {
  doctest::Context context(argc, argv);
  // Lists of tests go to CMake, and have no line but their own.
  if (!context.shouldExit()) {
    try {
      std::cout << "random inputs: PRAM_TEST_SEED=" << pram::testing::seed();
      if (!pram::testing::rapidcheck_given.empty())
        std::cout << " RC_PARAMS='" << pram::testing::rapidcheck_given << "'";
      if (pram::testing::size() <= pram::testing::Size::small) std::cout << " PRAM_TEST_DRAW=" << pram::testing::draw();
      std::cout << std::endl;
    } catch (const std::exception&) {
      std::cerr << "PRAM_TEST_SEED and PRAM_TEST_DRAW must be whole numbers\n";
      return EXIT_FAILURE;
    }
    pram::testing::configure_rapidcheck();
  }
  pram::register_machines();
  const int status = context.run();
  if (pram::testing::nothing_ran) {
    std::cerr << "no test case has this name\n";
    return EXIT_FAILURE;
  }
  return status;
}

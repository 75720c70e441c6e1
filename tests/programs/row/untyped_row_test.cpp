#include <pram/programs/detail/row/untyped_row.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include <pram/machine.hpp>

// A row made by hand of plain functions, as one that comes from elsewhere would be: what is called, when and with what.
namespace pram::testing {

namespace {

using programs::UntypedBound;
using programs::UntypedFunction;
using programs::UntypedKind;
using programs::UntypedRow;

static_assert(std::is_trivially_copyable_v<UntypedRow>);
static_assert(std::is_trivially_copyable_v<UntypedKind>);

/// The calls of a run, in order.
std::vector<std::string>& calls() {
  static std::vector<std::string> all;
  return all;
}

void called(const std::string& what) { calls().push_back(what); }

std::vector<std::string> calls_since() { return std::exchange(calls(), {}); }

struct HandMadeInput {
  std::uint64_t n;
  std::uint64_t begin;
};

struct HandMadeResult {
  std::uint64_t sum;
};

const HandMadeInput& input_at(const void* value) { return *static_cast<const HandMadeInput*>(value); }

constexpr UntypedKind hand_made_kind = {
    .file = "an input",
    .shapes =
        [] {
          return std::vector<programs::ShapeName>{{"plain", "a plain input"}, {"large", "a large input"}};
        },
    .make = [](std::size_t shape, std::uint64_t n, std::uint64_t seed) -> void* {
      called("make " + std::to_string(shape));
      return new HandMadeInput{n + seed, 0};
    },
    .read = [](const programs::InputRequest& request, const programs::Sizes& sizes) -> void* {
      called("read " + request.file);
      return new HandMadeInput{sizes.usual, 0};
    },
    .sizes =
        [](const void* value) {
          return programs::InputSizes{{"n", input_at(value).n}};
        },
    .read_as = [](const void*) { return std::string("plain text"); },
    .begin_at =
        [](void* value, const std::optional<std::uint64_t>& source) {
          called("begin_at");
          static_cast<HandMadeInput*>(value)->begin = source.value_or(1);
        },
    .destroy =
        [](const void* value) {
          called("destroy value");
          delete static_cast<const HandMadeInput*>(value);
        }};

UntypedBound::Function bound_that_calls(const char* what) {
  return {what, [](const void* captured, std::uint64_t n, const void* value, const void*) {
            called(programs::captured_function<const char*>(captured));
            CHECK((value == nullptr || input_at(value).n == n));
            return n;
          }};
}

UntypedRow hand_made_row() {
  const auto nothing = [] {};  // what these functions capture
  return {.name = "hand-made",
          .size = {.usual = 8},
          .against = "nothing",
          .functions = {.kind = &hand_made_kind,
                        .run = {nothing,
                                [](const void*, Machine&, const void* value) -> const void* {
                                  called("run");
                                  return new HandMadeResult{input_at(value).n + input_at(value).begin};
                                }},
                        .destroy =
                            [](const void* result) {
                              called("destroy result");
                              delete static_cast<const HandMadeResult*>(result);
                            },
                        .oracle = {nothing,
                                   [](const void*, const void* value, const void* result) {
                                     called("oracle");
                                     return programs::Verdict(static_cast<const HandMadeResult*>(result)->sum ==
                                                              input_at(value).n + input_at(value).begin);
                                   }},
                        .facts = {nothing,
                                  [](const void*, const void*, const void*) {
                                    called("facts");
                                    return programs::Facts();
                                  }},
                        .steps = {bound_that_calls("steps"), true},
                        .work_at_most = {bound_that_calls("work_at_most")},
                        .write = {nothing, [](const void*, std::ostream& out, const void* value, const void* result) {
                                    called("write");
                                    out << input_at(value).n << ' ' << static_cast<const HandMadeResult*>(result)->sum;
                                  }}}};
}

using Calls = std::vector<std::string>;

}  // namespace

TEST_CASE("a row's functions are called in order, and what they make is destroyed when nothing needs it") {
  calls_since();
  const programs::Program program = programs::make_program(hand_made_row());
  CHECK(calls_since() == Calls{});
  CHECK(program.takes_source);
  auto job = program.prepare({.size = 5, .file = "", .seed = 2, .source = 30, .shape = "large"});
  CHECK(calls_since() == Calls{"make 1", "begin_at"});
  CHECK(job->input().source == "a large input");
  CHECK(job->input().sizes == programs::InputSizes{{"n", 7}});
  CHECK(job->input().read_as == "plain text");

  Machine machine({.components = 4});
  std::optional<programs::Outcome> outcome = job->run(machine);
  CHECK(calls_since() == Calls{"run", "oracle", "facts", "steps", "work_at_most"});
  CHECK(outcome->verified);
  CHECK(outcome->promised.steps == 7U);

  const programs::Outcome copy = *outcome;
  job.reset();
  outcome.reset();
  std::ostringstream out;
  copy.write(out);
  copy.write(out);
  CHECK(out.str() == "7 377 37");
  CHECK(calls_since() == Calls{"write", "write"});
}

TEST_CASE("the value of a row's kind goes with its job, a result with its outcome") {
  calls_since();
  const programs::Program program = programs::make_program(hand_made_row());
  {
    const auto job = program.prepare({.size = {}, .file = "some file"});
    CHECK(job->input().source == "some file");
    CHECK(calls_since() == Calls{"read some file", "begin_at"});
    Machine machine({.components = 4});
    job->run(machine);
    CHECK(calls_since() == Calls{"run", "oracle", "facts", "steps", "work_at_most", "destroy result"});
  }
  CHECK(calls_since() == Calls{"destroy value"});
}

TEST_CASE("bounds of a size ask for those alone that need no more") {
  calls_since();
  const programs::Program program = programs::make_program(hand_made_row());
  const programs::Bounds bounds = program.promised_of_size(12);
  CHECK(calls_since() == Calls{"steps"});
  CHECK(bounds.steps == 12U);
  CHECK_FALSE(bounds.work_at_most);
}

TEST_CASE("a value that is refused, and a result that is not judged, are destroyed") {
  calls_since();
  UntypedRow row = hand_made_row();
  row.size.power_of_two = true;
  row.size.usual = 6;
  CHECK_THROWS_WITH_AS(programs::make_program(row).prepare({.size = {}, .file = "six"}),
                       "six: it holds 6 an input, not a power of two", programs::InputError);
  CHECK(calls_since() == Calls{"read six", "destroy value"});

  row = hand_made_row();
  row.functions.oracle = {};
  const programs::Program program = programs::make_program(row);
  Machine machine({.components = 4});
  CHECK(program.prepare({.size = 1, .file = ""})->run(machine).check.empty());
  const Calls calls = calls_since();
  CHECK(std::ranges::find(calls, "oracle") == calls.end());
  CHECK(std::ranges::count(calls, "destroy result") == 1);
  CHECK(std::ranges::count(calls, "destroy value") == 1);
}

}  // namespace pram::testing

#include <vector>

#include "support.hpp"
#include "task_depth.hpp"

namespace pram::testing {

TEST_CASE("a hundred thousand tasks inside one another") { check_deep_nesting(); }

TEST_CASE("a hundred thousand tasks one after the other in a step") { check_many_in_a_step(); }

TEST_CASE("what the innermost of thousands throws reaches the outermost") { check_errors_from_below(); }

TEST_CASE("a recursion without end ends in a limit that names line and depth") {
  check_runaways(size() == Size::tiny ? std::vector{3U} : std::vector{1U, 3U});
}

TEST_CASE("processors that are ended deep inside tasks end them from the innermost outwards") { check_ends(); }

TEST_CASE("a chain of a hundred thousand tasks that own one another ends") { check_wrapped(); }

}  // namespace pram::testing

#include "task_depth.hpp"

namespace pram::testing {

TEST_CASE("a hundred thousand tasks inside one another, in code that is not optimized") { check_deep_nesting(); }

TEST_CASE("a hundred thousand tasks one after the other in a step, in code that is not optimized") {
  check_many_in_a_step();
}

TEST_CASE("what the innermost of thousands throws reaches the outermost, in code that is not optimized") {
  check_errors_from_below();
}

TEST_CASE("a recursion without end ends in a limit that names line and depth, in code that is not optimized") {
  check_runaways({2});
}

TEST_CASE(
    "processors that are ended deep inside tasks end them from the innermost outwards, in code that is not optimized") {
  check_ends();
}

TEST_CASE("a chain of a hundred thousand tasks that own one another ends, in code that is not optimized") {
  check_wrapped();
}

}  // namespace pram::testing

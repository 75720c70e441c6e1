#include <doctest/doctest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include <pram/pram.hpp>
#include "bench/workload/large_programs.hpp"

// What is measured on large inputs, on small ones: each program's result passes its check, and no other result does.
namespace pram::testing {

TEST_CASE("programs that are measured on large inputs find what is right, and are checked") {
  for (const bench::LargeProgram& program : bench::large_programs()) {
    CAPTURE(std::string(program.name));
    const std::unique_ptr<bench::LargeRun> input = program.make(8192);
    CHECK_THROWS_AS(input->check(), std::logic_error);  // it has not run yet
    Machine machine({.components = 16, .network = "ideal", .access = "direct", .rule = program.rule, .threads = 1});
    input->run(machine);
    input->check();
    CHECK(machine.ledger().requests().total() > 0);
  }
}

}  // namespace pram::testing

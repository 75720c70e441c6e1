#include <doctest/doctest.h>
#include <unistd.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <tuple>

#include <pram/programs/program.hpp>
#include <pram/programs/scan.hpp>
#include "on_machines.hpp"

namespace pram::testing {

namespace {

using programs::find_program;
using programs::InputRequest;
using programs::Outcome;
using programs::Program;

std::vector<Program> all_programs() { return programs::programs().entries(); }

std::string written(const Outcome& outcome) {
  std::ostringstream out;
  outcome.write(out);
  return out.str();
}

}  // namespace

TEST_CASE("the table holds the programs under their names and aliases") {
  const std::vector<std::string> names = programs::programs().names();
  for (const char* const name : {"prefix-sums", "maximum-all-pairs", "leftmost-one", "histogram", "multiprefix-ranks",
                                 "list-ranking-wyllie", "breadth-first-search", "connected-components",
                                 "concurrent-read", "matrix-transposition", "fast-fourier-transform"}) {
    CHECK(std::ranges::count(names, name) == 1);
  }
  for (const Program& program : all_programs()) {
    CHECK(find_program(program.name).name == program.name);
    for (const std::string* said : {&program.family, &program.what, &program.source, &program.time})
      CHECK_FALSE(said->empty());
    if (!program.alias.empty()) CHECK(find_program(program.alias).name == program.name);
  }
  CHECK(find_program("cc").name == "connected-components");
  CHECK(find_program("bfs").name == "breadth-first-search-frontier");  // whose work is linear
  CHECK(find_program("scan").name == "prefix-sums");
  CHECK(find_program("Prefix-SUMS").name == "prefix-sums");
  CHECK(find_program("LCA").name == "lowest-common-ancestors");
  CHECK_THROWS_WITH_AS(find_program("conected-components"), doctest::Contains("did you mean connected-components?"),
                       ConfigError);
  CHECK_THROWS_WITH_AS(find_program(""), doctest::Contains("program = ''"), ConfigError);
}

TEST_CASE("lists say what a program does, under which model, in which time and work") {
  CHECK(find_program("scan").summary() == "running sums on a balanced tree; EREW, T = O(log n), W = O(n)");
  CHECK(find_program("cc").summary() ==
        "components of an undirected graph, Shiloach-Vishkin; CRCW arbitrary, T = O(log n), W = O((n + m) log n)");
  CHECK(find_program("bsp-prefix-sums").summary() ==
        "running sums of blocks, and of their totals; BSP, T = 2n/p + p + (p - 1) g + 2l");
  CHECK(find_program("transpose").summary() ==
        "a matrix of n numbers, as square as n permits, by one collective; EREW, T = 0, and one collective, W = 0");
}

TEST_CASE("a result is written an item a line") {
  for (const std::uint64_t n : {1U, 2U, 64U, 256U}) {
    for (const auto& [name, items] : {std::pair{"scan", n},
                                      {"max", 1},
                                      {"leftmost-one", 1},
                                      {"histogram", 4096},
                                      {"multiprefix", n},
                                      {"list-ranking", n},
                                      {"hot-spot", n},
                                      {"transpose", n},
                                      {"fft", n},
                                      {"bfs", 0},
                                      {"cc", 0}}) {
      CAPTURE(name);
      CAPTURE(n);
      const Program& program = find_program(name);
      const auto job = program.prepare({.size = n, .file = "", .seed = seed()});
      const auto [what, size] = job->input().sizes.front();
      CHECK(what == (program.input == "graph" ? "vertices" : "n"));
      if (program.input != "graph") CHECK(size == n);
      Machine machine({.components = 16, .rule = program.model, .placement = program.placement});
      const std::string text = written(job->run(machine));
      CHECK(text.ends_with('\n'));
      CHECK(static_cast<std::uint64_t>(std::ranges::count(text, '\n')) == (items == 0 ? size : items));
    }
  }
}

TEST_CASE("reports show a result that is one number, and how many colours are in use") {
  const auto run = [](const char* name, std::uint64_t n) {
    const Program& program = find_program(name);
    Machine machine({.components = 4, .rule = program.model});
    return program.prepare({.size = n, .file = "", .seed = seed()})->run(machine);
  };
  for (const std::uint64_t n : {0U, 1U, 2U, 3U, 64U, 500U}) {
    CAPTURE(n);
    const Outcome sum = run("sum-tree", n);
    CHECK(std::to_string(std::get<std::int64_t>(sum.facts.at(0).second)) + "\n" == written(sum));
    const Outcome any = run("boolean-or", n);
    CHECK((std::get<bool>(any.facts.at(0).second) ? "1\n" : "0\n") == written(any));
    const Outcome maxima = run("prefix-maxima", n);
    const std::string largest = std::to_string(std::get<std::int64_t>(maxima.facts.at(0).second)) + "\n";
    CHECK((n == 0 ? written(maxima).empty() : written(maxima).ends_with(largest)));
    const Outcome colouring = run("vertex-colouring", n);
    std::istringstream lines(written(colouring));
    std::set<std::uint64_t> colours;
    for (std::uint64_t vertex = 0, colour = 0; lines >> vertex >> colour;) colours.insert(colour);
    CHECK(std::get<std::int64_t>(colouring.facts.at(0).second) == static_cast<std::int64_t>(colours.size()));
  }
}

TEST_CASE("a shape is one of the program's own, and nothing beside a file") {
  const Program& scan = find_program("scan");
  CHECK(scan.prepare({.size = 9, .file = "", .shape = "sorted"})->input().source == "sorted numbers");
  CHECK(scan.prepare({.size = 9, .file = "", .shape = "SORTED"})->input().source == "sorted numbers");
  CHECK(scan.prepare({.size = 9, .file = ""})->input().source == "random numbers");
  CHECK_THROWS_WITH_AS(scan.prepare({.size = 9, .file = "", .shape = "sotred"}),
                       doctest::Contains("did you mean sorted?"), ConfigError);
  CHECK_THROWS_WITH_AS(scan.prepare({.size = {}, .file = "numbers.txt", .shape = "sorted"}),
                       doctest::Contains("either --shape or --input"), ConfigError);
}

TEST_CASE("every program runs at its own size on its own machine" * doctest::test_suite("heavy")) {
  for (const Program& program : all_programs()) {
    CAPTURE(program.name);
    const auto job = program.prepare({});
    MachineOptions options{.rule = program.model, .placement = program.placement};
    if (size() <= Size::small) options.components = 64;
    if (program.components != 0) options.components = program.components;
    Machine machine(options);
    CHECK(job->run(machine).verified);
    const auto sizes = job->input().sizes;
    CHECK(std::ranges::count(sizes, program.default_size, [](const auto& one) { return one.second; }) == 1);
  }
}

TEST_CASE("an input depends on its seed alone") {
  for (const Program& program : all_programs()) {
    CAPTURE(program.name);
    const auto result = [&](std::uint64_t input_seed) {
      Machine machine({.components = 8,
                       .network = "ideal",
                       .access = "direct",
                       .rule = program.model,
                       .placement = program.placement});
      return written(
          program.prepare({.size = std::min<std::uint64_t>(512, program.default_size), .file = "", .seed = input_seed})
              ->run(machine));
    };
    CHECK(result(seed()) == result(seed()));
    if (result(seed()).size() <= 4) continue;  // a bit or a small number may well be the same
    CHECK((result(seed()) != result(seed() + 1) || result(seed()) != result(seed() + 2)));
  }
}

TEST_CASE("sizes that are not allowed are refused by name") {
  for (const Program& program : all_programs()) {
    CAPTURE(program.name);
    try {
      program.prepare({.size = std::uint64_t{1} << 45, .file = "", .seed = 1});
      FAIL("no error");
    } catch (const ConfigError& error) {
      CHECK(error.option == "--n");
      CHECK(error.value == "35184372088832");
    }
  }
  CHECK_THROWS_AS(find_program("maximum-all-pairs").prepare({.size = 0, .file = "", .seed = 1}), ConfigError);
  CHECK_THROWS_AS(find_program("maximum-all-pairs").prepare({.size = 65536, .file = "", .seed = 1}), ConfigError);
}

TEST_CASE("an input that the host has no memory for is refused before it is made") {
  const auto pages = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES));
  const std::uint64_t memory = pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  // At the least these bytes an item, for the copy that the program reads: the processors alone take more.
  for (const auto& [name, size, bytes] : {std::tuple{"prefix-sums", std::uint64_t{1} << 31, 16ULL},
                                          {"list-ranking-wyllie", std::uint64_t{1} << 31, 12ULL},
                                          {"histogram", std::uint64_t{1} << 31, 8ULL},
                                          {"connected-components", (std::uint64_t{1} << 31) - 2, 24ULL},
                                          {"breadth-first-search", (std::uint64_t{1} << 31) - 2, 24ULL},
                                          {"fast-fourier-transform", std::uint64_t{1} << 31, 48ULL}}) {
    CAPTURE(name);
    if (size * bytes < memory) continue;  // a large host
    try {
      find_program(name).prepare({.size = size, .file = "", .seed = 1});
      FAIL("no error");
    } catch (const LimitError& error) {
      CHECK(error.limit == "memory");
      CHECK(error.asked == size);
      CHECK(error.allowed > 0);
      CHECK(error.allowed < size);
      CHECK(std::string(error.what()).find("--n " + std::to_string(size)) == 0);
    }
  }
}

struct Breach {
  const char* program;
  Rule rule;
  const char* array;
  const char* file;
};

TEST_CASE("every program fails under the next weaker model where its docstring says so") {
  for (const Breach& breach : {Breach{"maximum-all-pairs", Rule::crew, "lost", "maximum_all_pairs.cpp"},
                               Breach{"leftmost-one", Rule::crew, "block_has_one", "first_one.hpp"},
                               Breach{"histogram", Rule::crew, "count", "histogram.cpp"},
                               Breach{"multiprefix-ranks", Rule::crew, "smaller", "multiprefix_ranks.cpp"},
                               Breach{"breadth-first-search", Rule::common, "parent", "breadth_first_search.cpp"},
                               Breach{"connected-components", Rule::common, "parent", "connected_components.cpp"},
                               Breach{"connected-components", Rule::crew, "parent", "connected_components.cpp"},
                               Breach{"concurrent-read", Rule::erew, "cell", "concurrent_read.cpp"}}) {
    CAPTURE(breach.program);
    const Program& program = find_program(breach.program);
    const auto job = program.prepare({.size = 500, .file = "", .seed = 1});
    const ForcedWorkers all_workers;
    for (const char* const access : {"direct", "combining"}) {
      Machine machine({.components = 32, .access = access, .rule = breach.rule, .threads = 2});
      try {
        job->run(machine);
        FAIL("no error");
      } catch (const ConflictError& error) {
        CHECK(error.facts.array == breach.array);
        CHECK(error.facts.step == machine.ledger().steps() + 1);
        CHECK(error.facts.processors[0] < error.facts.processors[1]);
        for (const SourceLine& line : error.facts.lines) {
          CHECK(line.line > 0);
          CHECK(line.file.ends_with(breach.file));
        }
        CHECK(std::string(error.what()).find(to_string(error.facts.lines[0])) != std::string::npos);
      }
      // The machine goes on.
      CHECK(programs::prefix_sums(machine, std::vector<std::int64_t>{1, 2, 3}) == std::vector<std::int64_t>{1, 3, 6});
    }
  }
}

TEST_CASE("a model that is strong enough is reported as satisfied") {
  const auto models = [](const char* name) {
    const Program& program = find_program(name);
    Machine machine({.components = 32, .rule = program.model});
    program.prepare({.size = 500, .file = "", .seed = 1})->run(machine);
    return machine.ledger().models();
  };
  CHECK(models("prefix-sums") == erew_models);
  CHECK(models("list-ranking-wyllie") == erew_models);
  for (const char* const name : {"maximum-all-pairs", "leftmost-one"})
    CHECK(models(name) == std::vector<std::string>{"CRCW common", "CRCW"});
  CHECK(models("concurrent-read") == std::vector<std::string>{"CREW", "CRCW common", "CRCW"});
  for (const char* const name : {"histogram", "multiprefix-ranks", "breadth-first-search", "connected-components"}) {
    CHECK(models(name) == std::vector<std::string>{"CRCW"});
  }
}

TEST_CASE("the oracles notice a wrong result, and a broken run ends") {
  // Where of several writers none wins, marks, parents and hooks get lost.
  for (const char* const name : {"maximum-all-pairs", "leftmost-one", "breadth-first-search", "connected-components"}) {
    CAPTURE(name);
    Machine machine(
        {.components = 32, .network = "ideal", .access = "direct", .rule = Rule::tolerant, .max_steps = 100000});
    CHECK_FALSE(find_program(name).prepare({.size = 500, .file = "", .seed = 1})->run(machine).verified);
  }
}

}  // namespace pram::testing

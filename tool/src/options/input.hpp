#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "../option.hpp"
#include "../tool_name.hpp"
#include "names.hpp"

/// The options of a bundled program's input.
namespace pram::tool::option {

inline constexpr Option<std::uint64_t> size = {
    {.flag = "--n",
     .value = "N",
     .group = "Input",
     .help =
         "size of a generated input: numbers, or edges of a graph; may be written 32768, 2^15 or 1e5. A..B sweeps over "
         "A, 2A, 4A, … up to B",
     .brief = "size of a generated input, as 2^15; A..B sweeps"}};
inline constexpr Option<std::string> shape = {
    {.flag = "--shape",
     .value = "S",
     .group = "Input",
     .help = "shape of a generated input; pram show PROGRAM has those that it takes, pram list shapes all",
     .offers = shape_names,
     .brief = "shape of a generated input; pram list shapes"}};
inline constexpr Option<std::string> input = {
    {.flag = "--input",
     .value = "FILE",
     .group = "Input",
     .help =
         "read the input: numbers, a sparse matrix, or a graph as a list of edges or in one of the formats below, also "
         "packed by gzip; - is standard input",
     .reads = true,
     .brief = "read the input from this file; - is standard input"}};
inline constexpr Option<std::string> format = {
    {.flag = "--format",
     .value = "F",
     .group = "Input",
     .help = "how to read a graph, where what the file holds may deceive: {}",
     .names = graph_format_names,
     .one_of = graph_format_names}};
inline constexpr Option<std::uint64_t> source = {
    {.flag = "--source",
     .value = "V",
     .group = "Input",
     .help = "the vertex where a search begins, as the input calls it (the first one that has an edge), of {}; other "
             "programs refuse it",
     .names = search_names,
     .offers = [] { return Names(); }}};
inline constexpr Option<bool> unchecked = {
    {.flag = "--unchecked",
     .value = nullptr,
     .group = "Input",
     .help = "do not check the result, which may take longer and more memory than the run; the report says so"}};
inline constexpr Option<std::uint64_t> seed = {
    {.flag = "--seed",
     .value = "S",
     .group = "Input",
     .help = "seed of the generated input and of the machine's random choices (1)",
     .brief = "seed of input and machine (1)"},
    1};
inline constexpr Option<std::string> seeds = {{.flag = "--seeds",
                                               .value = "A..B",
                                               .group = "Input",
                                               .help = "sweep over these seeds: means and standard errors",
                                               .needs_whole_tool = true}};

inline constexpr Option<std::vector<std::string>> load = {
    {.flag = "--load",
     .value = "FILE.so",
     .group = "Input",
     .help = "add the programs of a plug-in, which pram_add_program() of CMake makes; may be given several times",
     .repeatable = true,
     .reads = true,
     .changes_no_result = true}};  // the program's name says what ran

/// What runs.
inline constexpr Operand program = {
    .name = "PROGRAM",
    .help =
        [] {
          return named("a program of pram list, by its name or its short name, or the file of a plug-in: ./libmine.so");
        },
    .missing = [] { return named("a program is missing; see pram list, and"); },
    .offers = program_words,
};

inline constexpr std::array<ListedOption, 8> inputs = {size, shape, input, format, source, seed, seeds, load};

}  // namespace pram::tool::option

#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <vector>

#include <pram/machine/options.hpp>
#include <pram/machines/collectives.hpp>
#include <pram/machines/topology.hpp>
#include "../option.hpp"
#include "distributions.hpp"
#include "names.hpp"

/// The options of `pram collective` alone.
namespace pram::tool {

namespace collective_option {

inline constexpr std::uint64_t most_collective_words = std::uint64_t{1} << 32;

inline constexpr Option<std::string> network = {
    {.flag = "--network",
     .value = "X",
     .group = "Network",
     .help = "bus, shared-memory or switch (modules=K serves K nodes of the first two at full speed), or a topology, "
             "with options, as torus:8x8,ports=one: ports, duplex, switching, startup, bandwidth, failed-links, "
             "failed-nodes, "
             "failure-seed",
     .offers =
         [] {
           Names names = {"bus", "shared-memory", "switch"};
           std::ranges::copy(topology_names(), std::back_inserter(names));
           return names;
         },
     .brief = "bus, shared-memory, switch, or a topology: torus:8x8"}};
inline constexpr Option<std::vector<std::string>> networks = {
    {.flag = "--networks",
     .value = "A,B,…",
     .group = "Network",
     .help =
         "beside --crossover, in place of --network: which of these is the cheapest, each by its fastest algorithm; "
         "all of one number of nodes. A comma starts a new entry where a known name follows, a semicolon always; "
         "may be repeated",
     .repeatable = true,
     .brief = "which of these is the cheapest, with --crossover"}};
inline constexpr Option<std::uint32_t> components = {
    {.flag = "--components", .value = "P", .group = "Network", .help = "nodes (those of a name with sizes, else 64)"},
    0,
    1,
    most_components};
inline constexpr Option<std::string> tau = {{.flag = "--tau",
                                             .value = "T",
                                             .group = "Network",
                                             .help = "start-up time τ of a step (1)",
                                             .brief = "start-up time of a step (1)"}};
inline constexpr Option<std::string> bandwidth = {
    {.flag = "--bandwidth",
     .value = "B",
     .group = "Network",
     .help = "words a unit of time, b (1): a step whose largest block has m words takes τ + m / b",
     .brief = "words a unit of time (1)"}};
inline constexpr Option<std::string> ports = {{.flag = "--ports",
                                               .value = "P",
                                               .group = "Network",
                                               .help = "all, or one: a node sends and receives on one link at a time",
                                               .one_of = [] {
                                                 return Names{"all", "one"};
                                               }}};
inline constexpr Option<std::uint64_t> words = {{.flag = "--words",
                                                 .value = "N",
                                                 .group = "Data",
                                                 .help = "words in all: the source's, or those of all nodes together",
                                                 .brief = "words in all"},
                                                0,
                                                1,
                                                most_collective_words};
inline constexpr Option<std::string> counts = {
    {.flag = "--counts",
     .value = "C",
     .group = "Data",
     .help = "of all-gather, the words of each node, where they are not dealt evenly: a number each between commas, as "
             "MPI_Allgatherv has them, or --words dealt by one of linear (in proportion to i + 1), halves (node 0 has "
             "half, each next one half of the rest), one (node 0 has all)",
     .offers = distribution_names,
     .brief = "words of each node of all-gather, or linear, halves, one"}};
inline constexpr Option<std::uint32_t> source = {
    {.flag = "--source", .value = "I", .group = "Data", .help = "of one-to-one, broadcast and scatter (0)"}};
inline constexpr Option<std::uint32_t> target = {{.flag = "--target",
                                                  .value = "J",
                                                  .group = "Data",
                                                  .help = "of one-to-one (the last node), gather and reduce (0)"}};
inline constexpr Option<std::string> combine = {
    {.flag = "--operator",
     .value = "O",
     .group = "Data",
     .help = "how reduce, reduce-scatter, all-reduce and scan combine: sum, max, xor, or matrix, the product of 2 × 2 "
             "matrices of 16-bit numbers, for which the order counts (sum)",
     .one_of = [] { return Names(reduction_operator_names()); },
     .brief = "sum, max, xor or matrix, in reductions (sum)"},
    "sum"};
inline constexpr Option<std::string> algorithm = {
    {.flag = "--algorithm",
     .value = "A",
     .group = "Algorithm",
     .help = "one of pram list, with or without its operation; best by predicted time; or all (all)",
     .offers =
         [] {
           Names names = {"all", "best"};
           std::ranges::copy(collective_algorithms().names(), std::back_inserter(names));
           return names;
         },
     .brief = "one of pram list collectives; best; or all (all)"},
    "all"};
inline constexpr Option<bool> crossover = {
    {.flag = "--crossover",
     .value = nullptr,
     .group = "Algorithm",
     .help = "execute nothing: which algorithm is the fastest by formula, for 1 to 2^30 words, and for 4 to 4096 nodes "
             "where the network's name leaves them open",
     .brief = "compare by formula over all sizes, and execute nothing"}};

}  // namespace collective_option

}  // namespace pram::tool

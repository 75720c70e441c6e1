#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <pram/machine.hpp>
#include "../option.hpp"
#include "names.hpp"

/// The options of the machine that programs run on.
namespace pram::tool::option {

inline constexpr Option<std::uint32_t> components = {
    {.flag = "--components",
     .value = "P",
     .group = "Machine",
     .help =
         "components of the machine (those of a network's name with sizes, else 4096; BSP programs have a number of "
         "their own)"},
    0,
    1,
    most_components};

inline constexpr Option<std::string> network = {{.flag = "--network",
                                                 .value = "X",
                                                 .group = "Machine",
                                                 .help = "what carries the messages (router): {}",
                                                 .names = network_names}};
inline constexpr Option<std::string> access = {
    {.flag = "--access",
     .value = "Y",
     .group = "Machine",
     .help = "how requests reach memory (combining, direct for programs that keep data at home): {}; "
             "combining:32,16,8 names the basis",
     .names = protocol_names}};

/// Lists of networks and protocols, all of which are tried.
inline constexpr Option<std::vector<std::string>> networks = {
    {.flag = "--networks",
     .value = "A,B,…",
     .group = "Machine",
     .help = "what carries the messages (ideal,router); a comma starts a new entry where a known name follows, a "
             "semicolon always; may be repeated. Known: {}",
     .names = network_names,
     .repeatable = true}};
inline constexpr Option<std::vector<std::string>> protocols = {
    {.flag = "--access",
     .value = "X,Y,…",
     .group = "Machine",
     .help = "how requests reach memory (direct,combining), a list as well. Known: {}",
     .names = protocol_names,
     .repeatable = true}};

inline constexpr Option<std::string> rule = {
    {.flag = "--rule",
     .value = "R",
     .group = "Machine",
     .help =
         "what concurrent accesses mean: EREW, CREW, common, arbitrary, … (what the program needs; see pram list)"}};
inline constexpr Option<std::string> placement = {
    {.flag = "--placement",
     .value = "H",
     .group = "Machine",
     .help = "from address to component: hashed, balanced or direct (hashed; direct for programs that exchange data)"}};
inline constexpr Option<unsigned> threads = {{.flag = "--threads",
                                              .value = "T",
                                              .group = "Machine",
                                              .help = "host threads, 0 for one a core (0); never changes a result",
                                              .changes_no_result = true},
                                             0,
                                             0,
                                             most_threads};
inline constexpr Option<std::uint64_t> max_steps = {
    {.flag = "--max-steps",
     .value = "M",
     .group = "Machine",
     .help = "stop a program that takes more steps and supersteps than this in all, 0 for no limit (0)",
     .changes_no_result = true}};  // what is finished did not reach it
/// Each command says what happens beyond the limit.
inline constexpr Option<Bytes> memory_limit = {
    {.flag = "--memory-limit",
     .value = "BYTES",
     .group = "Machine",
     .help = "{}, as 512M, 2G or 1GiB; 0 for nine tenths of what the host, its control groups and ulimit allow (0)",
     .changes_no_result = true}};
/// Its words for commands that are limited as processes.
inline constexpr const char* taken_memory = "stop before the command takes more memory than this";

inline constexpr std::array<ListedOption, 2> one_place = {network, access};
inline constexpr std::array<ListedOption, 2> several_places = {networks, protocols};
inline constexpr std::array<ListedOption, 5> machine = {
    rule, placement, threads, max_steps, {memory_limit, "stop a program that takes more memory than this"}};

}  // namespace pram::tool::option

#pragma once

#include <array>
#include <string>

#include "input.hpp"
#include "machine.hpp"
#include "output.hpp"

/// The options of run and profile.
namespace pram::tool::option {

inline constexpr Option<std::string> scale = {
    {.flag = "--scale",
     .value = "P,…",
     .group = "Machine",
     .help = "run the program on machines of so many components, too, and show how much faster each is than one "
             "processor"}};

inline constexpr auto run = joined(inputs, std::array<ListedOption, 1>{components}, one_place, machine,
                                   std::array<ListedOption, 3>{{ranks, scale, unchecked}}, run_places,
                                   std::array<ListedOption, 7>{{output,
                                                                {json, "all that the profile knows"},
                                                                run_csv,
                                                                html,
                                                                {resume, "the runs of a sweep"},
                                                                ledger,
                                                                ledger_steps}});

}  // namespace pram::tool::option

#pragma once

#include <string>
#include <vector>

#include <pram/perf/collectives.hpp>
#include <pram/perf/network_crossover.hpp>
#include <pram/report/detail/picture/drawing.hpp>

namespace pram::perf {

/// The algorithms of a comparison, in the order in which they are met.
std::vector<std::string> algorithms_of(const Crossover& crossover);

/// A comparison of networks as one in which the names of networks stand for algorithms, to be drawn like that.
Crossover ranges_by_network(const NetworkCrossover& compared);

/// The letter of an algorithm by its place among all: "A", …, "Z", "A1", …
std::string letter_of(std::size_t number);

/// A row for each network, with a band for each range of words: in the colour and with the letter of its algorithm.
Drawing crossover_chart(const Crossover& crossover);

}  // namespace pram::perf

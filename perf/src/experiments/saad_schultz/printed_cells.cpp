#include "printed_cells.hpp"

namespace pram::perf {

namespace {

using P = PrintedParameters;
using Operation = Collective;

std::vector<PrintedCell> one_to_one() {
  constexpr Operation operation = Operation::one_to_one;
  return {
      {operation, "bus", [](const P& p) { return p.N + p.tau; }},
      {operation, "shared memory", [](const P& p) { return 2 * p.N + p.tau; },
       [](const P& p) { return 2 * p.N + 2 * p.tau; }, "two start-ups, (3.2)"},
      {operation, "ring", [](const P& p) { return 2 * p.N + p.k * p.tau; }},
      {operation, "grid", [](const P& p) { return p.N / 2 + (p.s + 6) * p.tau; },
       [](const P& p) { return p.N / 2 + 2 * (p.s + 5) * p.tau; }, "factor 2 of the rule is missing at τ"},
      {operation, "hypercube", [](const P& p) { return 2 * p.N / p.n + (2 + p.n) * p.tau; },
       [](const P& p) { return 2 * p.N / p.n + 2 * p.n * p.tau; }, "2 log2 k start-ups; equal for k = 4 only"},
      {operation, "switch", [](const P& p) { return p.N + p.tau; }},
  };
}

std::vector<PrintedCell> broadcast() {
  constexpr Operation operation = Operation::broadcast;
  return {
      {operation, "bus", [](const P& p) { return p.N + p.tau; }},
      {operation, "shared memory", [](const P& p) { return (p.N + p.tau) * (1 + p.k / p.served); }},
      {operation, "ring", [](const P& p) { return 2 * p.N + p.k * p.tau; }},
      {operation, "grid", [](const P& p) { return p.N + p.s * p.tau; },
       [](const P& p) { return p.N + 2 * (p.s - 1) * p.tau; },
       "factor 2 of the rule is missing at τ; and half duplex attains (3.19) with √k / 2 packets at most"},
      {operation, "hypercube", [](const P& p) { return 2 * (p.N + p.n * p.tau); }},
      {operation, "switch", [](const P& p) { return 4 * (p.N + p.n * p.tau); }},
  };
}

std::vector<PrintedCell> all_gather() {
  constexpr Operation operation = Operation::all_gather;
  return {
      {operation, "bus", [](const P& p) { return p.N + p.k * p.tau; }},
      {operation, "shared memory", [](const P& p) { return p.N * (p.k + 1) / p.served + 2 / p.served * p.tau; },
       [](const P& p) { return p.k * p.N / p.served + 2 * p.k / p.served * p.tau; },
       "k N / k* and 2 k / k* start-ups, (3.27)"},
      {operation, "ring", [](const P& p) { return p.N + p.k * p.tau; }},
      {operation, "grid", [](const P& p) { return p.N + 2 * p.s * p.tau; }},
      {operation, "hypercube", [](const P& p) { return 2 * p.N / p.n + 2 * p.n * p.tau; }},
      {operation, "switch", [](const P& p) { return p.N + p.n * p.tau; }},
  };
}

std::vector<PrintedCell> scatter() {
  constexpr Operation operation = Operation::scatter;
  return {
      {operation, "bus", [](const P& p) { return p.N + p.k * p.tau; }},
      {operation, "shared memory", [](const P& p) { return (p.N + p.tau) * (1 + p.k / p.served); },
       [](const P& p) { return p.N + p.tau + (p.N / p.k + p.tau) * p.k / p.served; }, "every node reads N / k only"},
      {operation, "ring", [](const P& p) { return p.N / 2 + p.k / 2 * p.tau; }},
      {operation, "grid", [](const P& p) { return p.N + 2 * p.s * p.tau; },
       [](const P& p) { return p.N / 2 * (1 + 1 / p.s) + p.s * p.tau; }, "twice what (3.39) needs"},
      {operation, "hypercube", [](const P& p) { return p.N + p.n * p.tau; }},
      {operation, "switch", [](const P& p) { return p.N + p.n * p.tau; }},
  };
}

std::vector<PrintedCell> all_to_all() {
  constexpr Operation operation = Operation::all_to_all;
  return {
      {operation, "bus", [](const P& p) { return p.N + p.k * p.tau; }},
      {operation, "shared memory", [](const P& p) { return 2 * (p.N + p.tau) * (1 + p.k / p.served); },
       [](const P& p) { return 2 * (p.N / p.k + p.tau) * p.k / p.served; }, "N / k words a node, (3.42)"},
      {operation, "ring", [](const P& p) { return p.N / 2 + p.k * p.tau; }},
      {operation, "grid", [](const P& p) { return 2 * (p.N + p.s * p.tau); },
       [](const P& p) { return 2 * (p.N / p.s + p.s * p.tau); }, "1 / √k of (3.44) is lost"},
      {operation, "hypercube", [](const P& p) { return p.N / p.k + 2 * p.n * p.tau; }},
      {operation, "switch", [](const P& p) { return p.n * (p.N / p.k + 2 * p.tau); }},
  };
}

}  // namespace

const std::vector<PrintedCell>& printed_cells() {
  static const std::vector<PrintedCell> all = [] {
    std::vector<PrintedCell> cells;
    for (const auto& part : {one_to_one(), broadcast(), all_gather(), scatter(), all_to_all()})
      cells.insert(cells.end(), part.begin(), part.end());
    return cells;
  }();
  return all;
}

}  // namespace pram::perf

#include "option_groups.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include <pram/pram.hpp>
#include <pram/programs/input/graph.hpp>
#include <pram/programs/program.hpp>

namespace pram::tool {

Rows joined(Rows rows, const Rows& more) {
  rows.insert(rows.end(), more.begin(), more.end());
  return rows;
}

namespace {

/// Of all programs, each once.
std::vector<std::string> all_shapes() {
  std::vector<std::string> names;
  for (const programs::Program& program : programs::programs().entries()) {
    for (const programs::ShapeName& shape : program.shapes) {
      if (std::ranges::find(names, shape.name) == names.end()) names.push_back(shape.name);
    }
  }
  return names;
}

/// The programs that begin at a vertex.
std::vector<std::string> searches() {
  std::vector<std::string> names;
  for (const programs::Program& program : programs::programs().entries()) {
    if (program.takes_source) names.push_back(program.name);
  }
  return names;
}

}  // namespace

Rows input_options() {
  return {
      {"--n", "N", "Input",
       "size of a generated input: numbers, or edges of a graph; may be written 32768, 2^15 or 1e5. A..B sweeps over "
       "A, 2A, 4A, … up to B"},
      {"--shape", "S", "Input",
       fmt::format("shape of a generated input, of those that its program knows: {}", fmt::join(all_shapes(), ", "))},
      {"--input", "FILE", "Input",
       "read the input: numbers, a sparse matrix, or a graph as a list of edges or in one of the formats below, also "
       "packed by gzip; - is standard input"},
      {"--format", "F", "Input",
       fmt::format("how to read a graph, where what the file holds may deceive: {}",
                   fmt::join(programs::graph_formats(), ", ")),
       false, programs::graph_formats()},
      {"--source", "V", "Input",
       fmt::format("the vertex where a search begins, as the input calls it (the first one that has an edge), of {}; "
                   "other programs refuse it",
                   fmt::join(searches(), ", "))},
      {"--seed", "S", "Input", "seed of the generated input and of the machine's random choices (1)"},
      {"--seeds", "A..B", "Input", "sweep over these seeds: means and standard errors"},
  };
}

OptionRow csv_option() {
  return {"--csv", "FILE", "Output",
          "write a line a run as comma-separated values; - is standard output, and then nothing else goes there"};
}

OptionRow run_csv_option() {
  return {
      "--csv", "FILE|DIR", "Output",
      "write a line a run as comma-separated values; - is standard output, and then nothing else goes there. Into a "
      "folder (one that is there, or a name that ends in /): tables of steps, phases, lines and so on, and scripts "
      "by which gnuplot draws them"};
}

OptionRow resume_option(const char* group, const char* what) {
  return {"--resume", "FILE", group,
          fmt::format("keep {} that are done in this file, and go on from there if the same command line was stopped, "
                      "also by kill -9",
                      what)};
}

OptionRow components_option() {
  return {
      "--components", "P", "Machine",
      "components of the machine (those of a network's name with sizes, else 4096; BSP programs have a number of their "
      "own)"};
}

Rows network_options() {
  return {
      {"--network", "X", "Machine",
       fmt::format("what carries the messages (router): {}", fmt::join(networks().names(), ", "))},
      {"--access", "Y", "Machine",
       fmt::format("how requests reach memory (combining, direct for programs that keep data at home): {}; "
                   "combining:32,16,8 names the basis",
                   fmt::join(access_protocols().names(), ", "))},
  };
}

Rows networks_options() {
  constexpr const char* lists = "a comma starts a new entry where a known name follows, a semicolon always";
  return {
      {"--networks", "A,B,…", "Machine",
       fmt::format("what carries the messages (ideal,router); {}; may be repeated. Known: {}", lists,
                   fmt::join(networks().names(), ", ")),
       true},
      {"--access", "X,Y,…", "Machine",
       fmt::format("how requests reach memory (direct,combining), a list as well. Known: {}",
                   fmt::join(access_protocols().names(), ", ")),
       true},
  };
}

OptionRow ledger_option(const char* description, std::vector<std::string> details) {
  return {"--ledger", "DETAIL", "Output", description, false, std::move(details)};
}

OptionRow memory_limit_option(const char* heading, const std::string& what) {
  return {"--memory-limit", "BYTES", heading,
          what + ", as 512M, 2G or 1GiB; 0 for nine tenths of what the host, its control groups and ulimit allow (0)"};
}

Rows machine_options() {
  return {
      {"--rule", "R", "Machine",
       "what concurrent accesses mean: EREW, CREW, common, arbitrary, … (what the program needs; see pram list)"},
      {"--placement", "H", "Machine",
       "from address to component: hashed, balanced or direct (hashed; direct for programs that exchange data)"},
      {"--threads", "T", "Machine", "host threads, 0 for one a core (0); never changes a result"},
      {"--max-steps", "M", "Machine",
       "stop a program that takes more steps and supersteps than this in all, 0 for no limit (0)"},
      memory_limit_option("Machine", "stop a program that takes more memory than this"),
  };
}

OptionRow json_option(const std::string& what) {
  return {"--json", "FILE", "Output",
          fmt::format("write {} as JSON; - is standard output, and then nothing else goes there", what)};
}

OptionRow report_csv_option(const std::string& what) {
  return {"--csv", "FILE", "Output",
          fmt::format("write {} as comma-separated values, a row a line of its lists, named as in the JSON; - is "
                      "standard output, and then nothing else goes there",
                      what)};
}

OptionRow html_option() {
  return {"--html", "FILE", "Output",
          "write a page to look at in a browser, one file that loads nothing; - is standard output, and then nothing "
          "else goes there"};
}

OptionRow svg_option() {
  return {"--svg", "DIR", "Output", "write the pictures of the page into this folder, a file each"};
}

Rows report_output_options(const std::string& what) {
  return {json_option(what), report_csv_option(what), html_option(), svg_option()};
}

Rows plot_options() {
  return {
      {"--plot", nullptr, "Output",
       "draw the charge of each step, and of each line, with small bars in the text, and keep a record of each step "
       "for it (on a terminal, if neither --json nor --csv is given)"},
      {"--no-plot", nullptr, "Output", "draw nothing in the text"}};
}

Rows run_output_options() {
  return {
      {"--trace", "FILE", "Output",
       "write steps and phases as trace events for Perfetto, Chrome, Firefox Profiler or speedscope, a microsecond for "
       "a unit of the network's time; in Perfetto's own format, smaller and for Perfetto alone, if the name ends in "
       ".pftrace; - is standard output, and then nothing else goes there"},
      svg_option(),
      {"--baseline", "OLD.json", "Output",
       "set the run beside an earlier one, of which --json wrote this file: totals, lines and supersteps by tag, then "
       "and now"},
      {"--no-host-time", nullptr, "Output", "say nowhere how long the run took, so that equal runs give equal files"}};
}

}  // namespace pram::tool

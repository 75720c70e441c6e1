#include "command_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <pram/machines/patterns.hpp>
#include <pram/machines/topology.hpp>
#include <pram/perf/experiment.hpp>
#include <pram/pram.hpp>
#include <pram/programs/program.hpp>
#include "known_names.hpp"
#include "option_groups.hpp"

namespace pram::tool {

namespace {

Rows run_options() {
  Rows rows = joined(input_options(), {components_option()});
  rows = joined(joined(std::move(rows), network_options()), machine_options());
  rows.push_back({"--scale", "P,…", "Machine",
                  "run the program on machines of so many components, too, and show how much faster each is than one "
                  "processor"});
  rows = joined(std::move(rows), run_output_options());
  return joined(std::move(rows),
                {{"--output", "FILE", "Output", "write the program's result, one item a line; - is standard output"},
                 json_option("all that the profile knows"),
                 run_csv_option(),
                 html_option(),
                 resume_option("Output", "the runs of a sweep"),
                 ledger_option("totals, or steps: the JSON then has a record of each step and superstep, the first "
                               "65536 of each; or profile: these in columns, pardos, and loads of components and "
                               "links (totals)",
                               {"totals", "steps", "profile"}),
                 {"--ledger-steps", "M", "Output",
                  "keep the records of the first M steps and supersteps, some hundred bytes each (65536)"}});
}

Rows trace_options() {
  Rows rows = input_options();
  std::erase_if(rows, [](const OptionRow& row) {
    return row.flag == std::string_view("--n") || row.flag == std::string_view("--seeds");
  });
  rows.insert(rows.begin(), {"--n", "N", "Input", "size of a generated input: numbers, or edges of a graph (16)"});
  rows.push_back({"--components", "P", "Machine",
                  "components of the machine (those of a network's name with sizes, else 16; BSP programs have a "
                  "number of their own)"});
  rows = joined(joined(std::move(rows), network_options()), machine_options());
  return joined(std::move(rows), {{"--from", "S", "Trace", "the first step that is shown (1)"},
                                  {"--steps", "K", "Trace", "how many steps are shown, at most 2000 (all)"},
                                  json_option("the trace (format pram-trace)"),
                                  html_option()});
}

Rows compare_options() {
  Rows rows = joined(input_options(), {components_option()});
  rows = joined(joined(std::move(rows), networks_options()), machine_options());
  return joined(std::move(rows), {json_option("the comparison"), csv_option(), html_option(), svg_option(),
                                  resume_option("Output", "the runs")});
}

Rows scale_options() {
  Rows rows = input_options();
  std::erase_if(rows, [](const OptionRow& row) {
    return row.flag == std::string_view("--n") || row.flag == std::string_view("--input") ||
           row.flag == std::string_view("--format") || row.flag == std::string_view("--source");
  });
  rows.insert(rows.begin(),
              {"--n", "A..B", "Input",
               "sizes A, 2A, 4A, … up to B: numbers, or edges of a graph; may be written 2^8..2^18 (up to "
               "the program's usual size)"});
  rows = joined(joined(std::move(rows), {components_option()}), network_options());
  rows = joined(std::move(rows), machine_options());
  rows = joined(std::move(rows), report_output_options("costs and fits"));
  return joined(std::move(rows), {resume_option("Output", "the runs")});
}

Rows list_options() {
  return {
      {"--family", "F", "Programs", fmt::format("those of one family: {}", fmt::join(program_families(), ", "))},
      {"--model", "M", "Programs", fmt::format("those of one model: {}", fmt::join(program_models(), ", "))},
  };
}

OptionRow links_option() {
  return {"--links", nullptr, "Output",
          "keep in the JSON what each link did over time, as --html and --svg do: so that pram report can draw it"};
}

constexpr const char* taken_memory = "stop before the command takes more memory than this";

Rows route_options() {
  Rows rows = {
      {"--network", "X", "Network",
       fmt::format("a topology, then options, as torus:64x64,ports=one,routing=valiant. Topologies: {}. Options: "
                   "switching, ports, duplex, routing, combining, startup, bandwidth, buffers, wait, channels, seed",
                   fmt::join(topologies().names(), ", "))},
      {"--components", "P", "Network", "terminals (those of a name with sizes, else 4096)"},
      {"--pattern", "T", "Traffic", fmt::format("one of {}", fmt::join(patterns().names(), ", "))},
      {"--words", "W", "Traffic", "length of each message of a pattern (1)"},
      {"--file", "F", "Traffic",
       "the messages, one a line: source,destination[,words], numbered from 0; - is standard input"},
      {"--runs", "R", "Traffic", "batches, each with a seed of its own (1)"},
      {"--seed", "S", "Traffic", "seed of random patterns (1)"},
      memory_limit_option("Traffic", taken_memory),
  };
  return joined(joined(std::move(rows), report_output_options("the result")), {links_option()});
}

Rows probe_options() {
  Rows rows = {
      {"--network", "X", "Network", fmt::format("a network of pram list: {}", fmt::join(networks().names(), ", "))},
      {"--host", nullptr, "Network",
       "time supersteps of BSP processes on this computer instead, and fit r, g and l: a superstep of w operations and "
       "h words takes (w + g h + l) / r seconds"},
      {"--components", "P", "Network",
       "components of the machine (those of a name with sizes, else 4096; --host: processes, 64)"},
      {"--threads", "T", "Network", "of --host: host threads, 0 for one a core (0)"},
      {"--h", "H,…", "Traffic", "messages that each sends and receives (1,2,4,8,16,32; --host: 0,1,4,16,64,256)"},
      {"--runs", "R", "Traffic", "random relations for each h (10); supersteps of --host (15)"},
      {"--seed", "S", "Traffic", "seed of the relations (1)"},
      memory_limit_option("Traffic", taken_memory),
  };
  return joined(std::move(rows), report_output_options("the fit and its points"));
}

Rows patterns_options() {
  Rows rows = {
      {"--components", "P", "Machine", "components (those of a network's name with sizes, else 4096)"},
      {"--network", "X", "Machine",
       fmt::format("what carries the messages (router): {}", fmt::join(networks().names(), ", "))},
      {"--access", "A,B,…", "Machine",
       "protocols that route by phases (direct,combining): a list; a comma starts a new entry where a known name "
       "follows, a semicolon always; may be repeated",
       true},
      {"--basis", "B;C;…", "Machine", "short for --access combining:B, as 32,16,8; may be repeated", true},
      {"--spread",
       "S",
       "Machine",
       "of --basis and --search: random, modular or ordered (random)",
       false,
       {"random", "modular", "ordered"}},
      {"--requests", "Q", "Pattern", "requests in all (32 a component)"},
      {"--degree", "D", "Pattern", "D requests for every address, as in the paper's experiment"},
      {"--zipf", "A", "Pattern", "every request draws address j of Q with a chance proportional to 1 / j^A"},
      {"--mix", "D:S,…", "Pattern", "shares of the requests at given degrees, as 4096:0.5,1:0.5"},
      {"--hotspot", "K", "Pattern", "every request draws one of K addresses"},
      {"--file", "F", "Pattern", "one address a line, dealt to the components in order; - is standard input"},
      {"--requesters", "R", "Pattern",
       "random, each P requests in a row from all components in random order; or consecutive (random)"},
      {"--runs", "R", "Runs", "runs that each number is the mean of, with patterns and hash values of their own (16)"},
      {"--seed", "S", "Runs", "seed of the runs (1)"},
      {"--threads", "T", "Runs", "host threads, 0 for one a core (0); never changes a result"},
      memory_limit_option("Runs", taken_memory),
      {"--search", nullptr, "Search",
       "find the best bases of combining for the pattern; the worse half is dropped early"},
      {"--phases", "M", "Search", "longest basis that is tried (5)"},
  };
  return joined(joined(std::move(rows), report_output_options("the result")), {resume_option("Output", "the runs")});
}

Rows collective_options() {
  Rows rows = {
      {"--network", "X", "Network",
       "bus, shared-memory or switch (modules=K serves K nodes of the first two at full speed), or a topology, with "
       "options, as torus:8x8,ports=one: ports, duplex, switching, startup, bandwidth"},
      {"--components", "P", "Network", "nodes (those of a name with sizes, else 64)"},
      {"--tau", "T", "Network", "start-up time τ of a step (1)"},
      {"--bandwidth", "B", "Network",
       "words a unit of time, b (1): a step whose largest block has m words takes τ + m / b"},
      {"--ports",
       "P",
       "Network",
       "all, or one: a node sends and receives on one link at a time",
       false,
       {"all", "one"}},
      {"--words", "N", "Data", "words in all: the source's, or those of all nodes together"},
      {"--source", "I", "Data", "of one-to-one, broadcast and scatter (0)"},
      {"--target", "J", "Data", "of one-to-one (the last node) and gather (0)"},
      {"--algorithm", "A", "Algorithm",
       "one of pram list, with or without its operation; best by predicted time; or all (all)"},
      {"--crossover", nullptr, "Algorithm",
       "execute nothing: which algorithm is the fastest by formula, for 1 to 2^30 words, and for 4 to 4096 nodes where "
       "the network's name leaves them open"},
      memory_limit_option("Algorithm", "refuse what would take more memory than this"),
  };
  return joined(joined(std::move(rows), report_output_options("the result")), {links_option()});
}

Rows bsp_options() {
  return joined(
      run_output_options(),
      {
          {"-n,--processes", "P", "Program", "processes that bsp_begin has at most, 1 to 16384 (one a component)"},
          {"--stack", "BYTES", "Program", "stack of each process, from 16K on (256K)"},
          {"--private-globals", nullptr, "Program",
           "each process has global variables of its own (so it is on one host thread, if they take no more than a "
           "MiB)"},
          {"--shared-globals", nullptr, "Program", "all processes share the program's global variables"},
          {"--time",
           "T",
           "Program",
           "what bsp_time tells: host, seconds; or charged, the machine's time (host)",
           false,
           {"host", "charged"}},
          {"--network", "X", "Machine",
           fmt::format("what carries the messages (router): {}", fmt::join(networks().names(), ", "))},
          {"--components", "P", "Machine",
           "components of the machine (those of a network's name with sizes, else one a process, else 4096)"},
          {"--rule", "R", "Machine",
           "which of conflicting puts stands: arbitrary, priority; or those that are a mistake: common, CREW, EREW "
           "(arbitrary)"},
          {"--threads", "T", "Machine", "host threads, 0 for one a core (1)"},
          {"--seed", "S", "Machine", "seed of the machine's random choices (1)"},
          {"--max-supersteps", "M", "Machine",
           "stop a program that takes more supersteps than this, 0 for no limit (0)"},
          memory_limit_option("Machine", "stop a program whose processes and messages take more memory than this"),
          json_option("all that the profile knows"),
          run_csv_option(),
          html_option(),
          ledger_option("totals, or steps: the JSON then has a record of each superstep, the first 65536; or profile: "
                        "loads of components and links, too (totals)",
                        {"totals", "steps", "profile"}),
          {"--ledger-steps", "M", "Output",
           "keep the records of the first M supersteps, some hundred bytes each (65536)"},
      });
}

Rows report_options() {
  return joined(
      joined(run_output_options(), plot_options()),
      {{"--sources", "DIR", "Output", "where the page finds the program's source, if it is no bundled one (.)"},
       memory_limit_option("Input", taken_memory),
       json_option("all that the file has of the run"),
       run_csv_option(),
       html_option()});
}

constexpr const char* list_examples = R"(Examples:
  pram list
  pram list programs --family sort --model EREW
  pram list networks)";

constexpr const char* show_examples = R"(Examples:
  pram show prefix-sums
  pram show connected-components --json -)";

constexpr const char* scale_examples = R"(Examples:
  pram scale prefix-sums --n 2^8..2^18
  pram scale connected-components --n 2^6..2^14 --shape path --components 64
  pram scale quicksort --n 2^6..2^12 --seeds 1..10 --csv costs.csv)";

constexpr const char* run_examples = R"(Examples:
  pram run prefix-sums --n 2^20 --components 1024
  pram run connected-components --input graph.txt --output labels.txt
  seq 1 1000 | pram run prefix-sums --input - --output -)";

constexpr const char* profile_examples = R"(Examples:
  pram profile connected-components
  pram profile list-ranking-wyllie --n 1e5 --access direct
  pram profile histogram --network router:g=2,l=10 --json profile.json)";

constexpr const char* trace_examples = R"(Examples:
  pram trace list-ranking-wyllie --n 8
  pram trace connected-components --html trace.html
  pram trace connected-components --rule EREW --html breach.html
  pram trace prefix-sums --n 64 --from 5 --steps 10 --json -)";

constexpr const char* compare_examples = R"(Examples:
  pram compare histogram
  pram compare histogram --n 2^10..2^16 --seeds 1..5 --csv runs.csv
  pram compare connected-components --access direct,combining:32,16,8
  pram compare histogram --networks torus:64x64,omega,omega,combining=unlimited
  pram compare prefix-sums --networks "product:ring:8,complete:8;router")";

constexpr const char* route_examples = R"(Examples:
  pram route --network torus:64x64 --pattern transpose
  pram route --network omega --components 1024 --pattern permutation --runs 100
  pram route --network hypercube:10,ports=one --pattern h-relation:8 --json -
  pram route --network torus:8x8 --file messages.csv)";

constexpr const char* probe_examples = R"(Examples:
  pram probe --network torus:32x32
  pram probe --host
  pram probe --network router:g=2,l=10 --components 1024 --h 1,2,4 --runs 3)";

constexpr const char* patterns_examples = R"(Examples:
  pram patterns --degree 4096 --basis "4096;32,16,8;8,8,8,8"
  pram patterns --mix 4096:0.5,1:0.5 --access direct,combining:16,16,16
  pram patterns --zipf 1 --components 256 --network torus --runs 4
  pram patterns --degree 64 --components 256 --search --phases 3)";

constexpr const char* bsp_examples = R"(Examples:
  pram-bspcc -O2 program.c -o program -lm
  pram bsp -n 1024 --network torus:32x32 ./program arguments
  pram bsp -n 64 --network router:g=2,l=100 --json profile.json ./program)";

constexpr const char* report_examples = R"(Examples:
  pram profile histogram --ledger profile --json histogram.json
  pram report histogram.json
  pram report histogram.json --html histogram.html --svg pictures --csv tables/)";

constexpr const char* collective_examples = R"(Examples:
  pram collective all-to-all --network torus:8x8 --words 4096 --tau 100
  pram collective broadcast --network hypercube:6 --words 2^16 --algorithm best
  pram collective scatter --network bus:64 --words 4096 --json -
  pram collective broadcast --network ring --crossover --tau 100)";

/// `pram tables NAME` of each table of a paper.
std::vector<CommandRow> table_rows() {
  std::vector<CommandRow> rows;
  for (const perf::Experiment* const experiment : perf::experiments()) {
    Rows options;
    for (const perf::ExperimentOption& option : experiment->options) {
      const char* const value = option.value.empty() ? nullptr : option.value.c_str();
      options.push_back({option.flag.c_str(), value, "Options", option.description});
    }
    rows.push_back(
        {Command::table, experiment->name, experiment->summary,
         fmt::format("Examples:\n  pram tables {0}\n  pram tables {0} --json tables.json", experiment->name), false,
         joined(options, {memory_limit_option("Options", taken_memory), json_option("the tables"),
                          report_csv_option("the tables"), html_option(), resume_option("Output", "the parts")})});
  }
  return rows;
}

std::string tables_examples() {
  std::string examples = "Examples:";
  for (const perf::Experiment* const experiment : perf::experiments())
    examples += "\n  pram tables " + experiment->name;
  return examples;
}

std::vector<CommandRow> make_table() {
  return {
      {Command::list,
       "list",
       "List programs, networks, access protocols, rules, placements, topologies, traffic patterns and algorithms "
       "of collectives",
       list_examples,
       false,
       list_options(),
       {},
       false,
       nullptr,
       true},
      {Command::show,
       "show",
       "Show what a program does and claims, the inputs it takes, and its code",
       show_examples,
       true,
       {json_option("all that its row of the table says")}},
      {Command::run, "run", "Run a program and check its result", run_examples, true, run_options()},
      {Command::profile, "profile", "Run a program, check its result and show what its communication cost",
       profile_examples, true, joined(run_options(), plot_options())},
      {Command::trace, "trace", "Run a program on a small input and show each step of it, to go through it",
       trace_examples, true, trace_options()},
      {Command::compare, "compare",
       "Run a program on every network with every access protocol, side by side; its results must be equal",
       compare_examples, true, compare_options()},
      {Command::scale, "scale",
       "Run a program at many sizes, fit how its costs grow, and set that beside what it claims", scale_examples, true,
       scale_options()},
      {Command::route, "route",
       "Carry explicit traffic over a network until it has drained, and set the time against lower bounds",
       route_examples, false, route_options()},
      {Command::probe, "probe",
       "Fit the cost of random h-relations on a network, or of supersteps on this computer, as g h + l", probe_examples,
       false, probe_options()},
      {Command::patterns, "patterns",
       "Run request patterns without a program through access protocols, or search the best basis for one",
       patterns_examples, false, patterns_options()},
      {Command::collective,
       "collective",
       "Move data between all nodes of a network by every algorithm known, beside formula and lower bound",
       collective_examples,
       false,
       collective_options(),
       {},
       true,
       "exchange"},
      {Command::bsp,
       "bsp",
       "Run a program of the host that pram-bspcc has compiled, and show what its supersteps cost",
       bsp_examples,
       false,
       bsp_options(),
       {},
       false,
       nullptr,
       false,
       true},
      {Command::report,
       "report",
       "Report once more on what was written as JSON, without running it again",
       report_examples,
       false,
       report_options(),
       {},
       false,
       nullptr,
       false,
       false,
       true},
      {Command::help,
       "tables",
       "Measure the tables of the papers anew, beside the papers' numbers",
       tables_examples(),
       false,
       {},
       table_rows()},
  };
}

}  // namespace

const std::vector<CommandRow>& command_table() {
  static const std::vector<CommandRow> table = make_table();
  return table;
}

}  // namespace pram::tool

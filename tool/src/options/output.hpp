#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "../option.hpp"

/// The options that say where reports go, and what is in them.
namespace pram::tool::option {

/// Each command says what it writes.
inline constexpr Option<std::string> json = {
    {.flag = "--json",
     .value = "FILE",
     .group = "Output",
     .help = "write {} as JSON; - is standard output, and then nothing else goes there",
     .needs_whole_tool = true,
     .writes = true,
     .brief = "write a report as JSON; - is standard output"}};
/// The option of a command whose CSV has the lists of its report.
inline constexpr Option<std::string> csv = {
    {.flag = "--csv",
     .value = "FILE",
     .group = "Output",
     .help = "write {} as comma-separated values, a row a line of its lists, named as in the JSON; - is standard "
             "output, and then nothing else goes there",
     .needs_whole_tool = true,
     .writes = true,
     .brief = "write rows as comma-separated values"}};
/// The option of a command whose CSV has a line for each run.
inline constexpr Option<std::string> runs_csv = {
    {.flag = "--csv",
     .value = "FILE",
     .group = "Output",
     .help = "write a line a run as comma-separated values; - is standard output, and then nothing else goes there",
     .needs_whole_tool = true,
     .writes = true,
     .brief = "write a line a run as comma-separated values"}};
/// The same where a folder gets tables of a single run.
inline constexpr Option<std::string> run_csv = {
    {.flag = "--csv",
     .value = "FILE|DIR",
     .group = "Output",
     .help = "write a line a run as comma-separated values; - is standard output, and then nothing else goes there. "
             "Into a folder (one that is there, or a name that ends in /): tables of steps, phases, lines and so on, "
             "and scripts by which gnuplot draws them",
     .needs_whole_tool = true,
     .writes = true,
     .brief = "write a line a run as comma-separated values"}};
inline constexpr Option<std::string> html = {
    {.flag = "--html",
     .value = "FILE",
     .group = "Output",
     .help = "write a page to look at in a browser, one file that loads nothing; - is standard output, and then "
             "nothing else goes there",
     .needs_whole_tool = true,
     .writes = true,
     .brief = "write a page to look at in a browser"}};
inline constexpr Option<std::string> svg = {{.flag = "--svg",
                                             .value = "DIR",
                                             .group = "Output",
                                             .help = "write the pictures of the page into this folder, a file each",
                                             .needs_whole_tool = true,
                                             .writes = true}};
/// Each command says what the file keeps.
inline constexpr Option<std::string> resume = {
    {.flag = "--resume",
     .value = "FILE",
     .group = "Output",
     .help = "keep {} that are done in this file, and go on from there if the same command line was stopped, also by "
             "kill -9",
     .needs_whole_tool = true,
     .writes = true}};

// Options of a run:

inline constexpr Option<std::string> trace = {
    {.flag = "--trace",
     .value = "FILE",
     .group = "Output",
     .help = "write steps and phases as trace events for Perfetto, Chrome, Firefox Profiler or speedscope, a "
             "microsecond for a unit of the network's time; in Perfetto's own format, smaller and for Perfetto alone, "
             "if the name ends in .pftrace; - is standard output, and then nothing else goes there",
     .needs_whole_tool = true,
     .writes = true}};
inline constexpr Option<std::string> baseline = {
    {.flag = "--baseline",
     .value = "OLD.json",
     .group = "Output",
     .help = "set the run beside an earlier one, of which --json wrote this file: totals, lines and supersteps by "
             "tag, then and now",
     .needs_whole_tool = true,
     .reads = true,
     .brief = "set the run beside an earlier one"}};
inline constexpr Option<std::string> sources = {
    {.flag = "--sources",
     .value = "DIR",
     .group = "Output",
     .help = "where the page finds the program's source, if it is no bundled one (.)"},
    "."};
inline constexpr Option<bool> no_host_time = {
    {.flag = "--no-host-time",
     .value = nullptr,
     .group = "Output",
     .help = "say nowhere how long the run took, so that equal runs give equal files"}};
inline constexpr Option<bool> no_lints = {{.flag = "--no-lints",
                                           .value = nullptr,
                                           .group = "Output",
                                           .help = "leave out what the report says by itself",
                                           .changes_no_result = true}};
inline constexpr Option<std::string> output = {
    {.flag = "--output",
     .value = "FILE",
     .group = "Output",
     .help = "write the program's result, one item a line; - is standard output",
     .writes = true,
     .brief = "write the program's result, one item a line"}};
inline constexpr Option<bool> plot = {
    {.flag = "--plot",
     .value = nullptr,
     .group = "Output",
     .help = "draw the charge of each step, and of each line, with small bars in the text, and keep a record of each "
             "step for it (on a terminal, if neither --json nor --csv is given)"}};
inline constexpr Option<bool> no_plot = {
    {.flag = "--no-plot", .value = nullptr, .group = "Output", .help = "draw nothing in the text"}};

inline std::vector<std::string> ledger_details() { return {"totals", "steps", "profile"}; }
inline constexpr Option<std::string> ledger = {
    {.flag = "--ledger",
     .value = "DETAIL",
     .group = "Output",
     .help = "totals, or steps: the JSON then has a record of each step and superstep, the first 65536 of each; or "
             "profile: these in columns, pardos, and loads of components and links (totals)",
     .one_of = ledger_details}};
inline constexpr Option<std::uint64_t> ledger_steps = {
    {.flag = "--ledger-steps",
     .value = "M",
     .group = "Output",
     .help = "keep the records of the first M steps and supersteps, some hundred bytes each (65536)"}};

/// What the JSON of route, collective and replay keeps besides.
inline constexpr Option<bool> links = {
    {.flag = "--links",
     .value = nullptr,
     .group = "Output",
     .help = "keep in the JSON what each link did over time, as --html and --svg do: so that pram report can draw "
             "it"}};

/// The places of a report that has a page of pictures.
/// @param what  "the result"
constexpr std::array<ListedOption, 4> report_places(const char* what) {
  return {{{json, what}, {csv, what}, html, svg}};
}
/// The places that the report on a run has beside those of every report.
inline constexpr std::array<ListedOption, 5> run_places = {trace, svg, baseline, no_host_time, no_lints};
inline constexpr std::array<ListedOption, 2> plots = {plot, no_plot};

}  // namespace pram::tool::option

#pragma once

#include <string>
#include <vector>

#include "command_table.hpp"

/// Options that several commands take, by what they are about.
namespace pram::tool {

using Rows = std::vector<OptionRow>;

Rows joined(Rows rows, const Rows& more);

/// The options of a program's input.
Rows input_options();

/// The options for one network and one access protocol.
Rows network_options();
/// The options for lists of networks and protocols, all of which are tried.
Rows networks_options();
OptionRow components_option();
/// The options for rule, placement, host threads and limits.
Rows machine_options();
/// @param what  "stop a program that takes more memory than this"
OptionRow memory_limit_option(const char* heading, const std::string& what);

/// @param what  "the comparison"
OptionRow json_option(const std::string& what);
/// --csv of a command whose CSV has the report's lists.
OptionRow report_csv_option(const std::string& what);
OptionRow html_option();
OptionRow svg_option();
/// The places of a report that has a page of pictures: --json, --csv, --html and --svg.
/// @param what  "the result"
Rows report_output_options(const std::string& what);

/// The places that the report on a run has beside those of every report.
Rows run_output_options();

/// Small pictures in the text of a profile.
Rows plot_options();
/// --csv of a command whose CSV has a line for each run.
OptionRow csv_option();

/// The same where a folder gets tables of a single run.
OptionRow run_csv_option();
OptionRow ledger_option(const char* description, std::vector<std::string> details);
/// @param what  what the file keeps: "the runs"
OptionRow resume_option(const char* group, const char* what);

}  // namespace pram::tool

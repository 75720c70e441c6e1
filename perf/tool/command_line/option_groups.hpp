#pragma once

#include <string>
#include <vector>

#include "command_table.hpp"

/// Options that several commands take, by what they are about.
namespace pram::tool {

using Rows = std::vector<OptionRow>;

Rows joined(Rows rows, const Rows& more);

/// What a program is run on.
Rows input_options();

/// One network and one access protocol.
Rows network_options();
/// Lists of them, all of which are tried.
Rows networks_options();
OptionRow components_option();
/// Rule, placement, host threads and limits.
Rows machine_options();
/// @param what  "stop a program that takes more memory than this"
OptionRow memory_limit_option(const char* heading, const std::string& what);

/// @param what  "the comparison"
OptionRow json_option(const std::string& what);
/// Of a report's lists.
OptionRow report_csv_option(const std::string& what);
OptionRow html_option();
/// Of runs, a line each.
OptionRow csv_option();
OptionRow ledger_option(const char* description);
/// @param what  that is kept: "the runs"
OptionRow resume_option(const char* group, const char* what);

}  // namespace pram::tool

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <string>

#include <pram/perf/text.hpp>
#include "../command_line/known_names.hpp"
#include "../output/output.hpp"
#include "commands.hpp"

namespace pram::tool {

namespace {

/// A line each; on a terminal long ones wrap beside the names.
std::string section(const NameList& list) {
  const bool terminal = ::isatty(STDOUT_FILENO) == 1;
  std::size_t width = 0;
  for (const auto& [name, text] : list.rows) width = std::max(width, name.size());
  std::string out = list.heading + '\n';
  for (const auto& [name, text] : list.rows)
    out += fmt::format("  {:<{}}  {}\n", name, width, terminal ? perf::wrapped(text, width + 4) : text);
  return out;
}

}  // namespace

int list(const CommandLine& line) {
  if (line.list) {
    print(section(name_list(*line.list)));
    return 0;
  }
  std::string all;
  for (const NameList& one : name_lists()) all += (all.empty() ? "" : "\n") + section(one);
  print(all);
  return 0;
}

}  // namespace pram::tool

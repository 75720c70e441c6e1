#pragma once

#include <memory>
#include <string>
#include <vector>

#include <pram/detail/missing_part.hpp>

namespace pram::tool {

struct CommandLine;
class Options;
class Output;
class ReportFiles;
class RunFiles;
struct SweepKind;

/// What `pram run` and `pram profile` need by way of this table alone, since the tool that is built first is linked
/// without it. Every other tool has all.
struct Parts {
  bool whole;
  int (*sweep)(const CommandLine&, const SweepKind&);
  std::unique_ptr<ReportFiles> (*report_files)(const Options&, const Output* result);
  std::unique_ptr<RunFiles> (*run_files)(const Options&, const ReportFiles&);
  void (*take_machine_file)(CommandLine&);
  std::vector<std::string> (*load_plugin)(const std::string& file);
  void (*start_ranks)(const Options&, char** arguments);
};
extern const Parts tool_parts;

/// A part that may be missing.
/// @param what  as MissingPart has it
/// @throws pram::detail::MissingPart
template <class Part>
Part needed(Part part, const char* what) {
  if (part == nullptr) throw pram::detail::MissingPart(what);
  return part;
}

}  // namespace pram::tool

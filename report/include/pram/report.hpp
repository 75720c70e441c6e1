#pragma once

#include <iosfwd>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>

#include <pram/detail/function.hpp>
#include <pram/machine.hpp>
#include <pram/machine_file.hpp>
#include <pram/report/bsp_parameters.hpp>
#include <pram/report/path.hpp>
#include <pram/report/trace.hpp>

/// Reports on what a machine has run until now: the text, JSON, CSV and page that bundled programs have, for a program
/// of your own. Steps, collectives and supersteps are all in them. Pictures and records of single steps need a machine
/// of LedgerDetail::steps or more. Equal runs give equal reports, whatever the number of host threads: host time is
/// only in what is given for it. Every function throws Error where a processor asks, or while a pardo of the machine is
/// under way: its ledger is then that of half a step.
namespace pram::report {

struct Options {
  std::string title = {};  ///< name of the program; "": "program"
  /// g and l for the predicted cost of supersteps and the time as a BSP program. None: the network's own, if it has
  /// any.
  std::optional<BspParameters> parameters = {};
  std::optional<double> wall_seconds = {};  ///< what the run took, to be said in the report; none: it says nothing
  bool profile = true;                      ///< text has the tables of the profile; false: a few lines
  bool lints = true;                        ///< the report says by itself what the manual's page on lints has
  /// Gives the text of a source file by the path that the compiler knew, for the page. None: the page reads the file at
  /// that path, if it is there.
  Function<std::optional<std::string>(std::string_view file)> source = {};
};

/// The report as text of at most 80 columns.
std::string text(const Machine& machine, const Options& options = {});

/// Writes the text to a stream.
/// @throws Error if the stream fails
void print(const Machine& machine, const Options& options = {}, std::ostream& to = std::cout);

/// Writes the whole record, of one object, as `pram profile --json` does.
/// @throws Error if the file cannot be written; it is then as it was before
void write_json(const Machine& machine, const Path& file, const Options& options = {});

/// Writes one line for the run under a line of names, as `pram profile --csv` does.
/// @throws Error if the file cannot be written; it is then as it was before
void write_csv(const Machine& machine, const Path& file, const Options& options = {});

/// Writes a page to look at, in one file that loads nothing, as `pram profile --html` does.
/// @throws Error if the file cannot be written; it is then as it was before
void write_html(const Machine& machine, const Path& file, const Options& options = {});

/// Writes the pictures of the page as files of SVG: charge.svg, timeline.svg and so on. Makes the folder if it is not
/// there.
/// @throws Error if one cannot be written
void write_svg(const Machine& machine, const Path& folder, const Options& options = {});

/// Writes tables with a row for each step, phase, line and so on, as CSV, and scripts by which gnuplot draws from them.
/// Makes the folder if it is not there.
/// @throws Error if one cannot be written
void write_tables(const Machine& machine, const Path& folder);

/// Writes steps, phases and supersteps for Perfetto and other viewers of traces, as `pram profile --trace` does; in
/// Perfetto's own format if the file's name ends in ".pftrace".
/// @throws Error if the file cannot be written; it is then as it was before
void write_trace_events(const Machine& machine, const Path& file, const Options& options = {});

}  // namespace pram::report

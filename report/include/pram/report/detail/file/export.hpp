#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include <pram/report/detail/file/file.hpp>
#include <pram/report/detail/run/run.hpp>

/// A run for other programs to read: viewers of traces, statistics, plots.
namespace pram::report {

/// The most events of a file. Viewers get slow above it.
inline constexpr std::size_t most_trace_events = 300'000;

/// The steps and supersteps of a run as trace events, the JSON format that Perfetto, Chrome, Firefox Profiler and
/// speedscope open ("Trace Event Format", object form). A unit of the network's time is a microsecond. A step lasts as
/// long as its charge, within its pardo if the ledger is a profile; within it stand its phases, forward, then back. A
/// superstep has its local work, then its charge. Counters have messages, the largest degree, q and r, and, if the
/// ledger is a profile, the messages that each of the 16 busiest components received, frame by frame
/// (Ledger::loads_over_time()). Collectives have no place among the steps and are left out.
/// @param most  events; if the run has more, neighbouring steps are put together and their phases left out
std::string trace_events(const RunSummary& run, std::size_t most = most_trace_events);

/// The most events of a file that Perfetto alone is to open, which takes more of them.
inline constexpr std::size_t most_perfetto_events = 2'000'000;

/// The same in Perfetto's own format (TrackEvent packets in Protocol Buffers), for long runs: half as large, and of
/// more events. A slice is a pair of events, and each counter has a track of its own.
std::string perfetto_trace(const RunSummary& run, std::size_t most = most_perfetto_events);

/// The trace in the format that a file's name asks for: perfetto_trace() for one that ends in ".pftrace", else
/// trace_events().
std::string trace_file(const RunSummary& run, const std::filesystem::path& name);

/// What the ledger knows as tables with a row for each observation (tidy data: Wickham, "Tidy data", J. Stat. Softw.
/// 59, 2014), as CSV: steps, phases of steps, supersteps, lines, transfers, cells and regions; of a ledger of
/// LedgerDetail::profile degrees of lines, components, links and pardos, too. A table without rows has its line of
/// names.
std::vector<NamedFile> tidy_tables(const Ledger& ledger);

/// Scripts of gnuplot that draw from these tables, run in their folder. Each script writes the SVG of its name. Scripts
/// that would have nothing to draw are left out.
std::vector<NamedFile> gnuplot_scripts(const Ledger& ledger);

/// The tables, and the scripts that draw from them: what a folder of tables gets.
std::vector<NamedFile> tables_and_scripts(const Ledger& ledger);

}  // namespace pram::report

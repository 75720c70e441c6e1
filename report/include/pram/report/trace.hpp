#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <pram/detail/function.hpp>
#include <pram/machine.hpp>
#include <pram/observer.hpp>
#include <pram/report/path.hpp>

/// Traces: all that a small run did, step by step, to go through forward and back.
namespace pram::report {

/// What a trace may have at most: a run small enough to be read.
inline constexpr std::uint64_t most_trace_processors = 1024;
inline constexpr std::uint64_t most_trace_cells = 4096;  ///< of all arrays that its steps ask for
inline constexpr std::uint64_t most_trace_steps = 2000;
inline constexpr std::uint64_t most_trace_requests = 200'000;
inline constexpr std::uint64_t most_trace_locals = 200'000;  ///< values that processors show
inline constexpr std::uint64_t most_trace_bytes = 8 << 20;   ///< of its JSON

/// The steps and supersteps that are traced.
struct TraceWindow {
  std::uint64_t first = 1;             ///< the number of the first
  std::optional<std::uint64_t> count;  ///< none: all that follow
};

struct TraceOptions {
  std::string title = {};  ///< "": "Trace"
  /// Gives the text of a source file by the path that the compiler knew. None: the file at that path, if it is there.
  Function<std::optional<std::string>(std::string_view file)> source = {};
  /// Names of arrays that hold indices of their own cells. The page draws these as forests.
  std::vector<std::string> pointers = {};
  std::string ended_by = {};  ///< the error that ended the run, if it was none that the recorder knows of; "": none
};

struct RunTrace;

/// Records what a machine does while it lives.
///
///     pram::report::TraceRecorder recorder(machine);
///     machine.pardo(n, body);
///     pram::report::write_trace(recorder, "trace.html");
///
/// A run that would pass a limit above ends with a LimitError; what was recorded before stays.
class TraceRecorder : public Observer {
 public:
  /// @throws Error as Machine::observe() does
  explicit TraceRecorder(Machine& machine, TraceWindow window = {});
  ~TraceRecorder() override;
  TraceRecorder(const TraceRecorder&) = delete;
  TraceRecorder& operator=(const TraceRecorder&) = delete;

  /// Ends the recording; what was recorded stays.
  void stop();

  /// What was recorded, for the writers.
  const RunTrace& trace() const;

  void begin_run(const Run& run) override;
  void array(const Array& array, std::span<const Word> cells) override;
  void begin_step(const Step& step) override;
  void local(const Local& local) override;
  void request(const Request& request) override;
  void message(const Message& message) override;
  void transfer(const Transfer& transfer) override;
  void cell(const Cell& cell) override;
  void end_step(const StepRecord& record) override;
  void end_superstep(const SuperstepRecord& record) override;
  void breach(const ConflictError::Facts& facts) override;

 private:
  class Recording;

  std::unique_ptr<Recording> recording_;
  std::optional<Observation> observation_;
};

/// The trace in format pram-trace, version 1 (docs/reference/trace.md).
/// @throws LimitError if it has more than most_trace_bytes
std::string trace_json(const TraceRecorder& recorder, const TraceOptions& options = {});

/// The trace as one file of HTML that loads nothing. Its steps can be read as a table where scripts are blocked; with
/// scripts they can be gone through.
/// @throws LimitError as trace_json() does
std::string trace_page(const TraceRecorder& recorder, const TraceOptions& options = {});

/// The trace as text: a sentence for each step, the cells that change, and how the run ended.
std::string trace_text(const TraceRecorder& recorder, const TraceOptions& options = {});

/// Writes the page, or the JSON if the file's name ends in ".json".
/// @throws LimitError, Error if the file cannot be written
void write_trace(const TraceRecorder& recorder, const Path& file, const TraceOptions& options = {});

}  // namespace pram::report

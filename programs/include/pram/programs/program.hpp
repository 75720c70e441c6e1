#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <pram/machine.hpp>
#include <pram/registry.hpp>

/// The algorithm library: what a bundled program is, and the table of them.
namespace pram::programs {

/// Where a program's input comes from.
struct InputRequest {
  std::optional<std::uint64_t> size;         ///< --n: numbers of an array, edges of a generated graph
  std::string file;                          ///< --input: a path, "-" for standard input, "" to generate
  std::uint64_t seed = 1;                    ///< of the generator
  std::string format = {};                   ///< --format: one of graph_formats(), "" to go by what the file holds
  std::optional<std::uint64_t> source = {};  ///< --source: a vertex, as the input calls it
  /// Bytes that the input may take, with its program's arrays and processors; 0: default_memory_limit().
  std::uint64_t memory_limit = 0;
};

/// What the input turned out to be, for reports: "R-MAT graph", {vertices: 8192, edges: 32768}.
struct InputFacts {
  std::string source;  ///< the file's name, or what generated it
  std::vector<std::pair<std::string, std::uint64_t>> sizes;
  std::string read_as = {};  ///< how the file was read, where there was a choice: "edge list (snap)"
};

using FactValue = std::variant<bool, std::int64_t, double, std::string>;

/// What a run found.
struct Outcome {
  bool verified = false;                                 ///< the result equals the sequential oracle's
  std::string check;                                     ///< what it was checked against: "union-find on one thread"
  std::vector<std::pair<std::string, FactValue>> facts;  ///< the program's own: {"components", 1}
  std::function<void(std::ostream&)> write;              ///< the whole result, one item a line, for --output
};

/// A program with its input read or made, ready to run on any machine. Nothing is charged until run().
class Job {
 public:
  virtual ~Job() = default;
  virtual InputFacts input() const = 0;
  /// Runs on the machine, then checks against the oracle.
  virtual Outcome run(Machine& machine) const = 0;
};

/// One row of the table of programs.
struct ProgramEntry {
  std::string name;                ///< as the literature names it: "connected-components"
  std::string alias;               ///< a short one where it is obvious: "cc"; else ""
  std::string summary;             ///< one line: what, model, time, work
  Rule rule = Rule::arbitrary;     ///< the weakest rule it needs: the default of --rule
  std::uint64_t default_size = 0;  ///< of --n
  std::string input;               ///< "numbers" or "graph": what --input reads
  /// Reads or generates the input.
  /// @throws InputError naming file, line and what is wrong; ConfigError for a size, format or source that is not
  ///         allowed; LimitError, before anything is allocated for it, if the input does not fit into the memory limit
  std::function<std::unique_ptr<Job>(const InputRequest&)> prepare;
  /// The default of --placement: direct for programs that exchange data between components, which need it.
  Placement placement = Placement::hashed;
  std::string access = {};    ///< the default of --access: direct where most of what is asked for lies at home; else ""
  bool takes_source = false;  ///< it knows InputRequest::source
};

/// The table of programs, in the order of `pram list`.
const Registry<ProgramEntry>& programs();

/// Finds by name or alias. @throws ConfigError with a suggestion
const ProgramEntry& find_program(std::string_view name);

/// A file that is not what it should be: one line that names file, line and reason.
class InputError : public Error {
 public:
  InputError(std::string file, std::uint64_t line, const std::string& reason);  ///< line 0: the file as a whole
  std::string file;
  std::uint64_t line;
};

}  // namespace pram::programs

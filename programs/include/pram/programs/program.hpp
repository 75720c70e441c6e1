#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <pram/machine.hpp>
#include <pram/programs/row/fact.hpp>
#include <pram/programs/row/growth.hpp>
#include <pram/programs/row/model.hpp>
#include <pram/programs/row/options.hpp>
#include <pram/registry.hpp>

/// The algorithm library: what a bundled program is, and the table of them.
namespace pram::programs {

/// Where a program's input comes from.
struct InputRequest {
  std::optional<std::uint64_t> size;         ///< --n: numbers of an array, edges of a generated graph
  std::string file;                          ///< --input: a path, "-" for standard input, "" to generate
  std::uint64_t seed = 1;                    ///< of the generated input
  std::string format = {};                   ///< --format: one of graph_formats(), "" to go by what the file holds
  std::optional<std::uint64_t> source = {};  ///< --source: a vertex, as the input calls it
  /// Most bytes that the input, the program's arrays and its processors may take together; 0: default_memory_limit().
  std::uint64_t memory_limit = 0;
  std::string shape = {};  ///< --shape: one of Program::shapes for a generated input, "" for the first
  Facts options = {};      ///< those of the program's own options that are given
  bool unchecked = false;  ///< --unchecked: no result is checked, which may take longer and more memory than the run
};

/// The sizes of an input by name: {vertices: 8192, edges: 32768}, {n: 100}.
using InputSizes = std::vector<std::pair<std::string, std::uint64_t>>;

/// What is known of an input once it is read or generated, for reports.
struct InputFacts {
  std::string source;  ///< the file's name, or what was generated: "R-MAT graph"
  InputSizes sizes;
  std::string read_as = {};  ///< how the file was read, if there was a choice: "edge list (snap)"
  Facts options = {};        ///< all of the program's own options, with their values
};

/// What the description of a BSP program promises of one run. None: nothing is promised.
struct CostBounds {
  std::optional<std::uint64_t> supersteps = {};  ///< exactly
  std::optional<std::uint64_t> supersteps_at_most = {};
  std::optional<std::uint64_t> relation = {};  ///< h in words, summed over the supersteps, exactly
  std::optional<std::uint64_t> relation_at_most = {};
  std::optional<std::uint64_t> work = {};  ///< w in local operations, summed over the supersteps, exactly
  std::optional<std::uint64_t> work_at_most = {};
};

/// What a program's description promises of one run. None: nothing is promised.
struct Bounds {
  std::optional<std::uint64_t> steps = {};           ///< T, exactly
  std::optional<std::uint64_t> steps_at_most = {};   ///< T
  std::optional<std::uint64_t> work_at_most = {};    ///< W
  std::optional<std::uint64_t> degree_at_most = {};  ///< κ: requests for one cell in one step
  CostBounds cost = {};                              ///< of a BSP program, which has no steps
};

/// What a run found.
struct Outcome {
  bool verified = false;                     ///< the result agrees with the oracle; true without an oracle
  std::string check;                         ///< the oracle: "union-find on one thread"; "": nothing was asked
  Facts facts;                               ///< what the program reports itself: {"components", 1}
  std::function<void(std::ostream&)> write;  ///< the whole result, one item a line, for --output
  Bounds promised = {};                      ///< the bounds on this run
};

/// A program with its input, ready to run on any machine. Nothing is charged before run().
class Job {
 public:
  virtual ~Job() = default;
  virtual InputFacts input() const = 0;
  /// Runs the program on the machine, then checks the result against the oracle.
  virtual Outcome run(Machine& machine) const = 0;
};

/// A shape of generated inputs.
struct ShapeName {
  std::string name;  ///< of --shape: "sorted"
  std::string what;  ///< as reports call such an input: "sorted numbers"
};

/// One row of the table of programs.
struct Program {
  std::string name;    ///< as the literature names it: "connected-components"
  std::string alias;   ///< a short one where it is obvious: "cc"; else ""
  std::string family;  ///< "graph": its header is <pram/programs/graph.hpp>
  std::string what;    ///< what it finds, and how: "running sums on a balanced tree"
  /// Of a line of --output, with commas between them: "vertex, its level"; "" where nothing is said.
  std::string columns;
  std::string source;  ///< papers and sections of books
  std::string time;    ///< T as a class: "O(log n)"; of a BSP program the cost by n, p, g and l
  std::string work;    ///< W as a class; "" where there are no steps

  /// What `time` and `work` claim as classes in the size of generated inputs alone; none where they are no classes.
  std::optional<Growth> time_growth = {};
  std::optional<Growth> work_growth = {};
  bool random = false;  ///< one of them is of the expected cost, or holds with high probability

  Model model = Rule::arbitrary;             ///< the weakest rule it needs, the default of --rule; or BSP
  std::optional<Rule> needs_more_than = {};  ///< a weaker rule, under which runs end in a ConflictError
  Placement placement = Placement::hashed;   ///< the default of --placement: direct for what exchanges blocks
  std::string access = {};                   ///< the default of --access: direct where data stays at home; else ""
  std::uint32_t components = 0;              ///< the default of --components; 0: that of the machine
  std::uint64_t default_size = 0;            ///< of --n
  std::uint64_t least_size = 0;              ///< of --n
  std::uint64_t most_size = 0;               ///< of --n
  std::uint64_t tested_size = 0;             ///< the largest size that the conformance test sweeps
  bool power_of_two = false;                 ///< sizes are powers of two
  std::string input = {};                    ///< "numbers" or "graph": what --input reads
  bool takes_source = false;                 ///< the program begins at InputRequest::source; others refuse one
  std::vector<ShapeName> shapes = {};        ///< of generated inputs, the usual one first
  std::vector<std::string> pointers = {};    ///< arrays that hold indices of their own cells, as a list does: "next"
  std::vector<ProgramOption> options = {};   ///< of its own
  bool takes_options = false;                ///< its kind of input carries the values of own options

  /// Reads or generates the input.
  /// @throws InputError naming file, line and what is wrong; ConfigError for a size, shape, format or source that is
  ///         not allowed; LimitError, before anything is allocated for it, if the input does not fit into the memory
  ///         limit
  std::function<std::unique_ptr<Job>(const InputRequest&)> prepare = {};

  /// The bounds as far as they follow from the size n alone, for any n.
  std::function<Bounds(std::uint64_t n)> promised_of_size = {};

  /// One line for lists: what the program does, model, time and work.
  std::string summary() const;
};

/// What is known of a program by its name.
struct ProgramName {
  std::string family;
  std::string name;
  std::string alias;          ///< ""; or a short name
  bool takes_source = false;  ///< the program begins at InputRequest::source
};

/// The names of all programs, in the order of `pram list`.
const std::vector<ProgramName>& program_names();

/// The shapes of all programs' generated inputs, each once.
std::vector<std::string> shape_names();

/// The table of programs, in the order of `pram list`.
const Registry<Program>& programs();

/// The family of programs that add_program() adds.
inline constexpr const char* own_family = "own";

/// Adds a program of a user's own to the table: the family "own", which lists name first.
/// @throws ConfigError for a name that is empty, that a program has already, as its name or alias, or that has
///         more than letters, digits, hyphens and underscores; for `time` or `work` of a PRAM program that is no class;
///         for options of which two have one name, or whose default is not allowed; for a program without `prepare`
void add_program(Program program);

/// The program of this name or alias.
/// @throws ConfigError with a suggestion if there is none
const Program& find_program(std::string_view name);

/// A file cannot be read as what it should be. what() is one line that names file, line and reason.
class InputError : public Error {
 public:
  InputError(std::string file, std::uint64_t line, const std::string& reason);  ///< line 0: the file as a whole
  std::string file;
  std::uint64_t line;
};

}  // namespace pram::programs

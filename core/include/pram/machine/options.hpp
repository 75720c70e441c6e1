#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <pram/ledger.hpp>
#include <pram/machine/choice.hpp>
#include <pram/rule.hpp>
#include <pram/spec.hpp>

namespace pram {

/// The map from address to component.
enum class Placement {
  hashed,    ///< every cell of every array on its own: the papers' random function, drawn by a keyed hash
  balanced,  ///< a keyed permutation of each array, dealt in equal slices: no module owns more than its share
  direct,    ///< blocks in order
};

std::string to_string(Placement placement);
/// Reads a placement's name; "uniform" means hashed too.
/// @throws ConfigError with the known names
Placement placement_from(std::string_view name);

std::string to_string(LedgerDetail detail);
/// Reads the name of a detail: "totals", "steps" or "profile".
/// @throws ConfigError with the known names
LedgerDetail ledger_detail_from(std::string_view name);

/// The most of each that a machine may have.
inline constexpr std::uint32_t most_components = 1U << 20;
inline constexpr unsigned most_threads = 1024;

/// The bytes that a machine may take if its options set no limit: nine tenths of the least of the host's memory, the
/// limits of the process's control groups (versions 1 and 2, up to the root), RLIMIT_AS and RLIMIT_DATA.
std::uint64_t default_memory_limit();

class AccessProtocol;
class Network;

/// What machine to emulate, and on what host resources.
struct MachineOptions {
  std::uint32_t components = 0;        ///< p, 1 to 2^20; 0: those that the network asks for ("torus:8x8"), else 4096
  Choice<Network> network = "router";  ///< "torus:8x8,ports=one", see networks(); or a network
  Choice<AccessProtocol> access =
      "combining";  ///< "direct", "combining:32,16,8", see access_protocols(); or a protocol
  Rule rule = Rule::arbitrary;
  Placement placement = Placement::hashed;
  unsigned threads = 0;                                ///< host workers; 0: one per core. Never changes a result
  std::uint64_t seed = 1;                              ///< of placement, spreading, winners and random words
  std::uint64_t max_steps = 0;                         ///< of all pardos and spmds, else LimitError; 0: no limit
  std::uint64_t max_charge = 0;                        ///< no step begins once this is charged: LimitError; 0: no limit
  std::uint64_t memory_limit = 0;                      ///< bytes, see MemoryUse; 0: default_memory_limit()
  std::uint64_t collision_marker = ~std::uint64_t{0};  ///< what Rule::collision leaves behind, cut to the cell's width
  LedgerDetail ledger = LedgerDetail::steps;
  std::uint64_t ledger_steps = 65536;  ///< steps that get a record of their own
  std::string hash = {};  ///< the family that Placement::hashed draws its function from: "xxh3", "multiply-shift",
                          ///< "k-wise:5", "tabulation"; empty: a keyed hash of each array's own
};

/// The placement with its hash, as a user writes it: "hashed,hash=k-wise:5".
std::string placement_text(const MachineOptions& options);
/// Sets the placement and its hash.
/// @throws ConfigError, also for a family that is not known; then the options are as they were
void set_placement(MachineOptions& options, const Spec& placement);

namespace detail {

/// An option of a machine as errors, JSON, the tool, `PRAM_BSP` and help have it: all of them go over the rows below.
/// So an option is a member above, a row below, and the code that heeds it.
struct MachineOptionRow {
  using Member =
      std::variant<std::uint32_t MachineOptions::*, std::uint64_t MachineOptions::*, Choice<Network> MachineOptions::*,
                   Choice<AccessProtocol> MachineOptions::*, Rule MachineOptions::*, Placement MachineOptions::*,
                   LedgerDetail MachineOptions::*, std::string MachineOptions::*>;
  /// Whether JSON of a run has the option.
  enum class Recorded { no, where_set, always };

  const char* name;  ///< in errors and JSON
  Member member;
  Recorded recorded = Recorded::no;
  bool changes_results = true;
  std::uint64_t least = 0;  ///< of a number that is given
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  bool bytes = false;              ///< the number is one of bytes
  const char* value = nullptr;     ///< what stands for the value in help: "M"
  const char* flag = nullptr;      ///< in the tool; null: none
  const char* help = nullptr;      ///< null: each command lists it in words of its own
  const char* bsp_flag = nullptr;  ///< of `pram bsp`; PRAM_BSP has it without the hyphens; null: none
  const char* bsp_help = nullptr;

  constexpr bool is_number() const { return member.index() < 2; }
  /// Whether the option chooses a part, by name or as an object.
  constexpr bool is_part() const { return member.index() == 2 || member.index() == 3; }
};

/// In the order of JSON and help.
inline constexpr MachineOptionRow machine_options[] = {
    {.name = "components",
     .member = &MachineOptions::components,
     .recorded = MachineOptionRow::Recorded::always,
     .least = 1,
     .most = most_components,
     .value = "P",
     .flag = "--components",
     .bsp_flag = "--components",
     .bsp_help = "components of the machine (those of a network's name with sizes, else one a process, else 4096)"},
    {.name = "network",
     .member = &MachineOptions::network,
     .recorded = MachineOptionRow::Recorded::always,
     .flag = "--network",
     .bsp_flag = "--network"},
    {.name = "access",
     .member = &MachineOptions::access,
     .recorded = MachineOptionRow::Recorded::always,
     .flag = "--access"},
    {.name = "rule",
     .member = &MachineOptions::rule,
     .recorded = MachineOptionRow::Recorded::always,
     .value = "R",
     .flag = "--rule",
     .help = "what concurrent accesses mean: EREW, CREW, common, arbitrary, … (what the program needs; see pram list)",
     .bsp_flag = "--rule",
     .bsp_help =
         "which of conflicting puts stands: arbitrary, priority; or those that are a mistake: common, CREW, EREW "
         "(arbitrary)"},
    {.name = "placement",
     .member = &MachineOptions::placement,
     .recorded = MachineOptionRow::Recorded::always,
     .value = "H",
     .flag = "--placement",
     .help = "from address to component: hashed, balanced or direct (hashed; direct for programs that exchange data); "
             "hashed,hash=FAMILY draws the function from a family: xxh3, multiply-shift, k-wise:K, tabulation"},
    {.name = "hash", .member = &MachineOptions::hash, .recorded = MachineOptionRow::Recorded::where_set},
    {.name = "threads",
     .member = &MachineOptions::threads,
     .recorded = MachineOptionRow::Recorded::always,
     .changes_results = false,
     .most = most_threads,
     .value = "T",
     .flag = "--threads",
     .help = "host threads, 0 for one a core (0); never changes a result",
     .bsp_flag = "--threads",
     .bsp_help = "host threads, 0 for one a core (1)"},
    {.name = "seed",
     .member = &MachineOptions::seed,
     .recorded = MachineOptionRow::Recorded::always,
     .value = "S",
     .flag = "--seed",
     .bsp_flag = "--seed",
     .bsp_help = "seed of the machine's random choices (1)"},
    {.name = "memory_limit",
     .member = &MachineOptions::memory_limit,
     .changes_results = false,
     .bytes = true,
     .flag = "--memory-limit",
     .bsp_flag = "--memory-limit"},
    {.name = "max_steps",
     .member = &MachineOptions::max_steps,
     .recorded = MachineOptionRow::Recorded::always,
     .changes_results = false,  // a run that has ended did not reach the limit
     .value = "M",
     .flag = "--max-steps",
     .help = "stop a program that takes more steps and supersteps than this in all, 0 for no limit (0)",
     .bsp_flag = "--max-supersteps",
     .bsp_help = "stop a program that takes more supersteps than this, 0 for no limit (0)"},
    {.name = "max_charge",
     .member = &MachineOptions::max_charge,
     .recorded = MachineOptionRow::Recorded::where_set,
     .changes_results = false,
     .value = "C",
     .flag = "--max-charge",
     .help = "stop a program that goes on when the network has charged this much in all, 0 for no limit (0)",
     .bsp_flag = "--max-charge",
     .bsp_help = "stop a program that goes on when the network has charged this much in all, 0 for no limit (0)"},
    {.name = "collision_marker",
     .member = &MachineOptions::collision_marker,
     .recorded = MachineOptionRow::Recorded::where_set},
    {.name = "ledger", .member = &MachineOptions::ledger, .flag = "--ledger", .bsp_flag = "--ledger"},
    {.name = "ledger_steps",
     .member = &MachineOptions::ledger_steps,
     .flag = "--ledger-steps",
     .bsp_flag = "--ledger-steps"},
};

/// A number, or the word that a user writes.
using OptionValue = std::variant<std::uint64_t, std::string>;
OptionValue value_of(const MachineOptions& options, const MachineOptionRow& row);
/// The options that JSON of a run has, by name, in its order.
std::vector<std::pair<const char*, OptionValue>> recorded_options(const MachineOptions& options);
/// Sets a number, which must fit into the member.
void set_value(MachineOptions& options, const MachineOptionRow& row, std::uint64_t number);
/// Sets what is no number. That of the placement may have its hash behind it.
/// @throws ConfigError for a word that is not known; a part's name is read when the machine is made
void set_value(MachineOptions& options, const MachineOptionRow& row, const std::string& word);

}  // namespace detail

}  // namespace pram

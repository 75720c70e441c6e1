#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <pram/error.hpp>

/// What LedgerDetail::profile adds to a ledger.
namespace pram {

class Topology;

/// Stands for no component.
inline constexpr std::uint32_t no_component = ~std::uint32_t{0};

/// The part of one line in a step, or in what the processes of a superstep asked of shared arrays. The steps of a line
/// add up to its LineTotal.
struct StepLine {
  std::uint32_t line = 0;      ///< index into Ledger::lines()
  std::uint64_t requests = 0;  ///< as in LineTotal, here and below
  std::uint64_t distinct = 0;
  std::uint64_t largest_degree = 0;
};

/// How many groups there were of each degree, in bins by powers of two: entry k counts those of 2^k to 2^(k+1) - 1.
using DegreeBins = std::array<std::uint64_t, 33>;

/// Sums over the steps of all pardos of one place in the program and one name; of a data-parallel pardo
/// (Machine::processors) or a run of BSP processes (Machine::spmd) likewise.
struct PardoTotal {
  enum class Form : std::uint8_t { pardo, data_parallel, processes };

  Form form = Form::pardo;
  SourceLine where;  ///< of the call
  std::string name;  ///< as the program named it; empty if it did not
  std::uint64_t times = 0;
  std::uint64_t processors = 0;  ///< or processes: the most of one time
  std::uint64_t first_step = 0;  ///< the number of its first step or superstep; 0: there was none
  std::uint64_t steps = 0;
  std::uint64_t supersteps = 0;
  std::uint64_t work = 0;    ///< processor-steps, as Ledger::work()
  std::uint64_t charge = 0;  ///< of steps and supersteps, forward and back
};

/// As reports name it.
constexpr const char* to_string(PardoTotal::Form form) {
  switch (form) {
    case PardoTotal::Form::data_parallel: return "data-parallel";
    case PardoTotal::Form::processes: return "processes";
    default: return "pardo";
  }
}

/// Sums over the run for one component. Messages are counted forward, as PhaseRecord does; those of supersteps in
/// words, as SuperstepRecord does, with what gets bring. Collectives, the routines of access protocol sorting and the
/// counts of adaptive are not in it.
struct ComponentTotal {
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
  std::uint64_t served = 0;         ///< requests for cells that it owns, merged ones too
  std::uint64_t times_busiest = 0;  ///< phases and supersteps in which it received most; of several, the lowest
};

/// The load of a network's links over the run, by links of its topology (Topology::ports).
struct LinkLoad {
  std::vector<std::uint64_t> busy;           ///< steps in which the link carried
  std::vector<std::uint32_t> largest_queue;  ///< the most messages that waited for the link or crossed it at once
};

/// The load of a network that has links: of the phases of steps, and of supersteps.
struct NetworkLoad {
  std::string topology;  ///< as make_topology() names it
  LinkLoad forward;
  LinkLoad back;  ///< of replies
  /// The topology itself, for pictures of its links. Null: it is known by name alone.
  std::shared_ptr<const Topology> shape = nullptr;
};

/// What each of many had to carry, over time: in frames, which are stretches of equally many steps and supersteps.
struct LoadFrames {
  std::uint64_t length = 1;  ///< a power of two: frame k has those with the numbers k * length + 1 to (k + 1) * length
  std::size_t entries = 0;   ///< of a frame; 0: nothing was carried
  std::vector<std::uint64_t> loads;  ///< frame by frame; frames behind the last that carried are left out

  std::size_t count() const { return entries > 0 ? loads.size() / entries : 0; }
  std::span<const std::uint64_t> frame(std::size_t k) const { return std::span(loads).subspan(k * entries, entries); }
};

/// Loads over time, which add up to the totals of components and links.
struct LoadsOverTime {
  LoadFrames received;   ///< by component: ComponentTotal::received
  LoadFrames busy;       ///< by link: NetworkLoad::forward.busy
  LoadFrames busy_back;  ///< by link: NetworkLoad::back.busy
};

}  // namespace pram

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <pram/ledger.hpp>
#include <pram/network.hpp>
#include <pram/word.hpp>

namespace pram {

class AccessPlan;

/// What a message has room for, a request's address and its operand, times the messages of a sketch.
using Sketch = std::vector<std::array<Word, 2>>;

/// How all components of a machine learn something of a step's records before they send them: each makes a sketch of
/// its own, an all-reduce merges them, and the outcome decides on the way. Every message of it is charged.
///
/// Contract, for whoever adds one: merging is associative and commutative to the bit, and sketching records together
/// gives what merging their sketches gives.
class Survey {
 public:
  virtual ~Survey() = default;

  /// Messages of a sketch: a power of two, at most half the components where there are several.
  virtual std::uint32_t messages() const { return 1; }

  /// Records as they are after the merge at their source.
  struct Records {
    std::uint64_t step = 0;                  ///< AccessPlan::Moves::step
    std::span<const std::uint32_t> source;   ///< the component that has the record
    std::span<const std::uint64_t> address;  ///< differs from address to address
    std::span<const std::uint32_t> weight;   ///< requests that it stands for
  };

  /// Adds records to a sketch, which begins as messages() pairs of zeros.
  virtual void add(const Records& records, Sketch& sketch) const = 0;

  virtual void merge(const Sketch& from, Sketch& into) const = 0;

  /// The way that the records go. The same object may be given again.
  /// @param sketch  of all records
  virtual std::shared_ptr<const AccessPlan> plan(const Sketch& sketch) const = 0;
};

/// Has a network carry the all-reduce of a survey: recursive doubling, for sketches of several messages after halving
/// (Rabenseifner). Components beyond the largest power of two hand theirs in first and get the outcome last. On 2^k
/// components a sketch of one message takes k supersteps of one message a component.
/// @returns the supersteps as one phase: messages, largest numbers of one superstep, and the charge of all
PhaseRecord carry_survey(Network& network, std::uint32_t components, std::uint32_t messages);

}  // namespace pram

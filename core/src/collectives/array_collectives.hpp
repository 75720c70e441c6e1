#pragma once

#include <memory>

#include <pram/detail/collective.hpp>
#include <pram/ledger.hpp>
#include <pram/machine.hpp>
#include <pram/network.hpp>

#include "../memory/shared_memory.hpp"

namespace pram::detail {

/// Executes Machine::broadcast() and the other collectives: cuts arrays into the blocks of their components, has the
/// network move the blocks, and returns the cost. Of several ranks each does so with all words: a network's routine
/// may move any of them, so a collective takes the memory of one process on every rank as long as it lasts.
class ArrayCollectives {
 public:
  ArrayCollectives(const MachineOptions& options, const std::shared_ptr<SharedMemory>& memory, Network& network)
      : placement_(options.placement), components_(options.components), memory_(memory), network_(network) {}

  /// @returns the ledger's entry, of one operation
  /// @throws ConfigError if the call or the placement does not permit it; then nothing has moved
  /// @throws LimitError if memory is short; then nothing has moved
  CollectiveTotal run(const CollectiveCall& call, const ArrayHandle& from, const ArrayHandle& to);

 private:
  /// A task with what goes in, and where in the target array each word that comes out has its place.
  struct Plan {
    CollectiveBlocks task;
    std::vector<Word> in;
    std::uint64_t out = 0;          ///< words
    std::uint64_t first = 0;        ///< cell of the target array for the first of them
    std::vector<Word> place = {};   ///< of each, where they do not follow one another
    std::uint64_t transmitted = 0;  ///< words times the other components that get them
  };

  void check(const CollectiveCall& call, const ArrayHandle& from, const ArrayHandle& to) const;
  Plan plan(const CollectiveCall& call, const ArrayHandle& from, const ArrayHandle& to) const;
  Plan rearrange(const ArrayHandle& from, const std::vector<std::uint32_t>& target) const;
  std::vector<std::uint32_t> pieces_by_target(std::uint64_t size) const;

  /// First cell of a component's block, of an array of so many cells.
  std::uint64_t block_begin(std::uint64_t size, std::uint64_t component) const {
    return (component * size + components_ - 1) / components_;
  }
  std::uint64_t block_size(std::uint64_t size, std::uint64_t component) const {
    return block_begin(size, component + 1) - block_begin(size, component);
  }
  std::uint32_t home(std::uint64_t size, std::uint64_t cell) const {
    return static_cast<std::uint32_t>(cell * components_ / size);
  }

  Placement placement_;
  std::uint32_t components_;
  std::shared_ptr<SharedMemory> memory_;
  Network& network_;
  std::unique_ptr<Collectives> collectives_;  // made when they are first needed
};

}  // namespace pram::detail

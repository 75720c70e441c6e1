#pragma once

#include <cstdint>
#include <source_location>

#include <pram/detail/processors/processor_block.hpp>

/// What a group of processors computes between two steps.
namespace pram::detail {

/// Local computation of all processors of a group, which takes no step; and which of them end by it.
class GroupWork {
 public:
  explicit GroupWork(std::source_location from) : where(from) {}
  virtual ~GroupWork() = default;
  GroupWork(const GroupWork&) = delete;
  GroupWork& operator=(const GroupWork&) = delete;

  /// @param block  begins at a multiple of 64
  /// @param live   the bits of the block's processors, 64 a word; those that end are cleared
  virtual void run(ProcessorBlock& block, std::uint64_t* live) = 0;

  const std::source_location where;
};

/// Calls a function for each processor that lives.
template <class Function>
class GroupComputation final : public GroupWork {
 public:
  GroupComputation(const Function& function, std::source_location from) : GroupWork(from), function_(function) {}

  void run(ProcessorBlock& block, std::uint64_t*) override {
    for_live(block, [&](std::uint32_t k) { function_(block.first + k); });
  }

 private:
  const Function& function_;
};

/// Ends the processors that a function is true for.
template <class Function>
class GroupEnding final : public GroupWork {
 public:
  GroupEnding(const Function& function, std::source_location from) : GroupWork(from), function_(function) {}

  void run(ProcessorBlock& block, std::uint64_t* live) override {
    std::uint64_t word = live[0];  // of the processors that have been asked last
    std::uint32_t at = 0;
    for_live(block, [&](std::uint32_t k) {
      if (k / 64 != at) {
        live[at] = word;
        word = live[at = k / 64];
      }
      word ^= std::uint64_t{function_(block.first + k) ? 1U : 0U} << (k % 64);
    });
    live[at] = word;
  }

 private:
  const Function& function_;
};

}  // namespace pram::detail

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pram::bsp::detail {

/// Numbers by which all ranks know what each has numbered in the order in which its own processes have met it: lines of
/// the program, or queues.
class CommonNumbers {
 public:
  /// Own numbers from this one on are not told to the other ranks yet.
  std::uint32_t told() const { return static_cast<std::uint32_t>(common_.size()); }

  /// Every rank enters what each rank tells, in the same order. What is known already keeps its number.
  /// @param own  this rank's number
  void enter(std::uint32_t own) {
    if (entering_.size() <= own) entering_.resize(own + std::size_t{1}, unknown);
    if (entering_[own] != unknown) return;
    entering_[own] = static_cast<std::uint32_t>(own_.size());
    own_.push_back(own);
  }
  /// All ranks have told all.
  void end_telling() { common_ = entering_; }

  std::uint32_t common(std::uint32_t own) const { return common_[own]; }
  std::uint32_t own(std::uint32_t common) const { return own_[common]; }
  std::size_t count() const { return own_.size(); }

 private:
  static constexpr std::uint32_t unknown = 0xFFFFFFFF;

  std::vector<std::uint32_t> common_;    // by own numbers
  std::vector<std::uint32_t> entering_;  // the same, while ranks tell
  std::vector<std::uint32_t> own_;       // by common ones
};

}  // namespace pram::bsp::detail

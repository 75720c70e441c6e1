#pragma once

#include <cstdint>
#include <vector>

#include <pram/machines/replay.hpp>

namespace pram::detail {

/// Numbers for the channels of a trace: source, destination and tag, by which messages and receives match.
class Channels {
 public:
  explicit Channels(const OperationTrace& trace);

  std::uint32_t count() const { return count_; }
  /// @param operation  no calc
  std::uint32_t of(std::uint32_t operation) const { return of_[operation]; }

 private:
  std::vector<std::uint32_t> of_;
  std::uint32_t count_ = 0;
};

}  // namespace pram::detail

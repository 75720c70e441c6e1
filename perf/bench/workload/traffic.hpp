#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <oneapi/tbb/task_arena.h>

#include <pram/machines/switching.hpp>

namespace pram::bench {

/// Messages to random destinations, carried link by link; each has a word that is fetched where it arrives.
class RandomTraffic {
 public:
  /// @param length  words a message
  RandomTraffic(const std::string& network, std::uint32_t messages_a_node, std::uint32_t length, unsigned threads);

  /// Carries all messages once.
  /// @returns the statistics, valid until the next call
  const DeliveryStatistics& carry();
  std::size_t messages() const { return source_.size(); }
  /// @throws std::logic_error if a payload was lost
  void check() const;

 private:
  tbb::task_arena arena_;
  std::unique_ptr<Switching> switching_;
  std::vector<std::uint32_t> source_;
  std::vector<std::uint32_t> destination_;
  std::vector<std::uint32_t> words_;
  std::vector<std::uint64_t> payload_;
  std::vector<std::uint64_t> inbox_;
  DeliveryStatistics statistics_;
};

}  // namespace pram::bench

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <pram/pram.hpp>

/// Supersteps of BSP processes: an empty sync; fine-grained puts, gets and messages of a word to random places; blocks.
namespace pram::bench {

enum class Transfer { put, get, message, put_block };

inline constexpr const char* transfer_names[] = {"put", "get", "message", "put-block"};

class Supersteps {
 public:
  Supersteps(const std::string& network, std::uint32_t processes, unsigned threads);

  /// Syncs and nothing else.
  void sync(std::uint64_t syncs);

  struct Timed {
    double seconds = 0;
    std::uint64_t words = 0;
  };
  /// Runs supersteps of one kind inside one run of the processes, and times from sync to sync. The first superstep
  /// finds memory untouched, and is not timed.
  /// @param words  of all processes together, in a superstep
  /// @throws std::logic_error if they left something wrong in memory
  Timed transfer(Transfer transfer, std::uint64_t words);

  /// The most memory of the machine for each process, in bytes: the process, and its share of what the machine keeps.
  double bytes_a_process() const { return static_cast<double>(machine_.memory_use().most) / processes_; }

 private:
  Machine machine_;
  std::uint32_t processes_;
};

/// The puts of the above without a machine: a bucket for each pair of processes, on one thread.
class PutsByHand {
 public:
  PutsByHand(std::uint32_t processes, std::uint64_t words);

  /// A superstep. @returns words
  std::uint64_t run();

 private:
  struct Put {
    std::uint32_t target;
    std::uint32_t index;
    std::uint64_t value;
  };

  std::uint64_t words_;
  std::vector<std::vector<std::uint64_t>> cells_;
  std::vector<std::vector<Put>> buckets_;
  std::uint64_t superstep_ = 0;
};

}  // namespace pram::bench

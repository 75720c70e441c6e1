#pragma once

#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <vector>

/// The limits of the host: what it can do at best, without a machine on it.
namespace pram::bench {

/// Memory in 2 MiB pages where the host has them.
class LargeBlock {
 public:
  explicit LargeBlock(std::size_t bytes);
  ~LargeBlock();
  LargeBlock(const LargeBlock&) = delete;
  LargeBlock& operator=(const LargeBlock&) = delete;

  std::byte* data() const { return static_cast<std::byte*>(data_); }

 private:
  std::size_t bytes_;
  void* data_;
};

/// a[i] = b[i] + 3 c[i] on doubles, by several threads.
class Triad {
 public:
  explicit Triad(std::size_t words);

  /// @returns bytes that it reads and writes
  std::uint64_t run(unsigned threads);
  /// @throws std::logic_error if the sums are wrong
  void check() const;

 private:
  std::size_t words_;
  LargeBlock block_;
  double* a_;
  double* b_;
  double* c_;
};

/// Words of a table in random order.
class RandomWords {
 public:
  /// @param words  of 8 bytes; as many are visited
  explicit RandomWords(std::size_t words);

  /// Reads the words and sums them up.
  /// @returns the number of words
  std::uint64_t gather(unsigned threads);
  /// Adds one to each, on one thread.
  std::uint64_t add();
  /// @throws std::logic_error if a sum was wrong, or a word was lost
  void check() const;

 private:
  LargeBlock block_;
  std::uint64_t* table_;
  std::vector<std::uint32_t> order_;
  std::uint64_t total_ = 0;   // of the table
  std::uint64_t rounds_ = 0;  // of add()
  bool wrong_ = false;
};

/// Coroutines that do nothing but count how often they were resumed.
class BareCoroutines {
 public:
  explicit BareCoroutines(std::size_t count);
  ~BareCoroutines();
  BareCoroutines(const BareCoroutines&) = delete;
  BareCoroutines& operator=(const BareCoroutines&) = delete;

  /// Resumes all of them once, in the order of their frames.
  void resume() const {
    for (const std::coroutine_handle<> one : all_) one.resume();
  }
  /// How often the last coroutine was resumed.
  std::uint32_t resumed() const { return counts_.back(); }

 private:
  LargeBlock block_;
  std::vector<std::uint32_t> counts_;
  std::vector<std::coroutine_handle<>> all_;
};

}  // namespace pram::bench

#pragma once

#include <link.h>
#include <pthread.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <pram/error.hpp>

namespace pram::detail {

/// What the stack of a host thread holds above a call of the machine: the variables of host code. Processors that
/// change one change it on their own rank alone, so several ranks compare the stack before and after.
class HostStack {
 public:
  /// Remembers the stack of the calling thread.
  /// @param from  where the frame of the caller begins: from there up nobody but processors changes anything
  /// @param file  and line: of the program, which makes the call
  void remember(const void* from, const char* file, std::uint32_t line) {
    file_ = file;
    line_ = line;
    changed_ = false;
    first_ = static_cast<const std::uint64_t*>(from);
    words_.resize(words_above(from));
    copy();
  }
  /// Whether something has changed since.
  bool changed() {
    changed_ = changed_ || differs();
    return changed_;
  }
  /// Runs host code in between, which may change what is its own.
  template <class Act>
  void let(const Act& act) {
    if (words_.empty()) {
      act();
      return;
    }
    changed();
    act();
    copy();
  }

  /// The error for a change.
  Error error() const {
    return Error("processors changed a variable of the host's stack in the call at " +
                 to_string(SourceLine{file_, line_}) +
                 ": each rank has the changes of its own processors alone; what they leave for host code stands in an "
                 "array, or in a host vector with an element for each, which unite() makes whole");
  }

 private:
  static constexpr std::size_t most_words = (std::size_t{64} << 10) / sizeof(std::uint64_t);

  static std::size_t words_above(const void* from) {
    static thread_local const Bounds bounds = bounds_of_thread();
    const auto address = reinterpret_cast<std::uintptr_t>(from);
    if (address < bounds.first || address >= bounds.last) return 0;  // host code has a stack of its own
    return std::min((bounds.last - address) / sizeof(std::uint64_t), most_words);
  }

  struct Bounds {
    std::uintptr_t first = 0;
    std::uintptr_t last = 0;

    void end_before(std::uintptr_t address) {
      if (address >= first) last = std::min(last, address);
    }
  };
  static Bounds bounds_of_thread() {
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return {};
    void* first = nullptr;
    std::size_t bytes = 0;
    const bool known = pthread_attr_getstack(&attributes, &first, &bytes) == 0;
    pthread_attr_destroy(&attributes);
    if (!known) return {};
    const auto address = reinterpret_cast<std::uintptr_t>(first);
    Bounds bounds{address, address + bytes};
    // Of other threads than the first the system's part and all thread_local variables stand above their frames.
    bounds.end_before(reinterpret_cast<std::uintptr_t>(pthread_self()));
    dl_iterate_phdr(
        [](dl_phdr_info* loaded, std::size_t, void* of) {
          static_cast<Bounds*>(of)->end_before(reinterpret_cast<std::uintptr_t>(loaded->dlpi_tls_data));
          return 0;
        },
        &bounds);
    return bounds;
  }

  // Sanitizers know of no reason to read between variables. Reads of volatile words become no call of a function that
  // they watch.
  __attribute__((noinline, no_sanitize("address"), no_sanitize("thread"))) void copy() {
    const volatile std::uint64_t* const word = first_;
    std::uint64_t* const known = words_.data();
    const std::size_t count = words_.size();
    for (std::size_t k = 0; k < count; ++k) known[k] = word[k];
  }
  __attribute__((noinline, no_sanitize("address"), no_sanitize("thread"))) bool differs() const {
    const volatile std::uint64_t* const word = first_;
    const std::uint64_t* const known = words_.data();
    const std::size_t count = words_.size();
    std::uint64_t difference = 0;
    for (std::size_t k = 0; k < count; ++k) difference |= known[k] ^ word[k];
    return difference != 0;
  }

  const std::uint64_t* first_ = nullptr;
  std::vector<std::uint64_t> words_;  // from there on; empty: nothing is compared
  const char* file_ = "";
  std::uint32_t line_ = 0;
  bool changed_ = false;  // found before host code ran in between
};

}  // namespace pram::detail

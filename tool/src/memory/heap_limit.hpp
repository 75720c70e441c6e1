#pragma once

#include <cstdint>
#include <new>
#include <string>

#include "../options.hpp"

namespace pram::tool {

/// operator new would pass the limit of a HeapLimit.
class HeapLimitReached : public std::bad_alloc {
 public:
  const char* what() const noexcept override { return "the memory limit is reached"; }
};

/// While it lives, what operator new hands out in this process never goes beyond --memory-limit, or else beyond what
/// the host, its control groups and ulimit allow: for commands that run no machine whose limit it is. One at a time.
class HeapLimit {
 public:
  /// @throws ConfigError
  explicit HeapLimit(const Options& options);
  ~HeapLimit();
  HeapLimit(const HeapLimit&) = delete;
  HeapLimit& operator=(const HeapLimit&) = delete;

  /// One line for the user, about the limit of the process's last HeapLimit.
  static std::string sentence();
};

}  // namespace pram::tool

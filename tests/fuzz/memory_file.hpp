#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>

namespace pram::fuzz {

/// A file that lies in memory alone and holds the given bytes, for readers that want a path. Linux only.
class MemoryFile {
 public:
  explicit MemoryFile(std::span<const std::uint8_t> bytes) : file_(memfd_create("input", 0)) {
    if (file_ < 0) std::abort();
    for (std::size_t written = 0; written < bytes.size();) {
      const ssize_t now = write(file_, bytes.data() + written, bytes.size() - written);
      if (now <= 0) std::abort();
      written += static_cast<std::size_t>(now);
    }
  }
  ~MemoryFile() { close(file_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }

 private:
  int file_;
};

}  // namespace pram::fuzz

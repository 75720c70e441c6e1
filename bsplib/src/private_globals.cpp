#include "private_globals.hpp"

#include <cstring>
#include <utility>

#include <pram/error.hpp>

// pram-bspcc puts these marks before and behind the objects of the program (bsplib/marks). The linker places variables
// in the order of the objects, so that the program's own lie between the marks.
extern "C" {
extern char pram_bsplib_first_data[] __attribute__((weak));
extern char pram_bsplib_last_data[] __attribute__((weak));
extern char pram_bsplib_first_zero_data[] __attribute__((weak));
extern char pram_bsplib_last_zero_data[] __attribute__((weak));
}

namespace pram::bsplib {

PrivateGlobals::PrivateGlobals(std::uint64_t processes) {
  for (const auto& [first, last] : {std::pair(&pram_bsplib_first_data[0], &pram_bsplib_last_data[0]),
                                    std::pair(&pram_bsplib_first_zero_data[0], &pram_bsplib_last_zero_data[0])}) {
    if (first == nullptr || last == nullptr || first > last)
      throw ConfigError("private-globals", "yes", "no for a program that pram-bspcc has not linked");
    variables_.emplace_back(reinterpret_cast<std::byte*>(first), reinterpret_cast<std::byte*>(last));
  }
  for (const auto& part : variables_) bytes_ += part.size();
  copies_.resize(processes * bytes_);
  for (std::uint64_t process = 0; process < processes; ++process) put_away(process);
}

void PrivateGlobals::put_in_place(std::uint64_t process) const {
  const std::byte* from = copy(process);
  for (const auto& part : variables_) {
    std::memcpy(part.data(), from, part.size());
    from += part.size();
  }
}

void PrivateGlobals::put_away(std::uint64_t process) {
  std::byte* to = copy(process);
  for (const auto& part : variables_) {
    std::memcpy(to, part.data(), part.size());
    to += part.size();
  }
}

void* PrivateGlobals::kept(std::uint64_t process, const void* address) {
  std::byte* to = copy(process);
  const auto* const place = static_cast<const std::byte*>(address);
  for (const auto& part : variables_) {
    if (place >= part.data() && place < part.data() + part.size()) return to + (place - part.data());
    to += part.size();
  }
  return const_cast<void*>(address);
}

}  // namespace pram::bsplib

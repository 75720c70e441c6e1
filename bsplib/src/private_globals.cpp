#include "private_globals.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include <pram/error.hpp>

#include "settings.hpp"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PRAM_UNDER_ADDRESS_SANITIZER 1
#endif
#endif

// pram-bspcc puts these marks before and behind the objects of the program (bsplib/marks). The linker places variables
// in the order of the objects, so that the program's own lie between the marks.
extern "C" {
extern char pram_bsplib_first_data[] __attribute__((weak));
extern char pram_bsplib_last_data[] __attribute__((weak));
extern char pram_bsplib_first_zero_data[] __attribute__((weak));
extern char pram_bsplib_last_zero_data[] __attribute__((weak));
}

namespace pram::bsplib {

namespace {

constexpr std::uint64_t mark_bytes = 64;  // of each mark

// Bounds for variables that are copied without being asked for: a superstep copies them twice for each process.
constexpr std::uint64_t most_bytes_each = std::uint64_t{1} << 20;
constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30;

}  // namespace

std::optional<Globals> Globals::find() {
  Globals found;
  std::size_t part = 0;
  for (const auto& [first, last] : {std::pair(&pram_bsplib_first_data[0], &pram_bsplib_last_data[0]),
                                    std::pair(&pram_bsplib_first_zero_data[0], &pram_bsplib_last_zero_data[0])}) {
    if (first == nullptr || last == nullptr || first + mark_bytes > last) return std::nullopt;
    found.parts[part++] = {reinterpret_cast<std::byte*>(first + mark_bytes), reinterpret_cast<std::byte*>(last)};
  }
  return found;
}

bool private_by_default(const Settings& settings, std::uint64_t processes, const std::optional<Globals>& globals) {
  if (!PrivateGlobals::can_be_made() || !globals || settings.machine.threads != 1) return false;
  const std::uint64_t each = globals->bytes();
  const std::uint64_t limit = settings.machine.memory_limit;
  return each <= most_bytes_each && each * processes <= (limit == 0 ? most_bytes : std::min(most_bytes, limit / 4));
}

bool PrivateGlobals::can_be_made() {
#if defined(__SANITIZE_ADDRESS__) || defined(PRAM_UNDER_ADDRESS_SANITIZER)
  return false;
#else
  return true;
#endif
}

PrivateGlobals::PrivateGlobals(std::uint64_t processes) {
  const std::optional<Globals> found = Globals::find();
  if (!found) throw ConfigError("private-globals", "yes", "no for a program that pram-bspcc has not linked");
  variables_ = *found;
  bytes_ = variables_.bytes();
  copies_.resize(processes * bytes_);
  for (std::uint64_t process = 0; process < processes; ++process) put_away(process);
}

void PrivateGlobals::put_in_place(std::uint64_t process) const {
  const std::byte* from = copy(process);
  for (const auto& part : variables_.parts) {
    std::memcpy(part.data(), from, part.size());
    from += part.size();
  }
}

void PrivateGlobals::put_away(std::uint64_t process) {
  std::byte* to = copy(process);
  for (const auto& part : variables_.parts) {
    std::memcpy(to, part.data(), part.size());
    to += part.size();
  }
}

void* PrivateGlobals::kept(std::uint64_t process, const void* address) {
  std::byte* to = copy(process);
  const auto* const place = static_cast<const std::byte*>(address);
  for (const auto& part : variables_.parts) {
    if (place >= part.data() && place < part.data() + part.size()) return to + (place - part.data());
    to += part.size();
  }
  return const_cast<void*>(address);
}

SharedGlobals::SharedGlobals(const Globals& globals) : variables_(globals) {
  before_.resize(variables_.bytes());
  std::byte* to = before_.data();
  for (const auto& part : variables_.parts) to = std::ranges::copy(part, to).out;
}

bool SharedGlobals::have_changed(std::uint64_t superstep) {
  constexpr std::uint64_t looks_at_each = 16;
  if (told_ || (superstep > looks_at_each && !std::has_single_bit(superstep))) return false;
  const std::byte* before = before_.data();
  for (const auto& part : variables_.parts) {
    if (!part.empty() && std::memcmp(part.data(), before, part.size()) != 0) told_ = true;
    before += part.size();
  }
  return told_;
}

}  // namespace pram::bsplib

#pragma once

#include <cstdint>

#include <pram/detail/bsp_mailbox.hpp>

namespace pram::bsp {

/// The end of a superstep: `co_await self.sync("exchange")`.
class Sync {
 public:
  Sync(std::uint32_t tag, const char* file, std::uint32_t line) : tag_(tag), file_(file), line_(line) {}

  void reach() const { detail::reach_sync(tag_, file_, line_); }

 private:
  std::uint32_t tag_;
  const char* file_;
  std::uint32_t line_;
};

}  // namespace pram::bsp

#pragma once

#include <cstdint>

#include <pram/detail/bsp/mailbox.hpp>

namespace pram::bsp {

/// The end of a superstep: `co_await self.sync("exchange")`.
class Sync {
 public:
  /// @param group  null: the run itself
  Sync(std::uint32_t tag, const char* file, std::uint32_t line, detail::Mailbox* group, std::uint64_t owner)
      : tag_(tag), line_(line), file_(file), group_(group), owner_(owner) {}

  void reach() const {
    if (group_ == nullptr) {
      detail::reach_sync(detail::current_mailbox(), tag_, file_, line_);
    } else {
      detail::check_owner(owner_, "a sync", file_, line_);
      detail::reach_group_sync(*group_, tag_, file_, line_);
    }
  }

 private:
  std::uint32_t tag_;
  std::uint32_t line_;
  const char* file_;
  detail::Mailbox* group_;
  std::uint64_t owner_;
};

}  // namespace pram::bsp

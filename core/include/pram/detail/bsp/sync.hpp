#pragma once

#include <cstdint>

#include <pram/detail/bsp/mailbox.hpp>

namespace pram::bsp {

/// The end of a superstep, awaited where it is made: `co_await self.sync("exchange")`. What the process says of
/// the sync stands in the worker's mailbox until then. Members would lie in the frame of each process, which would take
/// half as much memory again, and go through the cache at each superstep.
class Sync {
 public:
  /// @param group  null: the run itself
  /// @throws Error in host code
  Sync(detail::Mailbox* group, std::uint64_t owner, std::uint32_t tag, const char* file, std::uint32_t line) {
    detail::Mailbox& box = detail::current_mailbox();
    if (box.of_run.made.file != nullptr) [[unlikely]]
      detail::forget_sync(box);
    box.of_run.made = {group, owner, detail::current_process(), tag, line, file};
  }
  Sync(const Sync&) = delete;
  Sync& operator=(const Sync&) = delete;

  void reach() const {
    detail::Mailbox& box = detail::current_mailbox();
    const detail::Mailbox::SyncMade made = box.of_run.made;
    box.of_run.made.file = nullptr;
    if (made.group == nullptr) {
      detail::reach_sync(box, made.tag, made.file, made.line);
    } else {
      detail::check_owner(made.owner, "a sync", made.file, made.line);
      detail::reach_group_sync(*made.group, made.tag, made.file, made.line);
    }
  }
};

}  // namespace pram::bsp

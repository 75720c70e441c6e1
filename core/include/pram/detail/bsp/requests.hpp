#pragma once

#include <cstddef>
#include <cstdint>

#include <pram/detail/bsp/mailbox.hpp>
#include <pram/detail/memory_account.hpp>
#include <pram/detail/operation.hpp>
#include <pram/detail/processors/outbox.hpp>

/// What BSP processes ask of arrays in shared memory, until the sync.
namespace pram::bsp::detail {

/// A request for one cell.
struct SharedRequest {
  std::uint32_t index;  ///< of the cell in its array; once the machine has taken the request over, of its slot
  std::uint32_t site;
  union {
    Word operand;   ///< of a request that awaits no reply
    GetSlot* slot;  ///< of one that awaits a reply; a fetch has its operand there
  };
};

/// The requests of one worker's processes, in the order in which they were made.
struct SharedOutbox {
  /// All requests of one process in a superstep, which follow each other.
  struct Run {
    std::uint32_t process = 0;
    std::size_t first = 0;  ///< its first request
    std::size_t count = 0;  ///< known at the sync
  };

  pram::detail::CountedVector<SharedRequest> requests;
  pram::detail::CountedVector<Run> runs;  ///< at the sync in the order of the processes
  pram::detail::CountedVector<Run> held;  ///< at the sync: of processes that wait for others
  std::uint32_t process = no_process;     ///< of the last request

  static constexpr std::uint32_t no_process = 0xFFFFFFFF;
};

/// In place of the number of a line of communication: the GetSlot belongs to a request of this call site.
inline constexpr std::uint32_t line_is_site = 0x80000000;

/// Notes that the process that runs now makes its first request of the superstep. Off the hot path.
void enter_process(SharedOutbox& box, std::uint32_t process);
/// Makes room for another request. Off the hot path. @throws LimitError
void make_request_room(SharedOutbox& box);

/// Readies the outboxes for a request of the process that runs now: its call site is the current one, and there is
/// room.
/// @throws Error (no process runs here, or the cell is not of this machine), AddressError, ConfigError, LimitError
inline SharedOutbox& begin_request(const void* cell, Operation operation, const char* file, std::uint32_t line) {
  const Mailbox& mailbox = current_mailbox();
  SharedOutbox& box = *mailbox.shared;
  pram::detail::Outbox* const outbox = pram::detail::current_outbox;
  const auto address = reinterpret_cast<std::uintptr_t>(cell);
  if (pram::detail::site_key(operation, line) != outbox->site_key || file != outbox->site_file ||
      address - outbox->site_begin >= outbox->site_bytes) [[unlikely]] {
    pram::detail::find_site(outbox, cell, operation, file, line);
  }
  if (const std::uint32_t process = current_process(); process != box.process) [[unlikely]]
    enter_process(box, process);
  if (box.requests.size() == box.requests.capacity()) [[unlikely]]
    make_request_room(box);
  return box;
}

/// Enters a request; there is room for it.
/// @returns the request, without operand or slot
template <class Stored>
SharedRequest& enter_request(SharedOutbox& box, const pram::detail::MemoryCell<Stored>* cell) {
  const pram::detail::Outbox* const outbox = pram::detail::current_outbox;
  const auto offset = reinterpret_cast<std::uintptr_t>(cell) - outbox->site_begin;
  return box.requests.emplace_back(SharedRequest{static_cast<std::uint32_t>(offset / sizeof *cell), outbox->site, {}});
}

/// Asks for a write or an update at the sync.
template <class Stored>
void ask(const pram::detail::MemoryCell<Stored>* cell, Operation operation, Word operand, const char* file,
         std::uint32_t line) {
  SharedOutbox& box = begin_request(cell, operation, file, line);
  enter_request(box, cell).operand = operand;
}

/// Asks for a read or a fetch at the sync.
/// @returns where the reply is going to be
template <class Stored>
GetSlot* ask_for_reply(const pram::detail::MemoryCell<Stored>* cell, Operation operation, Word operand,
                       const char* file, std::uint32_t line) {
  SharedOutbox& box = begin_request(cell, operation, file, line);
  GetSlot* const slot = take_slot(operation.width, line_is_site | pram::detail::current_outbox->site);
  slot->word = operand;
  enter_request(box, cell).slot = slot;
  return slot;
}

}  // namespace pram::bsp::detail

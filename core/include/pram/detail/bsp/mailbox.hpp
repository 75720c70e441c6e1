#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <pram/detail/bsp/element_type.hpp>
#include <pram/detail/bsp/records.hpp>
#include <pram/detail/memory_account.hpp>
#include <pram/detail/processors/outbox.hpp>
#include <pram/detail/word/word.hpp>

/// What a BSP process leaves for the end of its superstep, and finds after it.
namespace pram::bsp::detail {

/// What a process has done in the superstep under way, as a member of a group.
struct ProcessState {
  std::uint64_t work = 0;           ///< for all its groups; in the run's mailbox
  std::uint32_t coarrays : 31 = 0;  ///< made so far
  std::uint32_t goes_on : 1 = 0;    ///< the process stands at a later sync of its collective
  std::uint32_t waits_for = 0;      ///< in the run's mailbox: the group at whose sync the process stands
};

class ProcessGroup;
class RunContext;
struct SharedOutbox;

/// What a process asks of a split, and what it gets.
struct SplitRecord {
  std::uint64_t colour = 0;
  std::uint32_t line = 0;
  bool asked = false;
  std::uint32_t rank = 0;
  std::uint32_t count = 0;
  struct Mailbox* group = nullptr;
};

/// Messages between components, for networks that ask for every one.
struct ListedMessages {
  bool wanted = false;
  CountedVector<std::uint32_t> source;       ///< components
  CountedVector<std::uint32_t> destination;  ///< components
  CountedVector<std::uint32_t> words;

  void clear() {
    source.clear();
    destination.clear();
    words.clear();
  }
};

/// One worker's side of a group's communication.
struct Mailbox {
  RunContext* run = nullptr;
  ProcessGroup* group = nullptr;
  std::uint32_t first_rank = 0;              ///< of the worker's processes
  std::uint64_t processes = 0;               ///< of the group
  const std::uint16_t* worker_of = nullptr;  ///< per rank: an index of `to`
  ProcessState* state = nullptr;             ///< per rank
  SlotSupply* slots = nullptr;               ///< of the worker
  SharedOutbox* shared = nullptr;            ///< requests for arrays in shared memory; in the run's mailbox
  std::vector<Bucket> to;                    ///< per worker that has processes of the group
  CountedVector<PlacedGet> placed;           ///< gets of this superstep that no future waits for
  ListedMessages listed;

  /// What the worker's processes ask of splits.
  struct Splits {
    std::vector<SplitRecord> records;  ///< per own process; empty before the first split
    std::uint32_t standing = 0;        ///< processes that stand at a split
  };
  Splits splits;

  /// How many processes stand at the group's sync, and the lowest of them.
  struct SyncReached {
    std::uint32_t count = 0;
    std::uint32_t going_on = 0;  ///< of these: at a later sync of a collective
    std::uint32_t process = 0;
    std::uint32_t tag = 0;
    std::uint32_t line = 0;
    const char* file = nullptr;
  };
  SyncReached reached;

  /// The sync that the process that runs now has made and is about to await.
  struct SyncMade {
    Mailbox* group = nullptr;  ///< null: the run itself
    std::uint64_t owner = 0;   ///< of the group
    std::uint32_t process = 0;
    std::uint32_t tag = 0;
    std::uint32_t line = 0;
    const char* file = nullptr;  ///< null: the sync has been awaited
  };
  /// What the worker's processes have done in the superstep under way, whatever their groups.
  struct OfRun {
    SyncMade made;
    SyncMade never_awaited;  ///< of several the first one of the lowest process
    std::string last_tag;    ///< the last tag that was asked for, and its number
    std::uint32_t last_tag_number = 0;
    bool worked = false;  ///< some process has counted operations
  };
  OfRun of_run;  ///< in the run's mailbox

  /// A line that asked, and its number: several, so that a loop over some puts finds each here.
  struct KnownLine {
    std::uint64_t key = ~std::uint64_t{0};
    const char* file = nullptr;
    std::uint32_t number = 0;
  };
  std::array<KnownLine, 4> known_lines;
};

/// Words that so many bytes take on the network.
constexpr std::uint64_t words_of(std::uint64_t bytes) { return (bytes + sizeof(Word) - 1) / sizeof(Word); }

/// Words that a message of so many bytes takes: an empty one takes one.
constexpr std::uint64_t message_words(std::uint64_t bytes) { return bytes == 0 ? 1 : words_of(bytes); }

[[noreturn]] void refuse_host_code();

/// The run's mailbox of the process that runs now.
/// @throws Error: no process runs
inline Mailbox& current_mailbox() {
  const pram::detail::Outbox* const outbox = pram::detail::current_outbox;
  if (outbox == nullptr || outbox->mailbox == nullptr) [[unlikely]]
    refuse_host_code();
  return *outbox->mailbox;
}
/// The number of the process that runs now.
inline std::uint32_t current_process() {
  const pram::detail::Outbox* const outbox = pram::detail::current_outbox;
  return static_cast<std::uint32_t>(outbox->first_processor) + outbox->slot;
}

/// Run and process in one number, as tasks know their makers.
inline std::uint64_t current_owner() { return pram::detail::maker(pram::detail::current_outbox); }

/// @param what  "a coarray"
/// @throws Error: what is used belongs to another process than the one that runs now, or its run has ended
/// @param file  where it is used, null where that is not known
[[noreturn]] void refuse_owner(std::uint64_t owner, const char* what, const char* file, std::uint32_t line);

/// Only the process that made something may use it, while its run goes on.
/// @throws Error: another process runs now
[[gnu::always_inline]] inline void check_owner(std::uint64_t owner, const char* what, const char* file = nullptr,
                                               std::uint32_t line = 0) {
  const pram::detail::Outbox* const outbox = pram::detail::current_outbox;
  if (outbox == nullptr || pram::detail::maker(outbox) != owner) [[unlikely]]
    refuse_owner(owner, what, file, line);
}

/// The number of the superstep under way, in the run.
std::uint64_t superstep_of(const Mailbox& box);

/// Gives the line that asks a number. Off the hot path.
std::uint32_t enter_line(Mailbox& box, Transfer transfer, std::uint32_t subject, const char* file, std::uint32_t line);

inline std::uint32_t line_number(Mailbox& box, Transfer transfer, std::uint32_t subject, const char* file,
                                 std::uint32_t line) {
  const std::uint64_t key = std::uint64_t{line} << 32 | static_cast<std::uint64_t>(transfer) << 30 | subject;
  Mailbox::KnownLine& known = box.known_lines[(line + subject) % box.known_lines.size()];
  if (known.key != key || known.file != file) [[unlikely]]
    known = {key, file, enter_line(box, transfer, subject, file, line)};
  return known.number;
}

/// Lists a message of so many words from one process to another, if the message leaves its component.
void list_message(Mailbox& box, std::uint32_t source, std::uint32_t target, std::uint64_t words);

inline Bucket& bucket_for(Mailbox& box, std::uint32_t target) { return box.to[box.worker_of[target]]; }

/// A slot for what the process that runs now asks for. @throws LimitError, std::bad_alloc
inline GetSlot* take_slot(std::uint64_t bytes, std::uint32_t line) {
  return pram::detail::current_outbox->mailbox->slots->take(bytes, line);
}

/// Begins a run of puts, gets or messages. Off the hot path.
/// @param subject  coarray or queue
template <class Record>
void begin_run(Mailbox& box, Runs<Record>& list, std::uint32_t source, std::uint32_t subject, bool wide,
               const char* file, std::uint32_t line);

/// Makes the last run the one that another record belongs to.
template <class Record>
[[gnu::always_inline]] inline void enter_run(Mailbox& box, Runs<Record>& list, std::uint32_t source,
                                             std::uint32_t subject, bool wide, const char* file, std::uint32_t line) {
  const std::uint64_t from = Runs<Record>::from_key(source, subject);
  if (!list.continues(from, Runs<Record>::line_key(line, wide), file)) [[unlikely]]
    begin_run(box, list, source, subject, wide, file, line);
}

/// Notes a put of a word or less.
[[gnu::always_inline]] inline void put_word(Mailbox& box, std::uint32_t source, std::uint32_t coarray,
                                            std::uint32_t target, std::uint32_t index, Word value, const char* file,
                                            std::uint32_t line) {
  Bucket& bucket = bucket_for(box, target);
  enter_run(box, bucket.puts, source, coarray, false, file, line);
  bucket.puts.records.add({target, index, value});
  if (box.listed.wanted) [[unlikely]]
    list_message(box, source, target, 1);
}

/// Notes a put of several values, or of large ones.
void put_wide(Mailbox& box, std::uint32_t source, std::uint32_t coarray, std::uint32_t target, std::uint64_t index,
              const void* values, std::uint64_t count, std::uint64_t bytes, const char* file, std::uint32_t line);

/// Notes a get of a word or less.
[[gnu::always_inline]] inline GetSlot* get_word(Mailbox& box, std::uint32_t source, std::uint32_t coarray,
                                                std::uint32_t target, std::uint32_t index, std::uint64_t bytes,
                                                const char* file, std::uint32_t line) {
  Bucket& bucket = bucket_for(box, target);
  enter_run(box, bucket.gets, source, coarray, false, file, line);
  GetSlot* const slot = take_slot(bytes, bucket.gets.runs.back().line);
  bucket.gets.records.add({target, index, slot});
  if (box.listed.wanted) [[unlikely]]
    list_message(box, source, target, 1);
  return slot;
}

/// Notes a get of several values, or of large ones.
GetSlot* get_wide(Mailbox& box, std::uint32_t source, std::uint32_t coarray, std::uint32_t target, std::uint64_t index,
                  std::uint64_t count, std::uint64_t bytes, const char* file, std::uint32_t line);

/// Notes a message of one value, of a word or less, without a tag.
[[gnu::always_inline]] inline void send_word(Mailbox& box, std::uint32_t source, std::uint32_t queue,
                                             std::uint32_t target, Word value, const char* file, std::uint32_t line) {
  Bucket& bucket = bucket_for(box, target);
  enter_run(box, bucket.messages, source, queue, false, file, line);
  bucket.messages.records.add({target, value});
  if (box.listed.wanted) [[unlikely]]
    list_message(box, source, target, 1);
}

/// Notes any other message. @param count  values
void send_wide(Mailbox& box, std::uint32_t source, std::uint32_t queue, std::uint32_t target, std::uint64_t tag,
               const void* values, std::uint64_t count, std::uint64_t bytes, const char* file, std::uint32_t line);

/// Ends a slot whose future dies unread. Off the hot path.
void end_unread_slot(GetSlot* slot) noexcept;

inline void give_back_slot(GetSlot* slot, std::uint64_t owner) noexcept {
  pram::detail::Outbox* const outbox = pram::detail::current_outbox;
  if (outbox == nullptr || pram::detail::maker(outbox) != owner) [[unlikely]]
    return;  // the slot goes with its run, or has gone
  if (slot->state != GetSlot::State::read) [[unlikely]] {
    end_unread_slot(slot);
    return;
  }
  outbox->mailbox->slots->give_back(slot);
}

[[noreturn]] void refuse_reading(const GetSlot* slot);
/// @param what  "message" or "get"
/// @throws Error: a message or get of several values is read as if it had one
[[noreturn]] void refuse_value(const char* what, std::uint64_t values);

/// The values that have come.
/// @throws Error before the sync, in another process, after the run
inline std::span<const std::byte> read_slot(GetSlot* slot, std::uint64_t owner) {
  if (slot == nullptr) [[unlikely]]
    refuse_reading(slot);
  check_owner(owner, "a future");
  if (slot->state == GetSlot::State::asked) [[unlikely]]
    refuse_reading(slot);
  slot->state = GetSlot::State::read;
  return slot->values();
}

/// Makes a process's own block of the coarray that it makes next.
/// @returns the coarray's number
std::uint32_t make_block(Mailbox& box, std::uint32_t rank, std::uint64_t size, const ElementType& type,
                         const void* initial, std::string_view name, const char* file, std::uint32_t line);
Block& own_block(Mailbox& box, std::uint32_t coarray, std::uint32_t rank);
/// Makes the block memory of the program's own. @param data  null: with size 0
void borrow_block(Mailbox& box, std::uint32_t coarray, Block& block, void* data, std::uint64_t size) noexcept;
/// Frees the block of a Coarray that dies while its run goes on.
void free_block(Mailbox* box, std::uint32_t coarray, std::uint64_t owner, Block& block) noexcept;
/// @throws Error: the coarray's block is gone
[[noreturn]] void refuse_kept(std::uint32_t coarray);
[[noreturn]] void refuse_index(const Mailbox& box, std::uint32_t coarray, std::uint64_t index, std::uint64_t size);
/// @param processes  of the group whose process is named
[[noreturn]] void refuse_target(std::uint64_t target, std::uint64_t processes, const char* what, const char* file,
                                std::uint32_t line);

/// The process that runs now counts a number of operations that was negative.
[[noreturn]] void refuse_work(std::uint64_t operations, const char* file, std::uint32_t line);

/// g and l of the machine's network, see Process::parameters().
std::pair<double, double> gap_and_latency();

/// @param rank       of the process that runs now
/// @param processes  of its group
/// @throws Error: what the process did in a collective operation
[[noreturn]] void refuse_collective(std::uint64_t rank, std::uint64_t processes, const std::string& what,
                                    const char* file, std::uint32_t line);

/// The number of the queue of this name for values of a type.
/// @throws Error: the name stands for another type already
std::uint32_t queue_number(std::string_view name, const ElementType& type, const char* file, std::uint32_t line);
/// What has come for the process that runs now. The process has thereby looked into the queue.
std::span<const Arrival> arrivals(Mailbox& box, std::uint32_t rank, std::uint32_t queue);

/// Gives a tag a number. Off the hot path.
std::uint32_t enter_tag(Mailbox& box, std::string_view tag);

inline std::uint32_t tag_number(std::string_view tag) {
  if (tag.empty()) return 0;
  Mailbox& box = current_mailbox();
  if (tag == box.of_run.last_tag) return box.of_run.last_tag_number;
  return enter_tag(box, tag);
}

/// Gives up the last sync that was made, which is never awaited: another one is made, or the superstep ends.
void forget_sync(Mailbox& box);

/// The process that runs now stands at a sync of its group.
inline void reach_sync(Mailbox& box, std::uint32_t tag, const char* file, std::uint32_t line) {
  const std::uint32_t process = current_process();
  if (box.reached.count++ > 0 && box.reached.process < process) return;
  box.reached.process = process;
  box.reached.tag = tag;
  box.reached.line = line;
  box.reached.file = file;
}
/// The process that runs now stands at a sync of a group that is not the run itself.
void reach_group_sync(Mailbox& box, std::uint32_t tag, const char* file, std::uint32_t line);

/// The process that runs now is going to stand at another sync of its collective: what came with the collective's first
/// superstep stays in the inbox.
inline void go_on_in_collective(Mailbox& box, std::uint32_t rank) {
  box.state[rank].goes_on = 1;
  ++box.reached.going_on;
}

}  // namespace pram::bsp::detail

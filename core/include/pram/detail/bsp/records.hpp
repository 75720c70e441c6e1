#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <pram/detail/bsp/record_list.hpp>
#include <pram/detail/bsp/slots.hpp>
#include <pram/detail/memory_account.hpp>
#include <pram/detail/word/word.hpp>

/// What BSP processes ask of each other, from the request to the end of the superstep. Processes go by their ranks:
/// numbers in the group through whose coarrays and queues they ask.
namespace pram::bsp::detail {

template <class T>
using CountedVector = pram::detail::CountedVector<T>;

/// What a source line asked of one coarray or queue, or of its group.
enum class Transfer : std::uint8_t { put, get, send, split };

/// One process's block of a coarray.
struct Block {
  std::byte* data = nullptr;  ///< null: not there yet, or freed
  std::uint64_t size = 0;     ///< elements
  Block** holder = nullptr;   ///< the Coarray's pointer to the block, which the end of the run makes null
  bool freed = false;
  bool borrowed = false;  ///< the program's own memory, which is not given back
};

/// What puts, gets or messages that follow each other have in common.
struct Run {
  std::uint64_t begin = 0;    ///< the first record; the last one stands before the next run's first
  std::uint32_t source = 0;   ///< rank
  std::uint32_t subject = 0;  ///< coarray, or queue of messages
  std::uint32_t line = 0;     ///< number in the table of lines
  bool wide = false;  ///< of several values each, or of large ones, or with large indices; of messages: also with tags

  // Counted when the run is served.
  std::uint64_t leaving = 0;        ///< messages for other components
  std::uint64_t leaving_words = 0;  ///< of such puts, or that such gets bring
};

/// Puts, gets or messages of the processes of one worker, in the order of these processes.
template <class Record>
struct Runs {
  RecordList<Record> records;
  CountedVector<Run> runs;

  // What the last run has in common, as the process that asks knows it.
  std::uint64_t from = 0;  ///< source and subject
  std::uint64_t line = 0;  ///< and whether the run is wide
  const char* file = nullptr;

  static std::uint64_t from_key(std::uint32_t source, std::uint32_t subject) {
    return std::uint64_t{source} << 32 | subject;
  }
  static std::uint64_t line_key(std::uint32_t line, bool wide) { return std::uint64_t{line} << 1 | (wide ? 1 : 0); }
  bool continues(std::uint64_t from_this, std::uint64_t line_this, const char* file_this) const {
    return ((from ^ from_this) | (line ^ line_this)) == 0 && file == file_this;
  }
  std::uint64_t end_of(std::size_t run) const { return run + 1 < runs.size() ? runs[run + 1].begin : records.size(); }
  std::size_t size() const { return records.size(); }
  void clear() {
    records.clear();
    runs.clear();
    file = nullptr;  // of no line
  }
};

/// A value that is put into another process's block.
struct PutRecord {
  static constexpr Transfer transfer = Transfer::put;

  std::uint32_t target = 0;  ///< rank
  std::uint32_t index = 0;
  Word value = 0;  ///< wide: where in the payload range and values lie
};

/// What stands in a payload for a wide put or get.
struct ElementRange {
  std::uint64_t index = 0;
  std::uint64_t count = 0;
};

/// Whatever lies in a payload begins at a multiple of so many bytes.
inline constexpr std::uint64_t payload_alignment = 16;

/// Values that need more than a word, one after the other.
class Payload {
 public:
  std::uint64_t size() const { return pieces_.size() * payload_alignment; }  ///< bytes
  const std::byte* at(std::uint64_t place) const { return pieces_.begin()->bytes + place; }
  void clear() { pieces_.clear(); }

  /// Copies what stands before the values, and then the values.
  /// @returns their place
  template <class Head>
  std::uint64_t add(const Head& head, const void* values, std::uint64_t bytes) {
    static_assert(sizeof(Head) == payload_alignment);
    const std::uint64_t place = size();
    std::byte* const to = pieces_.extend(1 + (bytes + payload_alignment - 1) / payload_alignment)->bytes;
    std::memcpy(to, &head, sizeof(head));
    if (bytes > 0) std::memcpy(to + sizeof(head), values, bytes);
    return place;
  }

 private:
  struct alignas(payload_alignment) Piece {
    std::byte bytes[payload_alignment];
  };
  RecordList<Piece> pieces_;
};

/// A value that another process asks for.
struct GetRecord {
  static constexpr Transfer transfer = Transfer::get;

  std::uint32_t target = 0;  ///< rank
  std::uint32_t index = 0;   ///< wide: where in `ranges` the range lies, in multiples of the alignment
  GetSlot* slot = nullptr;
};

/// A place of the program's for what a get brings, filled before the puts of the superstep take effect.
struct PlacedGet {
  GetSlot* slot = nullptr;
  std::byte* place = nullptr;
};

/// A message that is sent.
struct MessageRecord {
  static constexpr Transfer transfer = Transfer::send;

  std::uint32_t target = 0;  ///< rank
  Word word = 0;             ///< the one value; wide: where in the payload head and values lie
};

/// What stands before the values of a wide message.
struct MessageHead {
  std::uint64_t tag = 0;
  std::uint64_t count = 0;  ///< values
};

/// The first queue is for what collectives send, and for nothing else.
inline constexpr std::uint32_t collective_queue = 0;
/// The number of the k-th queue of a run says, too, whether it has a name.
constexpr std::uint32_t queue_number_of(std::uint32_t k, bool has_name) { return k << 1 | (has_name ? 0 : 1); }
constexpr std::uint32_t place_of_queue(std::uint32_t queue) { return queue >> 1; }
constexpr bool has_name(std::uint32_t queue) { return (queue & 1) == 0; }

/// A message that has arrived.
struct Arrival {
  /// In the key of a process's first message of a queue: the process has looked into that queue.
  static constexpr std::uint32_t looked_at = 0x80000000;
  /// In the key of a process's first message of all: the process has looked into an empty queue without a name.
  static constexpr std::uint32_t looked_in_vain = 0x40000000;

  union {
    Word word = 0;          ///< the one value
    const std::byte* head;  ///< wide: where head and values lie
  };
  std::uint32_t source = 0;
  std::uint32_t queue_key = 0;  ///< twice the queue, and 1 for a wide one; and the bits above

  std::uint32_t queue() const { return (queue_key & ~(looked_at | looked_in_vain)) >> 1; }
  bool wide() const { return (queue_key & 1) != 0; }
  MessageHead wide_head() const {
    MessageHead made;
    std::memcpy(&made, head, sizeof(made));
    return made;
  }
};

/// All that the processes of one worker ask of those of another in one superstep, in the order of the asking processes.
struct Bucket {
  Runs<PutRecord> puts;
  Runs<GetRecord> gets;
  Runs<MessageRecord> messages;
  Payload ranges;  ///< of wide puts and gets, and the values of puts
  Payload sent;    ///< of wide messages

  void clear() {
    puts.clear();
    gets.clear();
    messages.clear();
    ranges.clear();
    sent.clear();
  }
};

/// What a wide get asks for.
inline ElementRange range_of(const Bucket& bucket, const GetRecord& get) {
  ElementRange range;
  std::memcpy(&range, bucket.ranges.at(get.index * payload_alignment), sizeof(range));
  return range;
}

}  // namespace pram::bsp::detail

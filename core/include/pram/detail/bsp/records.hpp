#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <pram/detail/memory_account.hpp>
#include <pram/detail/word.hpp>

/// What BSP processes ask of each other, on its way. Processes go by their ranks: numbers in the group through whose
/// coarrays and queues they ask.
namespace pram::bsp::detail {

template <class T>
using CountedVector = pram::detail::CountedVector<T>;

/// What a source line asked of one coarray or queue, or of its group.
enum class Transfer : std::uint8_t { put, get, send, split };

/// One process's block of a coarray.
struct Block {
  std::byte* data = nullptr;  ///< null: not there yet, or freed
  std::uint64_t size = 0;     ///< elements
  Block** holder = nullptr;   ///< its Coarray's pointer to it, which the end of the run makes null
  bool freed = false;
  bool borrowed = false;  ///< the program's own memory, which is not given back
};

/// A list that grows at its end, by a few instructions where it has room.
template <class Record>
class RecordList {
 public:
  RecordList() = default;
  RecordList(RecordList&&) noexcept = default;
  RecordList& operator=(RecordList&&) noexcept = default;

  void add(const Record& one) {
    if (next_ == limit_) [[unlikely]]
      grow();
    *next_++ = one;
  }

  Record* begin() { return room_.data(); }
  Record* end() { return next_; }
  const Record* begin() const { return room_.data(); }
  const Record* end() const { return next_; }
  std::size_t size() const { return static_cast<std::size_t>(next_ - room_.data()); }
  bool empty() const { return size() == 0; }
  Record& operator[](std::size_t at) { return room_[at]; }
  const Record& operator[](std::size_t at) const { return room_[at]; }
  Record& back() { return next_[-1]; }
  const Record& front() const { return room_.front(); }
  void clear() { next_ = room_.data(); }

 private:
  [[gnu::noinline]] void grow() {
    const std::size_t had = size();
    room_.resize(had < 16 ? 16 : 2 * had);
    next_ = room_.data() + had;
    limit_ = room_.data() + room_.size();
  }

  CountedVector<Record> room_;
  Record* next_ = nullptr;
  Record* limit_ = nullptr;
};

/// What puts or gets that follow each other have in common.
struct Run {
  std::uint64_t begin = 0;   ///< its first record; its last one is that before the next run's first
  std::uint32_t source = 0;  ///< rank
  std::uint32_t coarray = 0;
  std::uint32_t line = 0;  ///< number in the table of lines
  bool wide = false;       ///< of several values each, or of large ones, or with large indices

  // Counted when it is served.
  std::uint64_t leaving = 0;        ///< messages for other components
  std::uint64_t leaving_words = 0;  ///< of such puts, or that such gets bring
};

/// Puts or gets of the processes of one worker, in the order of these processes.
template <class Record>
struct Runs {
  RecordList<Record> records;
  CountedVector<Run> runs;

  // What the last run has in common, as its process knows it.
  std::uint64_t from = 0;  ///< source and coarray
  std::uint64_t line = 0;  ///< and wide
  const char* file = nullptr;

  static std::uint64_t from_key(std::uint32_t source, std::uint32_t coarray) {
    return std::uint64_t{source} << 32 | coarray;
  }
  static std::uint64_t line_key(std::uint32_t line, bool wide) { return std::uint64_t{line} << 1 | (wide ? 1 : 0); }
  bool continues(std::uint64_t from_this, std::uint64_t line_this, const char* file_this) const {
    return from == from_this && line == line_this && file == file_this;
  }
  std::uint64_t end_of(std::size_t run) const { return run + 1 < runs.size() ? runs[run + 1].begin : records.size(); }
  std::size_t size() const { return records.size(); }
  void clear() {
    records.clear();
    runs.clear();
    file = nullptr;  // that of no line
  }
};

/// A value on its way into another process's block.
struct PutRecord {
  std::uint32_t target = 0;  ///< rank
  std::uint32_t index = 0;
  Word value = 0;  ///< wide: where in the payload the range and its values lie
};

/// What stands in a payload for a wide put or get.
struct ElementRange {
  std::uint64_t index = 0;
  std::uint64_t count = 0;
};

/// What lies in a payload begins at multiples of so many bytes.
inline constexpr std::uint64_t payload_alignment = 16;

/// Where the values that a get brings wait to be read. The process that asked owns it.
struct GetSlot {
  enum class State : std::uint8_t { free, asked, delivered, read };

  std::byte* data = nullptr;  ///< of more than a word
  Word word = 0;              ///< or how many bytes lie there
  GetSlot* next = nullptr;    ///< of those that are free
  std::uint32_t line = 0;
  State state = State::free;
  std::uint8_t length = 0;  ///< bytes that lie in the word
};

/// A value that another process asks for.
struct GetRecord {
  std::uint32_t target = 0;  ///< rank
  std::uint32_t index = 0;   ///< wide: where in the payload the range lies, in multiples of its alignment
  GetSlot* slot = nullptr;
};

/// Where what a get brings lies before the puts of its superstep take effect.
struct PlacedGet {
  GetSlot* slot = nullptr;
  std::byte* place = nullptr;
};

struct MessageRecord {
  std::uint32_t target = 0;
  std::uint32_t source = 0;
  std::uint32_t queue = 0;
  std::uint32_t line = 0;
  std::uint64_t tag = 0;
  Word word = 0;            ///< its values, where one holds them all; else where in the payload they lie
  std::uint64_t count = 0;  ///< values
};

/// A message that has arrived.
struct Arrival {
  union {
    Word word = 0;          ///< its values, where one holds them all
    const std::byte* data;  ///< or where they lie
  };
  std::uint64_t count = 0;  ///< values
  std::uint64_t tag = 0;
  std::uint32_t source = 0;
  std::uint32_t queue = 0;
};

/// All that the processes of one worker ask of those of another in one superstep, in the order of the asking processes.
struct Bucket {
  Runs<PutRecord> puts;
  Runs<GetRecord> gets;
  RecordList<MessageRecord> messages;
  CountedVector<std::byte> payload;

  void clear() {
    puts.clear();
    gets.clear();
    messages.clear();
    payload.clear();
  }
};

/// What a wide get asks for.
inline ElementRange range_of(const Bucket& bucket, const GetRecord& get) {
  ElementRange range;
  std::memcpy(&range, bucket.payload.data() + get.index * payload_alignment, sizeof(range));
  return range;
}

}  // namespace pram::bsp::detail

#pragma once

#include <cstddef>
#include <cstdint>

#include <pram/detail/memory_account.hpp>
#include <pram/detail/word.hpp>

/// What BSP processes ask of each other, on its way. Processes go by their ranks: numbers in the group through whose
/// coarrays and queues they ask.
namespace pram::bsp::detail {

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

/// A value on its way into another process's block; or several, in the payload.
struct PutRecord {
  std::uint32_t target = 0;   ///< rank
  std::uint32_t source = 0;   ///< rank
  std::uint32_t coarray = 0;  ///< with in_payload: the value says where in the payload count and values lie
  std::uint32_t line = 0;     ///< number in the table of lines
  std::uint64_t index = 0;
  Word value = 0;
};

inline constexpr std::uint32_t in_payload = 0x80000000;
/// Values in a payload begin at multiples of so many bytes.
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

struct GetRecord {
  std::uint32_t target = 0;
  std::uint32_t source = 0;
  std::uint32_t coarray = 0;
  std::uint32_t line = 0;
  std::uint64_t index = 0;
  std::uint64_t count = 1;
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
  std::uint64_t offset = 0;  ///< of its values in the payload
  std::uint64_t count = 0;   ///< values
};

/// A message that has arrived.
struct Arrival {
  const std::byte* data = nullptr;
  std::uint64_t count = 0;  ///< values
  std::uint64_t tag = 0;
  std::uint32_t source = 0;
  std::uint32_t queue = 0;
};

template <class T>
using CountedVector = pram::detail::CountedVector<T>;

/// All that the processes of one worker ask of those of another in one superstep, in the order of the asking processes.
struct Bucket {
  CountedVector<PutRecord> puts;
  CountedVector<GetRecord> gets;
  CountedVector<MessageRecord> messages;
  CountedVector<std::byte> payload;

  void clear() {
    puts.clear();
    gets.clear();
    messages.clear();
    payload.clear();
  }
};

}  // namespace pram::bsp::detail

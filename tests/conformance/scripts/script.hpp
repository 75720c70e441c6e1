#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iosfwd>
#include <string>
#include <type_traits>
#include <vector>

#include <pram/rule.hpp>

/// Abstract PRAM programs: what each processor asks for, step by step. The reference PRAM and the machine under test
/// run the same ones.
namespace pram::conformance {

/// What the cells of an array hold. A script has one array of each kind, in this order; a word keeps a cell's own
/// bytes.
enum class Cells : std::uint8_t { int32, uint64, int64, uint8, float64, float32 };
inline constexpr std::size_t array_count = 6;

/// Calls visit.template operator()<T>() with the element type of the array.
template <class Visit>
auto with_type(Cells cells, const Visit& visit) {
  switch (cells) {
    case Cells::int32: return visit.template operator()<std::int32_t>();
    case Cells::uint64: return visit.template operator()<std::uint64_t>();
    case Cells::int64: return visit.template operator()<std::int64_t>();
    case Cells::uint8: return visit.template operator()<std::uint8_t>();
    case Cells::float64: return visit.template operator()<double>();
    default: return visit.template operator()<float>();
  }
}

template <class T>
std::uint64_t word_of(T value) {
  if (value == T{}) return 0;  // minus zero as well
  std::uint64_t word = 0;
  std::memcpy(&word, &value, sizeof value);
  return word;
}

template <class T>
T value_of(std::uint64_t word) {
  T value;
  std::memcpy(&value, &word, sizeof value);
  return value;
}

/// What a processor remembers of a reply; later indices and operands can depend on it.
std::int64_t number_of(Cells cells, std::uint64_t word);

enum class Kind : std::uint8_t { read, write, update, fetch, multiprefix, idle, end, raise, stray };
enum class Operator : std::uint8_t { add, multiply, minimum, maximum, bit_and, bit_or, bit_xor };

/// One instruction of a processor, which takes one step, except that `end` and `raise` take none.
struct Instruction {
  Kind kind = Kind::read;
  Operator op = Operator::add;
  std::uint8_t array = 0;
  bool index_follows = false;    ///< the index is (index + last reply) mod size
  bool operand_follows = false;  ///< the operand is constant + last reply
  bool unit_operand = false;     ///< floating-point operands are 1 or -1 only, so that products stay exact
  int depth = 0;                 ///< of subtasks around it
  int catcher = -1;              ///< raise: the depth of the task that catches it; -1: none does
  std::uint64_t index = 0;  ///< stray: how far beyond the array's end, or -1 - index (negative) where index_follows
  std::int64_t constant = 0;

  bool replies() const { return kind == Kind::read || kind == Kind::fetch || kind == Kind::multiprefix; }
  bool requests() const { return kind <= Kind::multiprefix; }
  std::uint64_t index_at(std::int64_t last, std::uint64_t size) const;
  std::uint64_t operand_at(std::int64_t last) const;
  std::int64_t stray_index(std::uint64_t size) const;
};

/// What the n processors of one pardo do.
using Script = std::vector<std::vector<Instruction>>;

/// Source of a script: per processor a list of random words. Whatever the words, the script is one that the reference
/// can judge; fewer and smaller words make a simpler script.
struct Choices {
  std::uint64_t flavour = 0;
  std::vector<std::vector<std::uint64_t>> words;
};

/// A machine's memory at the start, and the scripts that it runs one after the other.
struct Case {
  Rule rule = Rule::arbitrary;
  std::uint32_t components = 1;
  std::uint64_t seed = 1;
  bool fetches = true;  ///< without them every machine must give the same replies
  bool hot = true;      ///< few cells
  std::vector<Choices> choices;

  std::array<std::uint64_t, array_count> sizes() const;
  std::array<std::vector<std::uint64_t>, array_count> memory() const;
  Script script(std::size_t number) const;
};

std::ostream& operator<<(std::ostream& out, const Instruction& instruction);
std::ostream& operator<<(std::ostream& out, const Case& one);

/// MachineOptions::collision_marker for scripts: exact small numbers as float (5) and as double (5.0000005…).
inline constexpr std::uint64_t marker = 0x4014'0000'40A0'0000;

}  // namespace pram::conformance

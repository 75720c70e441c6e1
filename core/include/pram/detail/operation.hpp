#pragma once

#include <cstdint>
#include <string>

#include <pram/detail/word.hpp>

/// What a request asks of its cell, in a form small enough to travel with it.
namespace pram {

enum class Action : std::uint8_t {
  read,
  write,        ///< under the machine's rule
  update,       ///< cell := cell op (the combined operands)
  fetch,        ///< update, and the value before in some serial order
  multiprefix,  ///< update, and the value before in the order of processor ids
};

/// How two requests of one address become one.
enum class Fold : std::uint8_t {
  none,  ///< reads: nothing to combine
  common,
  arbitrary,
  priority,
  tolerant,
  collision,
  add,
  multiply,
  minimum,
  maximum,
  bit_and,
  bit_or,
  bit_xor,
  own,  ///< a program's own operator
};

struct Operation {
  Action action = Action::read;
  Fold fold = Fold::none;
  WordType type = WordType::unsigned_integer;
  std::uint8_t width = 8;  ///< bytes of the array's element: integers wrap to it when stored
  std::uint16_t own = 0;   ///< of Fold::own: the operator's number; of a write: how its type compares (detail)

  friend bool operator==(const Operation&, const Operation&) = default;

  bool replies() const { return action == Action::read || action >= Action::fetch; }
  bool fetches() const { return action >= Action::fetch; }
};

/// A program's own operator on words, associative and commutative.
struct OwnOperator {
  std::string name;  ///< as ledgers print it
  Word (*apply)(Word, Word) = nullptr;
  Word identity = 0;  ///< leaves any value as it is
};

namespace detail {

/// Enters an operator; one that is known keeps its number.
/// @throws LimitError beyond 4096 operators in a process
std::uint16_t enter_operator(const OwnOperator& made);

const OwnOperator& own_operator(std::uint16_t number) noexcept;

/// How a type that is no number tells whether two of its values are the same. Further numbers stand for operators ==.
inline constexpr std::uint16_t equal_bytes = 0;  ///< they are if their bytes are
inline constexpr std::uint16_t no_equality = 1;  ///< it cannot: the bytes of one value may differ
using Equality = bool (*)(Word, Word);

/// Enters a type's operator ==; one that is known keeps its number.
/// @throws LimitError beyond 4096 of them in a process
std::uint16_t enter_equality(Equality equal);

Equality equality(std::uint16_t number) noexcept;

}  // namespace detail

}  // namespace pram

#pragma once

#include <cstdint>

#include <pram/word.hpp>

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
};

struct Operation {
  Action action = Action::read;
  Fold fold = Fold::none;
  WordType type = WordType::unsigned_integer;
  std::uint8_t width = 8;  ///< bytes of the array's element: integers wrap to it when stored

  friend bool operator==(const Operation&, const Operation&) = default;

  bool replies() const { return action == Action::read || action >= Action::fetch; }
  bool fetches() const { return action >= Action::fetch; }
};

}  // namespace pram

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <pram/detail/word/word.hpp>
#include <pram/rule.hpp>

/// What a request asks of its cell, in a form small enough to travel with it.
namespace pram {

enum class Action : std::uint8_t {
  read,
  write,        ///< under the machine's rule
  update,       ///< cell := cell op (the combined operands)
  fetch,        ///< update, and the value before in some serial order
  multiprefix,  ///< update, and the value before in the order of processor ids
};

/// The operator by which the operands of requests are combined.
enum class OperatorKind : std::uint8_t {
  none,  ///< reads, and writes of which the rule lets one stand
#define PRAM_OPERATOR(Type, rule, ...) rule,
#include <pram/detail/rules.def>
  own,  ///< a program's own
};

struct Operation {
  Action action = Action::read;
  OperatorKind op = OperatorKind::none;
  WordType type = WordType::unsigned_integer;
  std::uint8_t width = 8;  ///< bytes of the array's element: integers wrap to it when stored
  std::uint16_t own = 0;   ///< of OperatorKind::own: the operator's number; of a write: how its type compares (detail)
  Rule rule = Rule::erew;  ///< of a write: by which rule concurrent ones are settled

  friend bool operator==(const Operation&, const Operation&) = default;

  bool replies() const { return action == Action::read || action >= Action::fetch; }
  bool fetches() const { return action >= Action::fetch; }
  bool combines() const { return op != OperatorKind::none; }
};

/// What a further request must bring to change the result of those before it of its cell.
enum class ChangedBy : std::uint8_t {
  anything,
  nothing,
  smaller_value,
  larger_value,
  set_bits,
  cleared_bits,
  lower_rank,     ///< a writer that wins against the others
  second_writer,  ///< a third changes nothing more
};

/// A program's own operator on words, associative and commutative.
struct OwnOperator {
  std::string name;  ///< as ledgers print it
  Word (*apply)(Word, Word) = nullptr;
  Word identity = 0;  ///< leaves any value as it is
};

namespace detail {

/// The names of requests to combine by an operator.
struct RequestNames {
  const char* update;
  const char* fetch;
  const char* multiprefix;
};

/// The names for a built-in operator.
constexpr RequestNames request_names(OperatorKind op) {
  switch (op) {
#define PRAM_OPERATOR(Type, rule, update, fetch, multiprefix, ...) \
  case OperatorKind::rule: {                                       \
    return {#update, #fetch, #multiprefix};                        \
  }
#include <pram/detail/rules.def>
    default: return {"", "", ""};
  }
}

/// Enters an operator; one that is known keeps its number.
/// @throws LimitError beyond 4096 operators in a process
std::uint16_t enter_operator(const OwnOperator& made);

const OwnOperator& own_operator(std::uint16_t number) noexcept;
/// The number of an operator of this name. @param guess  the number that is looked at first
std::optional<std::uint16_t> find_operator(const std::string& name, std::uint16_t guess);

/// How two values of a type that is no number are compared. Further numbers stand for operators ==.
inline constexpr std::uint16_t equal_bytes = 0;  ///< equal if their bytes are
inline constexpr std::uint16_t no_equality = 1;  ///< not comparable: the bytes of one value may differ
using Equality = bool (*)(Word, Word);

/// A type's operator ==.
struct OwnEquality {
  Equality equal = nullptr;
  const char* type = "";  ///< as std::type_info names it
};

/// Enters a type's operator ==; one that is known keeps its number.
/// @throws LimitError beyond 4096 of them in a process
std::uint16_t enter_equality(const OwnEquality& made);

const OwnEquality& own_equality(std::uint16_t number) noexcept;
inline Equality equality(std::uint16_t number) noexcept { return own_equality(number).equal; }
/// The number of the operator == of a type of this name. @param guess  the number that is looked at first
std::optional<std::uint16_t> find_equality(const std::string& type, std::uint16_t guess);

/// An operator or a comparison that some code of the program uses, known before main() begins: a rank may have to apply
/// one that its own processors never ask for.
class UsedSomewhere {
 public:
  /// @param enter  enters it, and gives its number
  explicit UsedSomewhere(std::uint16_t (*enter)()) noexcept;
  ~UsedSomewhere();
  UsedSomewhere(const UsedSomewhere&) = delete;
  UsedSomewhere& operator=(const UsedSomewhere&) = delete;

  /// Enters all, in an order that is the same in all processes of one program.
  static void enter_all();

 private:
  std::uint16_t (*enter_)();
  UsedSomewhere* next_;
};

}  // namespace detail

}  // namespace pram

#pragma once

#include <cstdint>

#include <pram/detail/operation.hpp>

#include "../hash.hpp"

/// The types that pram/detail/rules.def names: what a rule makes of concurrent accesses to one cell in one step.
namespace pram::detail {

/// What the operators on (value, processor) pairs may need beside their operands.
struct CombiningContext {
  std::uint64_t seed = 0;
  std::uint64_t step = 0;
  bool unequal_writes = false;  ///< set when plain writes of different values met
};

namespace rule_types {

/// Any processors may access a cell, and the lowest one's value stands. A rule's type says where it differs; a type
/// under which no writer wins has left() (NoneWins). What puts of BSP processes mean comes from the same members.
struct Concurrent {
  static constexpr bool concurrent_reads = true;
  static constexpr bool concurrent_writes = true;
  static constexpr bool writers_agree = false;  ///< concurrent writers must write one value
  static constexpr ChangedBy changed_by = ChangedBy::lower_rank;

  /// Of two writers the one of the lower rank wins, the lower processor if they are equal.
  static constexpr bool ranks_by_processor = true;
  static std::uint64_t rank(const CombiningContext& context, std::uint32_t processor) {
    (void)context;
    return processor;
  }

  /// Whether any writer may win. Then the BSP process wins whose puts are served last, in a random order.
  static constexpr bool any_may_win = false;
};

struct Erew : Concurrent {
  static constexpr bool concurrent_reads = false;
  static constexpr bool concurrent_writes = false;
};

struct Crew : Concurrent {
  static constexpr bool concurrent_writes = false;
};

/// Whether writers agree is seen where they meet. So a second writer changes nothing.
struct Common : Concurrent {
  static constexpr bool writers_agree = true;
  static constexpr ChangedBy changed_by = ChangedBy::nothing;
};

struct Arbitrary : Concurrent {
  static constexpr bool any_may_win = true;
  static constexpr bool ranks_by_processor = false;
  static std::uint64_t rank(const CombiningContext& context, std::uint32_t processor) {
    return hash64(context.step, processor, context.seed);
  }
};

struct Priority : Concurrent {};

struct Tolerant : Concurrent {
  static constexpr ChangedBy changed_by = ChangedBy::second_writer;
  static Word left(Word old, Word) { return old; }
};

struct Collision : Concurrent {
  static constexpr ChangedBy changed_by = ChangedBy::second_writer;
  static Word left(Word, Word marker) { return marker; }
};

}  // namespace rule_types

/// A rule under which none of two or more writers wins: left(old, marker) is what they leave in the cell.
/// @param old     the cell's value before the step
/// @param marker  MachineOptions::collision_marker
template <class RuleType>
concept NoneWins = requires(Word old, Word marker) {
  RuleType::left(old, marker);
};

/// Calls visit(Type()) for a rule's type. Rules that combine what is written let anybody access a cell. Inlined, since
/// a call for every record takes longer than the visit.
template <class Visit>
[[gnu::always_inline]] inline decltype(auto) with_rule(Rule rule, const Visit& visit) {
  switch (rule) {
#define PRAM_RULE(name, Type, ...)    \
  case Rule::name: {                  \
    return visit(rule_types::Type()); \
  }
#include <pram/detail/rules.def>
    default: return visit(rule_types::Concurrent());
  }
}

}  // namespace pram::detail

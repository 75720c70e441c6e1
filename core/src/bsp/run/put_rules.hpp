#pragma once

#include <cstdint>

#include <pram/rule.hpp>

#include "../../request/call_sites.hpp"
#include "../../request/rule_types.hpp"

/// What the machine's rule means for puts of several processes into one element, as follows from the rule's type.
namespace pram::bsp::detail {

/// In which order puts are served.
enum class PutOrder : std::uint8_t {
  judged,       ///< by process, and the rule says what happens where those of two processes meet
  lowest_last,  ///< from the highest process down, so that what the lowest one puts stands
  drawn,        ///< by process, beginning at a drawn one
};

inline PutOrder put_order(Rule rule) {
  if (pram::detail::combines(rule)) return PutOrder::judged;
  return pram::detail::with_rule(rule, [](auto type) {
    using Type = decltype(type);
    if (!Type::concurrent_writes || Type::writers_agree || pram::detail::NoneWins<Type>) return PutOrder::judged;
    if (Type::any_may_win) return PutOrder::drawn;
    return Type::ranks_by_processor ? PutOrder::lowest_last : PutOrder::judged;
  });
}

/// Does what several puts leave have to fit into a word?
inline bool leaves_words(Rule rule) {
  return pram::detail::combines(rule) ||
         pram::detail::with_rule(rule, [](auto type) { return pram::detail::NoneWins<decltype(type)>; });
}

}  // namespace pram::bsp::detail

#include "combine.hpp"

#include <bit>

namespace pram::detail {

bool same_value(Operation operation, Word a, Word b) {
  if (a == b) return true;
  const auto same = [](auto x, auto y) { return x == y || (x != x && y != y); };
  switch (operation.type) {
    case WordType::float64: return same(std::bit_cast<double>(a), std::bit_cast<double>(b));
    case WordType::float32:
      return same(std::bit_cast<float>(static_cast<std::uint32_t>(a)),
                  std::bit_cast<float>(static_cast<std::uint32_t>(b)));
    case WordType::opaque: return operation.own > no_equality && equality(operation.own)(a, b);
    default: return false;
  }
}

}  // namespace pram::detail

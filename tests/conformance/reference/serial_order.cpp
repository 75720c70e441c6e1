#include "serial_order.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace pram::conformance {

std::uint64_t apply(Cells cells, Operator op, std::uint64_t left, std::uint64_t right) {
  return with_type(cells, [&]<class T>() -> std::uint64_t {
    const T a = value_of<T>(left);
    const T b = value_of<T>(right);
    const bool first = a < b || (a == b && std::signbit(static_cast<double>(a)));  // -0.0 before 0.0
    if (op == Operator::minimum) return word_of(first ? a : b);
    if (op == Operator::maximum) return word_of(first ? b : a);
    if constexpr (std::is_floating_point_v<T>) {
      return word_of(op == Operator::add ? a + b : a * b);
    } else {
      const auto x = static_cast<std::uint64_t>(a);  // unsigned, so that it wraps; cut to the width afterwards
      const auto y = static_cast<std::uint64_t>(b);
      switch (op) {
        case Operator::add: return word_of(static_cast<T>(x + y));
        case Operator::multiply: return word_of(static_cast<T>(x * y));
        case Operator::bit_and: return word_of(static_cast<T>(x & y));
        case Operator::bit_or: return word_of(static_cast<T>(x | y));
        default: return word_of(static_cast<T>(x ^ y));
      }
    }
  });
}

// An Euler trail from start to end: every value is left as often as reached, but for the two ends, and all fetches hang
// together.
bool in_some_order(const std::vector<Edge>& fetches, std::uint64_t start, std::uint64_t end) {
  std::map<std::uint64_t, int> balance;
  --balance[start];
  ++balance[end];
  for (const auto& [from, to] : fetches) {
    ++balance[from];
    --balance[to];
  }
  std::set<std::uint64_t> reached = {start};
  for (std::size_t before = 0; before != reached.size();) {
    before = reached.size();
    for (const auto& [from, to] : fetches) {
      if (reached.contains(from)) reached.insert(to);
    }
  }
  return std::ranges::all_of(balance, [](const auto& value) { return value.second == 0; }) &&
         std::ranges::all_of(fetches, [&](const Edge& fetch) { return reached.contains(fetch.first); });
}

bool in_some_order(std::vector<Edge> fetches, std::uint64_t start, Cells cells, std::uint64_t operand,
                   std::size_t updates) {
  const auto above_start = [&](const Edge& fetch) { return apply(cells, Operator::add, fetch.first, 0 - start); };
  std::ranges::sort(fetches, {}, above_start);
  std::uint64_t value = start;
  for (const auto& [from, to] : fetches) {
    for (; updates > 0 && value != from; --updates) value = apply(cells, Operator::add, value, operand);
    if (value != from) return false;
    value = to;
  }
  return true;
}

}  // namespace pram::conformance

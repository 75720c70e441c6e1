#include <pram/machine.hpp>

#include <string_view>

// The built-in operators model the concept that a program's own model, in cells and in Machine::combine.
struct Left {
  static constexpr std::string_view name = "left";
  static bool apply(bool a, bool b) { return a && b; }
  static bool identity() { return true; }
};

struct Longer {
  static constexpr const char* name = "longer";
  template <class T>
  static T apply(T a, T b) {
    return b < a ? a : b;
  }
  template <class T>
  static T identity() {
    return T{};
  }
};

template <class T, class... Operators>
inline constexpr bool combines = (pram::CombiningOperator<Operators, T> && ...);
using pram::BitAnd, pram::BitOr, pram::BitXor, pram::Maximum, pram::Minimum, pram::Product, pram::Sum;

static_assert(combines<signed char, Sum, Product, Minimum, Maximum, BitAnd, BitOr, BitXor, Longer>);
static_assert(combines<unsigned long, Sum, Product, Minimum, Maximum, BitAnd, BitOr, BitXor, Longer>);
static_assert(combines<float, Sum, Product, Minimum, Maximum, Longer>);
static_assert(combines<bool, BitAnd, BitOr, BitXor, Left, Longer>);
static_assert(!combines<bool, Sum> && !combines<double, BitXor> && !combines<int, Left> && !combines<void*, Minimum>);

template <class Operator, class T>
void run(pram::Machine& machine, const pram::Array<T>& cells) {
  machine.pardo(4, [&](pram::Processor self) -> pram::Task<> {
    auto& cell = cells[self.id()];
    co_await cell.combine(Operator{}, T{});
    const T before = co_await cell.fetch_combine(Operator{}, T{});
    co_await cell.combine(Operator{}, co_await cell.multiprefix_combine(Operator{}, before));
  });
  static_cast<void>(machine.combine(cells.host(), cells.host(), Operator{}));
}

template void run<Sum>(pram::Machine&, const pram::Array<int>&);
template void run<Longer>(pram::Machine&, const pram::Array<short>&);
template void run<BitOr>(pram::Machine&, const pram::Array<bool>&);
template void run<Left>(pram::Machine&, const pram::Array<bool>&);

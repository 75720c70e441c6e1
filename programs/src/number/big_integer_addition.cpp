#include <pram/programs/number.hpp>

#include <algorithm>
#include <span>

#include <pram/programs/input/text/texts.hpp>
#include <pram/programs/row.hpp>
#include "programs.hpp"
#include "scan/balanced_tree.hpp"
#include "scan/prefix_sums_cost.hpp"

namespace pram::programs {

namespace {

/// What a stretch of digits does with a carry that comes in.
enum class Carry : std::uint8_t { none, passes, made };

/// The digits from the lowest on, as many as asked for.
std::vector<std::uint8_t> digits_of(std::string_view number, std::uint64_t digits) {
  std::vector<std::uint8_t> made(digits, 0);
  for (std::size_t i = 0; i < number.size(); ++i) {
    const char digit = number[number.size() - 1 - i];
    if (digit < '0' || digit > '9') throw ConfigError("number", std::string(number.substr(0, 40)), "decimal digits");
    made[i] = static_cast<std::uint8_t>(digit - '0');
  }
  return made;
}

/// A number from its digits from the lowest on, without zeros in front.
std::string number_of(std::vector<std::uint8_t> digits) {
  while (digits.size() > 1 && digits.back() == 0) digits.pop_back();
  std::string number;
  for (const std::uint8_t digit : digits) number += static_cast<char>('0' + digit);
  std::ranges::reverse(number);
  return number.empty() ? "0" : number;
}

/// The sum as on paper.
std::string sum_on_paper(std::string_view left, std::string_view right) {
  const std::uint64_t n = std::max(left.size(), right.size());
  std::vector<std::uint8_t> sum = digits_of(left, n + 1);
  const std::vector<std::uint8_t> other = digits_of(right, n + 1);
  for (std::uint64_t i = 0; i <= n; ++i) {
    sum[i] = static_cast<std::uint8_t>(sum[i] + other[i]);
    if (sum[i] < 10) continue;
    sum[i] = static_cast<std::uint8_t>(sum[i] - 10);
    ++sum[i + 1];
  }
  return number_of(std::move(sum));
}

}  // namespace

std::string big_integer_addition(Machine& machine, std::string_view left, std::string_view right) {
  const std::uint64_t n = std::max(left.size(), right.size());
  if (n == 0) return "0";
  const auto one = machine.array(digits_of(left, n), "left");
  const auto other = machine.array(digits_of(right, n), "right");
  const auto carry = machine.array<Carry>(n, Carry::none, "carry");  // of a digit, then of all up to it
  const auto sum = machine.array<std::uint8_t>(n + 1, 0, "sum");
  std::vector<std::uint8_t> own(n + 1, 0);  // the sum of two digits; its processor alone needs it
  machine.pardo(n, [&](Processor self) -> Task<> {
    const std::uint8_t mine = co_await one[self.id()];
    own[self.id()] = static_cast<std::uint8_t>(mine + co_await other[self.id()]);
    co_await (carry[self.id()] = own[self.id()] > 9 ? Carry::made : own[self.id()] == 9 ? Carry::passes : Carry::none);
  });
  machine.unite(std::span(own).first(n));  // n + 1 processors lie otherwise on several ranks
  sweep_balanced_tree(machine, n, [&carry](std::uint64_t before, std::uint64_t mine) -> Task<> {
    if (co_await carry[mine] != Carry::passes) co_return;
    const Carry comes_in = co_await carry[before];
    co_await (carry[mine] = comes_in);
  });
  machine.pardo(n + 1, [&](Processor self) -> Task<> {
    bool comes_in = false;
    if (self.id() > 0) comes_in = co_await carry[self.id() - 1] == Carry::made;
    co_await (sum[self.id()] = static_cast<std::uint8_t>((own[self.id()] + (comes_in ? 1 : 0)) % 10));
  });
  return number_of(sum.host());
}

Program big_integer_addition_program() {
  return program<DecimalPairs>(
      big_integer_addition,
      {.name = "big-integer-addition",
       .alias = "addition",
       .what = "the sum of two numbers of n decimal digits, by a scan over what digits do with a carry",
       .columns = "sum in decimal digits",
       .source = "Ladner, Fischer 1980; Brent, Kung 1982; JáJá 2.1",
       .model = Rule::erew,
       .time = "O(log n)",
       .steps_at_most = [](std::uint64_t n) { return n == 0 ? 0 : 5 + prefix_sums_steps(n); },
       .work = "O(n)",
       .work_at_most = [](std::uint64_t n) { return 5 * n + 2 + prefix_sums_work(n); },
       .degree_at_most = 1,
       .size = {.usual = 1 << 15, .bytes_each = 6 + processor_bytes},
       .oracle = [](const DecimalPairs::Value& pair,
                    const std::string& found) { return found == sum_on_paper(pair.left, pair.right); },
       .against = "addition digit by digit",
       .facts = [](const DecimalPairs::Value&, const std::string& found) -> Facts {
         return {{"digits", static_cast<std::int64_t>(found.size())}};
       },
       .write = [](std::ostream& out, const DecimalPairs::Value&, const std::string& found) { out << found << '\n'; }});
}

}  // namespace pram::programs

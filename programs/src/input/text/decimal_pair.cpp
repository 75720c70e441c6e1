#include "input/text/decimal_pair.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "input/file/text.hpp"
#include "random.hpp"

namespace pram::programs {

Shapes<DecimalPair> DecimalPairs::shapes() {
  return {{"random", "random digits",
           [](std::uint64_t n, std::uint64_t seed) {
             const Random random(seed, text_stream);
             DecimalPair pair;
             for (std::uint64_t i = 0; i < n; ++i) {
               pair.left += static_cast<char>('0' + random.below(2 * i, 10));
               pair.right += static_cast<char>('0' + random.below(2 * i + 1, 10));
             }
             return pair;
           }},
          {"nines", "nines, and 1",
           [](std::uint64_t n, std::uint64_t) {
             return DecimalPair{std::string(n, '9'), n == 0 ? "" : "1"};
           }},
          {"complement", "random digits, and what makes nines of them", [](std::uint64_t n, std::uint64_t seed) {
             const Random random(seed, text_stream);
             DecimalPair pair;
             for (std::uint64_t i = 0; i < n; ++i) {
               const std::uint32_t digit = random.below(i, 10);
               pair.left += static_cast<char>('0' + digit);
               pair.right += static_cast<char>('9' - digit);
             }
             return pair;
           }}};
}

DecimalPair DecimalPairs::read(const InputRequest& request, const Sizes& sizes) {
  const std::string text = read_content(request.file, request.memory_limit);
  Scanner scanner(text, shown_path(request.file));
  DecimalPair pair;
  for (std::string* number : {&pair.left, &pair.right}) {
    if (!scanner.next_line()) scanner.fail_file("it must hold two lines, a whole number on each");
    *number = scanner.word();
    if (number->empty() || !std::ranges::all_of(*number, [](char c) { return c >= '0' && c <= '9'; }))
      scanner.fail(fmt::format("{} is no whole number without a sign", in_quotes(*number)));
    scanner.end_row();
  }
  while (scanner.next_line()) {
    if (!scanner.row_done()) scanner.fail("it must hold two lines, a whole number on each");
  }
  const std::uint64_t n = std::max(pair.left.size(), pair.right.size());
  if (n > sizes.most) scanner.fail_file(fmt::format("it holds {} digits; the program takes at most {}", n, sizes.most));
  check_room(fmt::format("{}, of {} digits,", scanner.file(), n), n, sizes.bytes_each, request);
  return pair;
}

InputSizes DecimalPairs::sizes(const DecimalPair& pair) {
  return {{"n", std::max(pair.left.size(), pair.right.size())}};
}

const UntypedKind& DecimalPairs::untyped() { return untyped_kind<DecimalPairs>; }

}  // namespace pram::programs

#include <pram/programs/string.hpp>

#include <algorithm>
#include <numeric>

#include <pram/programs/input/text/texts.hpp>
#include <pram/programs/row.hpp>
#include "programs.hpp"

namespace pram::programs {

std::uint64_t edit_distance(Machine& machine, std::string_view left, std::string_view right) {
  const std::uint64_t rows = left.size();
  const std::uint64_t columns = right.size();
  if (rows == 0 || columns == 0) return rows + columns;
  const auto letter = machine.array(left, "letter");
  const auto other = machine.array(right, "other");
  // Cell i has what row i found last: the distance of i letters of the left text from a prefix of the right one.
  const auto last = machine.array<std::uint64_t>(rows + 1, 0, "last");
  machine.pardo(rows + 1, [&](Processor self) -> Task<> {
    const std::uint64_t row = self.id();
    if (row == 0) {  // the empty prefix of the left text
      co_await self.idle();
      for (std::uint64_t column = 1; column <= columns; ++column) {
        co_await self.idle(2);
        co_await (last[0] = column);
      }
      co_return;
    }
    const char mine = co_await letter[row - 1];
    std::uint64_t above = row - 1;  // the distances of the cells above on the left, and on the left
    std::uint64_t beside = row;
    co_await self.idle(3 * row);  // the wavefront comes by: row r finds column c in round r + c
    for (std::uint64_t column = 1; column <= columns; ++column) {
      const char theirs = co_await other[column - 1];
      const std::uint64_t from_above = co_await last[row - 1];
      beside = std::min({from_above + 1, beside + 1, above + (mine == theirs ? 0 : 1)});
      above = from_above;
      co_await (last[row] = beside);
    }
  });
  return last.get(rows);
}

Program edit_distance_program() {
  const auto steps = [](const TextPairs::Value& pair) -> std::uint64_t {
    const bool none = pair.left.empty() || pair.right.empty();
    return none ? 0 : 1 + 3 * (pair.left.size() + pair.right.size());
  };
  return program<TextPairs>(
      edit_distance,
      {.name = "edit-distance",
       .what =
           "insertions, deletions and changes of letters from one text to another, n letters together, by a wavefront",
       .columns = "distance",
       .source = "Wagner, Fischer 1974",
       .model = Rule::erew,
       .time = "O(n)",
       .steps = steps,
       .work = "O(n^2)",
       .work_at_most = [steps](const TextPairs::Value& pair) { return (pair.left.size() + 1) * steps(pair); },
       .degree_at_most = 1,
       .size = {.usual = 512, .bytes_each = 2 + sizeof(std::int64_t), .tested = 64},
       .oracle =
           [](const TextPairs::Value& pair, std::uint64_t found) {
             std::vector<std::uint64_t> row(pair.right.size() + 1);
             std::iota(row.begin(), row.end(), std::uint64_t{0});
             for (const char letter : pair.left) {
               std::uint64_t diagonal = row[0]++;
               for (std::size_t j = 1; j < row.size(); ++j) {
                 const std::uint64_t change = diagonal + (letter == pair.right[j - 1] ? 0 : 1);
                 diagonal = row[j];
                 row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
               }
             }
             return row.back() == found;
           },
       .against = "row by row on one thread",
       .facts = [](const TextPairs::Value&, std::uint64_t found) -> Facts {
         return {{"distance", static_cast<std::int64_t>(found)}};
       },
       .write = [](std::ostream& out, const TextPairs::Value&, std::uint64_t found) { out << found << '\n'; }});
}

}  // namespace pram::programs

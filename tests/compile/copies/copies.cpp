#include <pram/machine.hpp>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <ranges>
#include <span>
#include <string>
#include <utility>
#include <vector>

// What an array gives host code is a vector to all who use it as one: this must compile.
using Cells = pram::Array<int>;
using Flags = pram::Array<bool>;

struct Found {
  std::vector<int> values;
  std::vector<bool> flags;
  int rounds;
};

std::vector<int> values(const Cells& cells) { return cells.host(); }
Found found(const Cells& cells, const Flags& flags) { return {cells.host(), flags.host(), 3}; }

int total(std::span<const int> values) { return std::accumulate(values.begin(), values.end(), 0); }

template <class T>
std::size_t size(const std::vector<T>& values) {
  return values.size();
}

std::size_t run(pram::Machine& machine, const Cells& cells, const Flags& flags) {
  int sum = 0;
  for (const int value : cells.host()) sum += value;
  for (const bool flag : flags.host()) sum += flag ? 1 : 0;
  for (int& value : cells.host()) value = 0;
  const std::vector<int> kept = cells.host();
  const std::vector<int>& lasting = cells.host();
  const auto copy = cells.host();
  auto sorted = cells.host();
  std::sort(sorted.begin(), sorted.end());
  std::ranges::sort(sorted);
  sorted = kept;
  sorted = cells.host();
  sorted = {3, 1, 2};
  sorted.push_back(*std::max_element(copy.begin(), copy.end()));
  std::vector<int> moved;
  moved = cells.host();
  moved = std::move(sorted);
  std::vector<std::vector<int>> all;
  all.push_back(cells.host());
  const std::vector deduced(cells.host());
  const auto chosen = sum > 0 ? cells.host() : std::vector<int>{};
  const bool same = cells.host() == kept && lasting == cells.host() && cells.host() == cells.host() && copy == moved &&
                    flags.host() == std::vector<bool>{} && copy < moved;
  sum += cells.host()[0] + cells.host().at(0) + cells.host().front() + cells.host().back() + std::ranges::max(copy);
  sum += static_cast<int>(cells.host().size()) + (cells.host().empty() || same ? 1 : 0) + total(cells.host());
  for (const int twice : cells.host() | std::views::transform([](int value) { return 2 * value; })) sum += twice;
  const auto again = machine.array(cells.host(), "again");
  again.assign(cells.host());
  for (const auto& [key, value] : machine.combine(cells.host(), cells.host(), pram::Sum())) sum += key + value;
  const std::vector<std::string> models = machine.ledger().models();
  for (const std::string& model : machine.ledger().models()) sum += static_cast<int>(model.size());
  for (const pram::CellTotal& cell : machine.ledger().cells()) sum += static_cast<int>(cell.index);
  static_assert(std::ranges::contiguous_range<pram::Copy<int>> && !std::ranges::borrowed_range<pram::Copy<int>>);
  return all.size() + deduced.size() + chosen.size() + models.size() + size(cells.host()) + size(copy) +
         static_cast<std::size_t>(sum + total(copy)) + values(cells).size() + found(cells, flags).values.size();
}

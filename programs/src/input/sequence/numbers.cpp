#include "input/sequence/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "random.hpp"

namespace pram::programs {

std::vector<std::int64_t> read_numbers(const std::string& path, std::uint64_t memory_limit) {
  std::vector<std::int64_t> values;
  for_each_number(path, memory_limit,
                  [&values](std::int64_t value, std::uint64_t, MemoryRoom& room) { room.append(values, value); });
  return values;
}

std::vector<std::int64_t> random_numbers(std::uint64_t n, std::uint64_t seed) {
  constexpr std::int64_t largest = 1'000'000;
  const Random random(seed, numbers_stream);
  std::vector<std::int64_t> values(n);
  for (std::uint64_t i = 0; i < n; ++i)
    values[i] = static_cast<std::int64_t>(random.below(i, 2 * largest + 1)) - largest;
  return values;
}

Shapes<Numbers::Value> Numbers::shapes() {
  return {{"random", "random numbers", random_numbers},
          {"sorted", "sorted numbers",
           [](std::uint64_t n, std::uint64_t seed) {
             Value values = random_numbers(n, seed);
             std::ranges::sort(values);
             return values;
           }},
          {"reversed", "numbers in descending order",
           [](std::uint64_t n, std::uint64_t seed) {
             Value values = random_numbers(n, seed);
             std::ranges::sort(values, std::greater());
             return values;
           }},
          {"equal", "equal numbers",
           [](std::uint64_t n, std::uint64_t seed) { return Value(n, random_numbers(1, seed)[0]); }},
          {"ties", "numbers of which many are equal", [](std::uint64_t n, std::uint64_t seed) {
             Value values = random_numbers(n, seed);
             for (std::int64_t& value : values) value %= 4;
             return values;
           }}};
}

Numbers::Value Numbers::read(const InputRequest& request, const Sizes& sizes) {
  Value values = read_numbers(request.file, request.memory_limit);
  const std::string name = shown_path(request.file);
  if (values.size() > sizes.most) {
    throw InputError(name, 0,
                     fmt::format("it holds {} numbers; the program takes at most {}", values.size(), sizes.most));
  }
  check_room(fmt::format("{}, of {} numbers,", name, values.size()), values.size(), sizes.bytes_each, request);
  return values;
}

const UntypedKind& Numbers::untyped() { return untyped_kind<Numbers>; }

}  // namespace pram::programs

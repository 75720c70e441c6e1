#include <pram/programs/input/sequence/numbers.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "input/file/counted.hpp"
#include "input/sequence/number_file.hpp"
#include "input/shapes_made_of.hpp"
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

std::vector<std::int64_t> read_in_twos(const InputRequest& request, const Sizes& sizes, const char* otherwise) {
  std::vector<std::int64_t> numbers =
      Numbers::read(request, {.usual = 0, .bytes_each = sizes.bytes_each / 2, .most = 2 * sizes.most});
  if (numbers.size() % 2 == 1)
    throw InputError(shown_path(request.file), 0,
                     fmt::format("it holds {}{}", counted(numbers.size(), "number"), otherwise));
  return numbers;
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
  check_items(request, sizes, values.size(), "numbers");
  return values;
}

std::vector<std::uint8_t> random_bits(std::uint64_t n, std::uint64_t seed) {
  std::vector<std::uint8_t> bits(n, 0);
  if (n == 0) return bits;
  const Random random(seed, bits_stream);
  const std::uint64_t first = Random(seed, first_one_stream)(0) % n;
  bits[first] = 1;
  for (std::uint64_t i = first + 1; i < n; ++i) bits[i] = static_cast<std::uint8_t>(random.below(i, 2));
  return bits;
}

Shapes<Bits::Value> Bits::shapes() {
  return {{"random", "random bits", random_bits},
          {"zeros", "bits that are all 0", [](std::uint64_t n, std::uint64_t) { return Value(n, 0); }},
          {"ones", "bits that are all 1", [](std::uint64_t n, std::uint64_t) { return Value(n, 1); }},
          {"last", "bits of which the last alone is 1", [](std::uint64_t n, std::uint64_t) {
             Value bits(n, 0);
             if (n > 0) bits.back() = 1;
             return bits;
           }}};
}

Bits::Value Bits::read(const InputRequest& request, const Sizes& sizes) {
  Value bits;
  for (const std::int64_t value : Numbers::read(request, sizes)) bits.push_back(value != 0);
  return bits;
}

Shapes<ComplexNumbers::Value> ComplexNumbers::shapes() {
  return {{"random", "random complex numbers",
           [](std::uint64_t n, std::uint64_t seed) {
             const std::vector<std::int64_t> parts = random_numbers(2 * n, seed);
             Value values;
             for (std::uint64_t i = 0; i < n; ++i)
               values.emplace_back(static_cast<double>(parts[2 * i]) / 1e6,
                                   static_cast<double>(parts[2 * i + 1]) / 1e6);
             return values;
           }},
          {"equal", "equal complex numbers",
           [](std::uint64_t n, std::uint64_t) {
             return Value(n, {1, -1});
           }},
          {"impulse", "complex numbers of which the first alone is not 0", [](std::uint64_t n, std::uint64_t) {
             Value values(n);
             if (n > 0) values[0] = 1;
             return values;
           }}};
}

ComplexNumbers::Value ComplexNumbers::read(const InputRequest& request, const Sizes& sizes) {
  Value values;
  for (const std::int64_t value : Numbers::read(request, sizes)) values.emplace_back(static_cast<double>(value));
  return values;
}

Shapes<SegmentedNumbers> SegmentedSequences::shapes() {
  return {{"random", "random numbers in random segments",  // of 8 numbers on average
           [](std::uint64_t n, std::uint64_t seed) {
             SegmentedNumbers made{random_numbers(n, seed), {}};
             const Random random(seed, cuts_stream);
             for (std::uint64_t i = 0; i < n; ++i) made.heads.push_back(random.below(i, 8) == 0 ? 1 : 0);
             return made;
           }},
          {"whole", "random numbers in one segment",
           [](std::uint64_t n, std::uint64_t seed) {
             return SegmentedNumbers{random_numbers(n, seed), std::vector<std::uint8_t>(n, 0)};
           }},
          {"single", "random numbers, each a segment", [](std::uint64_t n, std::uint64_t seed) {
             return SegmentedNumbers{random_numbers(n, seed), std::vector<std::uint8_t>(n, 1)};
           }}};
}

SegmentedNumbers SegmentedSequences::read(const InputRequest& request, const Sizes& sizes) {
  const std::vector<std::int64_t> both = read_in_twos(request, sizes, ": the last one has no head, 0 or 1, behind it");
  SegmentedNumbers made;
  for (std::size_t i = 0; i < both.size(); i += 2) {
    made.values.push_back(both[i]);
    made.heads.push_back(both[i + 1] != 0 ? 1 : 0);
  }
  return made;
}

namespace {

/// The first half of the numbers and the second half, each number divided by `unit`.
VectorPairs::Value halves_of(const std::vector<std::int64_t>& numbers, double unit) {
  VectorPairs::Value pair;
  const std::size_t n = numbers.size() / 2;
  for (std::size_t i = 0; i < n; ++i) {
    pair.left.push_back(static_cast<double>(numbers[i]) / unit);
    pair.right.push_back(static_cast<double>(numbers[n + i]) / unit);
  }
  return pair;
}

}  // namespace

Shapes<VectorPairs::Value> VectorPairs::shapes() {
  return {{"random", "random vectors",
           [](std::uint64_t n, std::uint64_t seed) { return halves_of(random_numbers(2 * n, seed), 1e6); }},
          {"equal", "vectors of ones",
           [](std::uint64_t n, std::uint64_t) {
             return Value{std::vector<double>(n, 1), std::vector<double>(n, 1)};
           }},
          {"orthogonal", "orthogonal vectors", [](std::uint64_t n, std::uint64_t seed) {
             // The products of the second half are those of the first half with the other sign.
             Value pair = halves_of(random_numbers(2 * n, seed), 1e6);
             for (std::uint64_t i = 0; i < n / 2; ++i) {
               pair.left[n - 1 - i] = pair.left[i];
               pair.right[n - 1 - i] = -pair.right[i];
             }
             if (n % 2 == 1) pair.right[n / 2] = 0;
             return pair;
           }}};
}

VectorPairs::Value VectorPairs::read(const InputRequest& request, const Sizes& sizes) {
  return halves_of(read_in_twos(request, sizes, ", not those of two vectors of one length"), 1);
}

template const UntypedKind& untyped_kind<Numbers>();
template const UntypedKind& untyped_kind<Bits>();
template const UntypedKind& untyped_kind<ComplexNumbers>();
template const UntypedKind& untyped_kind<SegmentedSequences>();
template const UntypedKind& untyped_kind<VectorPairs>();

}  // namespace pram::programs

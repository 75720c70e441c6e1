#include "input/sequence/bits.hpp"

#include "input/sequence/numbers.hpp"
#include "random.hpp"

namespace pram::programs {

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

const UntypedKind& Bits::untyped() { return untyped_kind<Bits>; }

}  // namespace pram::programs

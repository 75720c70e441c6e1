#include "input/sequence/complex_numbers.hpp"

#include "input/sequence/numbers.hpp"

namespace pram::programs {

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

const UntypedKind& ComplexNumbers::untyped() { return untyped_kind<ComplexNumbers>; }

}  // namespace pram::programs

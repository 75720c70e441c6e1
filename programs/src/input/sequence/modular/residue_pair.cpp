#include "input/sequence/modular/residue_pair.hpp"

#include <pram/programs/number.hpp>
#include "input/sequence/numbers.hpp"
#include "random.hpp"

namespace pram::programs {

namespace {

std::vector<std::uint32_t> random_residues(std::uint64_t n, std::uint64_t seed) {
  const Random random(seed, numbers_stream);
  std::vector<std::uint32_t> all;
  for (std::uint64_t i = 0; i < n; ++i) all.push_back(random.below(i, polynomial_modulus));
  return all;
}

}  // namespace

Shapes<ResiduePair> ResiduePairs::shapes() {
  return {{"random", "random polynomials",
           [](std::uint64_t n, std::uint64_t seed) { return cut(random_residues(n, seed), n / 2); }},
          {"uneven", "random polynomials of low and high degree",
           [](std::uint64_t n, std::uint64_t seed) { return cut(random_residues(n, seed), n / 8); }},
          {"largest", "polynomials of the largest coefficients", [](std::uint64_t n, std::uint64_t) {
             return cut(std::vector<std::uint32_t>(n, polynomial_modulus - 1), n / 2);
           }}};
}

ResiduePair ResiduePairs::read(const InputRequest& request, const Sizes& sizes) {
  std::vector<std::uint32_t> all;
  for (const std::int64_t number : Numbers::read(request, sizes)) {
    const std::int64_t rest = number % std::int64_t{polynomial_modulus};
    all.push_back(static_cast<std::uint32_t>(rest < 0 ? rest + polynomial_modulus : rest));
  }
  return cut(all, all.size() / 2);
}

const UntypedKind& ResiduePairs::untyped() { return untyped_kind<ResiduePairs>; }

}  // namespace pram::programs

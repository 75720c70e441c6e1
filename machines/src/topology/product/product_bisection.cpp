#include <algorithm>

#include "product.hpp"

namespace pram {

namespace {

/// The factors in canonical form: those of one node are left out, small ones become paths and rings. The graph stays
/// the same.
std::vector<Factor> simplified(const std::vector<Factor>& factors) {
  std::vector<Factor> kept;
  for (Factor factor : factors) {
    if (factor.size == 1) continue;
    if (factor.size == 2 || (factor.size == 3 && factor.kind == FactorKind::star)) factor.kind = FactorKind::path;
    if (factor.size == 3 && factor.kind == FactorKind::complete) factor.kind = FactorKind::ring;
    kept.push_back(factor);
  }
  return kept;
}

/// An exact fraction. Fractions of one product compare and divide without overflow, as sizes are at most 2^20.
struct Fraction {
  std::uint64_t above = 0;
  std::uint64_t below = 1;

  friend bool operator<(const Fraction& a, const Fraction& b) { return a.above * b.below < b.above * a.below; }
};

/// If every node of the product sends a message to every node, in dimension order, the busiest link of this factor
/// carries this times N / 4 of them in one direction.
Fraction load(const Factor& factor) {
  const std::uint64_t k = factor.size;
  switch (factor.kind) {
    case FactorKind::ring: return {2 * (k * k / 4), k};
    case FactorKind::path: return {4 * (k * k / 4), k};
    case FactorKind::complete: return {4, k};
    case FactorKind::star: break;
  }
  return {4 * (k - 1), k};
}

/// The bisection of grids, and of tori whose rings all have at least three nodes, of any sizes (Arjona Aroca and
/// Fernández Anta, Bisection (Band)Width of Product Networks with Application to Data Centers, 2014).
std::uint64_t grid_bisection(std::vector<Factor> factors) {
  std::ranges::sort(factors, std::ranges::greater(), &Factor::size);
  std::uint64_t slice = 1;
  for (const Factor& factor : factors) slice *= factor.size;
  std::uint64_t cut = 0;
  for (const Factor& factor : factors) {
    slice /= factor.size;
    cut += slice;
    if (factor.size % 2 == 0) break;
  }
  return factors.front().kind == FactorKind::ring ? 2 * cut : cut;
}

}  // namespace

std::optional<std::uint64_t> product_bisection(const std::vector<Factor>& factors) {
  const std::vector<Factor> kept = simplified(factors);
  if (kept.empty()) return 0;
  const bool alike = std::ranges::all_of(kept, [&](const Factor& factor) { return factor.kind == kept[0].kind; });
  if (alike && (kept[0].kind == FactorKind::path || kept[0].kind == FactorKind::ring)) return grid_bisection(kept);
  if (kept.size() == 1) {
    const std::uint64_t half = kept[0].size / 2;
    return kept[0].kind == FactorKind::complete ? half * (kept[0].size - half) : half;
  }
  // Of all N² messages N² / 4 cross a cut in each direction, at most load · N / 4 a link: so it has N / load links or
  // more. Halving the factor of the largest load, if it can be halved, has exactly as many.
  const auto most = std::ranges::find_if(kept, [&](const Factor& one) {
    return one.size % 2 == 0 && one.kind != FactorKind::star &&
           std::ranges::none_of(kept, [&](const Factor& other) { return load(one) < load(other); });
  });
  if (most == kept.end()) return std::nullopt;
  std::uint64_t nodes = 1;
  for (const Factor& factor : kept) nodes *= factor.size;
  return nodes * load(*most).below / load(*most).above;
}

}  // namespace pram

#include <optional>

#include <pram/registry.hpp>

#include "../hash.hpp"
#include "families.hpp"

namespace pram::detail {

namespace {

/// The upper bits of a x mod 2^64 for a random odd a (Dietzfelbinger, Hagerup, Katajainen and Penttonen, 1997). Two
/// keys fall together with a chance of at most 2 / n where n is a power of two.
class MultiplyShift final : public HashFunction {
 public:
  explicit MultiplyShift(std::uint64_t multiplier) : multiplier_(multiplier) {}

  void choose(std::span<const std::uint64_t> keys, std::uint32_t n, std::uint32_t* out) const override {
    for (std::size_t k = 0; k < keys.size(); ++k) out[k] = scaled(multiplier_ * keys[k], n);
  }

 private:
  std::uint64_t multiplier_;
};

/// The multiplier that a user names, as runtimes have one that never changes; none: it is drawn.
std::optional<std::uint64_t> fixed_multiplier(const Spec& family) {
  if (family.values.empty() && family.options.empty()) return std::nullopt;
  const bool one = family.values.empty() && family.options.size() == 1;
  const auto number = one && same_name(family.options.front().name, "multiplier")
                          ? whole_number(family.options.front().value)
                          : std::nullopt;
  if (!number || *number % 2 == 0)
    family.refuse("hash", "multiply-shift, or multiply-shift:multiplier=A with an odd number A below 2^64");
  return number;
}

}  // namespace

HashFamily multiply_shift_family() {
  return {"multiply-shift",
          "the upper bits of a x for a random odd a, or for multiplier=A: two keys seldom fall together",
          [](const Spec& family, std::uint64_t seed) -> std::unique_ptr<HashFunction> {
            return std::make_unique<MultiplyShift>(fixed_multiplier(family).value_or(hash64(0, seed) | 1U));
          }};
}

}  // namespace pram::detail

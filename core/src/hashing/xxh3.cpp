#include "../hash.hpp"
#include "families.hpp"

namespace pram::detail {

namespace {

/// XXH3 with a seed: no member of a family with a proof, and in practice like a random function.
class Xxh3 final : public HashFunction {
 public:
  explicit Xxh3(std::uint64_t seed) : hash_(seed) {}

  void choose(std::span<const std::uint64_t> keys, std::uint32_t n, std::uint32_t* out) const override {
    for (std::size_t k = 0; k < keys.size(); ++k) out[k] = scaled(hash_(keys[k]), n);
  }

 private:
  SeededHash hash_;
};

}  // namespace

HashFamily xxh3_family() {
  return {"xxh3", "XXH3 with a seed: like a random function, without a proof",
          [](const Spec& family, std::uint64_t seed) -> std::unique_ptr<HashFunction> {
            family.refuse_arguments("hash");
            return std::make_unique<Xxh3>(seed);
          }};
}

}  // namespace pram::detail

#include <array>

#include "../hash.hpp"
#include "families.hpp"

namespace pram::detail {

namespace {

/// Simple tabulation (Zobrist 1970; Pătraşcu and Thorup, JACM 59(3), 2012): a random word for each byte of the key at
/// its place, all combined by exclusive or. Any three keys are independent, and the largest load is about that of a
/// random function.
class Tabulation final : public HashFunction {
 public:
  explicit Tabulation(std::uint64_t seed) {
    std::uint64_t draw = 0;
    for (auto& table : words_) {
      for (std::uint64_t& word : table) word = hash64(draw++, seed);
    }
  }

  void choose(std::span<const std::uint64_t> keys, std::uint32_t n, std::uint32_t* out) const override {
    for (std::size_t k = 0; k < keys.size(); ++k) {
      std::uint64_t key = keys[k];
      std::uint64_t value = 0;
      for (const auto& table : words_) {
        value ^= table[key & 0xFF];
        key >>= 8;
      }
      out[k] = scaled(value, n);
    }
  }

 private:
  std::array<std::array<std::uint64_t, 256>, 8> words_{};
};

}  // namespace

HashFamily tabulation_family() {
  return {"tabulation", "a random word for each byte of the key: any three keys independent",
          [](const Spec& family, std::uint64_t seed) -> std::unique_ptr<HashFunction> {
            family.refuse_arguments("hash");
            return std::make_unique<Tabulation>(seed);
          }};
}

}  // namespace pram::detail

#include "placement.hpp"

#include <pram/registry.hpp>

#include <bit>

#include "../hash.hpp"

namespace pram {

namespace {

constexpr const char* placement_names[] = {"hashed", "uniform", "direct"};

}  // namespace

std::string to_string(Placement placement) { return placement_names[static_cast<std::size_t>(placement)]; }

Placement placement_from(std::string_view name) {
  for (const Placement placement : {Placement::hashed, Placement::uniform, Placement::direct}) {
    if (name == placement_names[static_cast<std::size_t>(placement)]) return placement;
  }
  throw ConfigError("placement", std::string(name),
                    allowed_names(name, {std::begin(placement_names), std::end(placement_names)}));
}

namespace detail {

Permutation::Permutation(std::uint64_t n, std::uint64_t key) : n_(n) {
  const auto bits = static_cast<unsigned>(n <= 1 ? 0 : std::bit_width(n - 1));
  mask_ = bits >= 32 ? ~std::uint32_t{0} : (std::uint32_t{1} << bits) - 1;
  shift_ = bits / 2 + 1;  // at least half of the bits, so that the xor-shift is its own inverse
  for (unsigned r = 0; r < rounds; ++r) {
    const std::uint64_t word = hash64(r, key);
    add_[r] = static_cast<std::uint32_t>(word);
    multiply_[r] = static_cast<std::uint32_t>(word >> 32) | 1U;
    std::uint32_t inverse = multiply_[r];  // Newton: each step doubles the number of right low bits, 3 to begin with
    for (int k = 0; k < 4; ++k) inverse *= 2 - multiply_[r] * inverse;
    unmultiply_[r] = inverse;
  }
}

inline std::uint32_t Permutation::once(std::uint32_t x) const {
  for (unsigned r = 0; r < rounds; ++r) {
    x = ((x + add_[r]) * multiply_[r]) & mask_;
    x ^= x >> shift_;
  }
  return x;
}

std::uint32_t Permutation::operator()(std::uint32_t i) const {
  std::uint32_t x = once(i);
  while (x >= n_) x = once(x);
  return x;
}

std::uint32_t Permutation::inverse(std::uint32_t position) const {
  std::uint32_t x = position;
  do {
    for (unsigned r = rounds; r-- > 0;) {
      x ^= x >> shift_;
      x = (x * unmultiply_[r] - add_[r]) & mask_;
    }
  } while (x >= n_);
  return x;
}

void Permutation::apply(std::span<const std::uint32_t> in, std::uint32_t* out) const {
  const std::size_t count = in.size();
  for (std::size_t k = 0; k < count; ++k) out[k] = once(in[k]);
  if (n_ == std::uint64_t{mask_} + 1) return;
  for (std::size_t k = 0; k < count; ++k) {
    while (out[k] >= n_) [[unlikely]] out[k] = once(out[k]);
  }
}

CellMap::CellMap(Placement placement, std::uint64_t n, std::uint32_t components, std::uint64_t key)
    : placement_(placement), components_(components), key_(key) {
  if (n > 0) size_ = static_cast<double>(n);
  if (placement == Placement::hashed) permutation_ = Permutation(n, key);
}

std::uint32_t CellMap::position(std::uint32_t index) const {
  return placement_ == Placement::hashed ? permutation_(index) : index;
}

std::uint32_t CellMap::index(std::uint32_t position) const {
  return placement_ == Placement::hashed ? permutation_.inverse(position) : position;
}

void CellMap::locate(std::span<const std::uint32_t> index, std::uint32_t* position, std::uint32_t* home) const {
  const std::size_t count = index.size();
  if (placement_ == Placement::hashed) {
    permutation_.apply(index, position);
  } else {
    for (std::size_t k = 0; k < count; ++k) position[k] = index[k];
  }
  if (placement_ == Placement::uniform) {
    for (std::size_t k = 0; k < count; ++k) home[k] = reduce(hash64(position[k], key_), components_);
  } else {
    // floor(position p / n), by a division of doubles that is exact: the product has at most 52 bits, the quotient at
    // most 20, and it stays at least 1 / n > 2^-32 below the next whole number.
    const double size = size_;
    const std::uint64_t components = components_;
    for (std::size_t k = 0; k < count; ++k) {
      home[k] =
          static_cast<std::uint32_t>(static_cast<double>(static_cast<std::int64_t>(position[k] * components)) / size);
    }
  }
}

}  // namespace detail

}  // namespace pram

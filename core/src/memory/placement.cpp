#include "placement.hpp"

#include <pram/registry.hpp>

#include <algorithm>
#include <bit>
#include <utility>

#include "../hash.hpp"

namespace pram {

namespace {

constexpr const char* placement_names[] = {"hashed", "balanced", "direct"};

}  // namespace

std::string to_string(Placement placement) { return placement_names[static_cast<std::size_t>(placement)]; }

Placement placement_from(std::string_view name) {
  for (const Placement placement : {Placement::hashed, Placement::balanced, Placement::direct}) {
    if (same_name(name, placement_names[static_cast<std::size_t>(placement)])) return placement;
  }
  constexpr const char* other_name = "uniform";
  if (same_name(name, other_name)) return Placement::hashed;
  throw ConfigError("placement", std::string(name),
                    allowed_names(name, {std::begin(placement_names), std::end(placement_names)}, {other_name}));
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
  }
}

inline std::uint32_t Permutation::once(std::uint32_t x) const {
  for (unsigned r = 0; r < rounds; ++r) {
    x = ((x + add_[r]) * multiply_[r]) & mask_;
    x ^= x >> shift_;
  }
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

KeyedHash::KeyedHash(std::uint64_t key) {
  const std::uint64_t first = hash64(0, key);
  add_[0] = static_cast<std::uint32_t>(first);
  add_[1] = static_cast<std::uint32_t>(first >> 32);
  add_[2] = static_cast<std::uint32_t>(hash64(1, key));
}

void KeyedHash::choose(std::span<const std::uint32_t> in, std::uint32_t n, std::uint32_t* out) const {
  const std::size_t count = in.size();
  for (std::size_t k = 0; k < count; ++k) {
    std::uint32_t x = in[k] + add_[0];
    x = (x ^ (x >> 17)) * 0xED5AD4BBU + add_[1];
    x = (x ^ (x >> 11)) * 0xAC4C1B51U + add_[2];
    x = (x ^ (x >> 15)) * 0x31848BABU;
    x ^= x >> 14;
    out[k] = static_cast<std::uint32_t>((std::uint64_t{x} * n) >> 32);
  }
}

CellMap::CellMap(Placement placement, std::uint64_t n, std::uint32_t components, std::uint64_t key)
    : placement_(placement), components_(components) {
  if (n > 0) size_ = static_cast<double>(n);
  if (placement == Placement::hashed) hash_ = KeyedHash(key);
  if (placement == Placement::balanced) {
    order_ = Permutation(n, key);
    dealing_ = Permutation(components, hash64(key, 1));
  }
}

CellMap::CellMap(std::shared_ptr<const HashFunction> hash, std::uint64_t serial, std::uint32_t components)
    : placement_(Placement::hashed), components_(components), drawn_(std::move(hash)), first_key_(serial << 32) {}

void CellMap::draw(std::span<const std::uint32_t> index, std::uint32_t* home) const {
  constexpr std::size_t block = 512;
  std::uint64_t keys[block];
  for (std::size_t first = 0; first < index.size(); first += block) {
    const std::size_t count = std::min(block, index.size() - first);
    for (std::size_t k = 0; k < count; ++k) keys[k] = first_key_ | index[first + k];
    drawn_->choose({keys, count}, components_, home + first);
  }
}

void CellMap::locate(std::span<const std::uint32_t> index, std::uint32_t* home) const {
  switch (placement_) {
    case Placement::hashed: drawn_ != nullptr ? draw(index, home) : hash_.choose(index, components_, home); break;
    case Placement::balanced:
      order_.apply(index, home);
      slices({home, index.size()}, home);
      dealing_.apply({home, index.size()}, home);
      break;
    case Placement::direct: slices(index, home); break;
  }
}

/// Deals places to components in equal slices: place i to component floor(i p / n). place and home may be the same.
void CellMap::slices(std::span<const std::uint32_t> place, std::uint32_t* home) const {
  // A division of doubles that is exact: the product has at most 52 bits, the quotient at most 20, and it stays at
  // least 1 / n > 2^-32 below the next whole number.
  const double size = size_;
  const std::uint64_t components = components_;
  const std::size_t count = place.size();
  for (std::size_t k = 0; k < count; ++k) {
    home[k] = static_cast<std::uint32_t>(static_cast<double>(static_cast<std::int64_t>(place[k] * components)) / size);
  }
}

}  // namespace detail

}  // namespace pram

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <ranges>
#include <vector>

#include <pram/detail/random/hash_family.hpp>
#include <pram/detail/routing/asynchronous.hpp>
#include <pram/registry.hpp>
#include <pram/spec.hpp>

#include "../hash.hpp"
#include "../hashing/families.hpp"
#include "protocols.hpp"

namespace pram {

namespace {

using detail::hash64;
using detail::reduce;
using detail::SeededHash;

enum class Spread { random, modular, ordered };

/// The destinations of combining, where the component that owns a cell is not the hash of its address (TR-24-92,
/// Section 5).
enum class Physical {
  no,     ///< the owner is the hash: placements hash addresses
  extra,  ///< for the address's own hash, and in one phase more for the owner
  last,   ///< for the address's own hash, but in the last phase for the owner
};

/// Whether a record's block of one phase lies within its block of the phase before.
enum class Nested {
  yes,  ///< one hash for all phases, the paper's experiment
  no,   ///< a hash for each, the paper's general case
};

enum class Sweeps { together, separate };

enum class Waiting { synchronous, asynchronous };

/// Which of the writes wins, where any may.
enum class Winner {
  drawn,  ///< the rule draws it
  first,  ///< the one that is the first of its address where it arrives, again and again until it is home
};

struct CombiningOptions {
  Spread spread = Spread::random;
  Physical physical = Physical::no;
  Nested nested = Nested::yes;
  Sweeps sweeps = Sweeps::together;
  Waiting timing = Waiting::synchronous;
  Winner winner = Winner::drawn;
};

const OptionTable<CombiningOptions>& option_table() {
  static const OptionTable<CombiningOptions> table =
      OptionTable<CombiningOptions>("access")
          .choice<&CombiningOptions::spread>("spread", {"random", "modular", "ordered"})
          .choice<&CombiningOptions::physical>("physical", {"no", "extra", "last"})
          .choice<&CombiningOptions::nested>("nested", {"yes", "no"})
          .choice<&CombiningOptions::sweeps>("sweeps", {"together", "separate"})
          .choice<&CombiningOptions::timing>("timing", {"synchronous", "asynchronous"})
          .choice<&CombiningOptions::winner>("winner", {"drawn", "first"})
          .others({"hash"});
  return table;
}

/// A level of the tree of component blocks: after its phase a record lies in the block of `size` components that holds
/// its home. The last block is cut off where the components end.
struct Level {
  std::uint32_t size = 1;
  std::uint64_t inverse = 0;  // 2^40 / size rounded up: exact division for components below 2^20

  explicit Level(std::uint32_t block) : size(block), inverse(((std::uint64_t{1} << 40) + block - 1) / block) {}

  std::uint32_t block_of(std::uint32_t component) const {
    return static_cast<std::uint32_t>((component * inverse) >> 40);
  }
};

/// Multi-phase combining (TR-24-92, Section 2): in phase i a record for address t goes to component h_i(t) B_i + k_i,
/// where B_i = b_(i+1) … b_m, h_i(t) = floor(h(t) / B_i), and k_i in [0, B_i) is chosen by the spreading:
///   random   k_i drawn afresh for every record and phase
///   modular  k_i = s mod B_i for a record that leaves component s
///   ordered  k_i = floor(s' B_i / B_(i-1)), s' the place of s in its block: contiguous sources meet, and in order
/// With nested=no h_i(t) = floor(h'_i(t) / B_i) for hashes h'_i that know nothing of each other; the last is the home.
class Combining : public PlannedProtocol, public SettlesWinners {
 public:
  /// @param family  that hashes of addresses are drawn from; no name: a keyed hash
  Combining(std::vector<std::uint32_t> basis, const CombiningOptions& options, Spec family, std::uint32_t components)
      : basis_(std::move(basis)), options_(options), family_(std::move(family)), components_(components) {
    std::uint64_t block = 1;
    for (const std::uint32_t b : std::views::reverse(basis_)) {
      levels_.insert(levels_.begin(), Level(static_cast<std::uint32_t>(block)));
      block *= b;
    }
  }

  std::string name() const override {
    return fmt::format("combining:{}{}{}", fmt::join(basis_, ","), option_table().text(options_),
                       family_.name.empty() ? "" : ",hash=" + family_.text);
  }

  std::uint32_t components() const override { return components_; }

  std::uint32_t phases() const override {
    return static_cast<std::uint32_t>(basis_.size()) + (options_.physical == Physical::extra ? 1 : 0);
  }

  bool routes_alone() const override { return true; }

  Timing timing() const override {
    if (options_.timing == Waiting::asynchronous) return Timing::asynchronous;
    return options_.sweeps == Sweeps::separate ? Timing::separate : Timing::together;
  }

  bool first_arrival_wins() const override { return options_.winner == Winner::first; }

  void route(const Moves& moves, std::span<std::uint32_t> destination) const override {
    if (moves.phase + 1 == phases()) {
      std::ranges::copy(moves.home, destination.begin());
      return;
    }
    if (options_.nested == Nested::no) {
      std::vector<std::uint32_t> before(destination.size());
      if (moves.phase > 0) hash_addresses(moves, moves.phase - 1, before);
      std::vector<std::uint32_t> hashed(destination.size());
      hash_addresses(moves, moves.phase, hashed);
      spread(moves, hashed, before, destination);
    } else if (options_.physical == Physical::no) {
      spread(moves, moves.home, moves.home, destination);
    } else {
      std::vector<std::uint32_t> hashed(destination.size());
      hash_addresses(moves, 0, hashed);
      spread(moves, hashed, hashed, destination);
    }
  }

 private:
  struct Block {
    std::uint32_t first;
    std::uint32_t size;
  };

  /// Hashes addresses to components, by a hash that is fresh for every step.
  /// @param number  of the hash: those of different numbers know nothing of each other
  void hash_addresses(const Moves& moves, std::uint32_t number, std::span<std::uint32_t> hashed) const {
    const std::uint64_t seed = number == 0 ? moves.step : hash64(number, moves.step);
    if (!family_.name.empty()) {
      detail::draw_hash(family_, seed)->choose(moves.address, components_, hashed.data());
      return;
    }
    for (std::size_t k = 0; k < hashed.size(); ++k) hashed[k] = reduce(hash64(moves.address[k], seed), components_);
  }

  /// @param home    a component of each record's block
  /// @param before  one of its block in the phase before, of which the first phase has none
  void spread(const Moves& moves, std::span<const std::uint32_t> home, std::span<const std::uint32_t> before,
              std::span<std::uint32_t> destination) const {
    const Level level = levels_[moves.phase];
    const std::size_t count = destination.size();
    if (level.size == 1) {
      std::ranges::copy(home, destination.begin());
      return;
    }
    const Spread spread = moves.ordered ? Spread::ordered : options_.spread;
    if (spread == Spread::random) {
      const SeededHash hash(moves.draw);
      for (std::size_t k = 0; k < count; ++k) {
        const Block block = block_of(level, home[k]);
        destination[k] = block.first + reduce(hash(moves.token[k]), block.size);
      }
    } else if (spread == Spread::modular) {
      for (std::size_t k = 0; k < count; ++k) {
        const Block block = block_of(level, home[k]);
        destination[k] = block.first + moves.source[k] % block.size;
      }
    } else {
      for (std::size_t k = 0; k < count; ++k) {
        const Block block = block_of(level, home[k]);
        const Block left = moves.phase == 0 ? Block{0, components_} : block_of(levels_[moves.phase - 1], before[k]);
        const std::uint64_t place = moves.source[k] - left.first;
        destination[k] = block.first + static_cast<std::uint32_t>(place * block.size / left.size);
      }
    }
  }

  Block block_of(const Level& level, std::uint32_t home) const {
    const std::uint32_t first = level.block_of(home) * level.size;
    return {first, std::min(level.size, components_ - first)};
  }

  std::vector<std::uint32_t> basis_;
  CombiningOptions options_;
  Spec family_;
  std::uint32_t components_;
  std::vector<Level> levels_;  ///< [i]: blocks of B_(i+1)
};

/// The family that hash= names; none: no name.
Spec hash_family_of(const Spec& spec, const CombiningOptions& options) {
  Spec family;
  for (const Spec::Option& option : spec.options) {
    if (!same_name(option.name, "hash")) continue;
    if (!family.name.empty()) spec.refuse("access", "hash= only once");
    if (options.physical == Physical::no && options.nested == Nested::yes)
      spec.refuse("access", "hash= beside physical=extra, physical=last or nested=no: else homes decide (--placement)");
    try {
      family = detail::family_text(option.value);
    } catch (const ConfigError& error) {
      spec.refuse("access", "hash= with " + error.allowed);
    }
  }
  return family;
}

std::unique_ptr<AccessProtocol> make_combining(const Spec& spec, std::uint32_t components) {
  const auto refuse = [&spec](const std::string& allowed) { spec.refuse("access", allowed); };
  if (components == 0) throw ConfigError("components", "0", "at least 1");
  const CombiningOptions options = option_table().read(spec);
  Spec family = hash_family_of(spec, options);
  std::vector<std::uint32_t> basis;
  for (const std::string& value : spec.values) {
    const auto number = whole_number(value);
    if (!number || *number == 0 || *number > std::numeric_limits<std::uint32_t>::max()) {
      refuse(
          "combining, or combining:b1,…,bm[,spread=random|modular|ordered][,physical=no|extra|last]"
          "[,nested=yes|no][,hash=FAMILY][,sweeps=together|separate][,timing=synchronous|asynchronous]"
          "[,winner=drawn|first] with whole numbers b1 to bm of at least 1");
    }
    basis.push_back(static_cast<std::uint32_t>(*number));
  }
  if (options.timing == Waiting::asynchronous && options.sweeps == Sweeps::separate)
    refuse("sweeps=separate only with timing=synchronous: a sweep begins when the one before has ended");
  if (options.winner == Winner::first && options.timing == Waiting::synchronous)
    refuse("winner=first only with timing=asynchronous: with barriers all writes of a phase arrive before one goes on");
  if (basis.empty()) basis = detail::default_basis(components);
  std::uint64_t product = 1;
  for (const std::uint32_t b : basis) product = std::min<std::uint64_t>(product * b, std::uint64_t{1} << 40);
  const std::uint64_t first_block = product / basis.front();
  if (product < components || (basis.front() - std::uint64_t{1}) * first_block >= components) {
    refuse(fmt::format("a basis whose product is the number of components, {}, or just covers it; this one's is {}",
                       components, product));
  }
  return std::make_unique<Combining>(std::move(basis), options, std::move(family), components);
}

}  // namespace

namespace detail {

std::vector<std::uint32_t> default_basis(std::uint32_t components) {
  // Exponents of the best sequence for 2^k components, k = 0 … 16: least worst factor over uniform degrees 1 … 2^k at
  // 32 requests a component. Up to 2^12 among all sequences of at most four phases (TR-24-92, Section 4: (32,16,8) at
  // 4096), beyond among the likely ones. From 2^4 on more than one phase pays.
  static const std::vector<std::vector<unsigned>> best = {
      {0},       {1},       {2},       {3},       {2, 2},    {3, 2},       {3, 3},       {4, 3},      {5, 3},
      {4, 4, 1}, {5, 4, 1}, {4, 4, 3}, {5, 4, 3}, {5, 4, 4}, {5, 4, 3, 2}, {5, 4, 3, 3}, {5, 4, 4, 3}};
  const auto bits = static_cast<unsigned>(std::bit_width(components - 1));
  std::vector<unsigned> exponents;
  if (bits < best.size()) {
    exponents = best[bits];
  } else {
    unsigned left = bits;
    for (unsigned share = 5; left > 0; share = 4) {
      exponents.push_back(std::min(share, left));
      left -= exponents.back();
    }
  }
  std::vector<std::uint32_t> basis;
  for (const unsigned exponent : exponents) basis.push_back(1U << exponent);
  // For p that is no power of two the basis is that of the next one, its first number cut to what covers p.
  const std::uint32_t block = (1U << bits) / basis.front();
  basis.front() = (components + block - 1) / block;
  return basis;
}

AccessEntry combining_access() {
  return {"combining", "multi-phase combining (TR-24-92): combining:b1,…,bm[,OPTION=…]; alone: the basis for p",
          make_combining};
}

}  // namespace detail

}  // namespace pram

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <pram/pram.hpp>

/// What tests of collectives draw.
namespace pram::testing {

/// x → a x + b. Their composition is associative and not commutative.
struct Affine {
  std::uint64_t a;
  std::uint64_t b;

  friend bool operator==(const Affine&, const Affine&) = default;
};

inline Affine then(const Affine& first, const Affine& second) {
  return {first.a * second.a, first.b * second.a + second.b};
}

/// All algorithms.
inline constexpr bsp::Algorithm algorithms[] = {bsp::Algorithm::best, bsp::Algorithm::one_phase,
                                                bsp::Algorithm::two_phase, bsp::Algorithm::tree};

/// One way to call a collective.
struct Call {
  std::uint32_t processes = 1;
  std::uint32_t components = 1;
  std::uint64_t values = 0;
  std::uint64_t root = 0;
  std::uint64_t gap = 1;
  std::uint64_t latency = 0;
  bsp::CollectiveOptions options;
};

template <class Draw>
Call random_call(Draw& draw, bool process_a_component) {
  const auto below = [&](std::uint64_t bound) { return draw() % bound; };
  Call call;
  call.processes = static_cast<std::uint32_t>(1 + below(below(4) == 0 ? 70 : 12));
  call.components = process_a_component ? call.processes : static_cast<std::uint32_t>(1 + below(9));
  const std::uint64_t sizes[] = {0, 1, 2, call.processes - 1U, call.processes, call.processes + 1U, below(100)};
  call.values = sizes[below(7)];
  call.root = below(call.processes);
  call.gap = 1 + below(5);
  call.latency = below(2) == 0 ? 0 : below(300);
  call.options.algorithm = algorithms[below(4)];
  if (below(3) == 0)
    call.options.parameters = bsp::Parameters{static_cast<double>(below(4)), 1.5 * static_cast<double>(below(100))};
  return call;
}

inline Machine machine_of(const Call& call, unsigned threads) {
  return Machine({.components = call.components,
                  .network = "router:g=" + std::to_string(call.gap) + ",l=" + std::to_string(call.latency),
                  .threads = threads});
}

/// Values of all processes, as drawn.
template <class T>
using All = std::vector<std::vector<T>>;

}  // namespace pram::testing

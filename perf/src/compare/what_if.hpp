#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <pram/perf/runs/compare.hpp>

namespace pram::perf {

/// A source line in a run to compare from, and in that of the others which charged it least.
struct LineInstead {
  std::string file;
  std::uint32_t line = 0;
  std::uint64_t charge = 0;
  std::uint64_t least = 0;
  std::size_t run = 0;  ///< which has the least, the first of several

  /// Negative where all others charge more.
  std::int64_t spared() const { return static_cast<std::int64_t>(charge) - static_cast<std::int64_t>(least); }
};

/// A run to compare from, and those that differ from it in one thing. Runs are numbers of Comparison::runs.
struct Alternatives {
  std::size_t from = 0;
  std::vector<std::size_t> others = {};
  bool networks = false;                ///< they are on other networks; false: they have other access protocols
  std::vector<LineInstead> lines = {};  ///< those first of which another run spares most
};

/// For each network the first run with a result on it, beside the other protocols there; and the first of all, beside
/// the same protocol on other networks. The ideal network counts only where there is no other, for no machine has it.
std::vector<Alternatives> alternatives(const Comparison& comparison);

/// A table of lines for each of the alternatives, and which whole run was charged least. "": there is nothing to
/// compare.
std::string what_if_markup(const Comparison& comparison);

}  // namespace pram::perf

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "../options.hpp"

namespace pram::tool {

/// Whether --n or --seeds asks for more than one run.
bool is_sweep(const Options& options);

/// Refuses --n A..B and --seeds.
/// @throws ConfigError if one of them asks for more than one run
void refuse_sweep(const Options& options, const std::string& allowed);

/// What an option with "A..B", or a number alone, asks for.
struct Range {
  std::uint64_t first;
  std::uint64_t last;
};

/// @param least  that A may be
/// @param how  describes the range in errors: "A, A + 1, … up to B"
/// @throws ConfigError
template <class T>
Range range_of(const Options& options, const Option<T>& range, std::uint64_t least, const char* how) {
  const std::string given = options.text(range);
  const std::size_t dots = given.find("..");
  const auto first = whole_number(std::string_view(given).substr(0, dots));
  const auto last = dots == std::string::npos ? first : whole_number(std::string_view(given).substr(dots + 2));
  if (!first || !last || *first < least || *first > *last) {
    options.refuse(range, "A..B, whole numbers from " + std::to_string(least) + " and A not above B: " + how);
  }
  return {*first, *last};
}

/// The seeds that --seed or --seeds asks for.
/// @throws ConfigError
Range seeds_of(const Options& options);

}  // namespace pram::tool

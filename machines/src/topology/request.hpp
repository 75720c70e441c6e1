#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pram {

inline constexpr std::uint32_t largest_topology = 1u << 20;

/// A topology as the user asked for it, so that every refusal can show the whole of it.
struct TopologyRequest {
  std::string name;
  std::string arguments;        ///< "" if none
  std::uint32_t terminals = 0;  ///< 0: as many as the arguments say

  std::string text() const;

  /// @throws ConfigError of option "network", with this request as the value
  [[noreturn]] void refuse(const std::string& allowed) const;

  /// The number of terminals, for a topology asked for without sizes.
  /// @param usage  what would have been right where none is given
  std::uint32_t wanted(const std::string& usage) const;

  /// Refuses a topology of more than 2^20 nodes.
  void limit(std::uint64_t nodes) const;

  /// Refuses a topology of another number of terminals than is wanted.
  void match(std::uint64_t terminals_made) const;
};

/// A number of digits only; those too large for 64 bits count as the largest there is.
std::optional<std::uint64_t> whole_number(std::string_view text);

/// The parts between separators; one more than there are separators.
std::vector<std::string_view> split(std::string_view text, char separator);

}  // namespace pram

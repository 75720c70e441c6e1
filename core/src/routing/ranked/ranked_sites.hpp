#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "../../ranks/bytes.hpp"
#include "../../request/call_sites.hpp"

namespace pram::detail {

/// The call sites that all ranks know, by common numbers. A machine's own numbers go by the order in which its rank has
/// met the sites.
class RankedSites {
 public:
  explicit RankedSites(CallSites& sites) : sites_(sites) {}

  /// Writes the sites that the other ranks do not know yet.
  void write_new(BytesWriter& to) const;
  /// Writes a site, which may be one of these.
  void write(BytesWriter& to, std::uint32_t site) const;

  /// Takes over the new sites of a rank. Every rank does so for all ranks, itself included, in their order.
  /// @returns their common numbers
  std::vector<std::uint32_t> enter_new(BytesReader& from);
  /// Reads a site. @param of_rank  what enter_new() has returned of the rank
  /// @returns this rank's own number
  std::uint32_t read(BytesReader& from, const std::vector<std::uint32_t>& of_rank) const;
  /// All new sites of all ranks are entered.
  void end_new() { told_ = sites_.count(); }

  std::uint32_t common(std::uint32_t site) const { return common_[site]; }
  std::uint32_t own(std::uint32_t common) const { return own_[common]; }

  /// The machine forgets its sites.
  void clear();

 private:
  static constexpr std::uint32_t unknown = 0xFFFFFFFF;
  static constexpr std::uint64_t is_new = std::uint64_t{1} << 32;

  CallSites& sites_;
  std::uint32_t told_ = 0;             // sites of numbers below are known to all
  std::vector<std::uint32_t> common_;  // by own numbers
  std::vector<std::uint32_t> own_;     // by common ones
  std::set<std::string> files_;        // of lines that other ranks have met
};

}  // namespace pram::detail

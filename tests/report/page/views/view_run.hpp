#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <pram/pram.hpp>

namespace pram::testing {

/// Four processors on four components, each with a cell of its own of both arrays. In the first step processor i reads
/// cell i + 1 of `next`. In the second all but processor 0 read cell 0 of `hot`.
///
/// On router:g=2,l=10 a phase of an h-relation is charged 2 h + 10. The first step is one of h = 1, forward and back.
/// In the second component 0 receives 3 requests and sends 3 replies.
inline Machine two_steps(std::string network = "router:g=2,l=10", LedgerDetail detail = LedgerDetail::profile) {
  Machine machine({.components = 4,
                   .network = std::move(network),
                   .access = "direct",
                   .placement = Placement::direct,
                   .ledger = detail});
  const auto next = machine.array<int>(4, 1, "next");
  const auto hot = machine.array<int>(4, 2, "hot");
  machine.pardo(4, [&](Processor self) -> Task<> {
    co_await next[(self.id() + 1) % 4];
    if (self.id() > 0) co_await hot[0];
  });
  return machine;
}

inline constexpr std::uint32_t next_line = __LINE__ - 6;
inline constexpr std::uint32_t hot_line = next_line + 1;

inline constexpr std::uint64_t next_charge = 2 * 12;  // forward and back
inline constexpr std::uint64_t hot_charge = 2 * 16;
inline constexpr std::uint64_t whole_charge = next_charge + hot_charge;

// A line's requests with distinct addresses: 2 E + 10, where E is the expected largest bin of 4 balls in 4 bins, 544 /
// 256, and of 3 balls in 4 bins, 108 / 64.
inline constexpr double next_distinct = 2 * 2.125 + 10;
inline constexpr double hot_distinct = 2 * 1.6875 + 10;

inline std::string place_of(std::uint32_t line) { return "views/view_run.hpp:" + std::to_string(line); }

/// The text of the cells of all tables of a view's markup, row by row, without their headings.
inline std::vector<std::vector<std::string>> cells_of(const std::string& markup) {
  std::vector<std::vector<std::string>> rows;
  bool body = false;
  bool text = false;  // within a cell
  for (std::size_t at = 0; at < markup.size();) {
    if (markup[at] != '<') {
      if (text && markup[at] != '\n') rows.back().back() += markup[at];
      ++at;
      continue;
    }
    const std::size_t end = markup.find('>', at);
    const std::string tag = markup.substr(at + 1, end - at - 1);
    at = end + 1;
    if (tag.starts_with("tbody")) body = true;
    if (tag == "/tbody") body = text = false;
    if (!body) continue;
    if (tag.starts_with("tr")) {
      rows.emplace_back();
      text = false;
    }
    if (tag.starts_with("td")) {
      rows.back().emplace_back();
      text = true;
    }
  }
  return rows;
}

}  // namespace pram::testing

#include <pram/perf/torus_tables.hpp>

#include <algorithm>
#include <bit>
#include <map>

#include <pram/error.hpp>
#include "../parts/part.hpp"

namespace pram {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TorusRun, startups, transmissions, words, largest, buffer, undelivered)

}  // namespace pram

namespace pram::perf {

namespace {

constexpr std::uint32_t least_side = 8;
constexpr std::uint32_t most_side = 512;

std::uint32_t members(std::uint32_t side) { return static_cast<std::uint32_t>(std::bit_width(side)) - 1; }

}  // namespace

TorusTables torus_tables(const TorusTablesRequest& request) {
  TorusTables tables;
  std::map<std::pair<std::uint32_t, std::uint32_t>, TorusRun> executed;
  std::uint64_t done = 0;
  std::uint64_t of = 0;
  for (std::uint32_t side = least_side; side <= request.most_side; side *= 2) of += members(side);
  try {
    for (std::uint32_t side = least_side; side <= request.most_side; side *= 2) {
      for (std::uint32_t splits = 0; splits < members(side); ++splits) {
        if (request.progress && !request.progress(done, of)) throw Interrupted(done);
        ++done;
        const auto run = part<TorusRun>(request.parts, fmt::format("side {}, {} splits", side, splits),
                                        [&] { return check_torus_exchange(TorusExchange(side, splits)); });
        executed[{side, splits}] = run;
        tables.family.push_back({side, splits, torus_exchange_cost(side, splits), run});
      }
    }
  } catch (const Interrupted&) {  // what is done stands in the tables
  }
  const auto run_of = [&](std::uint32_t side, std::uint32_t splits) -> std::optional<TorusRun> {
    const auto place = executed.find({side, splits});
    return place == executed.end() ? std::nullopt : std::optional(place->second);
  };
  for (std::uint32_t side = least_side; side <= most_side; side *= 2) {
    std::vector<TorusPrinted> rows;
    for (const TorusTableRow& row : torus_exchange_table(side)) rows.push_back({row, run_of(side, row.splits)});
    tables.printed.emplace_back(side, std::move(rows));
    std::uint32_t best = 0;
    for (std::uint32_t splits = 1; splits < members(side); ++splits) {
      if (torus_exchange_cost(side, splits).startups < torus_exchange_cost(side, best).startups) best = splits;
    }
    tables.fewest.push_back({side, best, torus_exchange_cost(side, best), run_of(side, best)});
  }
  return tables;
}

}  // namespace pram::perf

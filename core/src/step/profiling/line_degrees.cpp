#include "line_degrees.hpp"

#include <algorithm>
#include <array>

#include "../../request/degree_bins.hpp"
#include "../../routing/agreed_step.hpp"

namespace pram::detail {

namespace {

constexpr std::uint32_t no_line = ~std::uint32_t{0};
constexpr unsigned digit_bits = 11;

}  // namespace

std::vector<DegreeBins> LineDegrees::of(const WorkerTeam& team, const std::vector<LedgerWriter::LineEntry>& lines,
                                        const AccessFacts& facts) {
  std::vector<DegreeBins> degrees(lines.size());
  if (indexes_.size() < lines.size()) indexes_.resize(lines.size());
  bool all_known = true;
  for (std::uint32_t k = 0; k < lines.size(); ++k) {
    const auto& [site, of_line] = lines[k];
    if (place_.size() <= site) place_.resize(site + std::size_t{1});
    const bool reads = team.workers.front()->sites.operation(site).action == Action::read;
    // Where no cell is read twice, or updated twice, a line that reads, or updates, has groups of one alone.
    const bool known = (reads ? facts.largest_read_degree : facts.largest_write_degree) <= 1;
    if (known) degrees[k][0] = of_line.requests;
    place_[site] = known ? no_line : k;
    indexes_[k].clear();
    all_known &= known;
  }
  if (all_known) return degrees;
  for (const auto& worker : team.workers) {
    for (const Chunk& chunk : worker->chunks) {
      for (std::uint32_t at = chunk.first; chunk.requests > 0 && at < chunk.last; ++at) {
        if (worker->index[at] >= finished_processor) continue;
        const std::uint32_t line = place_[worker->site_at(chunk, at)];
        if (line != no_line) indexes_[line].push_back(worker->index[at]);
      }
    }
  }
  for (std::size_t k = 0; k < lines.size(); ++k) {
    if (!indexes_[k].empty()) degrees[k] = count(indexes_[k]);
    // Each rank has looked at the requests for its own cells.
    if (team.agreed != nullptr && place_[lines[k].site] != no_line) team.agreed->group->add(degrees[k]);
  }
  return degrees;
}

/// Counts groups of equal indexes, which are put in order for it.
DegreeBins LineDegrees::count(Indexes& indexes) {
  sort(indexes);
  DegreeBins bins{};
  for (auto first = indexes.begin(); first != indexes.end();) {
    const auto last = std::find_if(first, indexes.end(), [first](std::uint32_t index) { return index != *first; });
    count_degree(bins, static_cast<std::uint64_t>(last - first));
    first = last;
  }
  return bins;
}

/// Sorts ascending, digit by digit. Digits that all numbers share are left out.
void LineDegrees::sort(Indexes& indexes) {
  std::uint32_t all = ~std::uint32_t{0};
  std::uint32_t any = 0;
  for (const std::uint32_t index : indexes) {
    all &= index;
    any |= index;
  }
  sorted_.resize(indexes.size());
  for (unsigned shift = 0; shift < 32; shift += digit_bits) {
    constexpr std::uint32_t digit = (1U << digit_bits) - 1;
    if ((((any ^ all) >> shift) & digit) == 0) continue;
    std::array<std::uint32_t, digit + 2> first{};
    for (const std::uint32_t index : indexes) ++first[((index >> shift) & digit) + 1];
    for (std::size_t k = 1; k < first.size(); ++k) first[k] += first[k - 1];
    for (const std::uint32_t index : indexes) sorted_[first[(index >> shift) & digit]++] = index;
    indexes.swap(sorted_);
  }
}

}  // namespace pram::detail

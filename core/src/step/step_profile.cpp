#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <pram/detail/memory_account.hpp>

#include "../request/degree_bins.hpp"
#include "engine.hpp"

/// What LedgerDetail::profile asks of a step besides: degrees by line, loads of components and of links.
namespace pram::detail {

namespace {

constexpr unsigned digit_bits = 11;

/// Sorts ascending, digit by digit. Digits that all keys share are left out.
void sort_keys(CountedVector<std::uint64_t>& keys) {
  std::uint64_t all = ~std::uint64_t{0};
  std::uint64_t any = 0;
  for (const std::uint64_t key : keys) {
    all &= key;
    any |= key;
  }
  CountedVector<std::uint64_t> sorted(keys.size());
  for (unsigned shift = 0; shift < 64; shift += digit_bits) {
    constexpr std::uint64_t digit = (1U << digit_bits) - 1;
    if ((((any ^ all) >> shift) & digit) == 0) continue;
    std::array<std::size_t, digit + 2> first{};
    for (const std::uint64_t key : keys) ++first[((key >> shift) & digit) + 1];
    for (std::size_t k = 1; k < first.size(); ++k) first[k] += first[k - 1];
    for (const std::uint64_t key : keys) sorted[first[(key >> shift) & digit]++] = key;
    keys.swap(sorted);
  }
}

/// Of a step in which one line asks: the groups of several requests are known, and all others have one request.
DegreeBins degrees_of_line(const WorkerTeam& team, const CallSiteFacts& facts) {
  DegreeBins bins{};
  for (const auto& worker : team.workers) {
    add_degrees(bins, worker->degrees);
    worker->modules.count_degrees(bins);
  }
  // What was counted as it grew has left nothing in bin 0.
  std::uint64_t known = 0;
  for (std::size_t bin = 1; bin < bins.size(); ++bin) known += bins[bin];
  bins[0] = facts.distinct - known;
  return bins;
}

/// Of a step that several lines share, from its slots: what counts the accesses of a cell does not tell lines apart.
std::vector<DegreeBins> degrees_of_lines(const WorkerTeam& team, const std::vector<LedgerWriter::LineEntry>& lines) {
  CountedVector<std::uint64_t> keys;  // site above, index below
  for (const auto& worker : team.workers) {
    for (const Chunk& chunk : worker->chunks) {
      for (std::uint32_t at = chunk.first; chunk.requests > 0 && at < chunk.last; ++at) {
        if (worker->index[at] < finished_processor)
          keys.push_back((std::uint64_t{worker->site_at(chunk, at)} << 32) | worker->index[at]);
      }
    }
  }
  sort_keys(keys);
  std::uint32_t highest = 0;
  for (const LedgerWriter::LineEntry& line : lines) highest = std::max(highest, line.site);
  std::vector<std::uint32_t> place(highest + std::size_t{1});
  for (std::uint32_t k = 0; k < lines.size(); ++k) place[lines[k].site] = k;
  std::vector<DegreeBins> degrees(lines.size());
  for (auto first = keys.begin(); first != keys.end();) {
    const auto last = std::find_if(first, keys.end(), [first](std::uint64_t key) { return key != *first; });
    count_degree(degrees[place[*first >> 32]], static_cast<std::uint64_t>(last - first));
    first = last;
  }
  return degrees;
}

}  // namespace

LedgerWriter::Pardo Engine::begin_pardo(PardoTotal::Form form, std::uint64_t processors, const PardoCall& call) {
  if (!writer_.profiles()) return {};
  PardoTotal one;
  one.form = form;
  one.where = {call.where.file_name(), call.where.line()};
  one.name = call.name;
  one.processors = processors;
  return writer_.begin_pardo(std::move(one));
}

void Engine::begin_profile() {
  component_loads_->begin_step();
  machinery_.network().note_load();
}

const NetworkLoad* Engine::take_load() {
  if (component_loads_ == nullptr || !machinery_.network().take_load(network_load_)) return nullptr;
  return &network_load_;
}

void Engine::add_profile(const WorkerTeam& team, LedgerWriter::StepEntry& entry) {
  entry.components = component_loads_.get();
  entry.load = take_load();
  if (entry.lines.size() > 1) {
    entry.degrees = degrees_of_lines(team, entry.lines);
  } else if (entry.lines.size() == 1) {
    entry.degrees.push_back(degrees_of_line(team, entry.lines.front().facts));
  }
}

}  // namespace pram::detail

#include <cstdint>
#include <utility>
#include <vector>

#include "../request/degree_bins.hpp"
#include "engine.hpp"

/// What LedgerDetail::profile asks of a step besides: degrees by line, loads of components and of links.
namespace pram::detail {

namespace {

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
    entry.degrees = line_degrees_->of(team, entry.lines, entry.facts);
  } else if (entry.lines.size() == 1) {
    entry.degrees.push_back(degrees_of_line(team, entry.lines.front().facts));
  }
}

}  // namespace pram::detail

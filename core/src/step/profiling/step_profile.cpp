#include "step_profile.hpp"

#include "../../request/degree_bins.hpp"
#include "../../routing/agreed_step.hpp"

namespace pram::detail {

namespace {

/// The degrees where one line asks: the groups of several requests are known, and all others have one request.
DegreeBins degrees_of_line(const WorkerTeam& team, const CallSiteFacts& facts) {
  DegreeBins bins{};
  for (const auto& worker : team.workers) {
    add_degrees(bins, worker->degrees);
    worker->modules.count_degrees(bins);
  }
  if (team.agreed != nullptr) team.agreed->group->add(bins);
  // What was counted as it grew has left nothing in bin 0.
  std::uint64_t known = 0;
  for (std::size_t bin = 1; bin < bins.size(); ++bin) known += bins[bin];
  bins[0] = facts.distinct - known;
  return bins;
}

}  // namespace

StepProfile::StepProfile(bool profiled, std::uint32_t components, MemoryAccount& account) {
  if (!profiled) return;
  const AccountScope counted(&account);
  loads_ = std::make_unique<ComponentLoads>(components);
  degrees_ = std::make_unique<LineDegrees>();
}

void StepProfile::begin(Network& network) {
  if (loads_ == nullptr) return;
  loads_->begin_step();
  network.note_load();
}

void StepProfile::begin_step(Step& step, const WorkerTeam& team, Network& network) {
  begin(network);
  step.components = loads_.get();
  for (const auto& worker : team.workers) {
    worker->degrees = {};
    worker->modules.begin_degrees();
  }
}

const NetworkLoad* StepProfile::take_load(Network& network) {
  if (loads_ == nullptr || !network.take_load(network_load_)) return nullptr;
  return &network_load_;
}

void StepProfile::add(const WorkerTeam& team, LedgerWriter::StepEntry& entry, Network& network) {
  entry.components = loads_.get();
  entry.load = take_load(network);
  const WorkerTeam& asked = team.agreed != nullptr ? *team.agreed->serving : team;
  if (entry.lines.size() > 1) {
    entry.degrees = degrees_->of(asked, entry.lines, entry.facts);
  } else if (entry.lines.size() == 1) {
    entry.degrees.push_back(degrees_of_line(asked, entry.lines.front().facts));
  }
}

}  // namespace pram::detail

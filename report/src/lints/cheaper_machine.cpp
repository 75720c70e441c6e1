#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <pram/access.hpp>
#include <pram/error.hpp>
#include <pram/report/detail/run/other_machines.hpp>
#include <pram/report/detail/value/text.hpp>
#include "run_lints.hpp"

namespace pram::report {

namespace {

constexpr double least_saving = 0.1;  // of the charge

// A run of some tenths of a second: longer ones are not run again unasked.
constexpr std::uint64_t most_requests_again = std::uint64_t{1} << 22;
constexpr std::uint64_t most_work_again = std::uint64_t{1} << 28;

/// The basis of two phases that are as long as one another.
std::string even_basis(std::uint32_t components) {
  auto block = static_cast<std::uint32_t>(std::sqrt(static_cast<double>(components)));
  while (std::uint64_t{block} * block < components) ++block;
  return fmt::format("combining:{},{}", (components + block - 1) / block, block);
}

/// The protocols that are tried, as the machine's own table names them in full, each once.
std::vector<std::string> other_protocols(const MachineOptions& machine) {
  std::vector<std::string> known = {machine.access.text()};
  std::vector<std::string> others;
  for (const std::string& asked : {std::string("direct"), std::string("combining"), even_basis(machine.components)}) {
    const std::string name = access_protocols().make(Spec(asked), machine.components)->name();
    if (std::ranges::find(known, name) != known.end()) continue;
    known.push_back(name);
    others.push_back(name);
  }
  return others;
}

}  // namespace

std::vector<OtherMachine> machines_for_lints(const RunSummary& run) {
  if (run.lints || run.interrupted || run.machine.components < 2 || run.ledger.requests().total() == 0 ||
      run.ledger.total_charge() == 0 || !is_at_most(run, most_requests_again, most_work_again))
    return {};
  MachineOptions machine = run.machine;
  machine.ledger = LedgerDetail::totals;
  std::vector<OtherMachine> others;
  if (machine.placement != Placement::direct) {
    others.push_back({"--placement direct", machine});
    set_placement(others.back().machine, "direct");
  }
  for (const std::string& protocol : other_protocols(machine)) {
    others.push_back({"--access " + protocol, machine});
    others.back().machine.access = protocol;
  }
  return others;
}

/// The placement or protocol that would save most of the charge, by executed runs.
std::optional<Finding> cheaper_machine_lint(const RunSummary& run) {
  if (run.other_runs.empty()) return std::nullopt;
  const OtherRun& best = *std::ranges::min_element(run.other_runs, {}, &OtherRun::charge);
  const std::uint64_t charge = run.ledger.total_charge();
  if (best.charge >= charge) return std::nullopt;
  const double share = static_cast<double>(charge - best.charge) / static_cast<double>(charge);
  if (share < least_saving) return std::nullopt;
  return Finding{fmt::format("{} would save {} of the charge: {} in place of {}, as another run shows", best.options,
                             percentage(share, 1), with_separators(best.charge), with_separators(charge)),
                 share};
}

}  // namespace pram::report

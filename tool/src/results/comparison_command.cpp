#include "comparison_command.hpp"

#include <fmt/format.h>

#include <pram/access.hpp>
#include <pram/network.hpp>
#include <pram/spec.hpp>
#include "../catalogue/source_text.hpp"
#include "../tool_name.hpp"

namespace pram::tool {

namespace {

/// Whether the run's network has what the protocol needs: routines, where it needs any.
bool serves(const AccessEntry& protocol, const MachineOptions& machine) {
  try {
    const auto made = access_protocols().make(Spec(protocol.name), machine.components);
    const RoutineProtocol* const routine = made->routine();
    if (routine == nullptr) return true;
    static_cast<void>(routine->routines(*networks().make(machine.network.spec(), machine.components)));
    return true;
  } catch (const ConfigError&) {
    return false;
  }
}

}  // namespace

std::string comparison_command(const report::RunSummary& run) {
  if (!is_bundled(run.program) || run.ledger.steps() == 0) return "";
  // A semicolon says that commas are parts of names.
  std::string network = run.machine.network.text();
  if (network.find(',') != std::string::npos) network = "'" + network + ";'";
  const Spec own = run.machine.access.spec();
  std::string protocols = own.text;
  for (const AccessEntry& protocol : access_protocols().entries()) {
    if (protocol.name != own.name && serves(protocol, run.machine)) protocols += ";" + protocol.name;
  }
  return fmt::format("{} compare {} --components {} --networks {} --access '{}' --html compare.html", tool_name(),
                     run.program, run.machine.components, network, protocols);
}

}  // namespace pram::tool

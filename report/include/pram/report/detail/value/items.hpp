#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <pram/machine.hpp>
#include <pram/report/bsp_parameters.hpp>

/// What the heads of several reports have in common.
namespace pram::report {

/// "  key                 text", the text wrapped in its own column.
std::string item(std::string_view key, std::string_view text);

/// "1 step", "2,000 steps"
std::string plural(std::uint64_t n, std::string_view what);

/// An algorithm's name without that of its operation, which stands above: "ring-two-way".
std::string short_name(const std::string& algorithm, const std::string& operation);

/// Why a performance factor may be below 1, for a run's placement.
std::string below_one_text(Placement placement);

/// Whether a factor is below 1 in the two digits that text shows.
inline bool below_one(double factor) { return factor > 0 && factor < 0.995; }

/// "2", or "1.54" of a fit
std::string gap_text(const BspParameters& parameters);

/// "g = 2 and l = 10, the network's own"
std::string parameters_text(const BspParameters& parameters);

/// "rule arbitrary, placement hashed, seed 1"
std::string rule_text(const MachineOptions& machine);

}  // namespace pram::report

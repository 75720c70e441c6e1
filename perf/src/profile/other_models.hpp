#pragma once

#include <optional>
#include <string>
#include <vector>

#include <pram/ledger.hpp>
#include <pram/machine.hpp>
#include <pram/perf/bsp_parameters.hpp>
#include <pram/perf/report.hpp>

/// What the PRAM steps of a run take where other things are charged than by its machine.
namespace pram::perf {

/// The time of a run in one model.
struct ModelTime {
  std::string key;             ///< in JSON, and in CSV before "_time": "qrqw"
  std::string name;            ///< in text
  std::optional<double> time;  ///< none: what is known of the run does not tell it
  std::string formula;         ///< "T ⌈log2 p⌉"
  std::string assumes;         ///< what the model charges, in one sentence, or why there is no time
};

/// PRAM, QRQW PRAM, EREW PRAM, p processors, BSP and the machine itself. All come from totals, so that they are exact
/// however much of the run the ledger keeps.
/// @param parameters  g and l of the network; none: there is no time of BSP
std::vector<ModelTime> model_times(const Ledger& ledger, const MachineOptions& machine,
                                   const std::optional<BspParameters>& parameters);

/// Adds them to JSON, and where `with_text` the section to text.
void add_other_models(Report& report, const std::vector<ModelTime>& times, const Ledger& ledger, bool with_text);

/// Adds a column each to the lines of CSV.
void add_model_columns(Table& lines, const std::vector<ModelTime>& times);

}  // namespace pram::perf

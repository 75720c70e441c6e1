#pragma once

#include <optional>
#include <string>
#include <vector>

#include <pram/ledger.hpp>
#include <pram/machine.hpp>
#include <pram/report/bsp_parameters.hpp>
#include <pram/report/detail/value/value.hpp>

/// The time of a run's PRAM steps in models that charge for other things than its machine does.
namespace pram::report {

/// The time of a run in one model.
struct ModelTime {
  std::string key;             ///< in JSON, and in CSV before "_time": "qrqw"
  std::string name;            ///< in text
  std::optional<double> time;  ///< none: the facts known of the run do not determine it
  std::string formula;         ///< "T ⌈log2 p⌉"
  std::string assumes;         ///< what the model charges, in one sentence, or why there is no time
};

/// The times of a run as PRAM, QRQW PRAM, EREW PRAM, p processors, BSP and the machine itself. All times come from
/// totals, so they do not depend on how much of the run the ledger keeps. A run without PRAM steps has none.
/// @param parameters  g and l of the network; none: BSP has no time
std::vector<ModelTime> model_times(const Ledger& ledger, const MachineOptions& machine,
                                   const std::optional<BspParameters>& parameters);

/// Adds the times to JSON and, if `with_text`, a section to the text.
void add_other_models(Report& report, const std::vector<ModelTime>& times, const Ledger& ledger, bool with_text);

/// Adds a column for each model to the lines of CSV.
void add_model_columns(Table& lines, const std::vector<ModelTime>& times);

}  // namespace pram::report

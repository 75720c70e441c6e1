#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <pram/report/detail/value/items.hpp>
#include <pram/report/detail/value/text.hpp>
#include <pram/rule.hpp>
#include "profile/lines/lines.hpp"
#include "run_lints.hpp"

namespace pram::report {

namespace {

constexpr double least_charge_share = 0.1;  // of the run's charge, which a pardo must have to be worth a word
constexpr std::size_t most_named_pardos = 3;

/// What the steps of a pardo did, as far as they have records.
struct PardoSteps {
  std::uint64_t steps = 0;
  bool concurrent_reads = false;
  bool concurrent_writes = false;
  bool reads_beside_writes = false;  ///< one processor reads a cell that another writes

  void add(const StepRecord& step) {
    ++steps;
    concurrent_reads |= step.largest_read_degree > 1;
    concurrent_writes |= step.largest_write_degree > 1;
    // A cell that was read and written is a distinct address of two lines, and one of the step.
    std::uint64_t distinct = 0;
    for (const StepLine& line : step.lines) distinct += line.distinct;
    reads_beside_writes |= distinct > step.distinct;
  }

  /// The weakest model that the steps satisfied: EREW, CREW, or else that of the whole run.
  std::string weakest_model(const Ledger& ledger) const {
    if (concurrent_writes || reads_beside_writes) return ledger.models().front();
    return concurrent_reads ? "CREW" : "EREW";
  }
};

/// Whether a run under the rule that satisfied a model goes the same way under that model's own rule, which is weaker.
/// Where no writers met, the rule is all the same. Where they agreed, `common` leaves what `arbitrary` and `priority`
/// do.
bool is_weaker(std::string_view model, Rule rule) {
  if (model == "EREW") return rule != Rule::erew;
  if (model == "CREW") return rule != Rule::erew && rule != Rule::crew;
  return model == "CRCW common" && (rule == Rule::arbitrary || rule == Rule::priority);
}

/// A pardo that a weaker rule would do for.
struct WeakerPardo {
  const PardoTotal* pardo;
  std::string model;
};

/// Such pardos that have enough of the charge, those that have most first.
std::vector<WeakerPardo> weaker_pardos(const Ledger& ledger, Rule rule) {
  std::vector<PardoSteps> seen(ledger.pardos().size());
  for (const StepRecord& step : ledger.step_records()) {
    if (step.pardo_number > 0) seen[step.pardo].add(step);
  }
  std::vector<WeakerPardo> weaker;
  for (std::size_t k = 0; k < seen.size(); ++k) {
    const PardoTotal& pardo = ledger.pardos()[k];
    const bool known = pardo.steps > 0 && seen[k].steps == pardo.steps;
    if (!known || static_cast<double>(pardo.charge) < least_charge_share * static_cast<double>(ledger.total_charge()))
      continue;
    std::string model = seen[k].weakest_model(ledger);
    if (is_weaker(model, rule)) weaker.push_back({&pardo, std::move(model)});
  }
  std::ranges::stable_sort(weaker, std::ranges::greater{}, [](const WeakerPardo& one) { return one.pardo->charge; });
  return weaker;
}

}  // namespace

/// The pardos that a weaker rule than the machine's would do for.
std::optional<Finding> weaker_model_lint(const RunSummary& run) {
  const Ledger& ledger = run.ledger;
  if (ledger.total_charge() == 0) return std::nullopt;
  const std::vector<WeakerPardo> weaker = weaker_pardos(ledger, run.machine.rule);
  if (weaker.empty()) return std::nullopt;
  std::uint64_t charge = 0;
  std::vector<std::string> named;
  for (const WeakerPardo& one : weaker) {
    charge += one.pardo->charge;
    if (named.size() < most_named_pardos)
      named.push_back(fmt::format("{} at {}", one.model, printable(place_text(one.pardo->where))));
  }
  const auto pardos = static_cast<std::uint64_t>(std::ranges::count_if(
      ledger.pardos(), [](const PardoTotal& one) { return one.form != PardoTotal::Form::processes; }));
  const double share = static_cast<double>(charge) / static_cast<double>(ledger.total_charge());
  return Finding{
      fmt::format("{} of {}, with {} of the charge, would do under a weaker rule than {}: {}{}", weaker.size(),
                  plural(pardos, "pardo"), percentage(share, 1), to_string(run.machine.rule), fmt::join(named, ", "),
                  weaker.size() > named.size() ? fmt::format(" and {} more", weaker.size() - named.size()) : ""),
      share};
}

}  // namespace pram::report

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <pram/detail/ledger/fact.hpp>
#include <pram/perf/finished_parts.hpp>
#include <pram/perf/patterns/request_pattern.hpp>
#include <pram/perf/report.hpp>
#include <pram/perf/statistic.hpp>
#include <pram/report/detail/value/field.hpp>
#include <pram/spec.hpp>

/// The cost of a request pattern with several access protocols, over several runs.
namespace pram::perf {

struct PatternsRequest {
  PatternSource pattern;
  std::uint32_t components = 4096;
  Spec network = "router";
  std::vector<Spec> access = {"combining"};
  std::uint64_t runs = 16;
  std::uint64_t seed = 1;
  unsigned threads = 0;  ///< 0: one per core. Never changes a result
  /// Is called now and then with the work done and to do. If it returns false, the work stops after this run.
  std::function<bool(std::uint64_t done, std::uint64_t of)> progress;
  FinishedParts* parts = nullptr;  ///< finished runs, and where new ones are kept; null: none is kept
};

/// The cost of one phase over the runs. Charges are in the network's units of time.
struct PhaseCost {
  Statistic messages;
  Statistic sent;      ///< q
  Statistic received;  ///< r
  Statistic charge;
  Statistic charge_back;
};

/// The facts of PhaseRecord that a PhaseCost has the statistics of, by the same names, as JSON has them.
constexpr void facts_of(pram::detail::Of<PhaseCost>, auto&& see) {
  using pram::detail::Apart;
  see(Apart<"messages", &PhaseCost::messages>());
  see(Apart<"largest_sent", &PhaseCost::sent>());
  see(Apart<"largest_received", &PhaseCost::received>());
  see(Apart<"forward", &PhaseCost::charge>());
  see(Apart<"back", &PhaseCost::charge_back>());
}

/// The cost of one protocol over the runs.
struct AccessCost {
  std::string access;
  std::vector<PhaseCost> phases;
  Statistic charge;       ///< of the requests, all phases together
  Statistic charge_back;  ///< of the replies, all phases together
  Statistic factor;       ///< charge over the charge of as many requests to distinct addresses
};

/// A round of a search. After it each of its candidates has `runs` runs in all, and the worse half is dropped.
struct SearchRound {
  std::uint64_t candidates = 0;
  std::uint64_t runs = 0;
};

struct PatternsResult {
  std::string pattern;
  std::string network;
  std::uint32_t components = 0;
  std::uint64_t requests = 0;
  std::uint64_t seed = 1;
  std::uint64_t asked = 0;                 ///< runs that were to be made
  Statistic addresses;                     ///< addresses that are asked for
  Statistic largest_degree;                ///< most requests for one address
  std::optional<Statistic> largest_owned;  ///< r* of a pattern that has owners: largest_owned() of each run
  double distinct_charge = 0;              ///< denominator of the factor
  Statistic least_charge;                  ///< lower bound for every protocol on the router: least_charge() of each run
  std::vector<AccessCost> costs;
  std::uint32_t most_phases = 0;    ///< of a base in a search; 0: there was no search
  std::vector<SearchRound> rounds;  ///< of a search
  bool interrupted = false;
  double wall_seconds = 0;
};

/// Runs the pattern through every protocol: in run k all protocols see the same requests, homes and seed.
/// @throws ConfigError for a network or protocol that does not fit, a protocol that does not route by phases, or parts
///         with a network whose charges depend on earlier phases
PatternsResult measure_patterns(const PatternsRequest& request);

/// The most bases that a search tries.
inline constexpr std::size_t most_candidates = 20'000;

/// All sequences of at most `phases` whole numbers from 2 on whose product is p, shortest first; (1) for p = 1.
/// @throws ConfigError for phases = 0, or if there are more than most_candidates
std::vector<std::vector<std::uint32_t>> factorisations(std::uint32_t p, std::uint32_t phases);

/// The ten best bases of combining for the pattern, best first: successive halving (Karnin, Koren and Somekh 2013) over
/// all factorisations, with the same requests, homes and seeds for all of them. request.access is not used.
/// @param spread  "random", "modular" or "ordered"
/// @throws ConfigError for a network or spread that does not fit, phases = 0, or more than most_candidates bases
PatternsResult search_bases(const PatternsRequest& request, const std::string& spread, std::uint32_t phases);

/// A table of each protocol's phases, or the best bases of a search. JSON: {version, network, components, pattern,
/// requests, addresses, largest_degree, largest_owned, distinct_charge, least_charge, seed, asked, runs, costs:
/// [{access, runs, phases: [{messages, sent, received, charge, charge_back}], charge, charge_back, factor}], search,
/// interrupted, wall_seconds}; quantities are {mean, stderr, largest}, largest_owned is left out without owners,
/// search is null or {phases, rounds}.
Report patterns_report(const PatternsResult& result);

/// The same as a page, with the protocols' charges drawn beside each other.
Page patterns_page(const PatternsResult& result);

/// The result that such a report is of, from its JSON.
/// @throws Error that names the field that is missing or wrong
PatternsResult read_patterns(const Field& report);

}  // namespace pram::perf

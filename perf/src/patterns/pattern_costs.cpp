#include <pram/perf/patterns/pattern_costs.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string_view>
#include <thread>

#include <pram/detail/fork_join.hpp>
#include <pram/detail/ledger/facts.hpp>
#include <pram/detail/random/seeded_hash.hpp>
#include <pram/perf/patterns/pattern_engine.hpp>
#include <pram/pram.hpp>
#include "../parts/part.hpp"

namespace pram::perf {

void kept_members(MaybeConst<PatternPhase> auto& phase, const auto& member) {
  // Charges keep the names under which earlier versions have written finished parts.
  const auto kept = [](std::string_view name) {
    return name == "forward" ? "charge" : name == "back" ? "charge_back" : name;
  };
  pram::detail::for_common_facts<PhaseRecord, PhaseCost>(
      [&](auto fact, auto) { member(kept(decltype(fact)::name), phase.*fact.member); });
}

namespace {

constexpr std::size_t best_shown = 10;

// Candidates that a search never drops, so that ten good ones are known well.
constexpr std::size_t least_left = 2 * best_shown;

/// One run of all candidates.
struct PatternRun {
  std::uint64_t requests = 0;
  std::uint32_t addresses = 0;
  std::uint32_t largest_degree = 0;
  std::optional<std::uint32_t> largest_owned;
  std::uint32_t least_charge = 0;
  double distinct_charge = 0;                     // of the first run, and the same for all
  std::vector<std::vector<PatternPhase>> phases;  // per candidate
};

void kept_members(MaybeConst<PatternRun> auto& run, const auto& member) {
  member("requests", run.requests);
  member("addresses", run.addresses);
  member("largest_degree", run.largest_degree);
  member("largest_owned", run.largest_owned);
  member("least_charge", run.least_charge);
  member("distinct_charge", run.distinct_charge);
  member("phases", run.phases);
}

/// A protocol with a network of its own: what earlier runs leave in a network must not depend on threads.
struct Candidate {
  std::unique_ptr<AccessProtocol> protocol;
  std::unique_ptr<Network> network;
  AccessCost cost;
};

Candidate make_candidate(const PatternsRequest& request, const Spec& access) {
  Candidate made;
  made.protocol = access_protocols().make(access, request.components);
  if (made.protocol->routing_plan() == nullptr) {
    access.refuse("access",
                  "a protocol that routes requests phase by phase, as direct or combining: this one does not");
  }
  made.network = networks().make(request.network, request.components);
  if (made.protocol->asynchronous()) port_of(*made.protocol, *made.network);  // refuses other networks
  made.cost.access = made.protocol->name();
  return made;
}

class Laboratory {
 public:
  explicit Laboratory(const PatternsRequest& request) : request_(request), start_(std::chrono::steady_clock::now()) {
    threads_ = request.threads != 0 ? request.threads : std::max(1U, std::thread::hardware_concurrency());
    threads_ = std::min(threads_, static_cast<unsigned>(tbb::this_task_arena::max_concurrency()));
    arena_.initialize(static_cast<int>(threads_));
    result_.pattern = request.pattern.name;
    result_.components = request.components;
    result_.seed = request.seed;
    result_.asked = request.runs;
    const std::unique_ptr<Network> network = networks().make(request.network, request.components);
    result_.network = network->name();
    if (request.parts != nullptr && network->remembers_phases()) {
      request.network.refuse(
          "network",
          "a network that charges every run as if it were the first: this one remembers earlier phases, "
          "so that no run can be left out");
    }
  }

  void add(const Spec& access) { candidates_.push_back(make_candidate(request_, access)); }

  /// Runs [first, last) of all candidates. @returns false if it was stopped
  bool run(std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t run = first; run < last; ++run) {
      if (request_.progress && !request_.progress(done_, of_)) {
        result_.interrupted = true;
        return false;
      }
      PatternRun made;
      try {
        made = part<PatternRun>(request_.parts, fmt::format("run {} of {} candidates", run, candidates_.size()),
                                [&] { return run_all(run); });
      } catch (const Interrupted&) {
        result_.interrupted = true;
        return false;
      }
      if (made.phases.size() != candidates_.size()) throw Error("a finished part is of other candidates");
      if (known_runs_ <= run) note(made);
      known_runs_ = std::max(known_runs_, run + 1);
      for (std::size_t k = 0; k < candidates_.size(); ++k) enter(candidates_[k].cost, std::move(made.phases[k]));
      done_ += candidates_.size();
    }
    return true;
  }

  /// Announces so much work for progress.
  void expect(std::uint64_t runs) { of_ += runs; }

  void keep_best(std::size_t count) {
    std::ranges::stable_sort(candidates_, {}, [](const Candidate& made) { return made.cost.factor.mean(); });
    if (count < candidates_.size()) candidates_.resize(count);
  }

  std::size_t candidates() const { return candidates_.size(); }

  PatternsResult finish(std::size_t most) && {
    for (std::size_t k = 0; k < std::min(most, candidates_.size()); ++k)
      result_.costs.push_back(std::move(candidates_[k].cost));
    result_.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    return std::move(result_);
  }

  PatternsResult& result() { return result_; }

 private:
  using Phases = std::vector<PatternPhase>;

  PatternRun run_all(std::uint64_t run) {
    const std::uint64_t seed = seeded_hash(run, request_.seed);
    const RequestPattern pattern = request_.pattern.make(seeded_hash(0, seed));
    const PatternRecords* merged = nullptr;
    const auto merge = [&] { merged = &merge_(pattern, seeded_hash(1, seed), threads_); };
    arena_.execute(ForkJoin(merge));
    const PatternRecords& records = *merged;
    if (distinct_charge_ == 0) {
      distinct_charge_ = candidates_.front().network->distinct_charge(records.requests, records.largest_requests);
    }
    PatternRun made;
    made.requests = records.requests;
    made.addresses = records.addresses;
    made.largest_degree = records.largest_degree;
    if (!pattern.owner.empty()) made.largest_owned = largest_owned(records);
    made.least_charge = least_charge(records);
    made.distinct_charge = distinct_charge_;
    made.phases.resize(candidates_.size());
    const auto measure_one = [&](std::size_t k) {
      made.phases[k] = measure(candidates_[k], records, seeded_hash(2, seed));
    };
    // One candidate a task: candidates take long, and not equally long.
    const auto measure_all = [&] {
      tbb::parallel_for(std::size_t{0}, candidates_.size(), ForkJoin(measure_one), tbb::simple_partitioner());
    };
    arena_.execute(ForkJoin(measure_all));
    return made;
  }

  void note(const PatternRun& run) {
    result_.requests = run.requests;
    result_.addresses.add(run.addresses);
    result_.largest_degree.add(run.largest_degree);
    if (run.largest_owned) {
      if (!result_.largest_owned) result_.largest_owned.emplace();
      result_.largest_owned->add(*run.largest_owned);
    }
    result_.least_charge.add(run.least_charge);
    if (result_.distinct_charge == 0) result_.distinct_charge = distinct_charge_ = run.distinct_charge;
  }

  Phases measure(Candidate& candidate, const PatternRecords& records, std::uint64_t seed) {
    // One candidate alone has all threads to itself.
    const unsigned threads = candidates_.size() == 1 ? threads_ : 1;
    return engines_.local().run(*candidate.protocol, *candidate.network, records, seed, threads);
  }

  /// Adds a run to a candidate's cost, once the run of all candidates is done, so that an interrupted run counts for
  /// none.
  void enter(AccessCost& cost, Phases phases) const {
    std::uint64_t charge = 0;
    std::uint64_t charge_back = 0;
    // Runs may differ in their number of phases: one that a run does not have costs it nothing.
    const std::uint64_t runs_before = cost.charge.count();
    phases.resize(std::max(phases.size(), cost.phases.size()));
    for (std::size_t k = cost.phases.size(); k < phases.size(); ++k) {
      PhaseCost& fresh = cost.phases.emplace_back();
      for (std::uint64_t run = 0; run < runs_before; ++run) {
        pram::detail::for_facts<PhaseCost>([&](auto fact) { (fresh.*fact.member).add(0); });
      }
    }
    for (std::size_t k = 0; k < phases.size(); ++k) {
      pram::detail::for_common_facts<PhaseRecord, PhaseCost>(
          [&](auto fact, auto its) { (cost.phases[k].*its.member).add(static_cast<double>(phases[k].*fact.member)); });
      charge += phases[k].charge;
      charge_back += phases[k].charge_back;
    }
    cost.charge.add(static_cast<double>(charge));
    cost.charge_back.add(static_cast<double>(charge_back));
    cost.factor.add(static_cast<double>(charge) / result_.distinct_charge);
  }

  const PatternsRequest& request_;
  std::chrono::steady_clock::time_point start_;
  PatternsResult result_;
  std::vector<Candidate> candidates_;
  double distinct_charge_ = 0;
  unsigned threads_ = 1;
  SourceMerge merge_;
  tbb::task_arena arena_;
  tbb::enumerable_thread_specific<PatternEngine> engines_;
  std::uint64_t known_runs_ = 0;
  std::uint64_t done_ = 0;
  std::uint64_t of_ = 0;
};

std::size_t half_of(std::size_t candidates) { return std::max(std::min(candidates, least_left), (candidates + 1) / 2); }

/// Rounds of 2, 4, 8, … runs in all, up to the runs asked for; half of the candidates go to the next.
std::vector<SearchRound> rounds_of(std::size_t candidates, std::uint64_t runs) {
  std::vector<SearchRound> rounds;
  for (std::uint64_t until = std::min<std::uint64_t>(2, runs);; until = std::min(2 * until, runs)) {
    rounds.push_back({candidates, until});
    if (until == runs) return rounds;
    candidates = half_of(candidates);
  }
}

}  // namespace

PatternsResult measure_patterns(const PatternsRequest& request) {
  if (request.access.empty()) throw ConfigError("access", "", "at least one protocol");
  Laboratory laboratory(request);
  for (const Spec& access : request.access) laboratory.add(access);
  laboratory.expect(request.runs * request.access.size());
  laboratory.run(0, request.runs);
  return std::move(laboratory).finish(request.access.size());
}

PatternsResult search_bases(const PatternsRequest& request, const std::string& spread, std::uint32_t phases) {
  Laboratory laboratory(request);
  for (const auto& basis : factorisations(request.components, phases))
    laboratory.add(fmt::format("combining:{},spread={}", fmt::join(basis, ","), spread));
  std::uint64_t done = 0;
  const std::vector<SearchRound> rounds = rounds_of(laboratory.candidates(), request.runs);
  for (const SearchRound& round : rounds) {
    laboratory.expect(round.candidates * (round.runs - done));
    done = round.runs;
  }
  done = 0;
  for (const SearchRound& round : rounds) {
    laboratory.keep_best(round.candidates);
    if (!laboratory.run(done, round.runs)) break;
    laboratory.result().rounds.push_back(round);
    done = round.runs;
  }
  laboratory.result().most_phases = phases;
  laboratory.keep_best(laboratory.candidates());
  return std::move(laboratory).finish(best_shown);
}

}  // namespace pram::perf

#include "theorem_proof.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/partitioner.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <mutex>
#include <span>

#include <pram/access.hpp>
#include <pram/detail/fork_join.hpp>
#include <pram/detail/random/seeded_hash.hpp>
#include <pram/error.hpp>
#include <pram/perf/kept_part.hpp>
#include <pram/perf/patterns/request_pattern.hpp>
#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/text.hpp>
#include "parts/part.hpp"

namespace pram::perf {

/// Beside its type, where readers of records find it.
void kept_members(MaybeConst<ProofCounts> auto& counts, const auto& member) {
  member("addresses", counts.addresses);
  member("messages", counts.messages);
  member("above_basis", counts.above_basis);
  member("above_load", counts.above_load);
  member("largest", counts.largest);
  member("all_largest", counts.all_largest);
}

namespace {

/// Records on their way: a component and an address each.
struct ProofRecord {
  std::uint32_t at;
  std::uint32_t address;
  auto operator<=>(const ProofRecord&) const = default;
};

struct ProofRun {
  std::vector<ProofCounts> phases;
};

void kept_members(MaybeConst<ProofRun> auto& run, const auto& member) { member("phases", run.phases); }

/// Where the plan of combining sends the records of a phase.
std::vector<std::uint32_t> proof_routes(const AccessPlan& plan, std::uint32_t phase, std::uint64_t seed,
                                        std::span<const ProofRecord> records, std::span<const std::uint32_t> homes) {
  std::vector<std::uint32_t> source;
  std::vector<std::uint32_t> home;
  std::vector<std::uint64_t> address;
  std::vector<std::uint64_t> token;
  for (const ProofRecord& record : records) {
    source.push_back(record.at);
    home.push_back(homes[record.address]);
    address.push_back(record.address);
    token.push_back(token.size());
  }
  const std::vector<std::uint32_t> weight(records.size(), 1);
  std::vector<std::uint32_t> destination(records.size());
  AccessPlan::Moves moves;
  moves.phase = phase;
  moves.draw = seeded_hash(phase + 1, seed);
  moves.step = seeded_hash(0, seed);
  moves.source = source;
  moves.home = home;
  moves.address = address;
  moves.token = token;
  moves.weight = weight;
  plan.route(moves, destination);
  return destination;
}

/// Counts what arrives, and merges it.
ProofCounts proof_arrivals(std::vector<ProofRecord>& records, double most_arrivals, double most_load) {
  ProofCounts counts;
  counts.runs = 1;
  counts.messages = records.size();
  std::ranges::sort(records);
  std::size_t kept = 0;
  for (std::size_t begin = 0; begin < records.size();) {  // a component
    const std::uint32_t at = records[begin].at;
    std::size_t end = begin;
    while (end < records.size() && records[end].at == at) {  // an address
      const ProofRecord record = records[end];
      const std::size_t first = end;
      while (end < records.size() && records[end] == record) ++end;
      if (static_cast<double>(end - first) > most_arrivals) ++counts.above_basis;
      records[kept++] = record;
    }
    const std::uint64_t load = end - begin;
    counts.largest = std::max(counts.largest, load);
    if (static_cast<double>(load) > most_load) ++counts.above_load;
    begin = end;
  }
  records.resize(kept);
  counts.all_largest = counts.largest;
  return counts;
}

/// All phases of one pattern.
/// @param rows  of these phases
ProofRun proof_run(const AccessPlan& plan, std::span<const ProofRow> rows, const RequestPattern& pattern,
                   std::uint64_t seed) {
  std::vector<ProofRecord> records;
  std::vector<std::uint32_t> homes;
  for (std::uint32_t address = 0; address < pattern.addresses; ++address)
    homes.push_back(static_cast<std::uint32_t>(seeded_hash(address, seed ^ 0x5EEDU) % pattern.components));
  for (std::size_t k = 0; k < pattern.requests(); ++k) records.push_back({pattern.source[k], pattern.address[k]});
  std::ranges::sort(records);
  records.erase(std::ranges::unique(records).begin(), records.end());
  ProofRun run;
  for (std::uint32_t phase = 0; phase < rows.size(); ++phase) {
    const std::vector<std::uint32_t> to = proof_routes(plan, phase, seed, records, homes);
    for (std::size_t k = 0; k < records.size(); ++k) records[k].at = to[k];
    ProofCounts counts = proof_arrivals(records, rows[phase].most_arrivals, rows[phase].most_load);
    counts.addresses = pattern.addresses;
    run.phases.push_back(counts);
  }
  return run;
}

double share_of(std::uint64_t part, std::uint64_t all) {
  return all == 0 ? 0 : static_cast<double>(part) / static_cast<double>(all);
}

std::string share_text(double share, bool known) {
  constexpr double percent_from = 1e-4;
  if (!known) return "-";
  if (share == 0) return "0";
  return share < percent_from ? fmt::format("{:.0e}", share) : fmt::format("{:.2f} %", 100 * share);
}

}  // namespace

void ProofCounts::add(const ProofCounts& run) {
  ++runs;
  addresses += run.addresses;
  messages += run.messages;
  above_basis += run.above_basis;
  above_load += run.above_load;
  largest = std::max(largest, run.largest);
  all_largest += run.all_largest;
}

double ProofRow::arrivals() const { return share_of(counts.messages, all_pairs); }
double ProofRow::mean_largest() const { return share_of(counts.all_largest, counts.runs); }
double ProofRow::share_above_basis() const { return share_of(counts.above_basis, all_pairs); }
double ProofRow::share_above_load() const { return share_of(counts.above_load, counts.runs * components); }
double ProofRow::tail_rate() const {
  const double share = share_above_load();
  return share > 0 ? -std::log(share) / tail_exponent : 0;
}

std::vector<ProofRow> proof_rows(const TheoremRequest& request) {
  std::vector<ProofRow> rows;
  for (const std::uint32_t p : theorem_sizes(request)) {
    const double power = std::pow(p, request.epsilon);
    const std::vector<std::uint32_t> basis = even_basis(p, request.phases);
    for (const std::uint64_t degree : {static_cast<std::uint64_t>(power), std::uint64_t{p}}) {
      std::uint64_t block = p;
      for (std::uint32_t phase = 1; phase <= request.phases; ++phase) {
        ProofRow row;
        row.components = p;
        row.degree = degree;
        row.phase = phase;
        row.basis = basis[phase - 1];
        row.block = block /= row.basis;
        row.most_arrivals = (1 + request.delta) * row.basis;
        row.most_load = (1 + request.delta) * power;
        row.tail_exponent = std::pow(p, request.epsilon - 1.0 / request.phases);
        rows.push_back(row);
      }
    }
  }
  std::mutex adding;
  std::atomic<bool> stopped = false;
  const std::size_t series = rows.size() / request.phases;
  const auto measure = [&](std::size_t k) {
    const std::span<ProofRow> phases = std::span(rows).subspan(k * request.phases, request.phases);
    const std::uint32_t p = phases.front().components;
    const auto q = static_cast<std::uint32_t>(std::pow(p, request.epsilon));
    const auto protocol =
        access_protocols().make(Spec(fmt::format("combining:{}", fmt::join(even_basis(p, request.phases), ","))), p);
    const PatternSource pattern = degree_pattern({p, std::uint64_t{p} * q, Requesters::random}, phases.front().degree);
    for (std::uint64_t run = 0; run < request.runs && !stopped; ++run) {
      const std::uint64_t seed = request.seed * 1'000'003 + run;
      const std::string name = fmt::format("proof, p {}, degree {}, run {}", p, phases.front().degree, run);
      const auto made = part<ProofRun>(
          request.parts, name, [&] { return proof_run(*protocol->routing_plan(), phases, pattern.make(seed), seed); });
      const std::scoped_lock lock(adding);
      for (std::size_t phase = 0; phase < phases.size(); ++phase) {
        phases[phase].counts.add(made.phases.at(phase));
        phases[phase].all_pairs += made.phases[phase].addresses * phases[phase].block;
      }
      if (request.progress && !request.progress(run + 1, request.runs)) stopped = true;
    }
  };
  try {
    tbb::parallel_for(std::size_t{0}, series, ForkJoin(measure), tbb::simple_partitioner());
  } catch (const Interrupted&) {  // within a run: the others count
  }
  return rows;
}

Table proof_table(const TheoremRequest& request, const std::vector<ProofRow>& rows) {
  using Row = ProofRow;
  Table table =
      Fields<Row>()
          .add("components", "p", &Row::components, with_separators, Shown::where_it_changes)
          .add("degree", "degree", &Row::degree, with_separators, Shown::where_it_changes)
          .add("phase", "phase", &Row::phase, plain)
          .add("basis", "b", &Row::basis, plain)
          .data("runs", [](const Row& row) { return row.counts.runs; })
          .add("arrivals", "of one\naddress", &Row::arrivals,
               [](const Row& row) { return row.counts.runs > 0 ? fmt::format("{:.2f}", row.arrivals()) : "-"; })
          .add("share_above_basis", "above\n(1 + δ) b", &Row::share_above_basis,
               [](const Row& row) { return share_text(row.share_above_basis(), row.counts.runs > 0); })
          .add(
              "largest_load", "largest\nload", [](const Row& row) { return row.counts.largest; },
              [](std::uint64_t load) { return with_separators(load); })
          .data("mean_largest_load", &Row::mean_largest)
          .add("most_load", "load\nlimit", &Row::most_load,
               [](const Row& row) { return fmt::format("{:.0f}", row.most_load); })
          .add("share_above_load", "loads\nabove", &Row::share_above_load,
               [](const Row& row) { return share_text(row.share_above_load(), row.counts.runs > 0); })
          .add("tail_rate", "tail\nrate", &Row::tail_rate,
               [](const Row& row) { return row.tail_rate() > 0 ? fmt::format("{:.1f}", row.tail_rate()) : "-"; })
          .table("proof", fmt::format("What the proof goes through, random spreading, {} runs", request.runs), rows);
  table.footnote =
      "of one address: its messages that arrive at a component of its block, in the mean, which the proof has as at "
      "most "
      "b; above (1 + δ) b: the share of addresses and components where they are more. load: messages of all addresses "
      "that "
      "arrive at a component; its limit is (1 + δ) p^ε; loads above: the share of those above it. tail rate: -ln of "
      "that share "
      "over "
      "p^(ε - 1/m), which the proof bounds from below.";
  return table;
}

}  // namespace pram::perf

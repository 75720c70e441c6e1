#include "embeddings.hpp"

#include <memory>
#include <utility>

#include <pram/error.hpp>
#include <pram/machines.hpp>
#include <pram/machines/detail/embedding.hpp>

#include "parts/part.hpp"

namespace pram::perf {

void kept_members(MaybeConst<EmbeddedStep> auto& step, const auto& member) {
  member("congestion", step.congestion);
  member("steps", step.steps);
}

namespace {

/// What only an execution shows, and --resume therefore keeps: of each guest the step by own routes, then, where the
/// host has other routes, that by these.
struct ExecutedGuests {
  std::vector<EmbeddedStep> steps;
};

void kept_members(MaybeConst<ExecutedGuests> auto& executed, const auto& member) { member("steps", executed.steps); }

constexpr const char* usual_hosts[] = {"rcn-full:4,1", "rcn-full:2,2", "rcn-full:3,2",  "rcn-full:16,1", "rcn-full:4,2",
                                       "rcn-full:2,3", "rcn-full:5,2", "rcn-full:64,1", "hypercube:4",   "hypercube:8",
                                       "hypercube:12", "torus:4x4",    "torus:16x16",   "torus:64x64"};
constexpr const char* large_hosts[] = {"rcn-full:256,1", "rcn-full:16,2", "rcn-full:4,3",
                                       "rcn-full:2,4",   "hypercube:16",  "torus:256x256"};

EmbeddedStep executed_step(const Embedding& embedding, SwitchingOptions::Routing routing) {
  const AllNeighbourStep step = all_neighbour_step(embedding, routing);
  return {step.congestion, step.steps};
}

void add_rows(const char* name, FinishedParts* parts, std::vector<EmbeddingRow>& rows) {
  const std::shared_ptr<const Topology> host = make_topology(name);
  const TopologyShape shape = host->shape();
  const bool is_rcn_full = shape.kind == TopologyShape::Kind::rows_of_rows;
  std::vector<std::pair<EmbeddedGuest, Embedding>> guests;
  for (const EmbeddedGuest& guest : embedded_guests()) {
    if (auto embedding = guest.embed(host)) guests.emplace_back(guest, *std::move(embedding));
  }
  const auto executed = part<ExecutedGuests>(parts, name, [&, embedded = &guests] {
    ExecutedGuests made;
    for (const auto& [guest, embedding] : *embedded) {
      made.steps.push_back(executed_step(embedding, SwitchingOptions::Routing::own));
      if (is_rcn_full) made.steps.push_back(executed_step(embedding, SwitchingOptions::Routing::spread));
    }
    return made;
  });
  std::size_t next = 0;
  for (const auto& [guest, embedding] : guests) {
    const EmbeddingDistances distances = distances_of(embedding);
    EmbeddingRow row{.host = host->name(),
                     .guest = embedding.guest->name(),
                     .kind = std::string(guest.name),
                     .nodes = host->nodes(),
                     .dilation = distances.dilation,
                     .dilation_bound = std::nullopt,
                     .mean = distances.mean,
                     .least_steps = distances.least_steps,
                     .own = executed.steps.at(next++),
                     .spread = std::nullopt};
    if (is_rcn_full) {
      row.dilation_bound = guest.rcn_full_dilation(shape.factors.front().size, shape.levels);
      row.spread = executed.steps.at(next++);
    }
    rows.push_back(std::move(row));
  }
}

}  // namespace

std::vector<EmbeddingRow> embedding_rows(const EmbeddingsRequest& request) {
  register_machines();
  std::vector<const char*> hosts(std::begin(usual_hosts), std::end(usual_hosts));
  if (request.large) hosts.insert(hosts.end(), std::begin(large_hosts), std::end(large_hosts));
  std::vector<EmbeddingRow> rows;
  try {
    for (std::uint64_t done = 0; done < hosts.size(); ++done) {
      if (request.progress && !request.progress(done, hosts.size())) break;
      add_rows(hosts[done], request.parts, rows);
    }
  } catch (const Interrupted&) {  // in a host: the others count
  }
  return rows;
}

}  // namespace pram::perf

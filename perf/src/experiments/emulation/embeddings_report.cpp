#include <optional>
#include <string>

#include <pram/perf/experiment.hpp>
#include <pram/report/detail/value/fields.hpp>
#include "embeddings.hpp"

namespace pram::perf {

Report embeddings_report(const std::vector<EmbeddingRow>& rows) {
  using Row = EmbeddingRow;
  const auto own = [](std::uint64_t EmbeddedStep::*of) { return [of](const Row& row) { return row.own.*of; }; };
  const auto spread = [](std::uint64_t EmbeddedStep::*of) {
    return [of](const Row& row) { return row.spread ? std::optional((*row.spread).*of) : std::nullopt; };
  };
  const auto shown_spread = [](std::uint64_t EmbeddedStep::*of) {
    return [of](const Row& row) { return row.spread ? std::to_string((*row.spread).*of) : "-"; };
  };
  Fields<Row> fields;
  fields.add("host", "host", &Row::host, plain, Shown::where_it_changes)
      .add("kind", "guest", &Row::kind, plain)
      .data("guest", &Row::guest)
      .data("nodes", &Row::nodes)
      .add("dilation", "dilation", &Row::dilation, plain)
      .add("dilation_bound", "\nbound", &Row::dilation_bound,
           [](const Row& row) { return row.dilation_bound ? std::to_string(*row.dilation_bound) : "-"; })
      .data("mean", &Row::mean)
      .add("least_steps", "steps\nbound", &Row::least_steps, plain)
      .add("own.congestion", "own\nload", own(&EmbeddedStep::congestion), plain)
      .add("own.steps", "\nsteps", own(&EmbeddedStep::steps), plain)
      .add("spread.congestion", "Alg. 2\nload", spread(&EmbeddedStep::congestion),
           shown_spread(&EmbeddedStep::congestion))
      .add("spread.steps", "\nsteps", spread(&EmbeddedStep::steps), shown_spread(&EmbeddedStep::steps));
  Report report;
  report.add(fields.table(
      "embeddings", "Networks emulated: a step in which all neighbours of the guest send each other a word", rows));
  report.note(
      "dilation: links of the host between neighbours of the guest; its bound is proven for the layout on RCN-FULL. "
      "load: "
      "congestion, messages over the busiest link in one direction. steps: executed, all ports; the guest itself takes "
      "one, so that they are the slowdown. Their bound: dilation, all distances over all links, bisections.");
  report.note(
      "Layouts: RCN-FULL by its rows, a ring along a Hamiltonian cycle where the atom is odd or L = 1; hypercubes by "
      "Gray "
      "codes; trees in symmetric order, on all nodes but one. own: the host's routes, on RCN-FULL those of Algorithm "
      "1. "
      "Alg. 2: routing=spread, which crosses a transpose link first; then two rows that exchange all of their columns "
      "do "
      "not share the one link between them.");
  return report;
}

extern const Experiment embeddings_experiment = {
    "embeddings",
    "Ring, mesh, hypercube and tree emulated on RCN-FULL, hypercube and torus: dilation, congestion, slowdown",
    {{"--large", "", "hosts of 65536 nodes, too: half a minute or more"}},
    [](const ExperimentRequest& asked) {
      EmbeddingsRequest request;
      request.large = asked.number("--large") != 0;
      request.progress = asked.progress;
      request.parts = asked.parts;
      return embeddings_report(embedding_rows(request));
    }};

}  // namespace pram::perf

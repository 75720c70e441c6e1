#include <fmt/format.h>

#include <cmath>
#include <string>

#include <pram/perf/experiment.hpp>
#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/text.hpp>
#include "crcw_steps.hpp"

namespace pram::perf {

namespace {

/// The columns of a text table of one kind of step.
Fields<CrcwRow> charges_shown(CrcwCharges CrcwRow::*of) {
  const auto charge = [of](std::uint64_t CrcwCharges::*which) {
    return [of, which](const CrcwRow& row) { return with_separators(row.*of.*which); };
  };
  Fields<CrcwRow> fields;
  fields
      .text(
          "network", [](const CrcwRow& row) { return row.network; }, Align::left)
      .text("N", [](const CrcwRow& row) { return std::to_string(row.nodes); })
      .text("direct", charge(&CrcwCharges::direct))
      .text("switches", charge(&CrcwCharges::switches))
      .text("combining", charge(&CrcwCharges::combining))
      .text("sorting", [of](const CrcwRow& row) {
        return (row.*of).sorting ? with_separators(*(row.*of).sorting) : std::string("-");
      });
  return fields;
}

}  // namespace

Report crcw_report(const std::vector<CrcwRow>& rows) {
  Fields<CrcwRow> all;
  all.data("network", &CrcwRow::network).data("nodes", &CrcwRow::nodes).data("least", &CrcwRow::least);
  const auto add = [&](const std::string& key, CrcwCharges CrcwRow::*of) {
    const auto charge = [of](auto CrcwCharges::*which) {
      return [of, which](const CrcwRow& row) { return row.*of.*which; };
    };
    all.data(key + ".direct", charge(&CrcwCharges::direct))
        .data(key + ".switches", charge(&CrcwCharges::switches))
        .data(key + ".combining", charge(&CrcwCharges::combining))
        .data(key + ".sorting", charge(&CrcwCharges::sorting));
  };
  add("one_cell", &CrcwRow::one_cell);
  add("random", &CrcwRow::random);
  Report report;
  report.add_data(all.table("steps", "", rows));
  report.add(charges_shown(&CrcwRow::one_cell)
                 .text("least", [](const CrcwRow& row) { return std::to_string(row.least); })
                 .text("/ log2 N",
                       [](const CrcwRow& row) {
                         const auto nodes = static_cast<double>(row.nodes);
                         return fmt::format("{:.1f}", static_cast<double>(row.one_cell.least()) / std::log2(nodes));
                       })
                 .table("", "A CRCW step of N processors on N nodes: all read one cell, and all write it", rows));
  report.add(charges_shown(&CrcwRow::random).table("", "Each reads a random cell, and writes a random one", rows));
  report.note(
      "Steps of the network, executed and checked: there and back for the read, there for the write. The PRAM takes "
      "two "
      "steps, so that half of a charge is the slowdown. A cell a node. direct: each request by itself. switches: "
      "direct, "
      "where nodes combine messages for one cell (combining=unlimited). combining, sorting: access protocols.");
  report.note(
      "least: three times the way to the node farthest from the cell. / log2 N: of the best of the four. sorting: RAR "
      "and RAW of Hamdi's paper, "
      "whatever "
      "is asked for; 3 ST + 8 AS steps on RCN-FULL of a power of two, else 3 ST + 3 AS + 6 MS; elsewhere of powers of "
      "two alone.");
  return report;
}

extern const Experiment crcw_steps_experiment = {
    "crcw-steps",
    "A CRCW step on RCN-FULL beside hypercube, torus and mesh of trees of 16 to 4096 nodes: what it costs",
    {{"--nodes", "N", "networks of at most N nodes (4096)", 4096, 16}},
    [](const ExperimentRequest& asked) {
      CrcwRequest request;
      request.most_nodes = asked.number("--nodes");
      request.progress = asked.progress;
      request.parts = asked.parts;
      return crcw_report(crcw_rows(request));
    }};

}  // namespace pram::perf

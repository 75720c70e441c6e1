#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <pram/perf/experiment.hpp>
#include <pram/report/detail/value/fields.hpp>
#include <pram/report/detail/value/text.hpp>
#include "rcn_full.hpp"

namespace pram::perf {

namespace {

std::string shown(const RcnShape& shape) { return fmt::format("({},{})", shape.atom, shape.levels); }

/// The network, as JSON and as text have it, and its nodes.
template <class Row>
Fields<Row> shape_fields() {
  return Fields<Row>()
      .add(
          "network", "network", [](const Row& row) { return row.shape.network(); },
          [](const Row& row) { return shown(row.shape); })
      .data("atom", [](const Row& row) { return row.shape.atom; })
      .data("levels", [](const Row& row) { return row.shape.levels; })
      .add("nodes", "N", &Row::nodes, plain);
}

void add_properties(Report& report, const std::vector<RcnProperties>& rows) {
  using Row = RcnProperties;
  const auto length = [](RcnLengths Row::*of, auto RcnLengths::*which) {
    return [of, which](const Row& row) { return row.*of.*which; };
  };
  Fields<Row> all = shape_fields<Row>();
  all.add("sources", "from", &Row::sources,
          [](const Row& row) { return row.sources == row.nodes ? "all" : std::to_string(row.sources); })
      .add("diameter.measured", "diameter\nfound", length(&Row::distance, &RcnLengths::longest), plain)
      .add("diameter.formula", "\nby (2)", &Row::diameter_formula, plain)
      .add("largest_degree.measured", "degree\ncounted", &Row::largest_degree, plain)
      .add("largest_degree.formula", "\nby (3)", &Row::degree_formula, plain)
      .add("links.measured", "links\ncounted", &Row::links, plain)
      .add("links.formula", "\nformula", &Row::links_formula, plain)
      .data("mean_distance.measured", length(&Row::distance, &RcnLengths::mean))
      .data("mean_distance.formula", &Row::mean_formula)
      .data("algorithm_1.mean", length(&Row::algorithm_1, &RcnLengths::mean))
      .data("algorithm_1.longest", length(&Row::algorithm_1, &RcnLengths::longest))
      .data("algorithm_1.longest_formula", &Row::diameter_formula)
      .data("algorithm_2.mean", length(&Row::algorithm_2, &RcnLengths::mean))
      .data("algorithm_2.longest", length(&Row::algorithm_2, &RcnLengths::longest))
      .data("algorithm_2.longest_formula", &Row::longest_formula_2)
      .data("algorithm_2_cut_short.mean", length(&Row::cut_short, &RcnLengths::mean))
      .data("algorithm_2_cut_short.longest", length(&Row::cut_short, &RcnLengths::longest));
  report.add(all.table("properties",
                       "Properties of RCN-FULL (N_A, L): N = N_A^(2^L) nodes, diameter 2^(L+1) - 1, degree N_A + L - 1",
                       rows));
  report.note(
      "from: nodes searched from. Where these are a few, searches go on from the farthest node found; the "
      "diameter is then a lower bound, and 2^(L+1) - 1, the longest route of Algorithm 1, an upper one.");
  report.note(
      "degree: the largest. Erratum: the paper gives (3) for all nodes; those on a level's diagonal have fewer "
      "links.");
  report.note("links: E(L) = n E(L-1) + n (n - 1) / 2 with n rows, which the paper does not give.");
  const auto mean = [](RcnLengths Row::*of) {
    return [of](const Row& row) { return fmt::format("{}{:.4f}", row.sources < row.nodes ? "~" : "", (row.*of).mean); };
  };
  const auto longest = [](RcnLengths Row::*of) {
    return [of](const Row& row) { return std::to_string((row.*of).longest); };
  };
  const auto formula = [](const Row& row) { return row.mean_formula ? fmt::format("{:.4f}", *row.mean_formula) : "-"; };
  report.add(
      Fields<Row>()
          .text(
              "network", [](const Row& row) { return shown(row.shape); }, Align::left)
          .text("distance\nmean", mean(&Row::distance))
          .text("\nformula", formula)
          .text("Alg. 1\nmean", mean(&Row::algorithm_1))
          .text("\nmost", longest(&Row::algorithm_1))
          .text("Alg. 2\nmean", mean(&Row::algorithm_2))
          .text("\nmost", longest(&Row::algorithm_2))
          .text("\nbound", [](const Row& row) { return std::to_string(row.longest_formula_2); })
          .text("cut short\nmean", mean(&Row::cut_short))
          .table("", "Distances, and routes of Algorithms 1 and 2, in hops over all pairs, a node with itself included",
                 rows));
  report.note("~ over the pairs of a few random sources with all nodes; the longest route may be missed.");
  report.note(
      "formula: (N_A - 1)(3 N_A - 1) / N_A^2 for the mean at L = 1. bound: 2^(L+1), which routes of Algorithm 2 "
      "reach where N_A >= 3. Algorithm 1's longest is the diameter, 2^(L+1) - 1. The paper has none of the "
      "three.");
  report.note(
      "Erratum: Algorithm 1 stays in the row that source and destination share, and Algorithm 2 skips links "
      "from a node to itself; the paper leaves both undefined. Algorithm 1 is shortest up to L = 1.");
  report.note(
      "Alg. 2: its four steps as listed. cut short: from its first stop on as Algorithm 1, straight to a "
      "destination in the same row; this is what routing=spread does.");
}

/// Adds three columns for a routine: steps executed, by formula, and as the paper prints them.
void add_steps(Fields<RcnCosts>& fields, const std::string& key, RcnSteps RcnCosts::*of) {
  fields.data(key + ".executed", [of](const RcnCosts& row) { return (row.*of).executed; })
      .data(key + ".formula", [of](const RcnCosts& row) { return (row.*of).formula; })
      .data(key + ".paper", [of](const RcnCosts& row) { return (row.*of).paper; });
}

/// The columns of a text table that has two routines side by side.
/// @param paper  says whether the paper prints figures of them
Fields<RcnCosts> pair_of(const char* first_name, RcnSteps RcnCosts::*first, const char* second_name,
                         RcnSteps RcnCosts::*second, bool paper) {
  Fields<RcnCosts> fields;
  fields.text(
      "network", [](const RcnCosts& row) { return shown(row.shape); }, Align::left);
  fields.text("N", [](const RcnCosts& row) { return std::to_string(row.nodes); });
  const auto or_else = [](const std::optional<std::uint64_t>& steps, const char* none) {
    return steps ? with_separators(*steps) : none;
  };
  for (const auto& [name, of] : {std::pair(first_name, first), std::pair(second_name, second)}) {
    fields.text(name + std::string("\nexecuted"),
                [=](const RcnCosts& row) { return or_else((row.*of).executed, "*"); });
    fields.text("\nformula", [=](const RcnCosts& row) { return with_separators((row.*of).formula); });
    if (paper) fields.text("\npaper†", [=](const RcnCosts& row) { return or_else((row.*of).paper, "-"); });
  }
  return fields;
}

void add_costs(Report& report, const std::vector<RcnCosts>& rows) {
  Fields<RcnCosts> all = shape_fields<RcnCosts>();
  add_steps(all, "ascend", &RcnCosts::ascend);
  add_steps(all, "sort", &RcnCosts::sort);
  add_steps(all, "read", &RcnCosts::read);
  add_steps(all, "write", &RcnCosts::write);
  add_steps(all, "bitonic", &RcnCosts::bitonic);
  add_steps(all, "rotatesort", &RcnCosts::rotatesort);
  all.data("rotatesort.formula_16", &RcnCosts::rotatesort_16);
  report.add_data(all.table("costs", "", rows));
  report.add(pair_of("AS", &RcnCosts::ascend, "ST", &RcnCosts::sort, true)
                 .table("", "Steps of an ascend, AS, and of SORT, ST, with atoms sorted by bitonic exchange", rows));
  report.add(pair_of("RAR", &RcnCosts::read, "RAW", &RcnCosts::write, true)
                 .table("", "Steps of concurrent accesses: RAR = 2 ST + 5 AS, RAW = ST + 3 AS", rows));
  report.add(pair_of("direct bitonic", &RcnCosts::bitonic, "Rotatesort", &RcnCosts::rotatesort, false)
                 .text("K1 = 16\nformula‡", [](const RcnCosts& row) { return with_separators(row.rotatesort_16); })
                 .table("", "Steps of other sorts: bitonic sort of the whole network, and Rotatesort", rows));
  report.note(
      "† (5) and (7) as printed have log N where log N_A belongs (erratum). K3 is that of bitonic atoms, (log N_A + 1) "
      "/ 2; RAR and RAW follow from both.");
  report.note(
      "‡ Rotatesort is published with K1 = 16, a row sort and the rotation after it in one. Rows that are "
      "networks themselves do them one after the other: 17 above L = 1.");
  if (std::ranges::any_of(rows, [](const RcnCosts& row) { return !row.sort.executed; }))
    report.note("* By formula only: --large executes all.");
}

void add_sorts(Report& report, const RcnFullTables& tables) {
  const auto cole = [&](const RcnSorts& row) {
    List list;
    for (std::size_t k = 0; k < row.cole.size(); ++k)
      list.emplace_back(Record{{"cole_constant", tables.cole_constants[k]}, {"steps", row.cole[k]}});
    return list;
  };
  report.add(Fields<RcnSorts>()
                 .data("log2_nodes", &RcnSorts::log_nodes)
                 .data("levels", &RcnSorts::levels)
                 .data("bitonic", &RcnSorts::direct)
                 .data("sort", &RcnSorts::bitonic_atoms)
                 .data("sort_cole", cole)
                 .table("sorts", "", tables.sorts));
  Table text{{}, "Direct bitonic sort beside the 'O(log N)' SORT, by formula", {{"", "N", Align::left}}, {}};
  for (const std::uint32_t levels : {1U, 2U}) {
    text.columns.push_back({"", fmt::format("L = {}\ndirect", levels)});
    text.columns.push_back({"", "\nSORT"});
    for (const std::uint32_t constant : tables.cole_constants)
      text.columns.push_back({"", fmt::format("\nK3={}", constant)});
  }
  std::uint32_t log_nodes = 0;
  for (const RcnSorts& sorts : tables.sorts) {
    if (sorts.log_nodes != log_nodes) text.row({fmt::format("2^{}", sorts.log_nodes)});
    log_nodes = sorts.log_nodes;
    std::vector<Entry>& row = text.rows.back();
    row.push_back({{}, compact(sorts.direct)});
    row.push_back({{}, compact(sorts.bitonic_atoms)});
    for (const std::uint64_t steps : sorts.cole)
      row.push_back({{}, compact(steps) + (steps < sorts.direct ? "<" : " ")});
  }
  report.add(std::move(text));
  report.note(
      "SORT: with bitonic atoms; it never comes below direct bitonic. K3: SORT with atoms by Cole's sort, "
      "K3 log2 N_A steps; < marks where that is below direct bitonic. Cole's sort has 3 log2 N_A stages, so "
      "that K3 is 3 at the very least, which is what --access sorting:cole charges; sorting:cole,k3=K chooses.");
}

void add_crossovers(Report& report, const std::vector<RcnCrossover>& rows) {
  report.add(Fields<RcnCrossover>()
                 .data("levels", &RcnCrossover::levels)
                 .data("cole_constant", &RcnCrossover::cole_constant)
                 .data("log2_atom", &RcnCrossover::log_atom)
                 .data("log2_nodes", &RcnCrossover::log_nodes)
                 .table("crossovers", "", rows));
  Table text{{},
             "Where SORT with Cole's atoms first takes fewer steps than direct bitonic sort, by formula",
             {{"", "K3"}},
             {}};
  for (const RcnCrossover& row : rows) {
    if (row.levels == 1) text.row({std::to_string(row.cole_constant)});
    if (text.rows.size() == 1) {
      text.columns.push_back({"", fmt::format("L = {}\nN_A", row.levels)});
      text.columns.push_back({"", "\nN"});
    }
    for (const std::uint64_t log : {row.log_atom, row.log_nodes})
      text.rows.back().push_back({{}, fmt::format("2^{}", log)});
  }
  report.add(std::move(text));
  report.note("About log2 N_A = 2 (15/4)^L K3, where 15^L K3 log2 N_A meets (log2 N)^2 / 2.");
}

std::string counted(const RcnPinCount& count) {
  return count.least == count.most ? std::to_string(count.most) : fmt::format("{}-{}", count.least, count.most);
}

std::string printed(const RcnPinCount& count) {
  const bool whole = count.paper == std::round(count.paper);
  const std::string number = whole ? fmt::format("{:.0f}", count.paper) : fmt::format("{:.2f}", count.paper);
  return number + (count.paper < static_cast<double>(count.most) ? "§" : " ");
}

void add_pins(Report& report, const std::vector<RcnPins>& rows) {
  Fields<RcnPins> fields;
  fields.text("MCB", [](const RcnPins& row) { return std::to_string(row.chips); });
  fields.data("nodes", &RcnPins::nodes).data("chips", &RcnPins::chips);
  const auto add = [&](const std::string& key, const std::string& name, RcnPinCount RcnPins::*of) {
    const auto data = [&](const char* field, auto RcnPinCount::*which) {
      fields.data(key + field, [of, which](const RcnPins& row) { return row.*of.*which; });
    };
    data(".network", &RcnPinCount::network);
    data(".least", &RcnPinCount::least);
    data(".most", &RcnPinCount::most);
    data(".formula", &RcnPinCount::formula);
    data(".paper", &RcnPinCount::paper);
    fields.text(name + "\ncounted", [of](const RcnPins& row) { return counted(row.*of); });
    if (of == &RcnPins::hypercube) {
      fields.text("\nThm 1", [of](const RcnPins& row) { return fmt::format("{:.0f}", (row.*of).paper); });
    } else {
      fields.text("\nformula", [of](const RcnPins& row) { return std::to_string((row.*of).formula); });
      fields.text("\npaper ", [of](const RcnPins& row) { return printed(row.*of); });
    }
  };
  add("flat", "L = 1", &RcnPins::flat);
  add("deep", "L = 2", &RcnPins::deep);
  add("hypercube", "hypercube", &RcnPins::hypercube);
  report.add_data(fields.table("pins", "", rows));
  for (std::size_t first = 0, last = 0; first < rows.size(); first = last) {
    while (last < rows.size() && rows[last].nodes == rows[first].nodes) ++last;
    const RcnPins& row = rows[first];
    report.add(fields.table("",
                            fmt::format("Pins a chip: N = {} on MCB chips, {}, {} and {}", row.nodes, row.flat.network,
                                        row.deep.network, row.hypercube.network),
                            std::span(rows).subspan(first, last - first)));
  }
  report.note(
      "counted: links that leave a chip, least-most where chips differ. formula: Theorems 2 and 3, corrected, "
      "the most. These are the data of Fig. 2.");
  report.note(
      "§ Errata: Theorem 3's -1 holds for the one chip of a row that has the row's diagonal node, so that it is the "
      "minimum: the requirement is one more. And for L > 1 the theorem holds up to MCB = N^(3/4) only.");
  const auto worst = std::ranges::max_element(rows, {}, [](const RcnPins& row) {
    return static_cast<double>(row.flat.most) / static_cast<double>(row.hypercube.most);
  });
  if (worst != rows.end()) {
    report.note(
        fmt::format("Erratum: for L = 1 and MCB > N^(1/2) the paper calls the pins asymptotically equal to a "
                    "hypercube's, which is false: {} against {} for N = {}, MCB = {}.",
                    worst->flat.most, worst->hypercube.most, worst->nodes, worst->chips));
  }
}

}  // namespace

Report rcn_full_report(const RcnFullTables& tables) {
  Report report;
  add_properties(report, tables.properties);
  add_costs(report, tables.costs);
  add_sorts(report, tables);
  add_crossovers(report, tables.crossovers);
  add_pins(report, tables.pins);
  return report;
}

extern const Experiment rcn_full_experiment = {
    "rcn-full",
    "Hamdi's RCN-FULL network: properties, routes, what sorting and accesses cost, pins",
    {{"--large", "", "execute every sort and access, those of 65536 nodes and 3 or 4 levels too: a minute or more"}},
    [](const ExperimentRequest& asked) {
      RcnFullRequest request;
      if (asked.number("--large") != 0) request.most_work = RcnFullRequest::everything;
      request.progress = asked.progress;
      request.parts = asked.parts;
      return rcn_full_report(rcn_full_tables(request));
    }};

}  // namespace pram::perf

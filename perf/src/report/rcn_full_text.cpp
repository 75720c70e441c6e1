#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include <pram/perf/rcn_full_report.hpp>
#include <pram/perf/text.hpp>
#include "text_table.hpp"

namespace pram::perf {

namespace {

using Align = TextTable::Align;

std::string titled(const std::string& title, const TextTable& table) {
  return wrapped(title, 0) + "\n\n" + table.str();
}

std::string note(const std::string& text) { return "  " + wrapped(text, 4) + "\n"; }

std::string shown(const RcnShape& shape) { return fmt::format("({},{})", shape.atom, shape.levels); }

std::string sources(const RcnProperties& row) { return row.sources == row.nodes ? "all" : std::to_string(row.sources); }

std::string properties_text(const std::vector<RcnProperties>& rows) {
  TextTable table({{"network", Align::left},
                   {"N"},
                   {"from"},
                   {"diameter\nfound"},
                   {"\nby (2)"},
                   {"degree\ncounted"},
                   {"\nby (3)"},
                   {"links\ncounted"},
                   {"\nformula"}});
  for (const RcnProperties& row : rows) {
    table.row({shown(row.shape), std::to_string(row.nodes), sources(row), std::to_string(row.distance.longest),
               std::to_string(row.diameter_formula), std::to_string(row.largest_degree),
               std::to_string(row.degree_formula), std::to_string(row.links), std::to_string(row.links_formula)});
  }
  return titled("Properties of RCN-FULL (N_A, L): N = N_A^(2^L) nodes, diameter 2^(L+1) - 1, degree N_A + L - 1",
                table) +
         "\n" +
         note(
             "from: nodes searched from. Where these are a few, searches go on from the farthest node found; the "
             "diameter is then a lower bound, and 2^(L+1) - 1, the longest route of Algorithm 1, an upper one.") +
         note(
             "degree: the largest. Erratum: the paper gives (3) for all nodes; those on a level's diagonal have fewer "
             "links.") +
         note("links: E(L) = n E(L-1) + n (n - 1) / 2 with n rows, which the paper does not give.");
}

std::string routes_text(const std::vector<RcnProperties>& rows) {
  TextTable table({{"network", Align::left},
                   {"distance\nmean"},
                   {"\nformula"},
                   {"Alg. 1\nmean"},
                   {"\nmost"},
                   {"Alg. 2\nmean"},
                   {"\nmost"},
                   {"\nbound"},
                   {"cut short\nmean"}});
  for (const RcnProperties& row : rows) {
    const auto mean = [&](double of) { return fmt::format("{}{:.4f}", row.sources < row.nodes ? "~" : "", of); };
    table.row(
        {shown(row.shape), mean(row.distance.mean), row.mean_formula ? fmt::format("{:.4f}", *row.mean_formula) : "-",
         mean(row.algorithm_1.mean), std::to_string(row.algorithm_1.longest), mean(row.algorithm_2.mean),
         std::to_string(row.algorithm_2.longest), std::to_string(row.longest_formula_2), mean(row.cut_short.mean)});
  }
  return titled("Distances, and routes of Algorithms 1 and 2, in hops over all pairs, a node with itself included",
                table) +
         "\n" + note("~ over the pairs of a few random sources with all nodes; the longest route may be missed.") +
         note(
             "formula: (N_A - 1)(3 N_A - 1) / N_A^2 for the mean at L = 1. bound: 2^(L+1), which routes of Algorithm 2 "
             "reach where N_A >= 3. Algorithm 1's longest is the diameter, 2^(L+1) - 1. The paper has none of the "
             "three.") +
         note(
             "Erratum: Algorithm 1 stays in the row that source and destination share, and Algorithm 2 skips links "
             "from a node to itself; the paper leaves both undefined. Algorithm 1 is shortest up to L = 1.") +
         note(
             "Alg. 2: its four steps as listed. cut short: from its first stop on as Algorithm 1, straight to a "
             "destination in the same row; this is what routing=spread does.");
}

std::string executed(const RcnSteps& steps) { return steps.executed ? with_separators(*steps.executed) : "*"; }

std::string paper(const RcnSteps& steps) { return steps.paper ? with_separators(*steps.paper) : "-"; }

/// Two routines side by side, both with a column of the paper's.
std::string pair_text(const std::string& title, const std::vector<RcnCosts>& rows, const std::string& first_name,
                      RcnSteps RcnCosts::*first, const std::string& second_name, RcnSteps RcnCosts::*second) {
  TextTable table({{"network", Align::left},
                   {"N"},
                   {first_name + "\nexecuted"},
                   {"\nformula"},
                   {"\npaper†"},
                   {second_name + "\nexecuted"},
                   {"\nformula"},
                   {"\npaper†"}});
  for (const RcnCosts& row : rows) {
    const RcnSteps& one = row.*first;
    const RcnSteps& other = row.*second;
    table.row({shown(row.shape), std::to_string(row.nodes), executed(one), with_separators(one.formula), paper(one),
               executed(other), with_separators(other.formula), paper(other)});
  }
  return titled(title, table);
}

std::string costs_text(const std::vector<RcnCosts>& rows) {
  std::string out = pair_text("Steps of an ascend, AS, and of SORT, ST, with atoms sorted by bitonic exchange", rows,
                              "AS", &RcnCosts::ascend, "ST", &RcnCosts::sort);
  out += "\n" + pair_text("Steps of concurrent accesses: RAR = 2 ST + 5 AS, RAW = ST + 3 AS", rows, "RAR",
                          &RcnCosts::read, "RAW", &RcnCosts::write);
  TextTable others({{"network", Align::left},
                    {"N"},
                    {"direct bitonic\nexecuted"},
                    {"\nformula"},
                    {"Rotatesort\nexecuted"},
                    {"\nformula"},
                    {"K1 = 16\nformula‡"}});
  for (const RcnCosts& row : rows) {
    others.row({shown(row.shape), std::to_string(row.nodes), executed(row.bitonic),
                with_separators(row.bitonic.formula), executed(row.rotatesort), with_separators(row.rotatesort.formula),
                with_separators(row.rotatesort_16)});
  }
  out += "\n" + titled("Steps of other sorts: bitonic sort of the whole network, and Rotatesort", others) + "\n";
  out += note(
      "† (5) and (7) as printed have log N where log N_A belongs (erratum). K3 is that of bitonic atoms, (log N_A + 1) "
      "/ 2; RAR and RAW follow from both.");
  out += note(
      "‡ Rotatesort is published with K1 = 16, a row sort and the rotation after it in one. Rows that are "
      "networks themselves do them one after the other: 17 above L = 1.");
  if (std::ranges::any_of(rows, [](const RcnCosts& row) { return !row.sort.executed; }))
    out += note("* By formula only: --large executes all.");
  return out;
}

std::string sorts_text(const RcnFullTables& tables) {
  std::vector<TextTable::Column> heads = {{"N", Align::left}};
  for (const std::uint32_t levels : {1U, 2U}) {
    heads.push_back({fmt::format("L = {}\ndirect", levels)});
    heads.push_back({"\nSORT"});
    for (const std::uint32_t constant : tables.cole_constants) heads.push_back({fmt::format("\nK3={}", constant)});
  }
  TextTable table(std::move(heads));
  std::vector<std::string> row;
  const auto finish = [&] {
    if (!row.empty()) table.row(std::move(row));
    row.clear();
  };
  std::uint32_t log_nodes = 0;
  for (const RcnSorts& sorts : tables.sorts) {
    if (sorts.log_nodes != log_nodes) {
      finish();
      log_nodes = sorts.log_nodes;
      row.push_back(fmt::format("2^{}", log_nodes));
    }
    row.push_back(compact(sorts.direct));
    row.push_back(compact(sorts.bitonic_atoms));
    for (const std::uint64_t steps : sorts.cole) row.push_back(compact(steps) + (steps < sorts.direct ? "<" : " "));
  }
  finish();
  return titled("Direct bitonic sort beside the 'O(log N)' SORT, by formula", table) + "\n" +
         note(
             "SORT: with bitonic atoms; it never comes below direct bitonic. K3: SORT with atoms by Cole's sort, "
             "K3 log2 N_A steps; < marks where that is below direct bitonic. Cole's sort has 3 log2 N_A stages, so "
             "that K3 is 3 at the very least, which is what --access sorting:cole charges; sorting:cole,k3=K chooses.");
}

std::string crossovers_text(const std::vector<RcnCrossover>& rows) {
  std::vector<TextTable::Column> heads = {{"K3"}};
  std::uint32_t most = 0;
  for (const RcnCrossover& row : rows) most = std::max(most, row.levels);
  for (std::uint32_t levels = 1; levels <= most; ++levels) {
    heads.push_back({fmt::format("L = {}\nN_A", levels)});
    heads.push_back({"\nN"});
  }
  TextTable table(std::move(heads));
  for (std::size_t k = 0; k < rows.size(); k += most) {
    std::vector<std::string> cells = {std::to_string(rows[k].cole_constant)};
    for (std::size_t level = k; level < k + most; ++level) {
      cells.push_back(fmt::format("2^{}", rows[level].log_atom));
      cells.push_back(fmt::format("2^{}", rows[level].log_nodes));
    }
    table.row(std::move(cells));
  }
  return titled("Where SORT with Cole's atoms first takes fewer steps than direct bitonic sort, by formula", table) +
         "\n" + note("About log2 N_A = 2 (15/4)^L K3, where 15^L K3 log2 N_A meets (log2 N)^2 / 2.");
}

std::string counted(const RcnPinCount& count) {
  return count.least == count.most ? std::to_string(count.most) : fmt::format("{}-{}", count.least, count.most);
}

std::string printed(const RcnPinCount& count) {
  const bool whole = count.paper == std::round(count.paper);
  const std::string number = whole ? fmt::format("{:.0f}", count.paper) : fmt::format("{:.2f}", count.paper);
  return number + (count.paper < static_cast<double>(count.most) ? "§" : " ");
}

std::string pins_text(const std::vector<RcnPins>& rows) {
  std::string out;
  for (std::size_t first = 0; first < rows.size();) {
    std::size_t last = first;
    TextTable table({{"MCB"},
                     {"L = 1\ncounted"},
                     {"\nformula"},
                     {"\npaper "},
                     {"L = 2\ncounted"},
                     {"\nformula"},
                     {"\npaper "},
                     {"hypercube\ncounted"},
                     {"\nThm 1"}});
    for (; last < rows.size() && rows[last].nodes == rows[first].nodes; ++last) {
      const RcnPins& row = rows[last];
      table.row({std::to_string(row.chips), counted(row.flat), std::to_string(row.flat.formula), printed(row.flat),
                 counted(row.deep), std::to_string(row.deep.formula), printed(row.deep), counted(row.hypercube),
                 fmt::format("{:.0f}", row.hypercube.paper)});
    }
    out += titled(fmt::format("Pins a chip: N = {} on MCB chips, {}, {} and {}", rows[first].nodes,
                              rows[first].flat.network, rows[first].deep.network, rows[first].hypercube.network),
                  table) +
           "\n";
    first = last;
  }
  out += note(
      "counted: links that leave a chip, least-most where chips differ. formula: Theorems 2 and 3, corrected, "
      "the most. These are the data of Fig. 2.");
  out += note(
      "§ Errata: Theorem 3's -1 holds for the one chip of a row that has the row's diagonal node, so that it is the "
      "minimum: the requirement is one more. And for L > 1 the theorem holds up to MCB = N^(3/4) only.");
  const auto worst = std::ranges::max_element(rows, {}, [](const RcnPins& row) {
    return static_cast<double>(row.flat.most) / static_cast<double>(row.hypercube.most);
  });
  if (worst != rows.end()) {
    out +=
        note(fmt::format("Erratum: for L = 1 and MCB > N^(1/2) the paper calls the pins asymptotically equal to a "
                         "hypercube's, which is false: {} against {} for N = {}, MCB = {}.",
                         worst->flat.most, worst->hypercube.most, worst->nodes, worst->chips));
  }
  return out;
}

}  // namespace

std::string rcn_full_text(const RcnFullTables& tables) {
  std::string out = properties_text(tables.properties);
  for (const std::string& part : {routes_text(tables.properties), costs_text(tables.costs), sorts_text(tables),
                                  crossovers_text(tables.crossovers), pins_text(tables.pins)})
    out += '\n' + part;
  return out;
}

}  // namespace pram::perf

#include <pram/report/detail/file/export.hpp>

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include <pram/detail/ledger/facts.hpp>

namespace pram::report {

namespace {

/// @param plot  the script's own part
NamedFile script(const char* name, const char* table, const char* title, const char* x, const char* y,
                 const std::string& plot) {
  return {fmt::format("{}.gp", name), fmt::format(R"(# gnuplot {0}.gp
set terminal svg size 900,420 dynamic noenhanced
set output '{0}.svg'
set datafile separator ',' columnheaders
set title '{2}'
set xlabel '{3}'
set ylabel '{4}'
set key outside right top
set grid
set style fill solid noborder
set boxwidth 0.85 relative
set linetype 1 linecolor rgb '#0072b2'
set linetype 2 linecolor rgb '#9aa5b1'
set linetype 3 linecolor rgb '#e6a532'
table = '{1}.csv'
{5}
)",
                                                  name, table, title, x, y, plot)};
}

/// The columns of q and r.
std::string relation_columns() {
  std::string columns;
  pram::detail::for_facts<PhaseRecord>([&](auto fact) {
    if (fact.places.symbol != nullptr) columns += fmt::format("{}column('{}')", columns.empty() ? "" : ", ", fact.name);
  });
  return columns;
}

std::vector<NamedFile> step_scripts() {
  return {
      script("charge", "steps", "Charge of each step", "step", "units of the network''s time",
             "set yrange [0:*]\n"
             "plot table using (column('step')):(column('forward') + column('back')) with boxes \\\n"
             "     linetype 2 title 'back', \\\n"
             "     table using (column('step')):(column('forward')) with boxes linetype 1 title 'forward'"),
      script("degree", "steps", "Largest degree of each step", "step", "processors at one cell",
             "set logscale y 2\n"
             "largest(a, b) = a > b ? a : (b > 1 ? b : 1)\n"
             "plot table using (column('step')):(largest(column('largest_read_degree'), \\\n"
             "     column('largest_write_degree'))) with points pointtype 7 pointsize 0.5 title 'degree'"),
      script("relations", "phases", "Charge of each phase by its h-relation", "h = max(q, r), messages",
             "forward charge, units",
             "set logscale xy 2\n"
             "h(q, r) = q > r ? q : r\n"
             "plot table using (h(" +
                 relation_columns() +
                 ")):(column('forward')) \\\n"
                 "     with points pointtype 7 pointsize 0.5 title 'phases'"),
      script("lines", "lines", "Charge of each source line", "", "units of the network''s time",
             "set yrange [0:*]\n"
             "set offsets 0.6, 0.6, 0, 0\n"
             "set xtics rotate by -40\n"
             "name(path) = strstrt(path, '/') > 0 ? name(path[strstrt(path, '/') + 1:]) : path\n"
             "plot table using 0:(column('charge')):xtic(sprintf('%s:%d', name(strcol('file')), column('line'))) \\\n"
             "     with boxes title 'charge'")};
}

NamedFile cell_script() {
  return script("cells", "cells", "The most contended cells", "", "processors at one cell",
                "set yrange [1:*]\n"
                "set logscale y 2\n"
                "set offsets 0.6, 0.6, 0, 0\n"
                "set xtics rotate by -40\n"
                "plot table using 0:(column('largest_degree')):xtic(sprintf('%s[%d]', strcol('array'), \\\n"
                "     column('index'))) with boxes title 'largest degree'");
}

NamedFile degree_script() {
  return script("degrees", "degrees", "Groups of requests for one cell in one step", "degree", "groups",
                "set logscale xy 2\n"
                "plot table using (column('least_degree')):(column('groups')) smooth frequency \\\n"
                "     with linespoints pointtype 7 title 'all lines'");
}

NamedFile superstep_script() {
  return script("supersteps", "supersteps", "Each superstep: local work and charge", "superstep",
                "units of the network''s time",
                "set yrange [0:*]\n"
                "set offsets 0.6, 0.6, 0, 0\n"
                "total(f, b, sf, sb) = f + b + sf + sb\n"
                "plot table using (column('superstep')):(column('largest_work') + total(column('forward'), \\\n"
                "     column('back'), column('shared.forward'), column('shared.back'))) with boxes \\\n"
                "     linetype 1 title 'charge', \\\n"
                "     table using (column('superstep')):(column('largest_work')) with boxes linetype 3 \\\n"
                "     title 'local work w'");
}

}  // namespace

std::vector<NamedFile> gnuplot_scripts(const Ledger& ledger) {
  pram::detail::refuse_processor("scripts are made");
  std::vector<NamedFile> scripts;
  if (!ledger.step_records().empty()) scripts = step_scripts();
  if (ledger.has_profile() && !ledger.lines().empty()) scripts.push_back(degree_script());
  if (!ledger.cells().empty()) scripts.push_back(cell_script());
  if (!ledger.superstep_records().empty()) scripts.push_back(superstep_script());
  return scripts;
}

std::vector<NamedFile> tables_and_scripts(const Ledger& ledger) {
  std::vector<NamedFile> files = tidy_tables(ledger);
  for (NamedFile& script : gnuplot_scripts(ledger)) files.push_back(std::move(script));
  return files;
}

}  // namespace pram::report

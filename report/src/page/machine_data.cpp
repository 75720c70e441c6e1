#include "machine_data.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <pram/machines/topology.hpp>
#include <pram/report/detail/picture/heat_grid.hpp>
#include <pram/report/detail/picture/network_plan.hpp>
#include <pram/report/detail/run/bins.hpp>
#include "packed_numbers.hpp"
#include "picture/machine/component_map.hpp"
#include "picture/machine/known_topology.hpp"

namespace pram::report {

namespace {

constexpr std::size_t most_levels = std::size_t{1} << 15;  // of all frames of a picture
constexpr std::size_t least_side = 32;                     // of a picture over time, in squares of marks

/// Levels of loads, each as a share of the most. A load above 0 has a level above 0.
void append_levels(std::vector<std::uint64_t>& levels, std::span<const std::uint64_t> loads, std::uint64_t most) {
  for (const std::uint64_t load : loads) {
    const double level = most > 0 ? 63 * static_cast<double>(load) / static_cast<double>(most) : 0;
    levels.push_back(load == 0 ? 0 : std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::lround(level))));
  }
}

std::uint64_t largest(const std::vector<std::uint64_t>& loads) {
  return loads.empty() ? 0 : *std::ranges::max_element(loads);
}

/// The marks of a picture, and which of them shows an entry of what was counted.
struct Marks {
  std::size_t count = 0;
  std::vector<std::uint32_t> of_entry;  ///< no_mark: it is not drawn
};

constexpr std::uint32_t no_mark = ~std::uint32_t{0};

/// The load of each mark: the largest of its entries.
std::vector<std::uint64_t> loads_of(const Marks& marks, std::span<const std::uint64_t> entries) {
  std::vector<std::uint64_t> loads(marks.count);
  for (std::size_t k = 0; k < entries.size(); ++k) {
    if (marks.of_entry[k] != no_mark) loads[marks.of_entry[k]] = std::max(loads[marks.of_entry[k]], entries[k]);
  }
  return loads;
}

/// The columns and rows of a picture's cells; none of a picture of lines.
struct Cells {
  std::size_t columns = 0;
  std::size_t rows = 0;

  std::size_t count() const { return columns * rows; }
};

/// The squares that cells are joined to, so that frames of them stay few.
Cells squares_of(const Cells& cells, std::size_t frames) {
  Cells squares = cells;
  const auto halve = [](std::size_t& side) { side = side > least_side ? std::max(least_side, (side + 1) / 2) : side; };
  while (squares.count() * frames > most_levels && std::max(squares.columns, squares.rows) > least_side) {
    halve(squares.columns);
    halve(squares.rows);
  }
  return squares;
}

/// The same marks, with a square of cells as one.
Marks joined(Marks marks, const Cells& cells, const Cells& squares) {
  const Bins across{cells.columns, squares.columns};
  const Bins down{cells.rows, squares.rows};
  for (std::uint32_t& mark : marks.of_entry) {
    if (mark != no_mark)
      mark = static_cast<std::uint32_t>(down.bin_of(mark / cells.columns) * squares.columns +
                                        across.bin_of(mark % cells.columns));
  }
  marks.count = squares.count();
  return marks;
}

/// The frames of a picture: cells are joined to squares, and then frames of the ledger to one, as keeps them few.
Record frames_record(const Marks& all_marks, const Cells& cells, const LoadFrames& frames) {
  const Cells squares = squares_of(cells, frames.count());
  const Marks marks = cells.count() > 0 ? joined(all_marks, cells, squares) : all_marks;
  std::size_t together = 1;
  while (marks.count * ((frames.count() + together - 1) / together) > most_levels && together < frames.count())
    together *= 2;
  std::vector<std::vector<std::uint64_t>> loads;
  std::uint64_t most = 0;
  for (std::size_t first = 0; first < frames.count(); first += together) {
    std::vector<std::uint64_t> sum(frames.entries);
    for (std::size_t k = first; k < std::min(first + together, frames.count()); ++k) {
      for (std::size_t entry = 0; entry < sum.size(); ++entry) sum[entry] += frames.frame(k)[entry];
    }
    loads.push_back(loads_of(marks, sum));
    most = std::max(most, largest(loads.back()));
  }
  std::vector<std::uint64_t> levels;
  for (const std::vector<std::uint64_t>& frame : loads) append_levels(levels, frame, most);
  Record record = {{"steps", frames.length * together}, {"most", most}};
  if (cells.count() > 0) {
    record.emplace_back("columns", std::uint64_t{squares.columns});
    record.emplace_back("rows", std::uint64_t{squares.rows});
  }
  record.emplace_back("levels", packed_numbers(levels));
  return record;
}

void add_loads(Record& picture, const Marks& marks, std::span<const std::uint64_t> entries) {
  picture.emplace_back("marks", std::uint64_t{marks.count});
  picture.emplace_back("most", largest(loads_of(marks, entries)));
}

/// The cells of components.
Marks cells_of(const HeatGrid& grid, std::size_t components) {
  const std::size_t row = component_row(components);
  Marks marks{grid.columns() * grid.rows(), {}};
  for (std::size_t k = 0; k < components; ++k)
    marks.of_entry.push_back(static_cast<std::uint32_t>(grid.cell(k % row, k / row)));
  return marks;
}

/// @param over_time  null: nothing is known of it
Record components_record(const Ledger& ledger, std::uint64_t ComponentTotal::*of, const LoadFrames* over_time) {
  const std::vector<ComponentTotal>& components = ledger.components();
  const HeatGrid grid = component_grid(components.size());
  const std::size_t row = component_row(components.size());
  const Marks marks = cells_of(grid, components.size());
  std::vector<std::uint64_t> loads;
  for (const ComponentTotal& component : components) loads.push_back(component.*of);
  Record picture = {{"columns", std::uint64_t{grid.columns()}},
                    {"rows", std::uint64_t{grid.rows()}},
                    {"across", std::uint64_t{row}},
                    {"down", std::uint64_t{(components.size() + row - 1) / row}}};
  add_loads(picture, marks, loads);
  if (over_time != nullptr)
    picture.emplace_back("frames", frames_record(marks, {grid.columns(), grid.rows()}, *over_time));
  return picture;
}

Record links_record(const NetworkPlan& plan, const LinkLoad& load, const LoadFrames& over_time) {
  Record picture;
  Cells cells;
  Marks marks;
  marks.of_entry.assign(load.busy.size(), no_mark);
  std::vector<const NetworkPlan::Link*> shown;  // by mark: its busiest link
  if (draws_links(plan)) {
    for (const NetworkPlan::Link& link : plan.links) {
      marks.of_entry[link.link] = static_cast<std::uint32_t>(shown.size());
      shown.push_back(&link);
    }
  } else {
    const HeatGrid grid = place_grid(plan);
    shown.resize(grid.columns() * grid.rows());
    for (const NetworkPlan::Link& link : plan.links) {
      const NetworkPlan::Place& place = plan.nodes[link.node];
      const std::size_t cell = grid.cell(static_cast<std::size_t>(place.column), static_cast<std::size_t>(place.row));
      marks.of_entry[link.link] = static_cast<std::uint32_t>(cell);
      if (shown[cell] == nullptr || load.busy[shown[cell]->link] < load.busy[link.link]) shown[cell] = &link;
    }
    cells = {grid.columns(), grid.rows()};
    picture = {{"columns", std::uint64_t{cells.columns}}, {"rows", std::uint64_t{cells.rows}}};
  }
  marks.count = shown.size();
  // A cell without a link has none.
  const auto list_of = [&shown](const auto& number_of) {
    std::vector<std::optional<std::uint64_t>> list;
    for (const NetworkPlan::Link* const link : shown) {
      list.emplace_back();
      if (link != nullptr) list.back() = number_of(*link);
    }
    return packed_differences(list);
  };
  add_loads(picture, marks, load.busy);
  picture.emplace_back("link", list_of([](const NetworkPlan::Link& link) { return link.link; }));
  picture.emplace_back("from", list_of([](const NetworkPlan::Link& link) { return link.node; }));
  picture.emplace_back("to", list_of([](const NetworkPlan::Link& link) { return link.other; }));
  picture.emplace_back("busy", list_of([&load](const NetworkPlan::Link& link) { return load.busy[link.link]; }));
  picture.emplace_back("frames", frames_record(marks, cells, over_time));
  return picture;
}

}  // namespace

Record machine_data(const Ledger& ledger) {
  if (ledger.components().empty()) return {};
  Record data = {{"received", components_record(ledger, &ComponentTotal::received, &ledger.loads_over_time().received)},
                 {"served", components_record(ledger, &ComponentTotal::served, nullptr)}};
  if (!ledger.network_load()) return data;
  const NetworkLoad& load = *ledger.network_load();
  const std::shared_ptr<const Topology> topology = known_topology(load);
  if (topology == nullptr) return data;
  const auto add = [&](const char* name, const LinkLoad& links, const LoadFrames& over_time) {
    if (largest(links.busy) == 0) return;
    data.emplace_back(name, links_record(network_plan(*topology, links.busy, 0), links, over_time));
  };
  add("links", load.forward, ledger.loads_over_time().busy);
  add("replies", load.back, ledger.loads_over_time().busy_back);
  return data;
}

}  // namespace pram::report

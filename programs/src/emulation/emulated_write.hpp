#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <pram/programs/row.hpp>
#include "emulation/sorted_requests.hpp"

namespace pram::programs {

/// What the bundled programs write: processor i the same to whatever cell.
inline std::vector<std::int64_t> values_by_processor(std::span<const std::uint32_t> cells, std::uint32_t) {
  return values_to_write(cells.size());
}

/// What the bundled programs write where all processors of a cell must agree: a value of the cell.
inline std::vector<std::int64_t> values_by_cell(std::span<const std::uint32_t> cells, std::uint32_t buckets) {
  const std::vector<std::int64_t> of_cell = values_to_write(buckets);
  std::vector<std::int64_t> values;
  for (const std::uint32_t cell : cells) values.push_back(of_cell[cell]);
  return values;
}

/// What one emulation of a step of writes says of itself.
struct EmulatedWrite {
  using Promise = Bound<BucketKeys, std::vector<std::int64_t>>;

  std::string name;
  std::string what;
  std::string columns;
  std::string source = "Eckstein 1979; Vishkin 1983; JáJá 10.1";
  Model model = Rule::erew;
  std::optional<Rule> needs_more_than = {};
  std::string time = "O(log^2 p)";
  Promise steps = {};  ///< exactly; else
  Promise steps_at_most = {};
  std::string work = "O(p log^2 p)";
  Promise work_at_most = emulation_work;
  Promise degree_at_most = 1;
  Sizes size = {.usual = 1 << 13, .bytes_each = 6 * sizeof(std::int64_t) + processor_bytes};
  /// What a cell holds after a write to it, if writes come one by one from the last processor to the first.
  std::int64_t (*write)(std::int64_t before, std::int64_t value) = [](std::int64_t, std::int64_t value) {
    return value;
  };
};

/// The row of an emulation of a step of writes in the table of programs.
/// @tparam emulate  the emulation: emulated_priority_write() or one of its kind
/// @tparam values   (cells, buckets) -> what each processor writes
template <auto emulate, auto values = values_by_processor>
Program emulated_write_program(const EmulatedWrite& one) {
  return program<BucketKeys>(
      +[](Machine& machine, std::span<const std::uint32_t> cells, std::uint32_t buckets) {
        return emulate(machine, cells, values(cells, buckets), buckets);
      },
      {.name = one.name,
       .what = one.what,
       .columns = one.columns,
       .source = one.source,
       .model = one.model,
       .needs_more_than = one.needs_more_than,
       .time = one.time,
       .steps = one.steps,
       .steps_at_most = one.steps_at_most,
       .work = one.work,
       .work_at_most = one.work_at_most,
       .degree_at_most = one.degree_at_most,
       .size = one.size,
       .oracle =
           [write = one.write](std::span<const std::uint32_t> cells, std::uint32_t buckets) {
             std::vector<std::int64_t> memory(buckets, 0);
             const std::vector<std::int64_t> written = values(cells, buckets);
             for (std::size_t i = cells.size(); i-- > 0;) memory[cells[i]] = write(memory[cells[i]], written[i]);
             return memory;
           },
       .against = "writes one by one from the last processor to the first"});
}

}  // namespace pram::programs

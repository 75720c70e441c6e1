#include <pram/programs/emulation.hpp>

#include <algorithm>
#include <map>
#include <string>

#include <pram/bsp.hpp>
#include <pram/error.hpp>
#include <pram/operators.hpp>
#include <pram/programs/input/sequence/keys.hpp>
#include <pram/programs/row.hpp>
#include "distribution.hpp"
#include "emulation/emulated_write.hpp"
#include "programs.hpp"

namespace pram::programs {

namespace {

/// What is to be added to a cell: two words.
struct CellSum {
  std::uint32_t cell;
  std::int64_t value;
};

/// The processes of the first phase, in ⌊√p⌋ groups of neighbours.
BlockDistribution combining_groups(std::uint64_t p) { return {p, side_of_grid(p)}; }

/// The sums that a process knows, by cell; and what it counts as work.
class CombinedSums {
 public:
  void add(CellSum sum) {
    std::int64_t& known = sums_[sum.cell];
    known = Sum::apply(known, sum.value);
    ++added_;
  }

  /// Sends each sum to the process of its cell. Sums for cells of this process stay.
  /// @param home  cell -> process
  template <class Home>
  void send(bsp::Process self, const bsp::Queue<CellSum>& queue, Home home) {
    std::map<std::uint64_t, std::vector<CellSum>> parts;
    std::map<std::uint32_t, std::int64_t> kept;
    for (const auto& [cell, value] : sums_) {
      const std::uint64_t process = home(cell);
      if (process == self.id()) {
        kept[cell] = value;
      } else {
        parts[process].push_back({cell, value});
      }
    }
    for (const auto& [process, sums] : parts) queue.send(process, sums);
    self.work(added_);
    added_ = 0;
    sums_ = std::move(kept);
  }

  const std::map<std::uint32_t, std::int64_t>& all() const { return sums_; }

 private:
  std::map<std::uint32_t, std::int64_t> sums_;
  std::uint64_t added_ = 0;
};

/// The most sums that a process has to send, and gets, in each of two phases.
struct CombiningLoad {
  CombiningLoad(std::uint64_t n, std::uint64_t cells, std::uint64_t p) {
    const BlockDistribution groups = combining_groups(p);
    const std::uint64_t count = side_of_grid(p);
    const std::uint64_t least = groups.size(count - 1);
    const std::uint64_t most = groups.size(0);
    block = (n + p - 1) / p;
    first = most * std::min((cells + least - 1) / least, block);
    second = count * ((cells + p - 1) / p);
    sent_second = std::min((cells + least - 1) / least, most * block);
  }

  std::uint64_t relation() const { return 2 * (std::max(block, first) + std::max(sent_second, second)); }
  std::uint64_t work() const { return block + first + second; }

  std::uint64_t block;
  std::uint64_t first;
  std::uint64_t second;
  std::uint64_t sent_second;
};

}  // namespace

std::vector<std::int64_t> bsp_combining_write(Machine& machine, std::span<const std::uint32_t> cells,
                                              std::span<const std::int64_t> values, std::uint64_t memory_size) {
  if (cells.size() != values.size())
    throw ConfigError("values", std::to_string(values.size()), "as many as cells: " + std::to_string(cells.size()));
  for (const std::uint32_t cell : cells) {
    if (cell >= memory_size)
      throw ConfigError("cell", std::to_string(cell), "below the size of the memory, " + std::to_string(memory_size));
  }
  const std::uint64_t p = machine.options().components;
  std::vector<std::int64_t> memory(memory_size, 0);
  const auto home_of = [p](std::uint64_t cell) { return cell % p; };
  machine.spmd([&](bsp::Process self) -> Task<> {
    const BlockDistribution requests(cells.size(), self.count());
    const BlockDistribution groups = combining_groups(self.count());
    const std::uint64_t group = groups.owner(self.id());
    CombinedSums sums;
    for (std::uint64_t i = requests.first(self.id()); i < requests.first(self.id() + 1); ++i)
      sums.add({cells[i], values[i]});

    const auto within = self.queue<CellSum>("within groups");
    sums.send(self, within, [&](std::uint64_t cell) { return groups.first(group) + cell % groups.size(group); });
    co_await self.sync("within groups");
    for (const auto message : within) {
      for (const CellSum& sum : message.values()) sums.add(sum);
    }
    const auto between = self.queue<CellSum>("between groups");
    sums.send(self, between, home_of);
    co_await self.sync("between groups");
    std::uint64_t got = 0;
    for (const auto message : between) {
      for (const CellSum& sum : message.values()) sums.add(sum);
      got += message.values().size();
    }
    self.work(got);
    for (const auto& [cell, value] : sums.all()) memory[cell] = value;
    co_await self.sync("memory");
  });
  machine.unite(memory, p, home_of);
  return memory;
}

Program bsp_combining_write_program() {
  return program<BucketKeys>(
      +[](Machine& machine, std::span<const std::uint32_t> cells, std::uint32_t buckets) {
        return bsp_combining_write(machine, cells, values_by_processor(cells, buckets), buckets);
      },
      {.name = "bsp-combining-write",
       .what = "a step of combining CRCW on BSP: n writes to m cells, combined within groups of √p processes, then "
               "between groups",
       .columns = "number in the cell",
       .source = "Valiant 1992 (TR-24-92)",
       .model = Model::bsp,
       .time = "n/p + (m + 2√p) (2g + 1) + (m + p)/√p (2g + 1) + 3l",
       .cost = {
           .supersteps = 3,
           .relation_at_most =
               [](const Keys& keys, std::uint64_t p) {
                 return CombiningLoad(keys.of.size(), keys.buckets(), p).relation();
               },
           .work_at_most = [](const Keys& keys,
                              std::uint64_t p) { return CombiningLoad(keys.of.size(), keys.buckets(), p).work(); }},
       .components = 256,
       .size = {.usual = 1 << 15, .bytes_each = 4 * sizeof(std::int64_t)},
       .oracle =
           [](std::span<const std::uint32_t> cells, std::uint32_t buckets) {
             std::vector<std::int64_t> memory(buckets, 0);
             const std::vector<std::int64_t> written = values_by_processor(cells, buckets);
             for (std::size_t i = 0; i < cells.size(); ++i) memory[cells[i]] = Sum::apply(memory[cells[i]], written[i]);
             return memory;
           },
       .against = "sums one by one"});
}

}  // namespace pram::programs

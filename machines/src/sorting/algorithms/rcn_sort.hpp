#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include <pram/detail/memory_account.hpp>
#include <pram/error.hpp>
#include <pram/machines/detail/sort_options.hpp>

#include "../access/fold.hpp"
#include "../machines/rcn_machine.hpp"
#include "cole_sort.hpp"
#include "comparators.hpp"

namespace pram::detail {

/// SORT of the RCN-FULL paper (ten steps as listed; section 3 of its spec) and Rotatesort, recursive over the levels.
/// An operation on the rows of all networks of a level is one such operation on all networks of the level below. An
/// operation on columns is one on rows between two transpositions. ST(L) = 15 ST(L-1) + 14.
///
/// Rotatesort takes a row sort and the rotation after it as one operation, 16 in all. Atoms can do both in one, as a
/// complete graph looks the same from every node. Rows that are networks themselves do them one after the other: 17.
template <class Record, class Comparator>
class RcnSort {
 public:
  RcnSort(RcnMachine& machine, const SortOptions& options, Comparator comparator, std::span<Record> records,
          std::uint64_t words)
      : machine_(machine), options_(options), comparator_(std::move(comparator)), records_(records), words_(words) {}

  SortReport sort() {
    const std::uint64_t before = machine_.ledger().steps();
    const std::uint32_t top = machine_.levels();
    sort_networks(top, 0);
    while (options_.verified && !ordered()) {
      ++report_.repetitions;
      finish_networks(top, 0);
    }
    report_.steps = machine_.ledger().steps() - before;
    report_.by_formula = options_.atoms == SortOptions::Atoms::cole;
    return report_;
  }

  /// Sorts all networks of a level.
  /// @param reversed  bit l - 1: networks in odd rows of a network of level l are sorted in the other direction
  void sort_networks(std::uint32_t level, std::uint32_t reversed) {
    if (level == 0) return sort_atoms(reversed);
    if (options_.method == SortOptions::Method::rotatesort) return rotatesort(level, reversed);
    const std::uint32_t w = quarter(level);
    const std::uint32_t n = machine_.side(level);
    const auto far = [=](std::uint32_t i, std::uint32_t j) { return (j + i * w) % n; };
    const auto near = [=](std::uint32_t i, std::uint32_t j) { return (j + i) % n; };
    sort_columns(level, reversed);
    sort_rows(level, reversed);
    rotate_rows(level, far);
    sort_columns(level, reversed);
    rotate_rows(level, near);
    sort_columns(level, reversed);
    rotate_rows(level, far);
    sort_columns(level, reversed);
    finish_networks(level, reversed);
  }

 private:
  /// w = sqrt(n), or the next power of two above it.
  std::uint32_t quarter(std::uint32_t level) const {
    const std::uint32_t n = machine_.side(level);
    const auto root = static_cast<std::uint32_t>(std::lround(std::sqrt(n)));
    return root * root == n ? root : 1u << (std::bit_width(n - 1) + 1) / 2;
  }

  void rotatesort(std::uint32_t level, std::uint32_t reversed) {
    const std::uint32_t w = quarter(level);
    const std::uint32_t n = machine_.side(level);
    const auto far = [=](std::uint32_t i, std::uint32_t j) { return (j + i * w) % n; };
    const auto in_slice = [=](std::uint32_t i, std::uint32_t j) {
      const std::uint32_t first = j / w * w;
      return first + (j - first + i) % std::min(w, n - first);
    };
    // Balances the vertical slices, then unblocks.
    sort_columns(level, reversed);
    rotate_rows(level, in_slice);
    sort_columns(level, reversed);
    rotate_rows(level, far);
    sort_columns(level, reversed);
    // Balances the horizontal slices, then unblocks.
    sort_rows(level, reversed);
    transpose(level);
    rotate_rows(level, in_slice);
    transpose(level);
    if (level == 1) {
      count_row_operation(level);
      sort_atoms_rotated(reversed, w);
    } else {
      sort_rows(level, reversed);
      rotate_rows(level, far);
    }
    sort_columns(level, reversed);
    finish_networks(level, reversed);
  }

  /// Steps 9 and 10, which bring any input nearer to its order: three passes of shear sort, then all rows in one
  /// direction.
  void finish_networks(std::uint32_t level, std::uint32_t reversed) {
    if (level == 0) return sort_atoms(reversed);
    for (int pass = 0; pass < 3; ++pass) {
      sort_rows(level, reversed ^ 1u << (level - 1));
      sort_columns(level, reversed);
    }
    sort_rows(level, reversed);
  }

  void sort_rows(std::uint32_t level, std::uint32_t reversed) {
    count_row_operation(level);
    sort_networks(level - 1, reversed);
  }

  void sort_columns(std::uint32_t level, std::uint32_t reversed) {
    transpose(level);
    sort_rows(level, reversed);
    transpose(level);
  }

  void transpose(std::uint32_t level) {
    report_.transpositions += level == machine_.levels() ? 1 : 0;
    machine_.lockstep().exchange(machine_.transposed(level), words_,
                                 [&](std::uint32_t x, std::uint32_t p) { std::swap(records_[x], records_[p]); });
  }

  void count_row_operation(std::uint32_t level) { report_.row_operations += level == machine_.levels() ? 1 : 0; }

  /// Sends the record in row i and column j to column destination(i, j), by sorting.
  template <class Destination>
  void rotate_rows(std::uint32_t level, Destination&& destination) {
    count_row_operation(level);
    const std::uint32_t side = machine_.side(level);
    const auto column = [&](std::uint32_t x) { return destination(x % (side * side) / side, x % side); };
    CountedVector<Record> arrived(records_.size());
    if (level == 1 && options_.direct_rotations) {
      CountedVector<Packet<Record>> now(records_.size());
      CountedVector<Packet<Record>> next(records_.size());
      for (std::uint32_t x = 0; x < now.size(); ++x) now[x] = {.origin = x, .payload = records_[x]};
      machine_.lockstep().template move<Record>(now, next, words_, [&](std::uint32_t x, const Packet<Record>&) {
        const std::uint32_t round = (column(x) + side - x % side) % side;
        return round == 0 ? no_node : round - 1;
      });
      for (std::uint32_t x = 0; x < now.size(); ++x) arrived[x] = next[x].payload;
    } else {
      CountedVector<std::uint64_t> routed(records_.size());
      for (std::uint32_t x = 0; x < routed.size(); ++x) routed[x] = std::uint64_t{column(x)} << 32 | x;
      using ByColumn = RecordComparator<std::uint64_t, std::less<>>;
      RcnSort<std::uint64_t, ByColumn>(machine_, options_, ByColumn({}), routed, words_).sort_networks(level - 1, 0);
      for (std::uint32_t x = 0; x < routed.size(); ++x) arrived[x] = records_[routed[x] & 0xFFFFFFFF];
    }
    std::copy(arrived.begin(), arrived.end(), records_.begin());
  }

  void sort_atoms(std::uint32_t reversed) {
    const std::vector<std::uint8_t>& odd = machine_.odd_rows(reversed);
    if (options_.atoms == SortOptions::Atoms::cole) return sort_atoms_by_formula(odd, 0);
    if (options_.atoms == SortOptions::Atoms::cole_executed) return sort_atoms_by_cole(odd, 0);
    if (!std::has_single_bit(machine_.atom())) return merge_atoms(odd, 0);
    const std::uint32_t bits = machine_.atom_bits();
    const std::uint32_t mask = machine_.atom() - 1;
    std::vector<const Matching*> steps;
    std::vector<std::uint32_t> stages;
    for (std::uint32_t stage = 1; stage <= bits; ++stage) {
      for (std::uint32_t bit = stage; bit-- > 0;) {
        steps.push_back(&machine_.along(bit));
        stages.push_back(stage);
      }
    }
    const std::uint32_t block = std::min(machine_.nodes(), std::max(machine_.atom(), 1024u));
    machine_.lockstep().exchange_in_blocks(std::span<const Matching* const>(steps), block, words_, [&](std::size_t k) {
      return [&, stage = stages[k]](std::uint32_t x, std::uint32_t p) {
        comparator_.compare_exchange(records_[x], records_[p], ((x & mask) >> stage & 1) != odd[x >> bits]);
      };
    });
  }

  /// Sorts the rows of level 1, and then rotates row i right by i · w: a bitonic sort in which each node plays the node
  /// i · w places to its left.
  void sort_atoms_rotated(std::uint32_t reversed, std::uint32_t w) {
    const std::vector<std::uint8_t>& odd = machine_.odd_rows(reversed);
    if (options_.atoms == SortOptions::Atoms::cole) return sort_atoms_by_formula(odd, w);
    if (options_.atoms == SortOptions::Atoms::cole_executed) return sort_atoms_by_cole(odd, w);
    if (!std::has_single_bit(machine_.atom())) return merge_atoms(odd, w);
    const std::uint32_t bits = machine_.atom_bits();
    const std::uint32_t mask = machine_.atom() - 1;
    const auto played = [=](std::uint32_t x) { return (x - (x >> bits) * w) & mask; };
    const std::vector<Matching>& along = machine_.along_rotated(w);
    for (std::uint32_t stage = 1; stage <= bits; ++stage) {
      for (std::uint32_t bit = stage; bit-- > 0;) {
        machine_.lockstep().exchange(along[bit], words_, [&](std::uint32_t x, std::uint32_t p) {
          const std::uint32_t part = played(x);
          if (part >> bit & 1) std::swap(x, p);
          comparator_.compare_exchange(records_[x], records_[p], (part >> stage & 1) != odd[x >> bits]);
        });
      }
    }
  }

  /// Sorts atoms of any number of nodes by odd-even merging: its steps compare upwards alone, where those of bitonic
  /// sort need a power of two. Each node plays the node i · w places to its left.
  void merge_atoms(const std::vector<std::uint8_t>& odd, std::uint32_t w) {
    const std::uint32_t atom = machine_.atom();
    const auto played = [=](std::uint32_t x) { return (x % atom + atom - x / atom * w % atom) % atom; };
    for (const Matching& step : machine_.merging_rotated(w)) {
      machine_.lockstep().exchange(step, words_, [&](std::uint32_t x, std::uint32_t p) {
        if (played(x) > played(p)) std::swap(x, p);
        comparator_.compare_exchange(records_[x], records_[p], odd[x / atom] != 0);
      });
    }
  }

  /// All atoms at once, phase by phase, single records also where nodes have blocks. The last phase takes them to their
  /// places, turned and reversed as the row asks.
  void sort_atoms_by_cole(const std::vector<std::uint8_t>& odd, std::uint32_t w) {
    if constexpr (requires { comparator_.each(); }) {
      const std::uint32_t atom = machine_.atom();
      const auto each = static_cast<std::uint32_t>(comparator_.each());
      ColePhaseLoads loads(atom, words_ / each, machine_.lockstep().model());
      for (std::uint32_t first = 0; first < records_.size(); first += atom) {
        const std::uint32_t row = first / atom;
        const std::span<Record> held = records_.subspan(first, atom);
        const auto all = comparator_.gather(held);
        const auto before = [&](std::uint32_t a, std::uint32_t b) {
          return comparator_.less(all[a], all[b]) || (!comparator_.less(all[b], all[a]) && a < b);
        };
        const auto node_of = [&](std::uint32_t place) {
          const std::uint32_t node = odd[row] != 0 ? atom - 1 - place / each : place / each;
          return (node + row * w) % atom;
        };
        ColeSort cole(each * atom, atom, loads, before);
        const std::vector<std::uint32_t> order = cole.sort(node_of);
        auto sorted = all;
        for (std::uint32_t place = 0; place < order.size(); ++place)
          sorted[node_of(place) * each + place % each] = all[order[place]];
        comparator_.scatter(sorted, held);
      }
      for (const ColePhaseLoads::Phase& phase : loads.phases()) machine_.ledger().charge(phase.steps, phase.transfers);
    } else {
      throw ConfigError("sort", "cole-executed", "records that compare by themselves");
    }
  }

  void sort_atoms_by_formula(const std::vector<std::uint8_t>& odd, std::uint32_t w) {
    const std::uint32_t atom = machine_.atom();
    for (std::uint32_t first = 0; first < records_.size(); first += atom) {
      const std::uint32_t row = first / atom;
      const std::span<Record> sorted = records_.subspan(first, atom);
      comparator_.sort(sorted, odd[row] != 0);
      std::rotate(sorted.begin(), sorted.end() - row * w % atom, sorted.end());
    }
    const auto depth = static_cast<std::uint32_t>(std::bit_width(atom - 1));
    for (std::uint32_t step = 0; step < options_.cole_constant * depth; ++step)
      machine_.ledger().charge(machine_.lockstep().model().steps(words_), 0);
  }

  /// Compares neighbours and spreads the outcome, in one fold: every node learns the first and the last record of
  /// ever larger blocks, and whether they are in order.
  bool ordered() {
    struct Block {
      Record first;
      Record last;
      bool ordered;
    };
    const ScheduleLedger::Scope scope(machine_.ledger(), "verify");
    CountedVector<Block> blocks;
    for (const Record& record : records_) blocks.push_back({record, record, true});
    fold(machine_, std::span(blocks), [&](std::uint32_t, std::uint32_t, std::uint32_t, Block& low, Block& high) {
      const bool joined = low.ordered && high.ordered && comparator_.ordered(low.last, high.first);
      low = high = {low.first, high.last, joined};
    });
    return blocks.front().ordered;
  }

  RcnMachine& machine_;
  const SortOptions& options_;
  Comparator comparator_;
  std::span<Record> records_;
  std::uint64_t words_;
  SortReport report_;
};

}  // namespace pram::detail

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include <pram/observer.hpp>

/// Which cells that a run writes are read afterwards, so that a lint can say which are not.
namespace pram::report {

struct RunSummary;

/// Of all arrays of one name: cells that processors wrote, and those of them that nobody read afterwards.
struct WrittenCells {
  std::string array;
  std::uint64_t written = 0;
  std::uint64_t unread = 0;
};

/// Observes a machine: which cells its processors or processes write, and which of these are read later, or by another
/// request of the same step, by a processor, by host code or by a collective. A request that gets back what stood in
/// the cell before, as a fetch-and-add does, is a read, too. A cell counts once, however often it is written.
class CellReads : public Observer {
 public:
  bool wants_cells() const override { return false; }
  void array(const Array& array, std::span<const Word> cells) override;
  void request(const Request& request) override;
  void host_reads(const Array& array, std::uint64_t first, std::uint64_t count) override;

  /// By names of arrays, in the order in which arrays of these were made first; without arrays that nobody wrote.
  std::vector<WrittenCells> found() const;

 private:
  struct Cells {
    std::string array;
    std::unordered_map<std::uint64_t, bool> read;  ///< per cell that processors wrote: whether it was read afterwards
  };

  std::unordered_map<std::uint64_t, Cells> arrays_;  ///< by their numbers
  std::vector<std::uint64_t> made_;                  ///< these numbers in their order
};

/// Whether the lints of a run ask for what CellReads finds in another run of the same program on the same machine. Not
/// for a run that is long, was cut short or wrote nothing, nor if nobody wants lints.
bool lints_want_cell_reads(const RunSummary& run);

}  // namespace pram::report

#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include <pram/ledger.hpp>

#include "program.hpp"

namespace pram::conformance::spmd {

/// A machine did what no machine may.
struct SpmdMismatch : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What a process asks of a cell, and the reply that it saw.
struct CellRequest {
  std::uint32_t process = 0;
  const Deed* deed = nullptr;
  std::optional<std::uint64_t> reply;  ///< none: it was not seen
};

/// The arrays in shared memory. Where the semantics leave a choice (arbitrary winners, the order of fetches) a cell has
/// several values that it may hold, and what the machine shows narrows them.
class SharedCells {
 public:
  using Cell = std::pair<std::size_t, std::uint64_t>;  // array, index

  SharedCells(pram::Rule rule, const std::array<std::vector<std::uint64_t>, 2>& memory);

  /// The first cell at which these requests of one superstep, those of a process in the order in which it made them,
  /// break the rule.
  std::optional<Cell> breach(const std::vector<CellRequest>& requests) const;
  /// Serves the requests. @throws SpmdMismatch
  void serve(const std::vector<CellRequest>& requests);
  /// The facts of the last superstep.
  const SharedAccess& facts() const { return facts_; }
  /// The machine's memory at the end.
  void settle(const std::array<std::vector<std::uint64_t>, 2>& seen);

 private:
  using Values = std::vector<std::uint64_t>;
  using Groups = std::map<Cell, std::vector<CellRequest>>;
  static Groups groups_of(const std::vector<CellRequest>& requests);
  bool breaks_rule(const std::vector<CellRequest>& group) const;
  Values served(const Values& before, const std::vector<CellRequest>& group) const;

  pram::Rule rule_;
  std::array<std::vector<Values>, 2> cells_;
  SharedAccess facts_;
};

}  // namespace pram::conformance::spmd

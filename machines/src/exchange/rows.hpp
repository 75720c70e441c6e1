#pragma once

#include <bit>
#include <functional>
#include <string>

#include "executor.hpp"

/// What the rows of the table have in common.
namespace pram {

/// How an algorithm moves the data: `out` has an empty vector for every node, and steps are counted by the executor.
/// Called only where there are words to move between at least two nodes.
using ExchangeBody =
    std::function<void(ExchangeExecutor&, const ExchangeTask&, const ExchangeData& in, ExchangeData& out)>;
using ExchangeFits = std::function<bool(const ExchangeModel&, const Architecture&, const ExchangeTask&)>;
using ExchangeFormulaOf =
    std::function<ExchangeFormula(const ExchangeModel&, const Architecture&, const ExchangeTask&)>;

/// Completes a row: sources and targets must be nodes, and where nothing is to be moved it costs nothing.
ExchangeAlgorithm exchange_row(std::string name, ExchangeOperation operation, std::string summary, std::string source,
                               ExchangeFits fits, ExchangeFormulaOf formula, ExchangeBody body);

/// A formula for steps and words.
ExchangeFormula counted(const ExchangeModel& model, bool exact, std::uint64_t steps, double words);

/// A formula for the time only.
inline ExchangeFormula estimated(double time) { return {.time = time}; }

/// Steps for so many transfers, so many at a time.
inline std::uint64_t rounds(std::uint64_t transfers, std::uint64_t at_a_time) {
  return (transfers + at_a_time - 1) / at_a_time;
}

inline bool divides(std::uint64_t divisor, std::uint64_t words) { return words % divisor == 0; }

/// Steps in which all nodes of a ring can pass something on: two where there is one half-duplex link.
inline std::uint64_t turns(const ExchangeModel& model, std::uint64_t ring) {
  return ring == 2 && half_duplex(model) ? 2 : 1;
}

/// Smallest n with 2^n >= nodes.
inline std::uint32_t levels(std::uint32_t nodes) { return static_cast<std::uint32_t>(std::bit_width(nodes - 1)); }

/// Calls visit(bits) for every subset of a set of bits, the empty one first.
template <class Visit>
void for_each_subset(std::uint32_t bits, Visit&& visit) {
  std::uint32_t subset = 0;
  do {
    visit(subset);
    subset = (subset - bits) & bits;
  } while (subset != 0);
}

/// Every node holds its words as one piece, numbered as the node is.
void add_one_each(ExchangeExecutor& executor, const ExchangeData& in);

/// Pieces 0, 1, … count - 1.
std::vector<Piece> first_pieces(std::uint32_t count);

/// Cuts every node's words into blocks for the targets: piece from · nodes + to.
void add_blocks(ExchangeExecutor& executor, const ExchangeTask& task, const ExchangeData& in);

}  // namespace pram

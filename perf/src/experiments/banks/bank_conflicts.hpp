#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <pram/perf/report.hpp>

#include "access_patterns.hpp"
#include "storage_schemes.hpp"

/// A matrix in a memory of banks, each of which serves a word a cycle: what parallel accesses cost by storage scheme.
namespace pram::perf {

struct BanksRequest {
  std::uint32_t size = 16;           ///< n, from 2
  std::uint32_t stride = 4;          ///< from 1 to n
  std::vector<std::uint32_t> banks;  ///< numbers B, each from 1
  /// Is called before each number of banks and scheme. If it returns false, the work stops.
  std::function<bool(std::uint64_t done, std::uint64_t of)> progress = {};
};

/// Accesses of n words by one pattern, at all of its positions.
struct ConflictRow {
  std::uint32_t banks = 0;
  std::string scheme;
  std::string pattern;
  std::uint64_t positions = 0;
  std::uint64_t least = 0;     ///< ⌈n / B⌉ cycles
  std::uint64_t worst = 0;     ///< cycles: the most words of one bank
  double mean = 0;             ///< cycles over all positions
  std::uint64_t at_least = 0;  ///< positions that take no more than ⌈n / B⌉ cycles
};

/// A transposition by n processors through the memory, executed: processor p writes row p and then reads column p, a
/// word at a time, all together. The next access begins when the last one is served.
struct TranspositionRow {
  std::uint32_t banks = 0;
  std::string scheme;
  std::uint64_t fullest = 0;  ///< words in the fullest bank
  bool in_turn = false;       ///< processor p begins with its word p, and goes on round
  std::uint64_t written = 0;  ///< cycles
  std::uint64_t read = 0;     ///< cycles
  std::uint64_t least = 0;    ///< 2 n ⌈n / B⌉ cycles
  bool verified = false;      ///< every processor has the column of its number

  std::uint64_t cycles() const { return written + read; }
};

struct BankConflicts {
  BanksRequest request;
  std::vector<ConflictRow> conflicts;  ///< of the schemes and patterns that fit
  std::vector<TranspositionRow> transpositions;
};

/// ⌈n / B⌉: no access of n words takes fewer cycles.
std::uint64_t least_cycles(const BankedMatrix& matrix);

/// Cycles of n words at each position of a pattern.
ConflictRow pattern_conflicts(const BankedMatrix& matrix, const StorageScheme& scheme, const MatrixAccess& access,
                              const AccessPattern& pattern);

TranspositionRow transpose_in_banks(const BankedMatrix& matrix, const StorageScheme& scheme, bool in_turn);

/// If progress() stopped the work, what is done stands in the result.
BankConflicts bank_conflicts(const BanksRequest& request);

/// JSON: {version, size, stride, conflicts: [{banks, scheme, pattern, positions, least, worst, mean, at_least}],
/// transpositions: [{banks, scheme, fullest, order, written, read, cycles, least, verified}], interrupted,
/// wall_seconds}
Report bank_conflicts_report(const BankConflicts& result);

}  // namespace pram::perf

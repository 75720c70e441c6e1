#include "bank_conflicts.hpp"

#include <algorithm>

namespace pram::perf {

namespace {

/// The bank of each word, row by row.
std::vector<std::uint32_t> banks_of(const BankedMatrix& matrix, const StorageScheme& scheme) {
  std::vector<std::uint32_t> all;
  for (std::uint32_t row = 0; row < matrix.size; ++row) {
    for (std::uint32_t column = 0; column < matrix.size; ++column) all.push_back(scheme.bank(matrix, row, column));
  }
  return all;
}

}  // namespace

std::uint64_t least_cycles(const BankedMatrix& matrix) {
  return (std::uint64_t{matrix.size} + matrix.banks - 1) / matrix.banks;
}

ConflictRow pattern_conflicts(const BankedMatrix& matrix, const StorageScheme& scheme, const MatrixAccess& access,
                              const AccessPattern& pattern) {
  ConflictRow row{.banks = matrix.banks,
                  .scheme = scheme.name,
                  .pattern = pattern.name,
                  .positions = pattern.positions(access),
                  .least = least_cycles(matrix)};
  const std::vector<std::uint32_t> banks = banks_of(matrix, scheme);
  std::vector<std::uint64_t> asked(matrix.banks, 0);
  std::uint64_t sum = 0;
  for (std::uint64_t position = 0; position < row.positions; ++position) {
    std::uint64_t cycles = 0;
    for (std::uint32_t t = 0; t < matrix.size; ++t) {
      const MatrixPlace place = pattern.place(access, position, t);
      cycles = std::max(cycles, ++asked[banks[std::size_t{place.row} * matrix.size + place.column]]);
    }
    std::ranges::fill(asked, std::uint64_t{0});
    sum += cycles;
    row.worst = std::max(row.worst, cycles);
    if (cycles == row.least) ++row.at_least;
  }
  if (row.positions > 0) row.mean = static_cast<double>(sum) / static_cast<double>(row.positions);
  return row;
}

BankConflicts bank_conflicts(const BanksRequest& request) {
  BankConflicts result{request, {}, {}};
  const MatrixAccess access{request.size, request.stride};
  const std::uint64_t of = request.banks.size() * storage_schemes().size();
  std::uint64_t done = 0;
  for (const std::uint32_t banks : request.banks) {
    const BankedMatrix matrix{request.size, banks};
    for (const StorageScheme& scheme : storage_schemes()) {
      if (request.progress && !request.progress(done, of)) return result;
      ++done;
      if (!scheme.fits(matrix)) continue;
      for (const AccessPattern& pattern : access_patterns()) {
        if (pattern.positions(access) > 0)
          result.conflicts.push_back(pattern_conflicts(matrix, scheme, access, pattern));
      }
      for (const bool in_turn : {false, true})
        result.transpositions.push_back(transpose_in_banks(matrix, scheme, in_turn));
    }
  }
  return result;
}

}  // namespace pram::perf

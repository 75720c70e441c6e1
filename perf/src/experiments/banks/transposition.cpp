#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bank_conflicts.hpp"

namespace pram::perf {

namespace {

/// A memory of banks with a matrix in it. A bank serves the requests that wait for it in order, one a cycle.
class BankedMemory {
 public:
  BankedMemory(const BankedMatrix& matrix, const StorageScheme& scheme)
      : matrix_(matrix), scheme_(scheme), cells_(matrix.banks), waiting_(matrix.banks) {
    // The words of a bank stand in it in order of rows.
    for (std::uint32_t row = 0; row < matrix.size; ++row) {
      for (std::uint32_t column = 0; column < matrix.size; ++column) {
        std::vector<std::uint64_t>& bank = cells_[scheme.bank(matrix, row, column)];
        cell_of_.push_back(bank.size());
        bank.push_back(0);
      }
    }
  }

  std::uint64_t fullest() const { return std::ranges::max_element(cells_, {}, &Bank::size)->size(); }

  void ask_to_write(const MatrixPlace& place, std::uint64_t word) { ask(place, {.word = word}); }
  /// @param result  gets the word when it is served
  void ask_to_read(const MatrixPlace& place, std::uint64_t& result) { ask(place, {.result = &result}); }

  /// Serves all that wait. @returns cycles
  std::uint64_t serve() {
    std::uint64_t cycles = 0;
    for (bool more = true; more; ++cycles) {
      more = false;
      for (std::size_t bank = 0; bank < waiting_.size(); ++bank) {
        if (cycles < waiting_[bank].size()) serve_one(cells_[bank], waiting_[bank][cycles]);
        more = more || cycles + 1 < waiting_[bank].size();
      }
    }
    for (auto& queue : waiting_) queue.clear();
    return cycles;
  }

 private:
  using Bank = std::vector<std::uint64_t>;

  struct Waiting {
    std::uint64_t cell = 0;
    std::uint64_t word = 0;
    std::uint64_t* result = nullptr;  ///< null: the word is written
  };

  void ask(const MatrixPlace& place, Waiting asked) {
    asked.cell = cell_of_[std::size_t{place.row} * matrix_.size + place.column];
    waiting_[scheme_.bank(matrix_, place.row, place.column)].push_back(asked);
  }

  static void serve_one(Bank& bank, const Waiting& asked) {
    if (asked.result == nullptr) {
      bank[asked.cell] = asked.word;
    } else {
      *asked.result = bank[asked.cell];
    }
  }

  BankedMatrix matrix_;
  const StorageScheme& scheme_;
  std::vector<Bank> cells_;
  std::vector<std::uint64_t> cell_of_;         ///< of each word of the matrix, within its bank
  std::vector<std::vector<Waiting>> waiting_;  ///< for each bank
};

}  // namespace

TranspositionRow transpose_in_banks(const BankedMatrix& matrix, const StorageScheme& scheme, bool in_turn) {
  BankedMemory memory(matrix, scheme);
  const std::uint32_t n = matrix.size;
  const auto word = [n](std::uint32_t row, std::uint32_t column) { return 1 + std::uint64_t{row} * n + column; };
  const auto at = [n, in_turn](std::uint32_t processor, std::uint32_t t) { return in_turn ? (processor + t) % n : t; };
  TranspositionRow made{.banks = matrix.banks, .scheme = scheme.name, .fullest = memory.fullest(), .in_turn = in_turn};
  for (std::uint32_t t = 0; t < n; ++t) {
    for (std::uint32_t p = 0; p < n; ++p) memory.ask_to_write({p, at(p, t)}, word(p, at(p, t)));
    made.written += memory.serve();
  }
  std::vector<std::vector<std::uint64_t>> columns(n, std::vector<std::uint64_t>(n, 0));
  for (std::uint32_t t = 0; t < n; ++t) {
    for (std::uint32_t p = 0; p < n; ++p) memory.ask_to_read({at(p, t), p}, columns[p][at(p, t)]);
    made.read += memory.serve();
  }
  made.verified = true;
  for (std::uint32_t p = 0; p < n; ++p) {
    for (std::uint32_t i = 0; i < n; ++i) made.verified = made.verified && columns[p][i] == word(i, p);
  }
  made.least = 2 * std::uint64_t{n} * least_cycles(matrix);
  return made;
}

}  // namespace pram::perf

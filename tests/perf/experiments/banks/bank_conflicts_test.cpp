#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "experiments/banks/bank_conflicts.hpp"
#include "support.hpp"

namespace pram::perf {

namespace {

using Place = std::pair<int, int>;
using Places = std::vector<Place>;

/// The root of a square; 0 of another number.
int root_of(int n) {
  for (int r = 1; r <= n; ++r) {
    if (r * r == n) return r;
  }
  return 0;
}

/// All sets of places of a pattern, drawn by hand.
std::vector<Places> places_of(const std::string& pattern, int n, int stride) {
  std::vector<Places> all;
  const int r = root_of(n);
  const auto block = [&](int top, int left) {
    Places one;
    for (int i = top; i < top + r; ++i) {
      for (int j = left; j < left + r; ++j) one.emplace_back(i, j);
    }
    all.push_back(one);
  };
  const auto walk = [&](int i, int j, int down, int right) {
    Places one;
    for (int t = 0; t < n; ++t) {
      one.emplace_back(i, j);
      i = (i + down + n) % n;
      j = (j + right + n) % n;
    }
    all.push_back(one);
  };
  for (int k = 0; k < n; ++k) {
    if (pattern == "row") walk(k, 0, 0, 1);
    if (pattern == "column") walk(0, k, 1, 0);
    if (pattern == "diagonal") walk(0, k, 1, 1);
    if (pattern == "diagonal") walk(0, k, 1, -1);
  }
  if (pattern == "main-diagonal") {
    walk(0, 0, 1, 1);
    walk(0, n - 1, 1, -1);
  }
  if (r > 0 && pattern == "block") {
    for (int top = 0; top < n; top += r) {
      for (int left = 0; left < n; left += r) block(top, left);
    }
  }
  if (r > 0 && pattern == "any-block") {
    for (int top = 0; top + r <= n; ++top) {
      for (int left = 0; left + r <= n; ++left) block(top, left);
    }
  }
  if (pattern == "stride") {
    Places whole;
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) whole.emplace_back(i, j);
    }
    for (int first = 0; first < n * n; ++first) {
      Places one;
      for (int t = 0, at = first; t < n; ++t, at = (at + stride) % (n * n))
        one.push_back(whole[static_cast<std::size_t>(at)]);
      all.push_back(one);
    }
  }
  return all;
}

/// The bits of a number below B, the lowest first.
std::vector<int> bits_of(int number, int banks) {
  std::vector<int> bits;
  for (int value = 1; value < banks; value *= 2) bits.push_back(number / value % 2);
  return bits;
}

/// -1 where the scheme has no such matrix.
int bank_of(const std::string& scheme, int n, int banks, const Place& place) {
  const auto [i, j] = place;
  if (scheme == "row") return (n * i + j) % banks;
  if (scheme == "column") return (n * j + i) % banks;
  if (scheme == "diagonal") return (i + j) % banks;
  if (scheme == "skewed") return (2 * i + j) % banks;
  if (scheme == "root-skewed") return root_of(n) == 0 ? -1 : ((root_of(n) + 1) * i + 2 * j) % banks;
  const std::vector<int> row = bits_of(i % banks, banks);
  const std::vector<int> column = bits_of(j % banks, banks);
  const std::size_t bits = row.size();
  if ((1 << bits) != banks) return -1;
  const bool halves = scheme == "xor-halves";
  if (halves && bits % 2 != 0) return -1;
  int bank = 0;
  for (std::size_t b = 0; b < bits; ++b) {
    const std::size_t half = bits / 2;
    int bit = (row[b] + column[b]) % 2;
    if (halves && b < half) bit = (row[b + half] + row[b] + column[b]) % 2;
    if (halves && b >= half) bit = (row[b - half] + column[b]) % 2;
    bank += bit << b;
  }
  return bank;
}

/// The most of these words that one bank has.
std::uint64_t crowd(const std::string& scheme, int n, int banks, const Places& places) {
  std::map<int, std::uint64_t> words;
  std::uint64_t most = 0;
  for (const Place& place : places) most = std::max(most, ++words[bank_of(scheme, n, banks, place)]);
  return most;
}

const ConflictRow* row_of(const BankConflicts& result, const std::string& scheme, const std::string& pattern) {
  const auto found = std::ranges::find_if(
      result.conflicts, [&](const ConflictRow& row) { return row.scheme == scheme && row.pattern == pattern; });
  return found == result.conflicts.end() ? nullptr : &*found;
}

BankConflicts conflicts_in(int n, int banks, int stride) {
  return bank_conflicts({.size = static_cast<std::uint32_t>(n),
                         .stride = static_cast<std::uint32_t>(stride),
                         .banks = {static_cast<std::uint32_t>(banks)}});
}

void check_conflicts(int n, int banks, int stride) {
  CAPTURE(n);
  CAPTURE(banks);
  CAPTURE(stride);
  const BankConflicts result = conflicts_in(n, banks, stride);
  std::size_t rows = 0;
  for (const char* const scheme : {"row", "column", "diagonal", "skewed", "root-skewed", "xor", "xor-halves"}) {
    for (const char* const pattern : {"row", "column", "main-diagonal", "diagonal", "block", "any-block", "stride"}) {
      CAPTURE(scheme);
      CAPTURE(pattern);
      const std::vector<Places> all = places_of(pattern, n, stride);
      const ConflictRow* const row = row_of(result, scheme, pattern);
      REQUIRE((row != nullptr) == (!all.empty() && bank_of(scheme, n, banks, {0, 0}) >= 0));
      if (row == nullptr) continue;
      ++rows;
      const auto least = static_cast<std::uint64_t>((n + banks - 1) / banks);
      std::uint64_t worst = 0, sum = 0, at_least = 0;
      for (const Places& places : all) {
        const std::uint64_t cycles = crowd(scheme, n, banks, places);
        worst = std::max(worst, cycles);
        sum += cycles;
        if (cycles == least) ++at_least;
      }
      CHECK(row->positions == all.size());
      CHECK(row->least == least);
      CHECK(row->worst == worst);
      CHECK(row->mean == doctest::Approx(static_cast<double>(sum) / static_cast<double>(all.size())));
      CHECK(row->at_least == at_least);
    }
  }
  CHECK(result.conflicts.size() == rows);
}

/// Every access of the transposition takes as many cycles as one bank has of its words.
void check_transpositions(int n, int banks) {
  CAPTURE(n);
  CAPTURE(banks);
  for (const TranspositionRow& row : conflicts_in(n, banks, 1).transpositions) {
    CAPTURE(row.scheme);
    CAPTURE(row.in_turn);
    std::uint64_t written = 0, read = 0;
    Places whole;
    for (int t = 0; t < n; ++t) {
      Places rows, columns;
      for (int p = 0; p < n; ++p) {
        const int at = row.in_turn ? (p + t) % n : t;
        rows.emplace_back(p, at);
        columns.emplace_back(at, p);
        whole.emplace_back(p, t);
      }
      written += crowd(row.scheme, n, banks, rows);
      read += crowd(row.scheme, n, banks, columns);
    }
    CHECK(row.written == written);
    CHECK(row.read == read);
    CHECK(row.cycles() == written + read);
    CHECK(row.fullest == crowd(row.scheme, n, banks, whole));
    CHECK(row.least == static_cast<std::uint64_t>(2 * n * ((n + banks - 1) / banks)));
    CHECK(row.verified);
  }
}

}  // namespace

TEST_CASE("banks: conflicts of every scheme and pattern are those that are counted word by word") {
  std::mt19937_64 random(testing::seed());
  for (const auto& [n, banks] :
       {std::pair(2, 1), {2, 4}, {4, 4}, {9, 7}, {9, 16}, {16, 16}, {16, 4}, {16, 64}, {25, 8}})
    check_conflicts(n, banks, 1 + static_cast<int>(random() % static_cast<unsigned>(n)));
  for (int trial = 0; trial < 12; ++trial) {
    const int n = 2 + static_cast<int>(random() % 18);
    check_conflicts(n, 1 + static_cast<int>(random() % 40), 1 + static_cast<int>(random() % static_cast<unsigned>(n)));
  }
}

TEST_CASE("banks: a transposition takes for each access what one bank has of its words") {
  std::mt19937_64 random(testing::seed());
  for (const auto& [n, banks] : {std::pair(2, 1), {2, 4}, {9, 9}, {16, 16}, {16, 32}}) check_transpositions(n, banks);
  for (int trial = 0; trial < 12; ++trial)
    check_transpositions(2 + static_cast<int>(random() % 18), 1 + static_cast<int>(random() % 40));
}

TEST_CASE("banks: what is known of the schemes holds") {
  const auto free_of_conflicts = [](const BankConflicts& result, const char* scheme, const char* pattern) {
    CAPTURE(scheme);
    CAPTURE(pattern);
    const ConflictRow* const row = row_of(result, scheme, pattern);
    REQUIRE(row != nullptr);
    CHECK(row->worst == row->least);
  };
  for (const int n : {4, 16, 64}) {
    CAPTURE(n);
    // Lawrie: 2 n banks, a skew of the root and one, and every second bank.
    const BankConflicts twice = conflicts_in(n, 2 * n, 2);
    for (const char* const pattern : {"row", "column", "main-diagonal", "diagonal", "block", "any-block"})
      free_of_conflicts(twice, "root-skewed", pattern);
    // Frailong, Jalby and Lenfant: as many banks as words.
    const BankConflicts as_many = conflicts_in(n, n, 2);
    for (const char* const pattern : {"row", "column", "main-diagonal", "block"})
      free_of_conflicts(as_many, "xor-halves", pattern);
    CHECK(row_of(as_many, "xor", "main-diagonal")->worst == static_cast<std::uint64_t>(n));
  }
  // Budnik and Kuck: a prime number of banks.
  for (const int prime : {5, 7, 17, 31}) {
    const BankConflicts primes = conflicts_in(prime - 1, prime, 1);
    for (const char* const pattern : {"row", "column", "main-diagonal"}) free_of_conflicts(primes, "skewed", pattern);
  }
}

TEST_CASE("banks: no skew serves rows, columns and diagonals where banks and words are an even number") {
  for (const int n : {2, 4, 6, 8, 16}) {
    for (int down = 0; down < n; ++down) {
      for (int across = 0; across < n; ++across) {
        std::uint64_t most = 0;
        for (const char* const pattern : {"row", "column", "main-diagonal"}) {
          for (const Places& places : places_of(pattern, n, 1)) {
            std::map<int, std::uint64_t> words;
            for (const auto& [i, j] : places) most = std::max(most, ++words[(down * i + across * j) % n]);
          }
        }
        CHECK(most > 1);
      }
    }
  }
}

}  // namespace pram::perf

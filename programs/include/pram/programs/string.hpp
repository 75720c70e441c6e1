#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include <pram/machine.hpp>

/// Strings.
namespace pram::programs {

/// The places where a pattern of m letters begins in a text of n letters; occurrences may overlap. All letters of all
/// places are compared at once.
///
/// Model: CRCW common, not CREW. Time: T <= 3. Work: W <= 3 (n - m + 1) m.
///
/// Source: JáJá, An Introduction to Parallel Algorithms (1992), Section 7.1.
/// @returns ascending places; none for an empty pattern
std::vector<std::uint64_t> string_matching_naive(Machine& machine, std::string_view text, std::string_view pattern);

/// The same by fingerprints. The fingerprint of a prefix is the sum of (letter i + 1) · x^i over its letters, modulo
/// 2^61 - 1, for a random x. A place is reported where the difference of two prefixes equals the pattern's fingerprint
/// times the power of x that belongs to the place. A place where the pattern does not occur is reported with a chance
/// below (n + m) / 2^60.
///
/// Model: EREW. Time: T <= 11 + 4 ⌈log2 (n + m)⌉ and twice the steps of prefix_sums(). Work: O(n + m).
///
/// Source: Karp, Rabin, Efficient randomized pattern-matching algorithms, IBM J. Research and Development 31 (1987);
/// JáJá, An Introduction to Parallel Algorithms (1992), Section 9.4.
std::vector<std::uint64_t> string_matching_karp_rabin(Machine& machine, std::string_view text,
                                                      std::string_view pattern);

/// The same by duels. The analysis of the pattern finds witnesses: for a distance d below the pattern's period a place
/// e whose letter differs from the one d before it. Two places of the text that are d apart then meet in a duel: the
/// letter e behind the left one puts one of them out. Duels leave one place in each block of the text. Of these, all
/// letters are compared at once; or, if the period is shorter than m/4, the letters of a period, and blocks of the text
/// find out on balanced trees up to where it goes on with that period.
///
/// Model: CRCW common, not CREW (letters that differ mark their place at once). Time: T <= 120 + 30 ⌊log2 m⌋ +
/// 12 ⌈log2 m⌉, as each distance that the analysis tries takes O(1) steps, by leftmost_one(). Work: W <= 48n + 96m.
///
/// Source: Vishkin, Optimal parallel pattern matching in strings, Information and Control 67 (1985); JáJá, An
/// Introduction to Parallel Algorithms (1992), Sections 7.2 to 7.4, with witnesses of distances up to m/4.
/// @returns ascending places; none for an empty pattern
std::vector<std::uint64_t> string_matching_duels(Machine& machine, std::string_view text, std::string_view pattern);

/// The least number of insertions, deletions and changes of letters that turn one text into the other. A table holds
/// the distances of all pairs of prefixes, with a row and a processor for each letter of the left text. A wavefront
/// fills it one diagonal at a time.
///
/// Model: EREW. Time: T = 1 + 3 (n + m) for texts of n >= 1 and m >= 1 letters, 0 if one is empty. Work: O(n (n + m))
/// on n + 1 processors.
///
/// Source: Wagner, Fischer, The string-to-string correction problem, JACM 21 (1974), along diagonals.
std::uint64_t edit_distance(Machine& machine, std::string_view left, std::string_view right);

/// The most letters of a text that suffix_array() takes: two ranks and an index make a word.
inline constexpr std::uint64_t most_suffixes = (1 << 21) - 1;

/// The suffixes of a text in alphabetical order of their bytes. The suffixes are ranked by their first 2, 4, 8, …
/// letters: in each round merge_sort() sorts pairs of ranks, and prefix sums number the distinct pairs.
///
/// Model: CREW, not EREW. Time: max(1, ⌈log2 n⌉) rounds for n >= 1, each of the time of merge_sort() and prefix_sums()
/// and 8 steps: O(log^3 n). Work: O(n log^2 n). With cole_merge_sort() it would be O(log^2 n), in fewer steps for texts
/// that are longer than most_suffixes by far: see maximal_points().
///
/// Source: Manber, Myers, Suffix arrays, SIAM J. Computing 22 (1993), with the ranks of Karp, Miller, Rosenberg (1972).
/// @returns where each suffix begins
/// @throws ConfigError if the text has more than most_suffixes letters
std::vector<std::uint32_t> suffix_array(Machine& machine, std::string_view text);

/// What common_prefixes() finds.
struct SuffixArray {
  std::vector<std::uint32_t> suffix;         ///< where each suffix begins
  std::vector<std::uint32_t> common_prefix;  ///< the letters it has in common with the suffix before it; 0 first

  friend bool operator==(const SuffixArray&, const SuffixArray&) = default;
};

/// The suffix array of a text with the longest common prefix of each two neighbours. The ranks by 1, 2, 4, … letters
/// are kept. From the largest k down, two suffixes whose ranks by k letters agree have k more letters in common.
///
/// Model: CREW, not EREW. Time: that of suffix_array() and at most 4 + 2 ⌈log2 n⌉ steps. Work: O(n log^2 n); memory
/// O(n log n).
///
/// Source: Manber, Myers (1993), see above; the ranks as a dictionary of basic factors: Karp, Miller, Rosenberg (1972).
/// @throws ConfigError if the text has more than most_suffixes letters
SuffixArray common_prefixes(Machine& machine, std::string_view text);

/// The most states of an automaton: a map of all of them is one word.
inline constexpr std::uint64_t most_states = 16;

/// A deterministic finite automaton, which starts in state 0.
struct Automaton {
  std::vector<std::array<std::uint8_t, 256>> next;  ///< per state and byte: the state that follows
  std::vector<std::uint8_t> accepts;                ///< per state: whether it accepts
};

/// The state of a finite automaton behind each of n letters. A letter is a map of states to states, and maps that
/// follow each other are one map: a scan composes them, on the tree of prefix_sums(). All processors know the
/// automaton, as they know their program.
///
/// Model: EREW. Time: T = 4 and that of prefix_sums() for n >= 1. Work: W < 10n.
///
/// Source: Ladner, Fischer, Parallel prefix computation, JACM 27 (1980), Section 1; Hillis, Steele, Data parallel
/// algorithms, CACM 29 (1986).
/// @returns per letter: the state after it
/// @throws ConfigError if there are no states or more than most_states, next and accepts differ in number, or a state
///         that follows is none
std::vector<std::uint8_t> automaton_run(Machine& machine, const Automaton& automaton, std::string_view text);

}  // namespace pram::programs

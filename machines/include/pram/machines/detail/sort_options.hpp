#pragma once

#include <cstdint>

namespace pram {

/// How records are sorted on a network.
struct SortOptions {
  enum class Method {
    own,             ///< rcn_sort on RCN-FULL, bitonic elsewhere
    rcn_sort,        ///< SORT as Hamdi lists it; RCN-FULL only
    rotatesort,      ///< Marberg and Gafni 1988, proven correct; RCN-FULL only
    bitonic,         ///< Batcher 1968; by exchanges along the bits of a node's number
    odd_even_merge,  ///< Batcher 1968; by routed permutations
    shear,           ///< Scherson, Sen and Shamir 1986; two-dimensional grids only
  };
  /// How rcn_sort and rotatesort sort atoms, the complete graphs of N_A nodes.
  enum class Atoms {
    /// Compare-exchange steps, lg (lg + 1) / 2 of them with lg = ⌈log2 N_A⌉. Where N_A is no power of two, by odd-even
    /// merging.
    bitonic,
    /// Not executed step by step: charged as Cole's parallel merge sort, cole_constant · ⌈log2 N_A⌉.
    cole,
    /// Cole's parallel merge sort, message by message: 3 ⌈log2 n⌉ stages of seven phases for the n records of an atom,
    /// and a phase more. A phase takes one step where no link has two messages. The cost depends on the records.
    cole_executed,
  };

  Method method = Method::own;
  Atoms atoms = Atoms::bitonic;
  /// K3: steps of Cole's sort for each level of its tree. A level has three stages, of at least one step each.
  std::uint32_t cole_constant = 3;
  bool verified = false;          ///< rcn_sort: checks the order, and repeats its last steps until it is right
  bool direct_rotations = false;  ///< rotations inside atoms take one step, not a sort by destination
};

/// The cost of a sort.
struct SortReport {
  std::uint64_t steps = 0;           ///< steps of communication; with Atoms::cole partly by formula
  bool by_formula = false;           ///< atoms were charged as Cole's sort
  std::uint32_t row_operations = 0;  ///< K1: operations on rows by rcn_sort or rotatesort, at the highest level
  std::uint32_t transpositions = 0;  ///< K2: transpositions by the same sorters
  std::uint32_t repetitions = 0;     ///< how often the last steps were repeated, in verified mode
};

}  // namespace pram

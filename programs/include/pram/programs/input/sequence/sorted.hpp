#pragma once

#include <cstdint>
#include <vector>

#include <pram/programs/input/both.hpp>
#include <pram/programs/input/kind.hpp>
#include <pram/programs/search.hpp>

namespace pram::programs {

/// Pairs of sorted sequences; from a file they are the first half and the second half of its numbers, each sorted.
struct SortedPairs : Both<std::vector<std::int64_t>> {
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  static Value read(const InputRequest& request, const Sizes& sizes);
};

/// A sequence in ascending order, and a key to search in it.
struct SortedAndKey {
  std::vector<std::int64_t> values;
  std::int64_t key = 0;
};

/// Sorted sequences with a key; a file has the key, and then the values, which are sorted.
struct SortedSequences {
  using Value = SortedAndKey;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& input) { return {{"n", input.values.size()}}; }
};

/// n keys with about n/4 to insert, to delete, and to look up. A file has three numbers, how many keys there are, how
/// many are to be inserted, and how many to be deleted; then these, and then the keys to look up. The keys of a batch
/// may come in any order, and more than once.
struct DictionaryBatches {
  using Value = DictionaryBatch;
  static constexpr const char* file = "numbers";
  static Shapes<Value> shapes();
  /// @throws InputError also if numbers are missing, or if a key is the largest number
  static Value read(const InputRequest& request, const Sizes& sizes);
  static InputSizes sizes(const Value& batch);
};

extern template const UntypedKind& untyped_kind<SortedPairs>();
extern template const UntypedKind& untyped_kind<SortedSequences>();
extern template const UntypedKind& untyped_kind<DictionaryBatches>();

}  // namespace pram::programs

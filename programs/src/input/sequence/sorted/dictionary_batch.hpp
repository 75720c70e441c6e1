#pragma once

#include <tuple>

#include <pram/programs/search.hpp>
#include "input/kind.hpp"

namespace pram::programs {

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
  static const UntypedKind& untyped();
};

template <>
struct KindOf<const DictionaryBatch&> : DictionaryBatches {
  static std::tuple<const DictionaryBatch&> arguments(const Value& batch) { return {batch}; }
};

}  // namespace pram::programs

#include <pram/programs/input/sequence/sorted.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include <pram/programs/input/sequence/numbers.hpp>
#include "input/file/counted.hpp"
#include "input/file/text.hpp"
#include "input/shapes_made_of.hpp"
#include "random.hpp"
#include "root.hpp"

namespace pram::programs {

namespace {

/// The first `left` values and the other values, both sorted.
SortedPairs::Value cut_and_sort(const std::vector<std::int64_t>& values, std::uint64_t left) {
  SortedPairs::Value pair = SortedPairs::cut(values, left);
  std::ranges::sort(pair.left);
  std::ranges::sort(pair.right);
  return pair;
}

}  // namespace

Shapes<SortedPairs::Value> SortedPairs::shapes() {
  return {{"random", "random numbers",
           [](std::uint64_t n, std::uint64_t seed) { return cut_and_sort(random_numbers(n, seed), n / 2); }},
          {"uneven", "random numbers, a few to many",  // ⌊√n⌋ of them, and the others
           [](std::uint64_t n, std::uint64_t seed) { return cut_and_sort(random_numbers(n, seed), floor_root(n)); }},
          {"disjoint", "numbers of which one half is above the other",
           [](std::uint64_t n, std::uint64_t seed) {
             std::vector<std::int64_t> values = random_numbers(n, seed);
             std::ranges::sort(values, std::greater());
             return cut_and_sort(values, n / 2);
           }},
          {"equal", "equal numbers", [](std::uint64_t n, std::uint64_t seed) {
             return cut_and_sort(std::vector<std::int64_t>(n, random_numbers(1, seed)[0]), n / 2);
           }}};
}

SortedPairs::Value SortedPairs::read(const InputRequest& request, const Sizes& sizes) {
  const std::vector<std::int64_t> values = Numbers::read(request, sizes);
  return cut_and_sort(values, values.size() / 2);
}

namespace {

/// Takes the first value as the key, and sorts the others.
SortedAndKey key_and_others(const std::vector<std::int64_t>& values) {
  SortedAndKey made{{values.begin() + 1, values.end()}, values.front()};
  std::ranges::sort(made.values);
  return made;
}

}  // namespace

Shapes<SortedAndKey> SortedSequences::shapes() {
  return {{"random", "random numbers, sorted, and a random key",
           [](std::uint64_t n, std::uint64_t seed) { return key_and_others(random_numbers(n + 1, seed)); }},
          {"present", "random numbers, sorted, and one of them",
           [](std::uint64_t n, std::uint64_t seed) {
             SortedAndKey made = key_and_others(random_numbers(n + 1, seed));
             if (n > 0) made.key = made.values[static_cast<std::size_t>(made.key + 1'000'000) % n];
             return made;
           }},
          {"above", "random numbers, sorted, and a key above them",
           [](std::uint64_t n, std::uint64_t seed) {
             SortedAndKey made = key_and_others(random_numbers(n + 1, seed));
             made.key = 1'000'001;
             return made;
           }},
          {"equal", "equal numbers, and the same as key", [](std::uint64_t n, std::uint64_t seed) {
             return key_and_others(std::vector<std::int64_t>(n + 1, random_numbers(1, seed)[0]));
           }}};
}

SortedAndKey SortedSequences::read(const InputRequest& request, const Sizes& sizes) {
  return key_and_others(Numbers::read(request, {.usual = 0, .bytes_each = sizes.bytes_each, .most = sizes.most + 1}));
}

namespace {

using KeySequence = std::vector<std::int64_t>;

KeySequence sorted_once(KeySequence keys) {
  std::ranges::sort(keys);
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys;
}

/// Ascending numbers, each once: one of each four from `first` on.
KeySequence spread_keys(std::uint64_t n, std::int64_t first, const Random& random, std::uint64_t draw) {
  KeySequence keys;
  for (std::uint64_t i = 0; i < n; ++i)
    keys.push_back(first + static_cast<std::int64_t>(4 * i + random.below(draw + i, 4)));
  return keys;
}

/// One of `step` keys.
KeySequence one_of_each(const KeySequence& keys, std::uint64_t step, const Random& random, std::uint64_t draw) {
  KeySequence some;
  for (std::uint64_t i = 0; i < keys.size(); ++i) {
    if (random.below(draw + i, static_cast<std::uint32_t>(step)) == 0) some.push_back(keys[i]);
  }
  return some;
}

/// How many keys a batch has.
std::uint64_t batch_size(std::uint64_t n) { return n / 4 + 1; }

/// Looks up some keys that are there, some that were, and one that never was.
void look_up(DictionaryBatch& batch, const Random& random) {
  KeySequence all = batch.keys;
  all.insert(all.end(), batch.inserted.begin(), batch.inserted.end());
  batch.sought = one_of_each(all, 5, random, 0);
  batch.sought.push_back(std::ranges::max(all) + 1);
}

}  // namespace

Shapes<DictionaryBatch> DictionaryBatches::shapes() {
  return {{"random", "random keys",
           [](std::uint64_t n, std::uint64_t seed) {
             const Random random(seed, numbers_stream);
             DictionaryBatch batch{spread_keys(n, 0, random, 0), {}, {}, {}};
             for (std::uint64_t i = 0; i < batch_size(n); ++i)
               batch.inserted.push_back(random.below(n + i, static_cast<std::uint32_t>(4 * n + 4)));
             batch.inserted = sorted_once(std::move(batch.inserted));
             batch.deleted = one_of_each(batch.keys, 4, random, 2 * n + 1);
             look_up(batch, Random(seed, queries_stream));
             return batch;
           }},
          {"behind", "keys of which those inserted are larger than all others, and half of all are deleted",
           [](std::uint64_t n, std::uint64_t seed) {
             const Random random(seed, numbers_stream);
             DictionaryBatch batch{spread_keys(n, 0, random, 0), {}, {}, {}};
             batch.inserted = spread_keys(batch_size(n), static_cast<std::int64_t>(4 * n), random, n);
             batch.deleted.assign(batch.keys.begin() + static_cast<std::ptrdiff_t>(n / 2), batch.keys.end());
             look_up(batch, Random(seed, queries_stream));
             return batch;
           }},
          {"between", "keys of which those inserted stand between the same two, and all others are deleted",
           [](std::uint64_t n, std::uint64_t seed) {
             const Random random(seed, numbers_stream);
             DictionaryBatch batch{spread_keys(n / 2, 0, random, 0), {}, {}, {}};
             const auto middle = static_cast<std::int64_t>(4 * n);
             batch.inserted = spread_keys(batch_size(n), middle, random, n);
             const KeySequence behind = spread_keys(n - n / 2, 3 * middle + 8, random, 2 * n + 1);
             batch.keys.insert(batch.keys.end(), behind.begin(), behind.end());
             batch.deleted = batch.keys;
             look_up(batch, Random(seed, queries_stream));
             return batch;
           }},
          {"all", "keys that are all deleted, with those inserted", [](std::uint64_t n, std::uint64_t seed) {
             const Random random(seed, numbers_stream);
             DictionaryBatch batch{spread_keys(n, 0, random, 0), {}, {}, {}};
             batch.inserted = spread_keys(batch_size(n), -4, random, n);
             batch.deleted = batch.keys;
             batch.deleted.insert(batch.deleted.end(), batch.inserted.begin(), batch.inserted.end());
             batch.deleted = sorted_once(std::move(batch.deleted));
             look_up(batch, Random(seed, queries_stream));
             return batch;
           }}};
}

DictionaryBatch DictionaryBatches::read(const InputRequest& request, const Sizes& sizes) {
  const KeySequence all = Numbers::read(request, {.usual = 0, .bytes_each = sizes.bytes_each / 4, .most = sizes.most});
  const std::string name = shown_path(request.file);
  if (all.size() < 3)
    throw InputError(name, 0, "the numbers of keys, of those inserted, and of those deleted are missing");
  std::uint64_t end[3];
  std::uint64_t used = 3;
  for (std::size_t part = 0; part < 3; ++part) {
    if (all[part] < 0 || static_cast<std::uint64_t>(all[part]) > all.size() - used) {
      throw InputError(name, 0,
                       fmt::format("it holds {} behind the first three, not so many as these ask for, {}, {} "
                                   "and {}",
                                   counted(all.size() - 3, "number"), all[0], all[1], all[2]));
    }
    end[part] = used += static_cast<std::uint64_t>(all[part]);
  }
  if (std::ranges::find(all.begin() + 3, all.end(), std::numeric_limits<std::int64_t>::max()) != all.end())
    throw InputError(name, 0, fmt::format("keys are below {}", std::numeric_limits<std::int64_t>::max()));
  const auto piece = [&](std::uint64_t from, std::uint64_t to) {
    return KeySequence(all.begin() + static_cast<std::ptrdiff_t>(from), all.begin() + static_cast<std::ptrdiff_t>(to));
  };
  return {sorted_once(piece(3, end[0])), sorted_once(piece(end[0], end[1])), sorted_once(piece(end[1], end[2])),
          piece(end[2], all.size())};
}

InputSizes DictionaryBatches::sizes(const Value& batch) {
  return {{"n", batch.keys.size()},
          {"inserted", batch.inserted.size()},
          {"deleted", batch.deleted.size()},
          {"sought", batch.sought.size()}};
}

template const UntypedKind& untyped_kind<SortedPairs>();
template const UntypedKind& untyped_kind<SortedSequences>();
template const UntypedKind& untyped_kind<DictionaryBatches>();

}  // namespace pram::programs

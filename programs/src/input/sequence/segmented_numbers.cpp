#include "input/sequence/segmented_numbers.hpp"

#include <fmt/format.h>

#include "input/file/counted.hpp"
#include "input/sequence/numbers.hpp"
#include "random.hpp"

namespace pram::programs {

Shapes<SegmentedNumbers> SegmentedSequences::shapes() {
  return {{"random", "random numbers in random segments",  // of 8 numbers on average
           [](std::uint64_t n, std::uint64_t seed) {
             SegmentedNumbers made{random_numbers(n, seed), {}};
             const Random random(seed, cuts_stream);
             for (std::uint64_t i = 0; i < n; ++i) made.heads.push_back(random.below(i, 8) == 0 ? 1 : 0);
             return made;
           }},
          {"whole", "random numbers in one segment",
           [](std::uint64_t n, std::uint64_t seed) {
             return SegmentedNumbers{random_numbers(n, seed), std::vector<std::uint8_t>(n, 0)};
           }},
          {"single", "random numbers, each a segment", [](std::uint64_t n, std::uint64_t seed) {
             return SegmentedNumbers{random_numbers(n, seed), std::vector<std::uint8_t>(n, 1)};
           }}};
}

SegmentedNumbers SegmentedSequences::read(const InputRequest& request, const Sizes& sizes) {
  const std::vector<std::int64_t> both =
      Numbers::read(request, {.usual = 0, .bytes_each = sizes.bytes_each / 2, .most = 2 * sizes.most});
  if (both.size() % 2 == 1) {
    throw InputError(
        shown_path(request.file), 0,
        fmt::format("it holds {}: the last one has no head, 0 or 1, behind it", counted(both.size(), "number")));
  }
  SegmentedNumbers made;
  for (std::size_t i = 0; i < both.size(); i += 2) {
    made.values.push_back(both[i]);
    made.heads.push_back(both[i + 1] != 0 ? 1 : 0);
  }
  return made;
}

const UntypedKind& SegmentedSequences::untyped() { return untyped_kind<SegmentedSequences>; }

}  // namespace pram::programs

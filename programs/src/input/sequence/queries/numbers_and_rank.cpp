#include "input/sequence/queries/numbers_and_rank.hpp"

#include <fmt/format.h>

#include "input/file/counted.hpp"
#include "input/sequence/numbers.hpp"

namespace pram::programs {

Shapes<NumbersAndRank> RanksOfNumbers::shapes() {
  Shapes<NumbersAndRank> shapes;
  for (const Shape<Numbers::Value>& shape : Numbers::shapes()) {
    shapes.push_back({shape.name, shape.what, [make = shape.make](std::uint64_t n, std::uint64_t seed) {
                        return NumbersAndRank{make(n, seed), n / 2};
                      }});
  }
  shapes.push_back({"last", "random numbers, and the largest of them", [](std::uint64_t n, std::uint64_t seed) {
                      return NumbersAndRank{random_numbers(n, seed), n == 0 ? 0 : n - 1};
                    }});
  return shapes;
}

NumbersAndRank RanksOfNumbers::read(const InputRequest& request, const Sizes& sizes) {
  const std::vector<std::int64_t> all =
      Numbers::read(request, {.usual = 0, .bytes_each = sizes.bytes_each, .most = sizes.most + 1});
  if (all.front() < 0 || static_cast<std::uint64_t>(all.front()) >= all.size() - 1) {
    throw InputError(shown_path(request.file), 0,
                     fmt::format("the first number, {}, is no rank of the {} behind it, counted from 0", all.front(),
                                 counted(all.size() - 1, "number")));
  }
  return {{all.begin() + 1, all.end()}, static_cast<std::uint64_t>(all.front())};
}

const UntypedKind& RanksOfNumbers::untyped() { return untyped_kind<RanksOfNumbers>; }

}  // namespace pram::programs

#include "input/sequence/modular/linear_functions.hpp"

#include <fmt/format.h>

#include "input/file/counted.hpp"
#include "input/sequence/modular/residue.hpp"
#include "input/sequence/numbers.hpp"
#include "random.hpp"

namespace pram::programs {

Shapes<LinearFunctions::Value> LinearFunctions::shapes() {
  return {
      {"random", "random linear functions",
       [](std::uint64_t n, std::uint64_t seed) {
         const Random random(seed, numbers_stream);
         Value functions;
         for (std::uint64_t i = 0; i < n; ++i)
           functions.push_back({random.below(2 * i, recurrence_modulus), random.below(2 * i + 1, recurrence_modulus)});
         return functions;
       }},
      {"geometric", "functions that double",
       [](std::uint64_t n, std::uint64_t) {
         return Value(n, {2, 1});
       }},
      {"constants", "functions of which some are constant", [](std::uint64_t n, std::uint64_t seed) {
         const Random random(seed, numbers_stream);
         Value functions;
         for (std::uint64_t i = 0; i < n; ++i)
           functions.push_back({random.below(2 * i, 4) == 0 ? 0U : 3U, random.below(2 * i + 1, 10)});
         return functions;
       }}};
}

LinearFunctions::Value LinearFunctions::read(const InputRequest& request, const Sizes& sizes) {
  const std::vector<std::int64_t> numbers =
      Numbers::read(request, {.usual = 0, .bytes_each = sizes.bytes_each / 2, .most = 2 * sizes.most});
  if (numbers.size() % 2 == 1) {
    throw InputError(
        shown_path(request.file), 0,
        fmt::format("it holds {}, not a factor and a summand for each function", counted(numbers.size(), "number")));
  }
  Value functions;
  for (std::size_t i = 0; i < numbers.size(); i += 2)
    functions.push_back({residue_of(numbers[i]), residue_of(numbers[i + 1])});
  return functions;
}

const UntypedKind& LinearFunctions::untyped() { return untyped_kind<LinearFunctions>; }

}  // namespace pram::programs

#include <pram/programs/input/sequence/modular.hpp>

#include <fmt/format.h>

#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/number.hpp>
#include "input/file/counted.hpp"
#include "input/file/text.hpp"
#include "input/shapes_made_of.hpp"
#include "random.hpp"

namespace pram::programs {

namespace {

std::vector<std::uint32_t> random_residues(std::uint64_t n, std::uint64_t seed) {
  const Random random(seed, numbers_stream);
  std::vector<std::uint32_t> all;
  for (std::uint64_t i = 0; i < n; ++i) all.push_back(random.below(i, polynomial_modulus));
  return all;
}

}  // namespace

Shapes<ResiduePairs::Value> ResiduePairs::shapes() {
  return {{"random", "random polynomials",
           [](std::uint64_t n, std::uint64_t seed) { return cut(random_residues(n, seed), n / 2); }},
          {"uneven", "random polynomials of low and high degree",
           [](std::uint64_t n, std::uint64_t seed) { return cut(random_residues(n, seed), n / 8); }},
          {"largest", "polynomials of the largest coefficients", [](std::uint64_t n, std::uint64_t) {
             return cut(std::vector<std::uint32_t>(n, polynomial_modulus - 1), n / 2);
           }}};
}

ResiduePairs::Value ResiduePairs::read(const InputRequest& request, const Sizes& sizes) {
  std::vector<std::uint32_t> all;
  for (const std::int64_t number : Numbers::read(request, sizes)) all.push_back(residue_of(number, polynomial_modulus));
  return cut(all, all.size() / 2);
}

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
      read_in_twos(request, sizes, ", not a factor and a summand for each function");
  Value functions;
  for (std::size_t i = 0; i < numbers.size(); i += 2)
    functions.push_back({residue_of(numbers[i], recurrence_modulus), residue_of(numbers[i + 1], recurrence_modulus)});
  return functions;
}

namespace {

LinearRecurrence random_recurrence(std::uint64_t order, std::uint64_t n, std::uint64_t seed) {
  const Random random(seed, numbers_stream);
  LinearRecurrence made{.order = order, .coefficients = {}};
  for (std::uint64_t i = 0; i < n * (order + 1); ++i) made.coefficients.push_back(random.below(i, recurrence_modulus));
  return made;
}

}  // namespace

Shapes<LinearRecurrence> LinearRecurrences::shapes() {
  return {{"random", "a random recurrence of order 3",
           [](std::uint64_t n, std::uint64_t seed) { return random_recurrence(3, n, seed); }},
          {"fibonacci", "the recurrence of Fibonacci numbers",
           [](std::uint64_t n, std::uint64_t) {
             LinearRecurrence made{.order = 2, .coefficients = {}};
             for (std::uint64_t i = 0; i < n; ++i) made.coefficients.insert(made.coefficients.end(), {1, 1, i == 0});
             return made;
           }},
          {"first", "a random recurrence of order 1",
           [](std::uint64_t n, std::uint64_t seed) { return random_recurrence(1, n, seed); }},
          {"sixth", "a random recurrence of order 6",
           [](std::uint64_t n, std::uint64_t seed) { return random_recurrence(6, n, seed); }}};
}

LinearRecurrence LinearRecurrences::read(const InputRequest& request, const Sizes& sizes) {
  const std::vector<std::int64_t> numbers = read_numbers(request.file, request.memory_limit);
  const std::string name = shown_path(request.file);
  if (numbers.front() < 1 || numbers.front() > static_cast<std::int64_t>(most_recurrence_order)) {
    throw InputError(name, 0,
                     fmt::format("the first number, {}, is no order of a recurrence: a whole number from 1 to {}",
                                 numbers.front(), most_recurrence_order));
  }
  LinearRecurrence made{.order = static_cast<std::uint64_t>(numbers.front()), .coefficients = {}};
  if ((numbers.size() - 1) % (made.order + 1) != 0) {
    throw InputError(name, 0,
                     fmt::format("it holds {} behind the order, not {} and a summand for each value",
                                 counted(numbers.size() - 1, "number"), counted(made.order, "factor")));
  }
  const std::uint64_t n = (numbers.size() - 1) / (made.order + 1);
  if (n > sizes.most)
    throw InputError(name, 0,
                     fmt::format("it holds {}; the program takes at most {}", counted(n, "value"), sizes.most));
  check_room(fmt::format("{}, of {},", name, counted(n, "value")), n,
             sizes.bytes_each * (made.order + 1) * (made.order + 1) / 4, request);
  for (std::size_t i = 1; i < numbers.size(); ++i)
    made.coefficients.push_back(residue_of(numbers[i], recurrence_modulus));
  return made;
}

template const UntypedKind& untyped_kind<ResiduePairs>();
template const UntypedKind& untyped_kind<LinearFunctions>();
template const UntypedKind& untyped_kind<LinearRecurrences>();

}  // namespace pram::programs

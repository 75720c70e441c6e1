#include <pram/programs/detail/row/untyped_row.hpp>

#include <algorithm>
#include <stdexcept>

namespace pram::programs {

UntypedBound UntypedBound::constant(std::uint64_t number) {
  return {Function(number, [](const void* captured, std::uint64_t, const void*,
                              const void*) { return captured_function<std::uint64_t>(captured); }),
          true};
}

std::optional<std::uint64_t> UntypedBound::operator()(std::uint64_t n, const void* value, const void* result) const {
  return of ? std::optional(of(n, value, result)) : std::nullopt;
}

std::optional<std::uint64_t> UntypedBound::of_size(std::uint64_t n) const {
  return of_size_alone ? std::optional(of(n, nullptr, nullptr)) : std::nullopt;
}

UntypedCostBound UntypedCostBound::constant(std::uint64_t number) {
  return {Function(number, [](const void* captured, std::uint64_t, const void*, const void*, std::uint64_t) {
    return captured_function<std::uint64_t>(captured);
  })};
}

std::optional<std::uint64_t> UntypedCostBound::operator()(std::uint64_t n, const void* value, const void* result,
                                                          std::uint64_t processes) const {
  return of ? std::optional(of(n, value, result, processes)) : std::nullopt;
}

CostBounds UntypedCost::operator()(std::uint64_t n, const void* value, const void* result,
                                   std::uint64_t processes) const {
  return {supersteps(n, value, result, processes), supersteps_at_most(n, value, result, processes),
          relation(n, value, result, processes),   relation_at_most(n, value, result, processes),
          work(n, value, result, processes),       work_at_most(n, value, result, processes)};
}

LetterClaims::LetterClaims(std::initializer_list<Letter> letters) : count_(letters.size()) {
  if (count_ > most) throw std::length_error("a row's claims have more letters than LetterClaims::most");
  std::ranges::copy(letters, letters_.begin());
}

Letters LetterClaims::letters() const {
  Letters made;
  for (std::size_t k = 0; k < count_; ++k) made.emplace_back(letters_[k].letter, letters_[k].at_most);
  return made;
}

}  // namespace pram::programs

#pragma once

#include <concepts>
#include <iterator>
#include <type_traits>
#include <utility>

/// The concepts of <ranges> that our headers ask for, said by what <iterator> has of ranges. <ranges> itself is a
/// twentieth of what a program that includes <pram/pram.hpp> takes to compile, nearly all of it for views.
namespace pram::detail {

template <class T>
concept Range = requires(T& range) {
  std::ranges::begin(range);
  std::ranges::end(range);
};

template <class T>
using IteratorOf = decltype(std::ranges::begin(std::declval<T&>()));
template <class T>
using ValueOf = std::iter_value_t<IteratorOf<T>>;
template <class T>
using ReferenceOf = std::iter_reference_t<IteratorOf<T>>;

template <class T>
concept SizedRange = Range<T> && requires(T& range) {
  std::ranges::size(range);
};

template <class T>
concept RandomAccessRange = Range<T> && std::random_access_iterator<IteratorOf<T>>;

/// All elements in one piece of memory.
template <class T>
concept ContiguousRange = RandomAccessRange<T> && std::contiguous_iterator<IteratorOf<T>> && requires(T& range) {
  { std::ranges::data(range) } -> std::same_as<std::add_pointer_t<ReferenceOf<T>>>;
};

}  // namespace pram::detail

#pragma once

#include <utility>
#include <vector>

namespace pram {

/// A vector that a function makes anew for each caller, as Array::host() does. A Copy is used as the std::vector that
/// it is, and becomes one without another copy. A temporary Copy gives no iterators: the two of
/// `std::vector<T> v(array.host().begin(), array.host().end())` would belong to different vectors.
template <class T>
class Copy : public std::vector<T> {
  using Vector = std::vector<T>;

 public:
  using Vector::Vector;
  Copy(Vector values) noexcept : Vector(std::move(values)) {}
  using Vector::operator=;

#define PRAM_OF_A_LASTING(function, Changing, Reading)     \
  Changing function()& { return Vector::function(); }      \
  Reading function() const& { return Vector::function(); } \
  Reading function() const&& { return refused<Reading>(); }
  PRAM_OF_A_LASTING(begin, typename Vector::iterator, typename Vector::const_iterator)
  PRAM_OF_A_LASTING(end, typename Vector::iterator, typename Vector::const_iterator)
  PRAM_OF_A_LASTING(cbegin, typename Vector::const_iterator, typename Vector::const_iterator)
  PRAM_OF_A_LASTING(cend, typename Vector::const_iterator, typename Vector::const_iterator)
  PRAM_OF_A_LASTING(rbegin, typename Vector::reverse_iterator, typename Vector::const_reverse_iterator)
  PRAM_OF_A_LASTING(rend, typename Vector::reverse_iterator, typename Vector::const_reverse_iterator)
  PRAM_OF_A_LASTING(crbegin, typename Vector::const_reverse_iterator, typename Vector::const_reverse_iterator)
  PRAM_OF_A_LASTING(crend, typename Vector::const_reverse_iterator, typename Vector::const_reverse_iterator)
  PRAM_OF_A_LASTING(data, T*, const T*)
#undef PRAM_OF_A_LASTING

 private:
  template <class Iterator>
  static Iterator refused() {
    static_assert(!sizeof(Iterator),
                  "each call makes a copy, and this one ends here: give it a name before you take iterators of it, "
                  "`const auto values = array.host();`");
    return {};
  }
};

}  // namespace pram

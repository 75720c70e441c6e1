#include <pram/detail/ledger/queuing_costs.hpp>

#include <algorithm>
#include <bit>
#include <utility>

namespace pram::detail {

namespace {

// Of a double's 52 bits behind its leading one these stay; positive doubles are in the order of their bits.
constexpr unsigned kept_bits = 10;

std::uint32_t first_bits(double quotient) {
  return static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(quotient) >> (52 - kept_bits));
}

}  // namespace

void QueuingCosts::expect() {
  if (classes_.size() == classes_.capacity()) classes_.reserve(2 * classes_.size() + 1);
}

void QueuingCosts::add(std::uint64_t least, std::uint64_t accesses) {
  const std::uint32_t quotient = first_bits(static_cast<double>(least) / static_cast<double>(accesses));
  auto of = std::ranges::lower_bound(classes_, quotient, {}, &Class::quotient);
  if (of == classes_.end() || of->quotient != quotient) of = classes_.insert(of, Class{quotient});
  of->least += least;
  of->accesses += accesses;
}

void QueuingCosts::add(const QueuingCosts& others) {
  for (const Class& other : others.classes_) {
    auto of = std::ranges::lower_bound(classes_, other.quotient, {}, &Class::quotient);
    if (of == classes_.end() || of->quotient != other.quotient) of = classes_.insert(of, Class{other.quotient});
    of->least += other.least;
    of->accesses += other.accesses;
  }
}

bool QueuingCosts::subtract(const QueuingCosts& others) {
  std::vector<Class> left = classes_;
  for (const Class& other : others.classes_) {
    const auto of = std::ranges::lower_bound(left, other.quotient, {}, &Class::quotient);
    if (of == left.end() || of->quotient != other.quotient) return false;
    if (of->least < other.least || of->accesses < other.accesses) return false;
    of->least -= other.least;
    of->accesses -= other.accesses;
  }
  std::erase_if(left, [](const Class& one) { return one.accesses == 0; });
  classes_ = std::move(left);
  return true;
}

double QueuingCosts::cost(double gap) const {
  double sum = 0;
  for (const Class& one : classes_)
    sum += std::max(static_cast<double>(one.least), gap * static_cast<double>(one.accesses));
  return sum;
}

}  // namespace pram::detail

#include "request.hpp"

#include <fmt/format.h>

namespace pram {

void TopologyRequest::refuse(const std::string& allowed) const { spec.refuse("network", allowed); }

std::uint32_t TopologyRequest::wanted(const std::string& usage) const {
  if (terminals == 0) refuse(usage);
  limit(terminals);
  return terminals;
}

std::vector<std::uint32_t> TopologyRequest::sizes(std::size_t least, std::size_t most, const std::string& usage) const {
  if (spec.values.size() < least || spec.values.size() > most) refuse(usage);
  std::vector<std::uint32_t> found;
  for (const std::string& value : spec.values) {
    const auto size = whole_number(value);
    if (!size || *size == 0) refuse(usage);
    limit(*size);
    found.push_back(static_cast<std::uint32_t>(*size));
  }
  return found;
}

std::vector<std::uint32_t> TopologyRequest::exact_power(const std::string& usage) const {
  const std::uint32_t number = wanted(usage);
  if (number < 2) refuse(fmt::format("it connects a power of 2 or more components, and {} are wanted", number));
  for (std::uint32_t base = 2;; ++base) {
    std::uint32_t exponent = 0;
    std::uint32_t rest = number;
    for (; rest % base == 0; rest /= base) ++exponent;
    if (rest == 1) return {base, exponent};
  }
}

std::uint32_t TopologyRequest::power(std::uint32_t base, std::uint32_t exponent) const {
  std::uint64_t product = 1;
  for (std::uint32_t k = 0; k < exponent && base > 1; ++k) limit(product *= base);
  return static_cast<std::uint32_t>(product);
}

void TopologyRequest::limit(std::uint64_t nodes) const {
  if (nodes > largest_topology) refuse(fmt::format("at most 2^20 = {} nodes", largest_topology));
}

void TopologyRequest::match(std::uint64_t terminals_made) const {
  if (terminals != 0 && terminals != terminals_made)
    refuse(fmt::format("it connects {} components, and {} are wanted", terminals_made, terminals));
}

}  // namespace pram

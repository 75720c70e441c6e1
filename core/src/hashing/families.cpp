#include "families.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <pram/error.hpp>
#include <pram/registry.hpp>

namespace pram::detail {

std::span<const HashFamily> hash_families() {
#define HASH_FAMILY(name) name##_family(),
  static const HashFamily families[] = {
#include "families.def"
  };
  return families;
}

std::unique_ptr<HashFunction> draw_hash(const Spec& family, std::uint64_t seed) {
  const auto families = hash_families();
  const auto known =
      std::ranges::find_if(families, [&](const HashFamily& one) { return same_name(one.name, family.name); });
  if (known == families.end()) {
    std::vector<std::string> names;
    for (const HashFamily& one : families) names.emplace_back(one.name);
    throw ConfigError("hash", family.text, allowed_names(family.name, names));
  }
  return known->draw(family, seed);
}

}  // namespace pram::detail

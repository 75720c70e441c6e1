#include "families.hpp"

#include <algorithm>
#include <iterator>
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

namespace {

const HashFamily& known_family(const Spec& family) {
  const auto families = hash_families();
  const auto known =
      std::ranges::find_if(families, [&](const HashFamily& one) { return same_name(one.name, family.name); });
  if (known != families.end()) return *known;
  std::vector<std::string> names;
  for (const HashFamily& one : families) names.emplace_back(one.name);
  throw ConfigError("hash", family.text, allowed_names(family.name, names));
}

}  // namespace

std::unique_ptr<HashFunction> draw_hash(const Spec& family, std::uint64_t seed) {
  return known_family(family).draw(family, seed);
}

std::string family_text(const Spec& family) {
  const HashFamily& known = known_family(family);
  known.draw(family, 0);  // refuses what does not fit
  std::string text = known.name;
  const auto add = [&](const std::string& argument) {
    text += text == known.name ? ':' : ',';
    std::ranges::transform(argument, std::back_inserter(text), [](char letter) {
      return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    });
  };
  for (const std::string& value : family.values) add(value);
  for (const Spec::Option& option : family.options) add(option.name + "=" + option.value);
  return text;
}

}  // namespace pram::detail

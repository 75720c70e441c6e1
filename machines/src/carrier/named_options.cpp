#include "named_options.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <vector>

namespace pram::detail {

namespace {

/// One option by name: how to set it from text and how to write it.
struct Named {
  std::string name;
  std::vector<std::string> values;  ///< empty: a number
  std::uint64_t least = 0;
  std::uint64_t most = 0;
  std::uint64_t (*get)(const CarrierOptions&);
  void (*set)(CarrierOptions&, std::uint64_t);
};

template <auto member>
Named choice(std::string name, std::vector<std::string> values) {
  const auto get = [](const CarrierOptions& options) { return static_cast<std::uint64_t>(options.*member); };
  const auto set = [](CarrierOptions& options, std::uint64_t value) {
    using Type = std::remove_reference_t<decltype(options.*member)>;
    options.*member = static_cast<Type>(value);
  };
  return {std::move(name), std::move(values), 0, 0, get, set};
}

template <auto member>
Named number(std::string name, std::uint64_t least, std::uint64_t most) {
  Named made = choice<member>(std::move(name), {});
  made.least = least;
  made.most = most;
  return made;
}

const std::vector<Named>& all_options() {
  constexpr std::uint64_t million = 1'000'000;
  static const std::vector<Named> all = {
      choice<&CarrierOptions::switching>("switching", {"store-and-forward", "cut-through", "wormhole"}),
      choice<&CarrierOptions::ports>("ports", {"all", "one"}),
      choice<&CarrierOptions::duplex>("duplex", {"full", "half"}),
      choice<&CarrierOptions::routing>("routing", {"own", "valiant", "spread"}),
      choice<&CarrierOptions::combining>("combining", {"none", "pairwise", "unlimited"}),
      number<&CarrierOptions::startup>("startup", 0, million),
      number<&CarrierOptions::bandwidth>("bandwidth", 1, million),
      number<&CarrierOptions::buffers>("buffers", 0, million),
      number<&CarrierOptions::wait>("wait", 0, million),
      number<&CarrierOptions::channels>("channels", 0, 64),
      number<&CarrierOptions::seed>("seed", 0, std::numeric_limits<std::uint32_t>::max()),
  };
  return all;
}

std::vector<std::string> known_names() {
  std::vector<std::string> names;
  for (const Named& one : all_options()) names.push_back(one.name);
  return names;
}

}  // namespace

std::pair<std::string, CarrierOptions> parse_network(std::string_view text) {
  const auto refuse = [text](const std::string& allowed) { throw ConfigError("network", std::string(text), allowed); };
  const std::size_t prefix = std::min(text.find_first_of(":,"), text.size());
  std::string shape(text.substr(0, prefix));
  bool sized = false;
  CarrierOptions options;
  std::vector<std::string> seen;
  for (std::size_t begin = prefix + 1; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view item = text.substr(begin, end - begin);
    begin = end + 1;
    const std::size_t sign = item.find('=');
    if (sign == std::string_view::npos) {
      if (!seen.empty()) refuse("sizes first, then options as name=value");
      if (item.empty()) refuse("sizes and options between the commas");
      shape += (sized ? "," : ":") + std::string(item);
      sized = true;
      continue;
    }
    const std::string name(item.substr(0, sign));
    const std::string value(item.substr(sign + 1));
    const auto known = std::ranges::find(all_options(), name, &Named::name);
    if (known == all_options().end()) refuse("options " + allowed_names(name, known_names()));
    if (std::ranges::find(seen, name) != seen.end()) refuse(name + "= only once");
    seen.push_back(name);
    if (!known->values.empty()) {
      const auto place = std::ranges::find(known->values, value);
      if (place == known->values.end()) refuse(name + "= with " + allowed_names(value, known->values));
      known->set(options, static_cast<std::uint64_t>(place - known->values.begin()));
      continue;
    }
    std::uint64_t given = 0;
    const auto [stop, code] = std::from_chars(value.data(), value.data() + value.size(), given);
    if (value.empty() || code != std::errc() || stop != value.data() + value.size() || given < known->least ||
        given > known->most) {
      refuse(name + "= with a whole number from " + std::to_string(known->least) + " to " +
             std::to_string(known->most));
    }
    known->set(options, given);
  }
  return {shape, options};
}

std::string to_string(const CarrierOptions& options) {
  std::string text;
  const CarrierOptions defaults;
  for (const Named& one : all_options()) {
    const std::uint64_t value = one.get(options);
    if (value == one.get(defaults)) continue;
    text += "," + one.name + "=" + (one.values.empty() ? std::to_string(value) : one.values[value]);
  }
  return text;
}

}  // namespace pram::detail

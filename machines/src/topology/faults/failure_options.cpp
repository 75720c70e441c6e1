#include "failure_options.hpp"

#include <algorithm>
#include <limits>

namespace pram {

namespace {

const OptionTable<Failures>& failure_table() {
  constexpr std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
  static const OptionTable<Failures> table = OptionTable<Failures>("network")
                                                 .number<&Failures::links>("failed-links", 0, most)
                                                 .number<&Failures::nodes>("failed-nodes", 0, most)
                                                 .number<&Failures::seed>("failure-seed", 0, most);
  return table;
}

}  // namespace

std::vector<std::string> failure_options() { return {"failed-links", "failed-nodes", "failure-seed"}; }

bool is_failure_option(const std::string& name) {
  return std::ranges::any_of(failure_options(), [&](const std::string& one) { return same_name(one, name); });
}

Failures failures_asked(const Spec& network) {
  Spec asked = network;
  std::erase_if(asked.options, [](const Spec::Option& option) { return !is_failure_option(option.name); });
  if (!asked.options.empty() && !asked.values_first) asked.refuse("network", "sizes first, then options as name=value");
  return failure_table().read(asked);
}

std::string to_string(const Failures& failures) { return failure_table().text(failures); }

}  // namespace pram

#include <pram/detail/own_access.hpp>

#include <fmt/format.h>

#include <pram/access.hpp>
#include <pram/machine/options.hpp>

namespace pram::detail {

std::string own_access(const Spec& network) {
  for (const Spec::Option& option : network.options) {
    if (same_name(option.name, "access") && access_protocols().contains(option.value))
      return access_protocols().find(option.value).name;
  }
  return "";
}

void check_own_access(const Spec& network, const Spec& access) {
  const std::string own = own_access(network);
  if (own.empty() || same_name(access.name, own)) return;
  access.refuse("access", fmt::format("{} beside network {}, which takes whole steps", own, network.text));
}

void take_own_access(MachineOptions& options) {
  const std::string own = own_access(options.network.spec());
  if (own.empty()) return;
  if (options.access.part() == nullptr && options.access == MachineOptions().access.text()) options.access = own;
  check_own_access(options.network.spec(), options.access.spec());
}

}  // namespace pram::detail

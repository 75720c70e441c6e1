#include "named_options.hpp"

#include <limits>

#include <pram/spec.hpp>

#include "../topology/faults/failure_options.hpp"

namespace pram::detail {

namespace {

const OptionTable<SwitchingOptions>& option_table() {
  using Options = SwitchingOptions;
  constexpr std::uint64_t million = 1'000'000;
  static const OptionTable<Options> table =
      OptionTable<Options>("network")
          .choice<&Options::switching>("switching", {"store-and-forward", "cut-through", "wormhole"})
          .choice<&Options::ports>("ports", {"all", "one"})
          .choice<&Options::duplex>("duplex", {"full", "half"})
          .choice<&Options::routing>("routing", {"own", "valiant", "spread", "spread-all", "ugal-l", "ugal-g"})
          .choice<&Options::combining>("combining", {"none", "pairwise", "unlimited"})
          .number<&Options::startup>("startup", 0, million)
          .number<&Options::bandwidth>("bandwidth", 1, million)
          .number<&Options::buffers>("buffers", 0, million)
          .number<&Options::wait>("wait", 0, million)
          .number<&Options::channels>("channels", 0, 64)
          .number<&Options::seed>("seed", 0, std::numeric_limits<std::uint32_t>::max())
          .others(failure_options());
  return table;
}

}  // namespace

SwitchingOptions carrier_options(const Spec& network) {
  if (!network.values_first) network.refuse("network", "sizes first, then options as name=value");
  return option_table().read(network);
}

std::string to_string(const SwitchingOptions& options) { return option_table().text(options); }

}  // namespace pram::detail

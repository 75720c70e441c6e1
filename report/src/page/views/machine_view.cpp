#include "machine_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <pram/machines/topology.hpp>
#include <pram/report/detail/picture/network_plan.hpp>
#include <pram/report/detail/value/text.hpp>
#include "picture/machine/component_map.hpp"
#include "picture/machine/known_topology.hpp"

namespace pram::report {

namespace {

/// The steps that the network took forward, or back: what phases and supersteps were charged.
std::uint64_t network_steps(const Ledger& ledger, bool back) {
  std::uint64_t steps = back ? ledger.charge_back() : ledger.charge();
  for (const SuperstepTotal& total : ledger.superstep_totals()) steps += back ? total.charge_back : total.charge;
  return steps;
}

bool carried(const LinkLoad& load) {
  return std::ranges::any_of(load.busy, [](std::uint64_t busy) { return busy > 0; });
}

std::string load_caption(const char* direction, const LinkLoad& load, std::uint64_t steps) {
  const auto busiest = std::ranges::max_element(load.busy);
  const std::uint32_t queue = load.largest_queue.empty() ? 0 : *std::ranges::max_element(load.largest_queue);
  std::string text = fmt::format("Links, {}: the busiest carried in {} of {} steps.", direction,
                                 with_separators(*busiest), with_separators(steps));
  if (queue > 0) text += fmt::format(" At most {} messages were at one link.", with_separators(queue));
  return text;
}

/// The pictures, each labelled with its caption.
std::vector<Picture> pictures_of(const Ledger& ledger) {
  std::vector<Picture> pictures = {
      {"components", "Components, in rows of the square root of their number.", component_map(ledger)}};
  if (!ledger.network_load()) return pictures;
  const NetworkLoad& load = *ledger.network_load();
  const std::shared_ptr<const Topology> topology = known_topology(load);
  if (topology == nullptr) return pictures;
  const auto add = [&](const char* name, const char* direction, const LinkLoad& links, bool back) {
    if (!carried(links)) return;
    const std::uint64_t steps = network_steps(ledger, back);
    pictures.push_back(
        {name, load_caption(direction, links, steps), network_picture(network_plan(*topology, links.busy, steps))});
  };
  add("links", "forward", load.forward, false);
  add("replies", "back", load.back, true);
  return pictures;
}

}  // namespace

View machine_view(const Ledger& ledger) {
  View view{
      "machine", "Machine",
      "What the components and the links of the network had to do in the whole run; the stronger the colour, the more, "
      "from none at 0 on. Links in "
      "both directions lie beside each other, those around an edge are stubs. While some steps are shown, requests "
      "served stay as they were in the whole run, but faint.",
      ""};
  for (Picture& picture : pictures_of(ledger)) {
    view.markup += fmt::format("<div data-picture=\"{}\">\n<p>{}</p>\n", picture.name, escaped(picture.label));
    show(view, std::move(picture));
    view.markup += "</div>\n";
  }
  return view;
}

}  // namespace pram::report

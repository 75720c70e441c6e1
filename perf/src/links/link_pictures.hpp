#pragma once

#include <string>
#include <string_view>

#include <pram/machines/topology.hpp>
#include <pram/perf/link_use.hpp>
#include <pram/report/detail/page/page.hpp>

namespace pram::perf {

/// Links to the bottom, steps to the right, each as strong as what it carried.
/// @param rows  what the rows are: "links, by node and port"
/// @param unit  of what they carried: "word"
Drawing links_over_time(const LinkUse& use, std::string_view rows, std::string_view unit, double height = 320);

/// The same, each as strong as the most messages that waited for it.
/// @param use  has LinkUse::waiting
Drawing waiting_over_time(const LinkUse& use, std::string_view rows, double height = 320);

/// "12 links carried something. The busiest was busy in 50.0% of the steps, the mean of these in 20.0%."
/// @param what  "link"
std::string utilisation_sentence(const LinkUse& use, std::string_view what = "link");

/// The network with each link as strong as it was busy.
/// @param of  "The first run."
View network_view(const LinkUse& use, std::string_view of);

/// The same where `pram topology` draws the network, which has few enough nodes and links: in the places of that
/// drawing.
View network_view(const Topology& topology, const LinkUse& use, std::string_view of);

/// Puts another value in a field that the report has in JSON alone: pages have less of links than files.
void replace_json(Report& report, std::string_view key, Value value);

}  // namespace pram::perf

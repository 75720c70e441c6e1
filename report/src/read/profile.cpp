#include <bit>
#include <charconv>
#include <cstddef>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include <pram/error.hpp>
#include <pram/machines/topology.hpp>
#include <pram/network.hpp>
#include "ledger_readers.hpp"

namespace pram::report {

namespace {

// Links of a network that a report is made of: more would take a gigabyte.
constexpr std::uint64_t most_links = 1 << 26;

struct LinkEntry {
  std::uint64_t link = 0;
  std::uint64_t busy = 0;
  std::uint32_t largest_queue = 0;
};

LinkLoad read_links(const Field& columns, std::uint64_t links) {
  LinkLoad load{std::vector<std::uint64_t>(links), std::vector<std::uint32_t>(links)};
  std::vector<LinkEntry> entries(columns.at("link").entries().size());
  read_column(columns, "link", entries, &LinkEntry::link);
  read_column(columns, "busy", entries, &LinkEntry::busy);
  read_column(columns, "largest_queue", entries, &LinkEntry::largest_queue);
  for (const LinkEntry& entry : entries) {
    if (entry.link >= links) columns.at("link").refuse("a list of links of the topology");
    load.busy[entry.link] = entry.busy;
    load.largest_queue[entry.link] = entry.largest_queue;
  }
  return load;
}

/// Frames of as many entries as there are components, or links.
void read_frames(const Field& field, std::uint64_t entries, LoadFrames& frames) {
  field.get("length", frames.length).get("entries", frames.entries);
  if (!std::has_single_bit(frames.length)) field.at("length").refuse("a power of two");
  const std::vector<Field> texts = field.at("frames").entries();
  if (frames.entries == 0 && texts.empty()) return;  // nothing was carried
  if (frames.entries != entries) field.at("entries").refuse("the number of components, or of links");
  std::size_t read = 0;
  for (const Field& frame : texts) {
    const auto text = frame.as<std::string>();
    const char* const end = text.data() + text.size();
    for (const char* at = text.data(); at < end; ++at) {
      const auto [behind, error] = std::from_chars(at, end, frames.loads.emplace_back());
      if (error != std::errc() || (behind < end && *behind != ' ')) frame.refuse("a text of whole numbers");
      at = behind;
    }
    if (frames.loads.size() != frames.count() * entries || frames.count() != ++read)
      frame.refuse("a text of as many numbers as there are entries");
  }
}

/// Whether the run was on a network of the user's own, which only the program knows that wrote the file: then its links
/// are left out.
bool links_unknown(const Field& run, const Field& topology) {
  const auto network = run.at("machine").find("network");
  return network && !networks().contains(Spec(network->as<std::string>()).name) &&
         !topologies().contains(Spec(topology.as<std::string>()).name);
}

/// The links of a topology by name.
std::uint64_t links_of(const Field& name) {
  std::unique_ptr<Topology> topology;
  try {
    topology = make_topology(name.as<std::string>());
  } catch (const ConfigError&) {
    name.refuse("the name of a topology with its sizes");
  }
  const std::uint64_t links = std::uint64_t{topology->nodes()} * topology->ports();
  if (links > most_links) name.refuse("a network of at most " + std::to_string(most_links) + " links");
  return links;
}

}  // namespace

void read_profile(const Field& run, std::uint32_t components, LedgerData& ledger) {
  const auto of_components = run.find("components");
  if (!of_components) return;
  ledger.has_profile = true;
  ledger.components.resize(components);
  read_columns(*of_components, ledger.components, &Places::row);
  for (const Field& row : run.at("pardos").entries()) read_facts(row, ledger.pardos.emplace_back());
  const auto over_time = run.find("loads_over_time");
  if (over_time) read_frames(over_time->at("received"), components, ledger.loads_over_time.received);
  const auto links = run.find("links");
  if (!links || links_unknown(run, links->at("topology"))) return;
  NetworkLoad load;
  links->get("topology", load.topology);
  const std::uint64_t ports = links_of(links->at("topology"));
  load.forward = read_links(links->at("forward"), ports);
  load.back = read_links(links->at("back"), ports);
  ledger.network_load = std::move(load);
  if (!over_time) return;
  read_frames(over_time->at("busy"), ports, ledger.loads_over_time.busy);
  read_frames(over_time->at("busy_back"), ports, ledger.loads_over_time.busy_back);
}

}  // namespace pram::report

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <iterator>
#include <set>
#include <string>
#include <utility>

#include <pram/machines/collectives.hpp>

#include "topology/request.hpp"

namespace pram {

namespace {

using Kind = Architecture::Kind;

/// The networks without links, in the order of their kinds.
constexpr const char* names[] = {"bus", "shared-memory", "switch"};

Architecture architecture_of(const TopologyShape& shape) {
  const Kind kind = [&] {
    switch (shape.kind) {
      case TopologyShape::Kind::ring: return Kind::ring;
      case TopologyShape::Kind::torus: return Kind::torus;
      case TopologyShape::Kind::path:
      case TopologyShape::Kind::grid: return Kind::grid;
      case TopologyShape::Kind::hypercube: return Kind::hypercube;
      default: return Kind::other;
    }
  }();
  Architecture made{kind};
  if (kind == Kind::other) return made;
  for (const TopologyFactor& factor : shape.factors) made.sizes.push_back(factor.size);
  return made;
}

bool every_node_holds_data(const Topology& topology) {
  return topology.terminals() == topology.nodes() && topology.two_way();
}

constexpr const char* holds_data =
    "a topology in which every node holds data; switch:K stands for networks of switches";

/// A name on its way to a model: what stands before the options, and each option's text.
class ModelRequest {
 public:
  explicit ModelRequest(std::string_view text) : text_(text) {
    const std::size_t prefix = std::min(text.find_first_of(":,"), text.size());
    shape_ = text.substr(0, prefix);
    for (std::size_t begin = prefix + 1; begin <= text.size();) {
      const std::size_t end = std::min(text.find(',', begin), text.size());
      read(text.substr(begin, end - begin));
      begin = end + 1;
    }
  }

  [[noreturn]] void refuse(const std::string& allowed) const {
    throw ConfigError("network", std::string(text_), allowed);
  }

  const std::string& shape() const { return shape_; }

  void apply(CollectiveModel& model) const {
    using Technique = SwitchingOptions::Technique;
    const bool links = model.links();
    const bool serves = model.is(Kind::bus) || model.is(Kind::shared_memory);
    for (const auto& [name, value] : options_) {
      if (name == "startup") {
        model.startup = number(name, value, 0);
      } else if (name == "bandwidth") {
        model.bandwidth = number(name, value, 1e-9);
      } else if (name == "modules" && serves) {
        const auto modules = whole_number(value);
        if (!modules || *modules == 0 || *modules > model.nodes)
          refuse(fmt::format("modules= with a whole number from 1 to {}, the number of nodes", model.nodes));
        model.modules = static_cast<std::uint32_t>(*modules);
      } else if (name == "ports" && links) {
        model.ports =
            choice(name, value, {"all", "one"}) == 0 ? SwitchingOptions::Ports::all : SwitchingOptions::Ports::one;
      } else if (name == "duplex" && links) {
        model.duplex = choice(name, value, {"full", "half"}) == 0 ? SwitchingOptions::Duplex::full
                                                                  : SwitchingOptions::Duplex::half;
      } else if (name == "switching" && links) {
        model.switching = static_cast<Technique>(choice(name, value, {"store-and-forward", "cut-through", "wormhole"}));
      } else {
        std::vector<std::string> known = {"startup", "bandwidth"};
        if (links) known.insert(known.end(), {"ports", "duplex", "switching"});
        if (serves) known.emplace_back("modules");
        refuse("options " + allowed_names(name, known));
      }
    }
  }

 private:
  void read(std::string_view item) {
    const std::size_t sign = item.find('=');
    if (sign == std::string_view::npos) {
      if (!options_.empty()) refuse("sizes first, then options as name=value");
      if (item.empty()) refuse("sizes and options between the commas");
      shape_ += (sized_ ? "," : ":") + std::string(item);
      sized_ = true;
      return;
    }
    const std::string name(item.substr(0, sign));
    if (!seen_.insert(name).second) refuse(name + "= only once");
    options_.emplace_back(name, std::string(item.substr(sign + 1)));
  }

  double number(const std::string& name, const std::string& value, double least) const {
    double given = 0;
    const auto [end, code] = std::from_chars(value.data(), value.data() + value.size(), given);
    if (value.empty() || code != std::errc() || end != value.data() + value.size() || !std::isfinite(given) ||
        given < least) {
      refuse(name + "= with a number " + (least == 0 ? "of at least 0" : "above 0"));
    }
    return given;
  }

  std::size_t choice(const std::string& name, const std::string& value, const std::vector<std::string>& values) const {
    const auto place = std::ranges::find(values, value);
    if (place == values.end()) refuse(name + "= with " + allowed_names(value, values));
    return static_cast<std::size_t>(place - values.begin());
  }

  std::string_view text_;
  std::string shape_;
  bool sized_ = false;
  std::set<std::string> seen_;
  std::vector<std::pair<std::string, std::string>> options_;
};

/// Nodes of "bus:64", or of "bus" for a number of nodes.
std::uint32_t nodes_of(const ModelRequest& request, const std::string& name, const std::string& sizes,
                       std::uint32_t nodes) {
  if (sizes.empty() && nodes == 0) request.refuse(name + ":K, for the number of nodes is not known");
  std::uint64_t made = nodes;
  if (!sizes.empty()) {
    const auto size = whole_number(sizes);
    if (!size || *size == 0 || *size > largest_topology) request.refuse(name + ":K with K of 1 to 2^20");
    made = *size;
  }
  if (made > largest_topology) request.refuse(fmt::format("at most 2^20 = {} nodes", largest_topology));
  if (nodes != 0 && made != nodes) request.refuse(fmt::format("it connects {} nodes, and {} are wanted", made, nodes));
  return static_cast<std::uint32_t>(made);
}

}  // namespace

CollectiveModel collective_model(std::shared_ptr<const Topology> topology) {
  if (!every_node_holds_data(*topology)) throw ConfigError("network", topology->name(), holds_data);
  CollectiveModel model;
  model.network = topology->name();
  model.architecture = architecture_of(topology->shape());
  model.nodes = topology->nodes();
  model.topology = std::move(topology);
  if (model.is(Kind::ring)) model.ports = SwitchingOptions::Ports::one;
  return model;
}

CollectiveModel collective_model(Kind kind, std::uint32_t nodes, std::uint32_t modules) {
  assert(kind <= Kind::switched && modules <= nodes);
  CollectiveModel model;
  model.network = fmt::format("{}:{}", names[static_cast<std::size_t>(kind)], nodes);
  if (modules != 1) model.network += fmt::format(",modules={}", modules);
  model.architecture = {kind, {}};
  model.nodes = nodes;
  model.modules = modules;
  if (kind == Kind::switched) model.ports = SwitchingOptions::Ports::one;
  return model;
}

CollectiveModel collective_model(std::string_view network, std::uint32_t nodes) {
  const ModelRequest request(network);
  const auto [name, sizes] = split_name(request.shape());
  const auto place = std::ranges::find(names, name);
  CollectiveModel model;
  if (place != std::end(names)) {
    model = collective_model(static_cast<Kind>(place - std::begin(names)), nodes_of(request, name, sizes, nodes));
  } else {
    std::shared_ptr<const Topology> topology = make_topology(request.shape(), nodes);
    if (!every_node_holds_data(*topology)) request.refuse(holds_data);
    model = collective_model(std::move(topology));
  }
  request.apply(model);
  if (model.modules != 1) model.network += fmt::format(",modules={}", model.modules);
  return model;
}

}  // namespace pram

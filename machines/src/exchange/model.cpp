#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <string>

#include "architecture.hpp"
#include "topology/request.hpp"

namespace pram {

namespace {

using Kind = Architecture::Kind;

Kind kind_of(std::string_view name) {
  if (name == "bus") return Kind::bus;
  if (name == "shared-memory") return Kind::shared_memory;
  if (name == "switch") return Kind::switched;
  if (name == "ring") return Kind::ring;
  if (name == "torus") return Kind::torus;
  if (name == "grid" || name == "path") return Kind::grid;
  return name == "hypercube" ? Kind::hypercube : Kind::other;
}

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

  void apply(ExchangeModel& model, Kind kind) const {
    using Switching = CarrierOptions::Switching;
    const bool links = kind > Kind::switched;
    for (const auto& [name, value] : options_) {
      if (name == "startup") {
        model.startup = number(name, value, 0);
      } else if (name == "bandwidth") {
        model.bandwidth = number(name, value, 1e-9);
      } else if (name == "modules" && (kind == Kind::bus || kind == Kind::shared_memory)) {
        const auto modules = whole_number(value);
        if (!modules || *modules == 0 || *modules > model.nodes)
          refuse(fmt::format("modules= with a whole number from 1 to {}, the number of nodes", model.nodes));
        model.modules = static_cast<std::uint32_t>(*modules);
      } else if (name == "ports" && links) {
        model.ports =
            choice(name, value, {"all", "one"}) == 0 ? CarrierOptions::Ports::all : CarrierOptions::Ports::one;
      } else if (name == "duplex" && links) {
        model.duplex =
            choice(name, value, {"full", "half"}) == 0 ? CarrierOptions::Duplex::full : CarrierOptions::Duplex::half;
      } else if (name == "switching" && links) {
        model.switching = static_cast<Switching>(choice(name, value, {"store-and-forward", "cut-through", "wormhole"}));
      } else {
        std::vector<std::string> known = {"startup", "bandwidth"};
        if (links) known.insert(known.end(), {"ports", "duplex", "switching"});
        if (kind == Kind::bus || kind == Kind::shared_memory) known.emplace_back("modules");
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

Architecture architecture_of(std::string_view network) {
  const auto [name, arguments] = split_name(network);
  Architecture made;
  made.kind = kind_of(name);
  if (made.kind == Kind::other) return made;
  const std::string_view sizes = std::string_view(arguments).substr(0, arguments.find(','));
  for (const std::string_view part : split(sizes, 'x'))
    made.sizes.push_back(static_cast<std::uint32_t>(whole_number(part).value_or(1)));
  if (made.kind == Kind::hypercube) made.sizes.assign(made.sizes.front(), 2);
  return made;
}

ExchangeModel exchange_model(std::string_view network, std::uint32_t nodes) {
  const ModelRequest request(network);
  const auto [name, sizes] = split_name(request.shape());
  const Kind kind = kind_of(name);
  ExchangeModel model;
  if (kind > Kind::switched) {
    const auto topology = make_topology(request.shape(), nodes);
    if (topology->terminals() != topology->nodes() || !topology->two_way())
      request.refuse("a topology in which every node holds data; switch:K stands for networks of switches");
    model.network = topology->name();
    model.nodes = topology->nodes();
  } else {
    model.nodes = nodes_of(request, name, sizes, nodes);
    model.network = fmt::format("{}:{}", name, model.nodes);
  }
  if (kind == Kind::ring || kind == Kind::switched) model.ports = CarrierOptions::Ports::one;
  request.apply(model, kind);
  if (model.modules != 1) model.network += fmt::format(",modules={}", model.modules);
  return model;
}

}  // namespace pram

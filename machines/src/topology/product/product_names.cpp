#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "../hypercube.hpp"
#include "../request.hpp"
#include "../topology_families.hpp"
#include "any_product.hpp"
#include "product.hpp"

namespace pram {

namespace {

struct ProductFamily {
  const char* name;
  TopologyShape::Kind kind;
  FactorKind factor;
  enum class Sizes { one, many, exponent } sizes;
  const char* usage;
  const char* summary;
};

constexpr ProductFamily families[] = {
    {"ring", TopologyShape::Kind::ring, FactorKind::ring, ProductFamily::Sizes::one, "ring:K with K of 1 to 2^20",
     "K nodes in a circle"},
    {"path", TopologyShape::Kind::path, FactorKind::path, ProductFamily::Sizes::one, "path:K with K of 1 to 2^20",
     "linear array of K nodes"},
    {"complete", TopologyShape::Kind::complete, FactorKind::complete, ProductFamily::Sizes::one,
     "complete:K with K of 1 to 2^20", "every node linked to every"},
    {"star", TopologyShape::Kind::star, FactorKind::star, ProductFamily::Sizes::one, "star:K with K of 1 to 2^20",
     "node 0 linked to K - 1 others"},
    {"grid", TopologyShape::Kind::grid, FactorKind::path, ProductFamily::Sizes::many,
     "grid:AxBx… with sizes of 1 to 2^20", "product of linear arrays; grid:3d chooses three sizes"},
    {"torus", TopologyShape::Kind::torus, FactorKind::ring, ProductFamily::Sizes::many,
     "torus:AxBx… with sizes of 1 to 2^20", "product of rings; torus:3d chooses three sizes"},
    {"hypercube", TopologyShape::Kind::hypercube, FactorKind::ring, ProductFamily::Sizes::exponent,
     "hypercube:D with D of 0 to 20", "2^D nodes, linked bit by bit"},
};

constexpr std::uint32_t most_dimensions = 20;

/// A name in canonical form, and its factors.
struct Shape {
  std::string name;
  std::vector<Factor> factors;
};

Shape shape(const ProductFamily& kind, const std::vector<std::uint32_t>& sizes) {
  Shape made;
  if (kind.sizes == ProductFamily::Sizes::exponent) {
    made.name = fmt::format("{}:{}", kind.name, sizes[0]);
    made.factors.assign(sizes[0], {kind.factor, 2});
    return made;
  }
  made.name = fmt::format("{}:{}", kind.name, fmt::join(sizes, "x"));
  for (const std::uint32_t size : sizes) made.factors.push_back({kind.factor, size});
  return made;
}

/// The shape of a kind whose sizes are given.
/// @param request  the whole of what was asked for; the kind may be one factor of it
Shape explicit_shape(const TopologyRequest& request, const ProductFamily& kind, std::string arguments) {
  std::ranges::replace(arguments, 'X', 'x');
  const std::uint32_t least = kind.sizes == ProductFamily::Sizes::exponent ? 0 : 1;
  const std::vector<std::string_view> parts =
      kind.sizes == ProductFamily::Sizes::many ? split(arguments, 'x') : std::vector<std::string_view>{arguments};
  if (parts.size() > most_factors) request.refuse(fmt::format("at most {} dimensions", most_factors));
  std::vector<std::uint32_t> sizes;
  std::uint64_t nodes = 1;
  for (const std::string_view part : parts) {
    const auto size = whole_number(part);
    if (!size || *size < least) request.refuse(kind.usage);
    request.limit(kind.sizes == ProductFamily::Sizes::exponent ? std::uint64_t{1} << std::min<std::uint64_t>(*size, 63)
                                                               : *size);
    nodes *= *size;
    request.limit(nodes);
    sizes.push_back(static_cast<std::uint32_t>(*size));
  }
  return shape(kind, sizes);
}

/// Writes a number as a product of a given number of sizes, ascending: the largest size is as small as possible, then
/// the next one.
class EvenSizes {
 public:
  const std::vector<std::uint32_t>& of(std::uint32_t number, std::uint32_t dimensions) {
    const auto [place, fresh] = known_.try_emplace({number, dimensions});
    if (fresh) place->second = computed(number, dimensions);
    return place->second;
  }

 private:
  std::vector<std::uint32_t> computed(std::uint32_t number, std::uint32_t dimensions) {
    for (std::uint32_t largest = 1; dimensions > 1; ++largest) {
      if (number % largest != 0 || std::pow(largest, dimensions) < number) continue;
      std::vector<std::uint32_t> sizes = of(number / largest, dimensions - 1);
      if (sizes.back() > largest) continue;
      sizes.push_back(largest);
      return sizes;
    }
    return {number};
  }

  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> known_;
};

/// The D of "3d"; none if the text is no number followed by d.
std::optional<std::uint64_t> dimensions_asked(std::string_view arguments) {
  return arguments.ends_with('d') || arguments.ends_with('D') ? whole_number(arguments.substr(0, arguments.size() - 1))
                                                              : std::nullopt;
}

/// The shape of a kind whose sizes are chosen for a number of terminals.
Shape even_shape(const TopologyRequest& request, const ProductFamily& kind) {
  const std::uint32_t terminals =
      request.wanted(fmt::format("{}, for the number of components is not known", kind.usage));
  if (kind.sizes == ProductFamily::Sizes::one) return shape(kind, {terminals});
  if (kind.sizes == ProductFamily::Sizes::exponent) {
    if (!std::has_single_bit(terminals))
      request.refuse(fmt::format("it connects a power of two of components, and {} are wanted", terminals));
    return shape(kind, {static_cast<std::uint32_t>(std::countr_zero(terminals))});
  }
  const std::uint64_t dimensions =
      request.spec.values.empty() ? 2 : dimensions_asked(request.spec.values.front()).value_or(2);
  if (dimensions < 1 || dimensions > most_dimensions)
    request.refuse(fmt::format("{0}:Dd with D of 1 to {1}", kind.name, most_dimensions));
  return shape(kind, EvenSizes().of(terminals, static_cast<std::uint32_t>(dimensions)));
}

std::unique_ptr<Topology> make_kind(const TopologyRequest& request, const ProductFamily& kind) {
  const std::vector<std::string>& sizes = request.spec.values;
  if (sizes.size() > 1) request.refuse(kind.usage);
  const bool chosen =
      sizes.empty() || (kind.sizes == ProductFamily::Sizes::many && dimensions_asked(sizes.front()).has_value());
  Shape made = chosen ? even_shape(request, kind) : explicit_shape(request, kind, sizes.front());
  if (kind.sizes == ProductFamily::Sizes::exponent) {
    request.match(std::uint64_t{1} << made.factors.size());
    return std::make_unique<Hypercube>(static_cast<std::uint32_t>(made.factors.size()));
  }
  auto product = std::make_unique<ProductTopology>(std::move(made.name), made.factors, kind.kind);
  request.match(product->nodes());
  return product;
}

/// The factors of a product as they are asked for. A number alone is one more size of the factor before it.
std::vector<std::string> factors_asked(const TopologyRequest& request) {
  std::vector<std::string> factors;
  for (const std::string& value : request.spec.values) {
    const bool size =
        !factors.empty() && whole_number(value).has_value() && factors.back().find(':') != std::string::npos;
    size ? factors.back() += ',' + value : factors.emplace_back(value);
  }
  return factors;
}

/// A factor that is no product itself.
std::unique_ptr<Topology> other_factor(const TopologyRequest& request, const std::string& asked) {
  const Spec part(asked);
  if (!topologies().contains(part.name) || same_name(part.name, "product")) {
    std::vector<std::string> known = topologies().names();
    std::erase(known, "product");
    request.refuse("a factor is " + allowed_names(part.name, known));
  }
  std::unique_ptr<Topology> factor;
  try {
    factor = topologies().make(part, 0U);
  } catch (const ConfigError& error) {
    request.refuse(fmt::format("of the factor {}: {}", asked, error.allowed));
  }
  if (factor->terminals() != factor->nodes())
    request.refuse(fmt::format("factors without switches, and {} has some", factor->name()));
  return factor;
}

std::unique_ptr<Topology> make_product(const TopologyRequest& request) {
  const std::string usage = "product:F,G,… with factors such as ring:8, complete:4 or grid:3x3, sizes included";
  if (request.spec.values.empty()) request.refuse(usage);
  Shape all{"product:", {}};
  std::vector<std::unique_ptr<const Topology>> factors;
  bool plain = true;  // of the kinds of ProductTopology alone
  std::uint64_t nodes = 1;
  for (const std::string& asked : factors_asked(request)) {
    const Spec part(asked);
    const auto kind =
        std::ranges::find_if(families, [&](const ProductFamily& one) { return same_name(one.name, part.name); });
    if (part.name.empty() || part.values.empty()) request.refuse(usage);
    std::unique_ptr<Topology> factor;
    if (kind == std::end(families)) {
      factor = other_factor(request, asked);
      plain = false;
    } else {
      if (part.values.size() > 1) request.refuse(kind->usage);
      const Shape one = explicit_shape(request, *kind, part.values.front());
      factor = std::make_unique<ProductTopology>(one.name, one.factors);
      all.factors.insert(all.factors.end(), one.factors.begin(), one.factors.end());
    }
    if (!factors.empty()) all.name += ',';
    all.name += factor->name();
    nodes *= factor->nodes();
    request.limit(nodes);
    factors.push_back(std::move(factor));
    if (std::max(all.factors.size(), factors.size()) > most_factors)
      request.refuse(fmt::format("at most {} factors", most_factors));
  }
  request.match(nodes);
  if (plain) return std::make_unique<ProductTopology>(std::move(all.name), all.factors);
  return std::make_unique<AnyProduct>(std::move(all.name), std::move(factors));
}

}  // namespace

std::vector<TopologyEntry> product_topologies() {
  std::vector<TopologyEntry> entries;
  for (const ProductFamily& kind : families) {
    entries.push_back({kind.name, kind.summary, [&kind](const Spec& spec, std::uint32_t terminals) {
                         return make_kind({spec, terminals}, kind);
                       }});
  }
  entries.push_back({"product", "Cartesian product of the above: product:ring:8,complete:4,path:3",
                     [](const Spec& spec, std::uint32_t terminals) {
                       return make_product({spec, terminals});
                     }});
  return entries;
}

}  // namespace pram

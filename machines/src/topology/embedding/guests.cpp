#include <fmt/format.h>

#include <bit>
#include <numeric>
#include <utility>

#include <pram/machines/detail/embedding.hpp>

#include "cyclic_order.hpp"

namespace pram {

namespace {

std::optional<Embedding> ring_on(std::shared_ptr<const Topology> host) {
  if (host->terminals() < 3) return std::nullopt;
  std::vector<std::uint32_t> place = cyclic_order(*host);
  return Embedding{make_topology(fmt::format("ring:{}", place.size())), std::move(host), std::move(place)};
}

/// How a mesh's rows and columns follow each other on a host whose number of a node is row times columns and column.
struct MeshOrder {
  std::vector<std::uint32_t> rows;
  std::vector<std::uint32_t> columns;
};

std::vector<std::uint32_t> numbers(std::uint32_t count) {
  std::vector<std::uint32_t> all(count);
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

MeshOrder mesh_order(const Topology& host) {
  using Kind = TopologyShape::Kind;
  const TopologyShape shape = host.shape();
  if (shape.kind == Kind::rows_of_rows && shape.levels > 0) {
    const auto row = rcn_full_cycle(shape.factors.front().size, shape.levels - 1);
    return {row, row};
  }
  if (shape.kind == Kind::hypercube) {
    const auto bits = static_cast<std::uint32_t>(shape.factors.size());
    return {gray_code(bits / 2), gray_code(bits - bits / 2)};
  }
  if ((shape.kind == Kind::grid || shape.kind == Kind::torus) && shape.factors.size() == 2)
    return {numbers(shape.factors[0].size), numbers(shape.factors[1].size)};
  std::uint32_t rows = 1;
  for (std::uint32_t divisor = 2; std::uint64_t{divisor} * divisor <= host.terminals(); ++divisor)
    rows = host.terminals() % divisor == 0 ? divisor : rows;
  return {numbers(rows), numbers(host.terminals() / rows)};
}

std::optional<Embedding> mesh_on(std::shared_ptr<const Topology> host) {
  const MeshOrder order = mesh_order(*host);
  if (order.rows.size() < 2) return std::nullopt;
  std::vector<std::uint32_t> place;
  for (const std::uint32_t row : order.rows) {
    for (const std::uint32_t column : order.columns)
      place.push_back(row * static_cast<std::uint32_t>(order.columns.size()) + column);
  }
  const std::string name = fmt::format("grid:{}x{}", order.rows.size(), order.columns.size());
  return Embedding{make_topology(name), std::move(host), std::move(place)};
}

std::optional<Embedding> hypercube_on(std::shared_ptr<const Topology> host) {
  const std::uint32_t terminals = host->terminals();
  if (terminals < 2 || !std::has_single_bit(terminals)) return std::nullopt;
  return Embedding{make_topology(fmt::format("hypercube:{}", std::countr_zero(terminals))), std::move(host),
                   numbers(terminals)};
}

/// In symmetric order, which leaves terminal 0 free: the lower half of the levels fills the rows of a square, all but
/// their first node, and the upper half the first nodes of these.
std::optional<Embedding> tree_on(std::shared_ptr<const Topology> host) {
  const std::uint32_t terminals = host->terminals();
  if (terminals < 4 || !std::has_single_bit(terminals)) return std::nullopt;
  const int height = std::countr_zero(terminals) - 1;
  std::vector<std::uint32_t> place;
  for (int level = 0; level <= height; ++level) {
    for (std::uint32_t k = 0; k < 1u << level; ++k) place.push_back((2 * k + 1) << (height - level));
  }
  return Embedding{make_topology(fmt::format("tree:{}", height)), std::move(host), std::move(place)};
}

// rcn_full_cycle(): a Hamiltonian cycle, or steps twice as long as one level below; that of four nodes in a path has
// steps of two.
std::uint32_t ring_dilation(std::uint32_t atom, std::uint32_t levels) {
  if (levels == 0 || atom % 2 == 1) return 1;
  return 1u << (atom == 2 ? levels : levels - 1);
}

// In a row neighbours are those of the row's ring. In a column: over the transpose link, on along that row's ring, and
// over the transpose link again.
std::uint32_t mesh_dilation(std::uint32_t atom, std::uint32_t levels) {
  return levels == 0 ? 1 : 2 + ring_dilation(atom, levels - 1);
}

// A bit of the column: one level less. A bit of the row: the same between two transpose links.
std::uint32_t hypercube_dilation(std::uint32_t, std::uint32_t levels) { return 2 * levels + 1; }

// A node of the upper half stands in column 0 of row t, and its children do as in a row's tree: a level less between
// two transpose links. Where t is odd its children are node n / 2 of rows t and t - 1, n being the number of columns. t
// and t - 1 are neighbours in an atom, and from 0 to n / 2 are L links at most in a row: 0 is its own transpose. That
// makes L + 3, for L = 1 three, as between any two nodes.
std::uint32_t tree_dilation(std::uint32_t, std::uint32_t levels) { return 2 * levels + 1; }

constexpr EmbeddedGuest all_guests[] = {{"ring", ring_on, ring_dilation},
                                        {"mesh", mesh_on, mesh_dilation},
                                        {"hypercube", hypercube_on, hypercube_dilation},
                                        {"tree", tree_on, tree_dilation}};

}  // namespace

std::span<const EmbeddedGuest> embedded_guests() { return all_guests; }

}  // namespace pram

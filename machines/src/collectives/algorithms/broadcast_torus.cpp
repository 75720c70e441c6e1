#include <algorithm>
#include <array>
#include <set>

#include "broadcast.hpp"
#include "collectives/model/mesh.hpp"

namespace pram {

namespace {

/// The paper's D_x (0) and D_y (1) on two dimensions. Half of the data spreads along the source's column and from there
/// along the rows. The other half spreads along the source's row and from there along the columns. Then the nodes of
/// the source's row lack the first half, and those of its column the second.
class Halves {
 public:
  Halves(const CollectiveModel& model, std::uint32_t source) : mesh_(model.architecture), source_(source) {}

  std::uint64_t reach(std::size_t d) const { return mesh_.reach(source_, d); }

  /// @param first  the dimension along which this half leaves the source
  std::vector<Flow::Link> tree(std::size_t first) const {
    std::vector<Flow::Link> links;
    const std::size_t second = 1 - first;
    for (std::uint32_t i = 0; i < mesh_.nodes(); ++i) {
      const std::int64_t along = mesh_.offset(source_, i, first);
      const std::int64_t across = mesh_.offset(source_, i, second);
      if (along == 0) continue;
      const std::uint32_t parent = across != 0 ? towards(i, second, across) : towards(i, first, along);
      links.push_back({parent, i, size(along) + size(across) - 1});
    }
    return links;
  }

  /// Links from the source along the other line, from a given step on.
  std::vector<Flow::Link> afterwards(std::size_t first, std::uint64_t step) const {
    std::vector<Flow::Link> links;
    const std::size_t second = 1 - first;
    for (std::uint32_t i = 0; i < mesh_.nodes(); ++i) {
      const std::int64_t across = mesh_.offset(source_, i, second);
      if (mesh_.offset(source_, i, first) != 0 || across == 0) continue;
      links.push_back({towards(i, second, across), i, step + size(across) - 1});
    }
    return links;
  }

  /// Links from the neighbours of that line, a step after they have received.
  std::vector<Flow::Link> handed_over(std::size_t first) const {
    std::vector<Flow::Link> links = afterwards(first, 2);
    const bool above = mesh_.closed() || mesh_.digit(source_, first) + 1 < mesh_.size(first);
    for (Flow::Link& link : links) link.from = mesh_.moved(link.to, first, above ? 1 : -1);
    return links;
  }

 private:
  static std::uint64_t size(std::int64_t offset) { return static_cast<std::uint64_t>(std::abs(offset)); }
  std::uint32_t towards(std::uint32_t node, std::size_t d, std::int64_t offset) const {
    return mesh_.moved(node, d, offset > 0 ? -1 : 1);
  }

  Mesh mesh_;
  std::uint32_t source_;
};

bool two_dimensional(const CollectiveModel& model, const CollectiveTask& task) {
  return on_mesh(model, task) && model.architecture.sizes.size() == 2 && std::ranges::min(model.architecture.sizes) > 1;
}

using TwoBounds = std::array<PipelineBound, 2>;

/// Steps of the two remedies, for ν packets of each half.
TwoBounds bounds_afterwards(const Halves& halves) {
  const auto rows = static_cast<double>(halves.reach(0));
  const auto columns = static_cast<double>(halves.reach(1));
  return {PipelineBound{1, rows + columns - 1}, PipelineBound{2, std::max(rows, columns) - 1}};
}

TwoBounds bounds_handed_over(const Halves& halves) {
  const auto rows = static_cast<double>(halves.reach(0));
  const auto columns = static_cast<double>(halves.reach(1));
  return {PipelineBound{1, rows + columns - 1}, PipelineBound{1, std::max(rows, columns) + 1}};
}

TwoBounds bounds_of(const CollectiveModel& model, const CollectiveTask& task, bool hands_over) {
  const Halves halves(model, task.source);
  return hands_over ? bounds_handed_over(halves) : bounds_afterwards(halves);
}

CollectiveAlgorithm halves_algorithm(std::string name, std::string summary, std::string source, bool hands_over) {
  return collective_algorithm(
      std::move(name), Collective::broadcast, std::move(summary), std::move(source),
      [hands_over](const auto& model, const auto& task) {
        return two_dimensional(model, task) && !(hands_over && model.half_duplex());
      },
      [hands_over](const auto& model, const auto& task) {
        return estimated(ideal_time(bounds_of(model, task, hands_over), static_cast<double>(task.words) / 2, model));
      },
      [hands_over](auto& executor, const auto& task, const auto& in, auto& out) {
        const TwoBounds bounds = bounds_of(executor.model(), task, hands_over);
        const std::uint64_t packets = best_packets(bounds, (task.words + 1) / 2, executor.model()).packets;
        run_torus_halves(executor, task, in, out, hands_over, packets);
      });
}

/// The links of one stage of the row-by-row broadcast: lines along d from all nodes that have the words by then.
std::vector<Flow::Link> stage(const Mesh& mesh, std::uint32_t source, std::size_t d) {
  std::vector<Flow::Link> links;
  for (std::uint32_t i = 0; i < mesh.nodes(); ++i) {
    bool later = false;
    for (std::size_t e = d + 1; e < mesh.dimensions(); ++e) later = later || mesh.offset(source, i, e) != 0;
    const std::int64_t offset = mesh.offset(source, i, d);
    if (later || offset == 0) continue;
    links.push_back({mesh.moved(i, d, offset > 0 ? -1 : 1), i, static_cast<std::uint64_t>(std::abs(offset)) - 1});
  }
  return links;
}

PipelineBound stage_bound(const Mesh& mesh, std::uint32_t source, std::size_t d) {
  return {1, static_cast<double>(mesh.reach(source, d)) - 1};
}

void run_stages(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in,
                CollectiveData& out) {
  const Mesh mesh(executor.model().architecture);
  // Stages cut the words differently, so a piece lies between two neighbouring cuts of any stages.
  std::vector<std::uint64_t> packets(mesh.dimensions(), 0);
  std::set<std::uint64_t> cuts = {0, task.words};
  const auto cut = [&](std::uint64_t parts, std::uint64_t i) {
    return i * (task.words / parts) + std::min(i, task.words % parts);
  };
  for (std::size_t d = 0; d < mesh.dimensions(); ++d) {
    const PipelineBound bound = stage_bound(mesh, task.source, d);
    packets[d] = mesh.size(d) > 1 ? best_packets(bound, task.words, executor.model()).packets : 0;
    for (std::uint64_t i = 1; i < packets[d]; ++i) cuts.insert(cut(packets[d], i));
  }
  std::vector<Piece> pieces;
  std::vector<std::uint64_t> begins(cuts.begin(), cuts.end());
  for (std::size_t i = 0; i + 1 < begins.size(); ++i) {
    pieces.push_back(
        executor.add(task.source, std::span(in[task.source]).subspan(begins[i], begins[i + 1] - begins[i])));
  }
  for (std::size_t d = 0; d < mesh.dimensions(); ++d) {
    Flow flow{.links = stage(mesh, task.source, d), .packets = {}};
    std::size_t next = 0;
    for (std::uint64_t p = 1; p <= packets[d]; ++p) {
      flow.packets.emplace_back();
      for (; next < pieces.size() && begins[next] < cut(packets[d], p); ++next)
        flow.packets.back().push_back(pieces[next]);
    }
    run_flows(executor, std::span(&flow, 1));
  }
  collect_everywhere(executor, pieces, out);
}

}  // namespace

void run_torus_halves(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in,
                      CollectiveData& out, bool hands_over, std::uint64_t packets) {
  const Halves halves(executor.model(), task.source);
  const std::vector<Piece> pieces = executor.add_shares(task.source, in[task.source], 2 * packets);
  std::vector<Flow> flows;
  for (const std::size_t half : {std::size_t{0}, std::size_t{1}}) {
    Flow flow{.links = halves.tree(half), .packets = {}};
    for (const Flow::Link& link : hands_over ? halves.handed_over(half) : halves.afterwards(half, packets))
      flow.links.push_back(link);
    for (std::uint64_t p = 0; p < packets; ++p) flow.packets.push_back({pieces[2 * p + half]});
    flows.push_back(std::move(flow));
  }
  run_flows(executor, flows);
  collect_everywhere(executor, pieces, out);
}

std::vector<CollectiveAlgorithm> torus_broadcast_algorithms() {
  return {
      halves_algorithm("broadcast-torus-halves",
                       "one half by columns, one by rows (D_x, D_y); what row and column of the source lack follows",
                       "Saad and Schultz, Section 3.2 (d), (3.19) as half-duplex links permit", false),
      halves_algorithm(
          "broadcast-torus-halves-handed-over",
          "one half by columns, one by rows (D_x, D_y); neighbours hand over what is missing (duplex=full)",
          "Saad and Schultz, Section 3.2 (d), (3.19)", true),
      collective_algorithm(
          "broadcast-torus-two-stage", Collective::broadcast,
          "packets along the source's column, then, when all have arrived, along the rows; any dimensions",
          "Saad and Schultz, Section 3.2 (d), (3.20)", on_mesh,
          [](const auto& model, const auto& task) {
            const Mesh mesh(model.architecture);
            double time = 0;
            for (std::size_t d = 0; d < mesh.dimensions(); ++d) {
              if (mesh.size(d) == 1) continue;
              const PipelineBound bound = stage_bound(mesh, task.source, d);
              time += ideal_time(bound, static_cast<double>(task.words), model);
            }
            return estimated(time);
          },
          run_stages),
  };
}

}  // namespace pram

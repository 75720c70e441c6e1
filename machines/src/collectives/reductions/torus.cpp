#include <algorithm>
#include <bit>
#include <cstdlib>
#include <vector>

#include <pram/detail/partners.hpp>

#include "collectives/algorithm_families.hpp"
#include "collectives/model/mesh.hpp"
#include "schedules.hpp"

namespace pram {

namespace {

using Kind = Architecture::Kind;
using Arrival = ReductionExecutor::Arrival;

/// A part of every vector, which goes its own way: through all dimensions in turn, from one of them on, upwards or
/// downwards. In a phase no two parts work in one dimension in the same direction, so that together they use all ports.
struct TorusPart {
  std::size_t first = 0;
  std::int64_t sign = 1;

  std::size_t dimension(const Mesh& mesh, std::size_t phase) const { return (first + phase) % mesh.dimensions(); }
};

/// On half-duplex links all parts go upwards.
std::vector<TorusPart> torus_parts(const CollectiveModel& model) {
  std::vector<TorusPart> parts;
  for (std::size_t d = 0; d < model.architecture.sizes.size(); ++d) {
    parts.push_back({d, 1});
    if (!model.half_duplex()) parts.push_back({d, -1});
  }
  return parts;
}

bool closed_with_all_ports(const CollectiveModel& model) {
  return (model.is(Kind::torus) || model.is(Kind::ring)) && model.all_ports();
}

bool rings_in_parallel(const CollectiveModel& model, const CollectiveTask&) {
  return closed_with_all_ports(model) && std::ranges::min(model.architecture.sizes) > 2;
}

/// The blocks of a part after some phases: those of the nodes whose digits of these dimensions are known.
class PartBlocks {
 public:
  PartBlocks(const Mesh& mesh, const TorusPart& part, std::size_t number)
      : mesh_(mesh), part_(part), begin_(static_cast<std::uint32_t>(number) * mesh.nodes()) {}

  /// The blocks for the nodes that have a node's digits of the phases before, and another one of this.
  Blocks of(std::uint32_t node, std::size_t phase, std::uint32_t digit) const {
    std::uint32_t first = 0;
    std::uint32_t count = mesh_.nodes();
    for (std::size_t k = 0; k <= phase; ++k) {
      const std::size_t d = part_.dimension(mesh_, k);
      count /= mesh_.size(d);
      first += count * (k < phase ? mesh_.digit(node, d) : digit);
    }
    return {begin_ + first, count};
  }

 private:
  const Mesh& mesh_;
  const TorusPart& part_;
  std::uint32_t begin_;
};

std::uint32_t longest_side(const Mesh& mesh) {
  std::uint32_t longest = 0;
  for (std::size_t d = 0; d < mesh.dimensions(); ++d) longest = std::max(longest, mesh.size(d));
  return longest;
}

/// A phase of all parts: each around the rings of its dimension.
void pass_in_phase(ReductionExecutor& executor, const Mesh& mesh, const std::vector<TorusPart>& parts,
                   std::size_t phase, std::int64_t begin, Arrival arrival) {
  for (std::uint32_t step = 0; step + 1 < longest_side(mesh); ++step) {
    executor.begin_step();
    for (std::size_t q = 0; q < parts.size(); ++q) {
      const std::size_t d = parts[q].dimension(mesh, phase);
      if (step + 1 >= mesh.size(d)) continue;
      const PartBlocks blocks(mesh, parts[q], q);
      for (std::uint32_t i = 0; i < executor.nodes(); ++i) {
        const std::uint32_t digit = mesh.digit(mesh.moved(i, d, -parts[q].sign * (begin + step)), d);
        executor.send(i, mesh.moved(i, d, parts[q].sign), blocks.of(i, phase, digit), arrival);
      }
    }
    executor.end_step();
  }
}

void around_all_rings(ReductionExecutor& executor, const CollectiveTask&) {
  const Mesh mesh(executor.model().architecture);
  const std::vector<TorusPart> parts = torus_parts(executor.model());
  executor.cut(parts.size() * executor.nodes());
  for (std::size_t phase = 0; phase < mesh.dimensions(); ++phase)
    pass_in_phase(executor, mesh, parts, phase, 1, Arrival::merges);
  for (std::size_t phase = mesh.dimensions(); phase-- > 0;)
    pass_in_phase(executor, mesh, parts, phase, 0, Arrival::replaces);
}

CollectiveFormula all_rings_formula(const CollectiveModel& model, const CollectiveTask& task) {
  const Mesh mesh(model.architecture);
  const std::vector<TorusPart> parts = torus_parts(model);
  const std::uint64_t blocks = parts.size() * model.nodes;
  CollectiveCost cost;
  for (std::size_t phase = 0; phase < mesh.dimensions(); ++phase) {
    for (std::uint32_t step = 0; step + 1 < longest_side(mesh); ++step) {
      std::uint32_t largest = 0;
      for (std::size_t q = 0; q < parts.size(); ++q) {
        if (step + 1 < mesh.size(parts[q].dimension(mesh, phase)))
          largest = std::max(largest, PartBlocks(mesh, parts[q], q).of(0, phase, 0).count);
      }
      cost.steps += 2;
      cost.words += 2.0 * largest * static_cast<double>(vector_of(model, task)) / static_cast<double>(blocks);
    }
  }
  return counted(model, divides(blocks, vector_of(model, task)), cost.steps, cost.words);
}

/// The shares of the vectors that go with a part: those of the nodes whose digits have a sum that is the part's number,
/// modulo the number of parts. So each part has as many shares of each digit, where the sides allow it.
class PartShares {
 public:
  PartShares(const Mesh& mesh, const TorusPart& part, std::size_t number, std::size_t parts) : blocks_(mesh, part, 0) {
    for (std::uint32_t node = 0; node < mesh.nodes(); ++node) {
      std::size_t sum = 0;
      for (std::size_t d = 0; d < mesh.dimensions(); ++d) sum += mesh.digit(node, d);
      if (sum % parts == number) shares_.push_back({place_of(mesh, part, node), node});
    }
    std::ranges::sort(shares_, {}, &Share::place);
  }

  /// Those for the nodes that have a node's digits of the phases before, and another one of this.
  void of(std::uint32_t node, std::size_t phase, std::uint32_t digit, std::vector<Blocks>& found) const {
    const auto [place, count] = blocks_.of(node, phase, digit);
    found.clear();
    for (auto share = std::ranges::lower_bound(shares_, place, {}, &Share::place);
         share != shares_.end() && share->place < place + count; ++share)
      found.push_back({share->node});
  }

 private:
  struct Share {
    std::uint32_t place = 0;  // by the digits in the part's order
    std::uint32_t node = 0;
  };

  std::uint32_t place_of(const Mesh& mesh, const TorusPart& part, std::uint32_t node) const {
    const std::size_t last = mesh.dimensions() - 1;
    return blocks_.of(node, last, mesh.digit(node, part.dimension(mesh, last))).first;
  }

  PartBlocks blocks_;
  std::vector<Share> shares_;
};

std::vector<PartShares> shares_of_parts(const Mesh& mesh, const std::vector<TorusPart>& parts) {
  std::vector<PartShares> shares;
  for (std::size_t q = 0; q < parts.size(); ++q) shares.emplace_back(mesh, parts[q], q, parts.size());
  return shares;
}

std::vector<TorusPart> parts_both_ways(const CollectiveModel& model) {
  std::vector<TorusPart> parts;
  for (std::size_t d = 0; d < model.architecture.sizes.size(); ++d) parts.push_back({d, 1});
  return parts;
}

/// From how far what is for a node comes up to it, along a dimension; the rest comes down. Half-duplex links carry
/// everything upwards.
std::uint32_t reach_up(const CollectiveModel& model, std::uint32_t size) {
  return model.half_duplex() ? size - 1 : size / 2;
}

std::uint32_t longest_reach_up(const CollectiveModel& model, const Mesh& mesh) {
  return reach_up(model, longest_side(mesh));
}

void scatter_around_all_rings(ReductionExecutor& executor, const CollectiveTask&) {
  const Mesh mesh(executor.model().architecture);
  const std::vector<TorusPart> parts = parts_both_ways(executor.model());
  const std::vector<PartShares> shares = shares_of_parts(mesh, parts);
  executor.cut(executor.nodes());
  std::vector<Blocks> blocks;
  const auto send = [&](std::size_t q, std::uint32_t node, std::size_t phase, std::int64_t places, std::int64_t sign) {
    const std::size_t d = parts[q].dimension(mesh, phase);
    shares[q].of(node, phase, mesh.digit(mesh.moved(node, d, sign * places), d), blocks);
    executor.send(node, mesh.moved(node, d, sign), blocks);
  };
  for (std::size_t phase = 0; phase < mesh.dimensions(); ++phase) {
    for (std::uint32_t step = 0; step < longest_reach_up(executor.model(), mesh); ++step) {
      executor.begin_step();
      for (std::size_t q = 0; q < parts.size(); ++q) {
        const std::uint32_t size = mesh.size(parts[q].dimension(mesh, phase));
        const std::uint32_t up = reach_up(executor.model(), size);
        if (step >= up) continue;
        for (std::uint32_t i = 0; i < executor.nodes(); ++i) {
          send(q, i, phase, up - step, 1);
          if (up - step <= size - 1 - up) send(q, i, phase, up - step, -1);
        }
      }
      executor.end_step();
    }
  }
}

/// In each step of a phase the shares for every digit of the rings are on their way.
CollectiveFormula scattered_formula(const CollectiveModel& model, const CollectiveTask& task) {
  const Mesh mesh(model.architecture);
  const std::vector<TorusPart> parts = parts_both_ways(model);
  const std::vector<PartShares> shares = shares_of_parts(mesh, parts);
  const std::uint64_t words = vector_of(model, task);
  const std::uint64_t share = (words + model.nodes - 1) / model.nodes;
  CollectiveCost cost;
  std::vector<Blocks> blocks;
  for (std::size_t phase = 0; phase < mesh.dimensions(); ++phase) {
    std::vector<std::size_t> largest(longest_reach_up(model, mesh));  // by step
    for (std::size_t q = 0; q < parts.size(); ++q) {
      const std::size_t d = parts[q].dimension(mesh, phase);
      std::size_t most = 0;
      for (std::uint32_t i = 0; i < model.nodes; ++i) {
        shares[q].of(i, phase, mesh.digit(i, d), blocks);
        most = std::max(most, blocks.size());
      }
      for (std::uint32_t step = 0; step < reach_up(model, mesh.size(d)); ++step)
        largest[step] = std::max(largest[step], most);
    }
    for (const std::size_t one : largest) cost.words += static_cast<double>(one * share);
    cost.steps += largest.size();
  }
  return counted(model, divides(model.nodes, words), cost.steps, cost.words);
}

bool swings_in_parallel(const CollectiveModel& model, const CollectiveTask&) {
  const std::vector<std::uint32_t>& sizes = model.architecture.sizes;
  return closed_with_all_ports(model) && !model.half_duplex() && std::has_single_bit(sizes.front()) &&
         sizes.front() > 2 && std::ranges::count(sizes, sizes.front()) == std::ssize(sizes);
}

/// The way of a part's exchange: step t is in dimension first + t, at the distance that comes next there. A mirror
/// image goes the other way round.
std::int64_t swing_offset(const Mesh& mesh, const TorusPart& part, std::uint32_t node, std::uint32_t step) {
  const auto dimensions = static_cast<std::uint32_t>(mesh.dimensions());
  const std::uint32_t digit = mesh.digit(node, part.dimension(mesh, step));
  return part.sign * (digit % 2 == 0 ? 1 : -1) * swing_distance(step / dimensions);
}

Butterfly part_butterfly(const Mesh& mesh, const TorusPart& part) {
  return swing_butterfly(mesh.nodes(), [&mesh, part](std::uint32_t node, std::uint32_t step) {
    return mesh.moved(node, part.dimension(mesh, step), swing_offset(mesh, part, node, step));
  });
}

/// A step of all parts. All exchanges are over the same distance, link by link: those that go one way round have left a
/// node before those of its neighbour come.
void swing_step(ReductionExecutor& executor, const Mesh& mesh, const std::vector<TorusPart>& parts,
                const std::vector<Butterfly>& butterflies, const std::vector<VectorRow>& relays, std::uint32_t step,
                bool gathers) {
  const std::uint32_t nodes = mesh.nodes();
  const std::uint32_t half = 1U << (butterflies.front().steps - 1 - step);
  const std::int64_t links = std::abs(swing_offset(mesh, parts.front(), 0, step));
  for (std::int64_t link = 0; link < links; ++link) {
    executor.begin_step();
    for (std::size_t q = 0; q < parts.size(); ++q) {
      const std::size_t d = parts[q].dimension(mesh, step);
      for (std::uint32_t i = 0; i < nodes; ++i) {
        const std::int64_t sign = swing_offset(mesh, parts[q], i, step) > 0 ? 1 : -1;
        const std::uint32_t own = butterflies[q].position[i] & ~(half - 1);
        const Blocks blocks{static_cast<std::uint32_t>(q) * nodes + (gathers ? own : own ^ half), half};
        const std::uint32_t at = mesh.moved(i, d, sign * link);
        const std::uint32_t next = mesh.moved(at, d, sign);
        const bool there = link + 1 == links;
        executor.send(link == 0 ? i : relays[at], there ? next : relays[next], blocks,
                      there && !gathers ? Arrival::merges : Arrival::replaces);
      }
    }
    executor.end_step();
  }
}

void swing_on_all_ports(ReductionExecutor& executor, const CollectiveTask&) {
  const Mesh mesh(executor.model().architecture);
  const std::vector<TorusPart> parts = torus_parts(executor.model());
  std::vector<Butterfly> butterflies;
  for (const TorusPart& part : parts) butterflies.push_back(part_butterfly(mesh, part));
  executor.cut(parts.size() * executor.nodes());
  const std::vector<VectorRow> relays = rows_for_below(executor);
  const std::uint32_t steps = butterflies.front().steps;
  for (std::uint32_t step = 0; step < steps; ++step)
    swing_step(executor, mesh, parts, butterflies, relays, step, false);
  for (std::uint32_t step = steps; step-- > 0;) swing_step(executor, mesh, parts, butterflies, relays, step, true);
}

CollectiveFormula swing_formula(const CollectiveModel& model, const CollectiveTask& task) {
  const std::uint64_t blocks = torus_parts(model).size() * model.nodes;
  CollectiveCost cost;
  for (std::uint32_t step = 0, half = model.nodes / 2; half > 0; ++step, half /= 2) {
    const auto links = static_cast<std::uint64_t>(std::abs(swing_distance(step / model.architecture.dimensions())));
    cost.steps += 2 * links;
    cost.words += static_cast<double>(2 * links * half * vector_of(model, task)) / static_cast<double>(blocks);
  }
  return counted(model, divides(blocks, vector_of(model, task)), cost.steps, cost.words);
}

}  // namespace

std::vector<CollectiveAlgorithm> torus_reductions_algorithms() {
  constexpr auto operation = CollectiveOperation::all_reduce;
  return {
      reduction_algorithm("all-reduce-torus-rings", operation,
                          "parts around the rings of all dimensions at once, over all ports; then around once more",
                          "Chan, Heimlich, Purkayastha and van de Geijn (2007), buckets, on all ports",
                          OperandOrder::any, rings_in_parallel, all_rings_formula, around_all_rings),
      reduction_algorithm("reduce-scatter-torus-rings", CollectiveOperation::reduce_scatter,
                          "shares the shorter way round the rings of all dimensions at once, over all ports",
                          "Chan, Heimlich, Purkayastha and van de Geijn (2007), buckets, on all ports",
                          OperandOrder::any, rings_in_parallel, scattered_formula, scatter_around_all_rings),
      reduction_algorithm("all-reduce-torus-swing", operation,
                          "parts and their mirror images over all ports, exchanged 1, 1, 3, 5, … nodes away",
                          "De Sensi and others, Swing (NSDI 2024), Section 4", OperandOrder::any, swings_in_parallel,
                          swing_formula, swing_on_all_ports),
  };
}

}  // namespace pram

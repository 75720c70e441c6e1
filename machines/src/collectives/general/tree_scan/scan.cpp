#include "scan.hpp"

#include <algorithm>
#include <iterator>

#include "collectives/general/plan/known_costs.hpp"
#include "schedule.hpp"

namespace pram {

namespace {

constexpr auto most_root_choices = static_cast<std::uint32_t>(std::size(all_root_choices));

struct TreeScanChoice {
  std::uint32_t radix = 0;  ///< of levels; 0: a tree
  RootChoice root = RootChoice::middle;
  std::uint32_t packets = 0;
  std::uint32_t most = 1;  ///< pieces of a message
  CollectiveCost cost = {};
};

/// Of a tree there are two products a node, and of levels less than three.
DealtWords dealt_to_products(std::uint64_t words, std::uint32_t nodes, std::uint32_t packets) {
  DealtWords dealt{words, packets, {}};
  for (std::uint32_t piece = 0; piece < 3 * nodes * packets; ++piece) dealt.rank_of.push_back(piece % packets);
  return dealt;
}

TreeScan made_scan(const CollectiveModel& model, const TreeScanChoice& choice) {
  const Wires wires(model, false);
  const ShortestWays ways(wires);
  TreeScan made{choice.radix > 0 ? scan_products_in_levels(model.nodes, choice.radix)
                                 : scan_products(scan_tree(ways, model.nodes, choice.root)),
                choice.packets,
                {}};
  made.plan = plan_tree_scan(wires, ways, made.products, choice.packets, choice.most);
  return made;
}

TreeScanChoice choose_tree_scan(const CollectiveModel& model, const CollectiveTask& task) {
  constexpr std::uint64_t most_packets_of_all = 2048;
  const std::uint64_t words = task.vector_words(model.nodes);
  TreeScanChoice best;
  const auto offer = [&](TreeScanChoice next) {
    const DealtWords dealt = dealt_to_products(words, model.nodes, next.packets);
    const PlanKey key{.kind = PlanKey::Kind::tree_scan,
                      .root = next.radix > 0 ? next.radix + most_root_choices : static_cast<std::uint32_t>(next.root),
                      .pieces = next.packets,
                      .most = next.most};
    const auto costs = known_costs(model, key, [&] {
      PlanCosts made;
      made.add(made_scan(model, next).plan, dealt);
      return made;
    });
    next.cost = costs->of(dealt);
    if (best.packets == 0 || next.cost.time(model) < best.cost.time(model)) best = next;
    return next.cost.time(model);
  };
  const auto offer_packets = [&](TreeScanChoice next) {
    next.packets = 1;
    next.most = 3 * model.nodes;
    double least = offer(next);
    next.most = 1;
    for (; next.packets <= words && std::uint64_t{next.packets} * model.nodes <= most_packets_of_all;
         next.packets *= 2) {
      const double time = offer(next);
      if (next.packets > 2 && time >= least) break;
      least = std::min(least, time);
    }
  };
  for (const RootChoice root : all_root_choices) {
    if (makes_tree(root, model.nodes)) offer_packets({.root = root});
  }
  for (std::uint32_t radix = 2; radix < 2 * model.nodes; radix *= 2) offer_packets({.radix = radix});
  return best;
}

/// The rows of partial results on their way.
class ProductRows {
 public:
  ProductRows(ReductionExecutor& executor, const TreeScan& scan)
      : scan_(scan),
        first_result_(static_cast<std::uint32_t>(scan.products.size()) - executor.nodes()),
        rows_(scan.products.size() * executor.model().topology->nodes(), no_node) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> wanted;  // nodes, and products that come there
    const auto want = [&](std::uint32_t node, std::uint32_t product) {
      std::uint32_t& row = rows_[place(node, product)];
      if (row == no_node) wanted.emplace_back(node, product);
      row = 0;
    };
    for (std::uint32_t z = 0; z < first_result_; ++z) {
      if (made(z)) want(scan.products[z].origin, z);
    }
    for (const MovePlan::Step& step : scan.plan.steps()) {
      for (const MovePlan::Move& move : step) {
        for (const std::uint32_t piece : move.pieces) want(move.to, piece / scan.packets);
      }
    }
    executor.reserve_rows(wanted.size());
    for (const auto& [node, product] : wanted) rows_[place(node, product)] = executor.add_row(node);
  }

  VectorRow of(std::uint32_t node, std::uint32_t product) const {
    return is_result(product) && scan_.products[product].origin == node ? node : rows_[place(node, product)];
  }
  /// Whether it is made: what nobody needs has no row.
  bool made(std::uint32_t product) const { return is_result(product) || !scan_.products[product].targets.empty(); }
  bool is_result(std::uint32_t product) const { return product >= first_result_; }

 private:
  std::size_t place(std::uint32_t node, std::uint32_t product) const {
    return std::size_t{node} * scan_.products.size() + product;
  }

  const TreeScan& scan_;
  std::uint32_t first_result_;
  std::vector<VectorRow> rows_;  // by node and product
};

}  // namespace

TreeScan best_tree_scan(const CollectiveModel& model, const CollectiveTask& task) {
  return made_scan(model, choose_tree_scan(model, task));
}

CollectiveCost best_tree_scan_cost(const CollectiveModel& model, const CollectiveTask& task) {
  return choose_tree_scan(model, task).cost;
}

void run_tree_scan(ReductionExecutor& executor, const TreeScan& scan) {
  executor.cut(scan.packets);
  const ProductRows rows(executor, scan);
  const auto above = products_above(scan.products);
  std::vector<std::size_t> missing;
  for (std::uint32_t z = 0; z < scan.products.size(); ++z) {
    missing.insert(missing.end(), scan.packets, scan.products[z].parts.size());
    const std::uint32_t origin = scan.products[z].origin;
    if (!rows.is_result(z) && rows.made(z)) executor.merge_rows(origin, rows.of(origin, z), executor.all());
  }
  /// A part has come: when all have, they are combined in their order.
  const auto arrive = [&](std::uint32_t piece, std::uint32_t node) {
    const std::uint32_t packet = piece % scan.packets;
    for (const std::uint32_t made : above[piece / scan.packets]) {
      if (scan.products[made].origin != node || --missing[made * scan.packets + packet] > 0) continue;
      if (!rows.made(made)) continue;
      for (const std::uint32_t part : scan.products[made].parts)
        executor.merge_rows(rows.of(node, part), rows.of(node, made), {packet});
    }
  };
  std::vector<ReductionExecutor::Part> parts;
  for (const MovePlan::Step& step : scan.plan.steps()) {
    executor.begin_step();
    for (const MovePlan::Move& move : step) {
      parts.clear();
      for (const std::uint32_t piece : move.pieces) {
        const std::uint32_t product = piece / scan.packets;
        parts.push_back({rows.of(move.from, product),
                         rows.of(move.to, product),
                         {piece % scan.packets},
                         ReductionExecutor::Arrival::replaces});
      }
      executor.send_parts(parts);
    }
    executor.end_step();
    for (const MovePlan::Move& move : step) {
      for (const std::uint32_t piece : move.pieces) arrive(piece, move.to);
    }
  }
}

}  // namespace pram

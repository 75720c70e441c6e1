#include "algorithm.hpp"

#include <numeric>
#include <utility>

#include "collectives/model/block_sizes.hpp"

namespace pram {

namespace {

bool nothing_to_do(const CollectiveModel& model, const CollectiveTask& task) {
  return model.nodes < 2 || task.words == 0 || (task.operation == Collective::one_to_one && task.source == task.target);
}

}  // namespace

CollectiveAlgorithm collective_algorithm(std::string name, Collective operation, std::string summary,
                                         std::string source, CollectiveFits fits, CollectiveFormulaOf formula,
                                         CollectiveBody body, Parts parts) {
  CollectiveAlgorithm made;
  made.operation = operation;
  made.summary = std::move(summary);
  made.source = std::move(source);
  made.fits = [operation, parts, fits = std::move(fits)](const CollectiveModel& model, const CollectiveTask& task) {
    if (task.operation != operation || task.source >= model.nodes || task.target >= model.nodes) return false;
    if (parts == Parts::equal && !task.counts.empty()) return false;
    return counts_fit(task, model.nodes) && fits(model, task);
  };
  made.formula = [formula = std::move(formula)](const CollectiveModel& model, const CollectiveTask& task) {
    return nothing_to_do(model, task) ? counted(model, true, 0, 0) : formula(model, task);
  };
  made.run = [name, operation, body = std::move(body)](const CollectiveModel& model, const CollectiveTask& task,
                                                       const CollectiveData& in, CollectiveData& out) {
    check_input(operation, task, model.network, model.nodes, in);
    if (nothing_to_do(model, task)) {
      out = collective_expected(task, in);
      return CollectiveCost{};
    }
    CollectiveExecutor executor(model, name);
    out.assign(model.nodes, {});
    body(executor, task, in, out);
    return executor.cost();
  };
  made.name = std::move(name);
  return made;
}

bool any_pairs(const CollectiveModel& model, const CollectiveTask&) {
  if (model.is(Architecture::Kind::switched)) return true;
  return model.links() && model.topology->shape().kind == TopologyShape::Kind::complete && !model.half_duplex();
}

CollectiveFormula counted(const CollectiveModel& model, bool exact, std::uint64_t steps, double words) {
  const CollectiveCost cost{steps, words};
  return {.time = cost.time(model), .exact = exact, .cost = cost};
}

std::vector<Piece> first_pieces(std::uint32_t count) {
  std::vector<Piece> pieces(count);
  std::iota(pieces.begin(), pieces.end(), Piece{0});
  return pieces;
}

void add_one_each(CollectiveExecutor& executor, const CollectiveData& in) {
  for (std::uint32_t i = 0; i < in.size(); ++i) executor.add(i, in[i]);
}

void collect_everywhere(const CollectiveExecutor& executor, std::span<const Piece> pieces, CollectiveData& out) {
  for (std::uint32_t i = 0; i < executor.nodes(); ++i) out[i] = executor.collect(i, pieces);
}

void add_blocks(CollectiveExecutor& executor, const CollectiveTask& task, const CollectiveData& in) {
  const auto nodes = static_cast<std::uint32_t>(in.size());
  for (std::uint32_t from = 0; from < nodes; ++from) {
    std::span<const Word> rest = in[from];
    for (std::uint32_t to = 0; to < nodes; ++to) {
      const std::uint64_t words = block_words(task, nodes, from, to);
      executor.add(from, rest.first(words));
      rest = rest.subspan(words);
    }
  }
}

void collect_blocks(const CollectiveExecutor& executor, CollectiveData& out, std::uint32_t pieces) {
  const std::uint32_t nodes = executor.nodes();
  std::vector<Piece> blocks;
  for (std::uint32_t to = 0; to < nodes; ++to) {
    blocks.clear();
    for (std::uint32_t from = 0; from < nodes; ++from) {
      for (std::uint32_t q = 0; q < pieces; ++q) blocks.push_back((from * nodes + to) * pieces + q);
    }
    out[to] = executor.collect(to, blocks);
  }
}

}  // namespace pram

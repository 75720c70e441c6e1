#include "reduction.hpp"

#include <utility>

#include "collectives/model/block_sizes.hpp"

namespace pram {

namespace {

bool keeps_order(OperandOrder order, const CollectiveTask& task) {
  return order == OperandOrder::kept || (order == OperandOrder::kept_to_first && task.target == 0);
}

void check_order(const std::string& name, OperandOrder order, const CollectiveTask& task) {
  if (commutes(task.combine) || keeps_order(order, task)) return;
  throw ConfigError("operator", to_string(task.combine),
                    "one that commutes: " + name + " does not combine in the order of the nodes" +
                        (order == OperandOrder::kept_to_first ? ", except to node 0" : ""));
}

/// Reads the results off the rows, and checks of what they are made.
CollectiveData results_of(const ReductionExecutor& executor, const CollectiveTask& task) {
  const std::uint32_t nodes = executor.nodes();
  CollectiveData out(nodes);
  if (task.operation == CollectiveOperation::reduce) {
    out[task.target] = executor.collect(task.target, executor.all(), nodes);
    return out;
  }
  for (std::uint32_t i = 0; i < nodes; ++i) {
    if (task.operation == CollectiveOperation::scan) {
      out[i] = executor.collect(i, executor.all(), i + 1);
    } else if (task.operation == CollectiveOperation::all_reduce) {
      out[i] = executor.collect(i, executor.all(), nodes);
    } else {
      out[i] = executor.collect(i, {i, 1}, nodes);
    }
  }
  return out;
}

}  // namespace

CollectiveAlgorithm reduction_algorithm(std::string name, CollectiveOperation operation, std::string summary,
                                        std::string source, OperandOrder order, CollectiveFits fits,
                                        CollectiveFormulaOf formula, ReductionBody body) {
  CollectiveAlgorithm made;
  made.operation = operation;
  made.summary = std::move(summary) + (order == OperandOrder::kept            ? "; keeps the order"
                                       : order == OperandOrder::kept_to_first ? "; keeps the order to node 0"
                                                                              : "");
  made.source = std::move(source);
  made.fits = [operation, order, fits = std::move(fits)](const CollectiveModel& model, const CollectiveTask& task) {
    return task.operation == operation && task.source < model.nodes && task.target < model.nodes &&
           (commutes(task.combine) || keeps_order(order, task)) && fits(model, task);
  };
  made.formula = [formula = std::move(formula)](const CollectiveModel& model, const CollectiveTask& task) {
    return model.nodes < 2 || task.words == 0 ? counted(model, true, 0, 0) : formula(model, task);
  };
  made.run = [name, operation, order, body = std::move(body)](const CollectiveModel& model, const CollectiveTask& task,
                                                              const CollectiveData& in, CollectiveData& out) {
    check_input(operation, task, model.network, model.nodes, in);
    check_order(name, order, task);
    if (model.nodes < 2 || task.words == 0) {
      out = collective_expected(task, in);
      return CollectiveCost{};
    }
    ReductionExecutor executor(model, name, task.combine, in);
    body(executor, task);
    out = results_of(executor, task);
    return executor.cost();
  };
  made.name = std::move(name);
  return made;
}

std::uint64_t first_words(const CollectiveModel& model, const CollectiveTask& task, std::uint64_t blocks,
                          std::uint64_t count) {
  const std::uint64_t words = vector_of(model, task);
  return words / blocks * count + std::min(count, words % blocks);
}

bool has_circle(const CollectiveModel& model, const CollectiveTask&) {
  if (model.is(Architecture::Kind::switched) || model.is(Architecture::Kind::ring)) return true;
  if (model.links() && model.topology->shape().kind == TopologyShape::Kind::complete) return true;
  const bool mesh = model.is(Architecture::Kind::torus) || model.is(Architecture::Kind::grid) ||
                    model.is(Architecture::Kind::hypercube);
  return mesh && (model.nodes == 1 || has_hamiltonian_circle(Mesh(model.architecture)));
}

Path circle_of(const CollectiveModel& model) {
  if (!model.architecture.sizes.empty() && !model.is(Architecture::Kind::ring))
    return *hamiltonian_circle(Mesh(model.architecture));
  return first_pieces(model.nodes);
}

std::uint64_t circle_turns(const CollectiveModel& model) { return model.links() ? turns(model, model.nodes) : 1; }

std::vector<VectorRow> rows_for_below(ReductionExecutor& executor) {
  std::vector<VectorRow> rows;
  for (std::uint32_t i = 0; i < executor.nodes(); ++i) rows.push_back(executor.add_row(i));
  return rows;
}

}  // namespace pram

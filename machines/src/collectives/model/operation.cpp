#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <pram/machines/detail/collective_operation.hpp>
#include <pram/registry.hpp>

namespace pram {

namespace {

constexpr std::array<const char*, 4> combining_names = {"reduce", "reduce-scatter", "all-reduce", "scan"};

}  // namespace

const std::vector<CollectiveOperation>& all_operations() {
  static const std::vector<CollectiveOperation> all = [] {
    std::vector<CollectiveOperation> operations(all_collectives().begin(), all_collectives().end());
    for (const CollectiveOperation::Kind kind : {CollectiveOperation::reduce, CollectiveOperation::reduce_scatter,
                                                 CollectiveOperation::all_reduce, CollectiveOperation::scan})
      operations.emplace_back(kind);
    return operations;
  }();
  return all;
}

std::string to_string(CollectiveOperation operation) {
  if (operation.combines()) return combining_names[std::size_t{operation.kind()} - CollectiveOperation::reduce];
  return to_string(static_cast<Collective>(operation.kind()));
}

CollectiveOperation operation_from(std::string_view name) {
  std::vector<std::string> names;
  for (const CollectiveOperation operation : all_operations()) {
    names.push_back(to_string(operation));
    if (same_name(name, names.back())) return operation;
  }
  for (const std::string& other : other_collective_names()) {
    if (same_name(name, other)) return collective_from(name);
  }
  throw ConfigError("operation", std::string(name), allowed_names(name, names, other_collective_names()));
}

const std::vector<std::string>& reduction_operator_names() {
  static const std::vector<std::string> names = {"sum", "max", "xor", "matrix"};
  return names;
}

std::string to_string(ReductionOperator combine) {
  return reduction_operator_names()[static_cast<std::size_t>(combine)];
}

ReductionOperator reduction_operator_from(std::string_view name) {
  const std::vector<std::string>& names = reduction_operator_names();
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (same_name(name, names[k])) return static_cast<ReductionOperator>(k);
  }
  throw ConfigError("operator", std::string(name), allowed_names(name, names));
}

}  // namespace pram

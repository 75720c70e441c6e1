#include <fmt/format.h>

#include <pram/machines/collectives.hpp>

#include "block_sizes.hpp"

namespace pram {

namespace {

/// The number of words that node i has before the operation.
std::uint64_t words_before(const CollectiveTask& task, std::uint32_t nodes, std::uint32_t i) {
  if (task.operation.combines()) return task.vector_words(nodes);
  if (task.operation.has_source()) return i == task.source ? task.words : 0;
  return task.words_of(i, nodes);
}

/// Combines a vector with one that comes after it.
void combine_into(std::vector<Word>& vector, const std::vector<Word>& next, ReductionOperator combine) {
  for (std::size_t w = 0; w < vector.size(); ++w) vector[w] = combined(combine, vector[w], next[w]);
}

/// The result of an operation that combines.
CollectiveData combined_vectors(const CollectiveTask& task, const CollectiveData& in) {
  const auto nodes = static_cast<std::uint32_t>(in.size());
  CollectiveData out(nodes);
  std::vector<Word> all = in.front();
  for (std::uint32_t i = 0; i < nodes; ++i) {
    if (i > 0) combine_into(all, in[i], task.combine);
    if (task.operation == CollectiveOperation::scan) out[i] = all;
  }
  if (task.operation == CollectiveOperation::reduce) out[task.target] = all;
  if (task.operation == CollectiveOperation::all_reduce) out.assign(nodes, all);
  if (task.operation != CollectiveOperation::reduce_scatter) return out;
  auto next = all.begin();
  for (std::uint32_t i = 0; i < nodes; ++i) {
    const auto end = next + static_cast<std::ptrdiff_t>(share_of(all.size(), nodes, i));
    out[i].assign(next, end);
    next = end;
  }
  return out;
}

}  // namespace

Registry<CollectiveAlgorithm>& collective_algorithms() {
  static Registry<CollectiveAlgorithm> table("algorithm");
  return table;
}

std::vector<const CollectiveAlgorithm*> algorithms_for(const CollectiveModel& model, const CollectiveTask& task) {
  std::vector<const CollectiveAlgorithm*> fitting;
  if (task.source >= model.nodes || task.target >= model.nodes || !counts_fit(task, model.nodes)) return fitting;
  for (const CollectiveAlgorithm& algorithm : collective_algorithms().entries()) {
    if (algorithm.operation == task.operation && algorithm.fits(model, task)) fitting.push_back(&algorithm);
  }
  return fitting;
}

const CollectiveAlgorithm* best_algorithm(const CollectiveModel& model, const CollectiveTask& task) {
  const CollectiveAlgorithm* best = nullptr;
  double least = 0;
  for (const CollectiveAlgorithm* const algorithm : algorithms_for(model, task)) {
    const double time = algorithm->formula(model, task).time;
    if (best == nullptr || time < least) {
      best = algorithm;
      least = time;
    }
  }
  return best;
}

CollectiveData collective_input(const CollectiveTask& task, std::uint32_t nodes) {
  CollectiveData data(nodes);
  Word next = 1;
  for (std::uint32_t i = 0; i < nodes; ++i) {
    data[i].resize(words_before(task, nodes, i));
    for (Word& word : data[i]) word = next++ * 0x9E3779B97F4A7C15U;  // odd: a permutation of all words
  }
  return data;
}

bool counts_fit(const CollectiveTask& task, std::uint32_t nodes) {
  if (task.counts.empty()) return true;
  if (task.operation != Collective::all_gather || task.counts.size() != nodes) return false;
  std::uint64_t rest = task.words;
  for (const std::uint64_t count : task.counts) {
    if (count > rest) return false;
    rest -= count;
  }
  return rest == 0;
}

void check_input(CollectiveOperation operation, const CollectiveTask& task, const std::string& network,
                 std::uint32_t nodes, const CollectiveData& in) {
  if (task.operation != operation) throw ConfigError("task", to_string(task.operation), to_string(operation));
  for (const auto& [which, node] : {std::pair("source", task.source), std::pair("target", task.target)}) {
    if (node >= nodes)
      throw ConfigError(which, std::to_string(node), fmt::format("a node of {}, which has {}", network, nodes));
  }
  if (!counts_fit(task, nodes)) {
    throw ConfigError("counts", fmt::format("{} numbers", task.counts.size()),
                      fmt::format("in all-gather a number for each of {} nodes, in all {}", nodes, task.words));
  }
  if (in.size() != nodes) {
    throw ConfigError("data", fmt::format("of {} nodes", in.size()),
                      fmt::format("data of all {} nodes of {}", nodes, network));
  }
  for (std::uint32_t node = 0; node < nodes; ++node) {
    const std::uint64_t words = words_before(task, nodes, node);
    if (in[node].size() != words) {
      throw ConfigError("data", fmt::format("{} words of node {}", in[node].size(), node),
                        fmt::format("{} words: its share of the task's {}", words, task.words));
    }
  }
}

CollectiveData collective_expected(const CollectiveTask& task, const CollectiveData& in) {
  if (task.operation.combines()) return in.empty() ? in : combined_vectors(task, in);
  const auto nodes = static_cast<std::uint32_t>(in.size());
  CollectiveData out(nodes);
  const auto everything = [&] {
    std::vector<Word> all;
    for (const std::vector<Word>& one : in) all.insert(all.end(), one.begin(), one.end());
    return all;
  };
  switch (task.operation.kind()) {
    case CollectiveOperation::one_to_one: out[task.target] = in[task.source]; break;
    case CollectiveOperation::broadcast: out.assign(nodes, in[task.source]); break;
    case CollectiveOperation::all_gather: out.assign(nodes, everything()); break;
    case CollectiveOperation::gather: out[task.target] = everything(); break;
    case CollectiveOperation::scatter: {
      auto next = in[task.source].begin();
      for (std::uint32_t i = 0; i < nodes; ++i) {
        const auto end = next + static_cast<std::ptrdiff_t>(share_of(task.words, nodes, i));
        out[i].assign(next, end);
        next = end;
      }
      break;
    }
    case CollectiveOperation::all_to_all:
      for (std::uint32_t i = 0; i < nodes; ++i) {
        auto next = in[i].begin();
        for (std::uint32_t j = 0; j < nodes; ++j) {
          const auto end = next + static_cast<std::ptrdiff_t>(block_words(task, nodes, i, j));
          out[j].insert(out[j].end(), next, end);
          next = end;
        }
      }
      break;
    default: break;  // one that combines
  }
  return out;
}

}  // namespace pram

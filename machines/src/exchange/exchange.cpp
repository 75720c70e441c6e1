#include <pram/exchange.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace pram {

namespace {

constexpr std::array<const char*, 6> names = {"one-to-one", "broadcast", "all-gather",
                                              "scatter",    "gather",    "all-to-all"};

constexpr std::array<std::pair<const char*, ExchangeOperation>, 6> other_names = {{
    {"all-to-all-broadcast", ExchangeOperation::all_gather},
    {"multiscatter", ExchangeOperation::all_to_all},
    {"multigather", ExchangeOperation::all_to_all},
    {"transposition", ExchangeOperation::all_to_all},
    {"total-exchange", ExchangeOperation::all_to_all},
    {"complete-exchange", ExchangeOperation::all_to_all},
}};

/// Words that node i has before.
std::uint64_t words_before(const ExchangeTask& task, std::uint32_t nodes, std::uint32_t i) {
  switch (task.operation) {
    case ExchangeOperation::one_to_one:
    case ExchangeOperation::broadcast:
    case ExchangeOperation::scatter: return i == task.source ? task.words : 0;
    default: return share_of(task.words, nodes, i);
  }
}

}  // namespace

const std::vector<ExchangeOperation>& exchange_operations() {
  static const std::vector<ExchangeOperation> all = {ExchangeOperation::one_to_one, ExchangeOperation::broadcast,
                                                     ExchangeOperation::all_gather, ExchangeOperation::scatter,
                                                     ExchangeOperation::gather,     ExchangeOperation::all_to_all};
  return all;
}

std::string to_string(ExchangeOperation operation) { return names[static_cast<std::size_t>(operation)]; }

ExchangeOperation exchange_operation_from(std::string_view name) {
  for (const ExchangeOperation operation : exchange_operations()) {
    if (name == names[static_cast<std::size_t>(operation)]) return operation;
  }
  for (const auto& [other, operation] : other_names) {
    if (name == other) return operation;
  }
  throw ConfigError("operation", std::string(name), allowed_names(name, {names.begin(), names.end()}));
}

Registry<ExchangeAlgorithm>& exchange_algorithms() {
  static Registry<ExchangeAlgorithm> table("algorithm");
  return table;
}

std::vector<const ExchangeAlgorithm*> algorithms_for(const ExchangeModel& model, const ExchangeTask& task) {
  std::vector<const ExchangeAlgorithm*> fitting;
  for (const ExchangeAlgorithm& algorithm : exchange_algorithms().entries()) {
    if (algorithm.operation == task.operation && algorithm.fits(model, task)) fitting.push_back(&algorithm);
  }
  return fitting;
}

const ExchangeAlgorithm* best_algorithm(const ExchangeModel& model, const ExchangeTask& task) {
  const ExchangeAlgorithm* best = nullptr;
  double least = 0;
  for (const ExchangeAlgorithm* const algorithm : algorithms_for(model, task)) {
    const double time = algorithm->formula(model, task).time;
    if (best == nullptr || time < least) {
      best = algorithm;
      least = time;
    }
  }
  return best;
}

ExchangeData exchange_input(const ExchangeTask& task, std::uint32_t nodes) {
  ExchangeData data(nodes);
  Word next = 1;
  for (std::uint32_t i = 0; i < nodes; ++i) {
    data[i].resize(words_before(task, nodes, i));
    for (Word& word : data[i]) word = next++ * 0x9E3779B97F4A7C15U;  // odd: a permutation of all words
  }
  return data;
}

ExchangeData exchange_expected(const ExchangeTask& task, const ExchangeData& in) {
  const auto nodes = static_cast<std::uint32_t>(in.size());
  ExchangeData out(nodes);
  const auto everything = [&] {
    std::vector<Word> all;
    for (const std::vector<Word>& one : in) all.insert(all.end(), one.begin(), one.end());
    return all;
  };
  switch (task.operation) {
    case ExchangeOperation::one_to_one: out[task.target] = in[task.source]; break;
    case ExchangeOperation::broadcast: out.assign(nodes, in[task.source]); break;
    case ExchangeOperation::all_gather: out.assign(nodes, everything()); break;
    case ExchangeOperation::gather: out[task.target] = everything(); break;
    case ExchangeOperation::scatter: {
      auto next = in[task.source].begin();
      for (std::uint32_t i = 0; i < nodes; ++i) {
        const auto end = next + static_cast<std::ptrdiff_t>(share_of(task.words, nodes, i));
        out[i].assign(next, end);
        next = end;
      }
      break;
    }
    case ExchangeOperation::all_to_all:
      for (std::uint32_t i = 0; i < nodes; ++i) {
        auto next = in[i].begin();
        for (std::uint32_t j = 0; j < nodes; ++j) {
          const auto end = next + static_cast<std::ptrdiff_t>(block_words(task, nodes, i, j));
          out[j].insert(out[j].end(), next, end);
          next = end;
        }
      }
  }
  return out;
}

}  // namespace pram

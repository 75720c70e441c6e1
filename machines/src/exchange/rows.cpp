#include "rows.hpp"

#include <fmt/format.h>

#include <numeric>
#include <utility>

namespace pram {

namespace {

bool nothing_to_do(const ExchangeModel& model, const ExchangeTask& task) {
  return model.nodes < 2 || task.words == 0 ||
         (task.operation == ExchangeOperation::one_to_one && task.source == task.target);
}

void check_input(const ExchangeModel& model, const ExchangeData& in) {
  if (in.size() != model.nodes) {
    throw ConfigError("data", fmt::format("of {} nodes", in.size()),
                      fmt::format("data of all {} nodes of {}", model.nodes, model.network));
  }
}

}  // namespace

ExchangeAlgorithm exchange_row(std::string name, ExchangeOperation operation, std::string summary, std::string source,
                               ExchangeFits fits, ExchangeFormulaOf formula, ExchangeBody body) {
  ExchangeAlgorithm made;
  made.operation = operation;
  made.summary = std::move(summary);
  made.source = std::move(source);
  made.fits = [operation, fits = std::move(fits)](const ExchangeModel& model, const ExchangeTask& task) {
    return task.operation == operation && task.source < model.nodes && task.target < model.nodes &&
           fits(model, architecture_of(model.network), task);
  };
  made.formula = [formula = std::move(formula)](const ExchangeModel& model, const ExchangeTask& task) {
    if (nothing_to_do(model, task)) return counted(model, true, 0, 0);
    return formula(model, architecture_of(model.network), task);
  };
  made.run = [name, body = std::move(body)](const ExchangeModel& model, const ExchangeTask& task,
                                            const ExchangeData& in, ExchangeData& out) {
    check_input(model, in);
    if (nothing_to_do(model, task)) {
      out = exchange_expected(task, in);
      return ExchangeCost{};
    }
    ExchangeExecutor executor(model, name);
    out.assign(model.nodes, {});
    body(executor, task, in, out);
    return executor.cost();
  };
  made.name = std::move(name);
  return made;
}

ExchangeFormula counted(const ExchangeModel& model, bool exact, std::uint64_t steps, double words) {
  const ExchangeCost cost{steps, words};
  return {.time = cost.time(model), .exact = exact, .cost = cost};
}

std::vector<Piece> first_pieces(std::uint32_t count) {
  std::vector<Piece> pieces(count);
  std::iota(pieces.begin(), pieces.end(), Piece{0});
  return pieces;
}

void add_one_each(ExchangeExecutor& executor, const ExchangeData& in) {
  for (std::uint32_t i = 0; i < in.size(); ++i) executor.add(i, in[i]);
}

void add_blocks(ExchangeExecutor& executor, const ExchangeTask& task, const ExchangeData& in) {
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

}  // namespace pram

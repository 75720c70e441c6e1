#include <pram/tool.hpp>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <memory>
#include <numeric>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

// Programs of a user's own under the whole command line, as tests/tool/own_programs.sh calls them. The first argument
// may name a fault of the list of programs: "--fault=twice" and the like.
namespace {

using namespace pram::programs;
using Numbers64 = std::vector<std::int64_t>;

/// All processors add the squares of their numbers to one cell.
std::int64_t sum_of_squares(pram::Machine& machine, std::span<const std::int64_t> values) {
  const auto cells = machine.array(values, "values");
  const auto sum = machine.array<std::int64_t>(1, 0, "sum");
  machine.pardo(values.size(), [&](pram::Processor self) -> pram::Task<> {
    const std::int64_t mine = co_await cells[self.id()];
    co_await sum[0].add(mine * mine);
  });
  return sum.get(0);
}

std::int64_t squares_on_one_thread(std::span<const std::int64_t> values) {
  std::int64_t sum = 0;
  for (const std::int64_t value : values) sum += value * value;
  return sum;
}

Program sum_of_squares_program() {
  return program<Numbers>(sum_of_squares, {.name = "sum-of-squares",
                                           .alias = "sos",
                                           .what = "adds squares up in one cell",
                                           .source = "this test",
                                           .model = Model(pram::Rule::arbitrary),
                                           .time = "O(1)",
                                           .steps = [](std::uint64_t n) { return n == 0 ? 0U : 2U; },
                                           .work = "O(n)",
                                           .work_at_most = [](std::uint64_t n) { return 2 * n; },
                                           .degree_at_most = [](std::uint64_t n) { return n; },
                                           .size = {.usual = 1000},
                                           .oracle = squares_on_one_thread,
                                           .against = "a loop on one thread",
                                           .facts = [](const auto&, std::int64_t sum) -> Facts {
                                             return {{"sum", sum}};
                                           }});
}

/// Every number takes so many steps, as the options say.
Numbers64 moved(pram::Machine& machine, std::span<const std::int64_t> values, const OptionValues& options) {
  const auto cells = machine.array(values, "cells");
  for (std::int64_t round = 0; round < options.number("rounds"); ++round) {
    machine.pardo(values.size(), [&](pram::Processor self) -> pram::Task<> {
      const std::int64_t mine = co_await cells[self.id()];
      co_await (cells[self.id()] = options.flag("down") ? mine - 1 : mine + 1);
    });
  }
  Numbers64 result = cells.host();
  if (options.text("order") == "reversed") std::ranges::reverse(result);
  for (std::int64_t& value : result)
    value = static_cast<std::int64_t>(static_cast<double>(value) * options.real("factor"));
  return result;
}

Program moved_program() {
  return program<WithOptions<Numbers>>(
      moved, {.name = "moved",
              .what = "moves every number by a number of rounds",
              .steps = [](const WithOptions<Numbers>::Value& input) -> std::uint64_t {
                return input.input.empty() ? 0 : 2 * static_cast<std::uint64_t>(input.options.number("rounds"));
              },
              .size = {.usual = 64},
              .options = {{.name = "rounds", .what = "steps of each number", .otherwise = 3, .least = 1, .most = 100},
                          {.name = "down", .what = "move down", .otherwise = false},
                          {.name = "order",
                           .what = "of the result: kept or reversed",
                           .otherwise = "kept",
                           .one_of = {"kept", "reversed"}},
                          {.name = "factor", .what = "of the result", .otherwise = 1.0}},
              .oracle =
                  [](std::span<const std::int64_t> values, const OptionValues& options) {
                    Numbers64 all(values.begin(), values.end());
                    const std::int64_t by = options.number("rounds") * (options.flag("down") ? -1 : 1);
                    for (std::int64_t& value : all)
                      value = static_cast<std::int64_t>(static_cast<double>(value + by) * options.real("factor"));
                    if (options.text("order") == "reversed") std::ranges::reverse(all);
                    return all;
                  }});
}

/// A kind of input of this test's own: spans of numbers, generated or read as lines "first last".
struct Spans {
  struct Span {
    std::int64_t first;
    std::int64_t last;
  };
  using Value = std::vector<Span>;
  static constexpr const char* file = "spans";

  static Shapes<Value> shapes() {
    return {{"short", "short spans",
             [](std::uint64_t n, std::uint64_t seed) {
               std::mt19937_64 random(seed);
               Value spans;
               for (std::uint64_t k = 0; k < n; ++k) {
                 const auto first = static_cast<std::int64_t>(random() % 1000);
                 spans.push_back({first, first + static_cast<std::int64_t>(random() % 10)});
               }
               return spans;
             }},
            {"empty", "empty spans", [](std::uint64_t n, std::uint64_t) {
               return Value(n, Span{0, -1});
             }}};
  }
  static Value read(const InputRequest& request, const Sizes&) {
    std::ifstream in(request.file);
    if (!in) throw InputError(request.file, 0, "it cannot be read");
    Value spans;
    Span span{};
    while (in >> span.first >> span.last) spans.push_back(span);
    if (!in.eof()) throw InputError(request.file, spans.size() + 1, "no two numbers");
    return spans;
  }
  static InputSizes sizes(const Value& value) { return {{"spans", value.size()}}; }
};

/// How much all spans cover, each by itself. No oracle.
std::int64_t covered(pram::Machine& machine, const Spans::Value& spans) {
  const auto total = machine.array<std::int64_t>(1, 0, "total");
  machine.pardo(spans.size(), [&](pram::Processor self) -> pram::Task<> {
    co_await total[0].add(spans[self.id()].last - spans[self.id()].first + 1);
  });
  return total.get(0);
}

/// BSP processes send their sums to process 0.
std::int64_t ring_sum(pram::Machine& machine, std::span<const std::int64_t> values) {
  std::int64_t total = 0;
  machine.spmd([&](pram::bsp::Process self) -> pram::Task<> {
    std::int64_t own = 0;
    for (std::uint64_t i = self.id(); i < values.size(); i += self.count()) own += values[i];
    self.work(values.size() / self.count() + 1);
    self.queue<std::int64_t>().send(0, own);
    co_await self.sync();
    if (self.id() == 0) {
      for (auto message : self.queue<std::int64_t>()) total += message.value();
    }
  });
  return total;
}

/// The same with data-parallel steps.
Numbers64 doubled(pram::Machine& machine, std::span<const std::int64_t> values) {
  const auto cells = machine.array(values, "cells");
  const pram::Processors all = machine.processors(values.size());
  auto mine = all.registers<std::int64_t>(0);
  all.read(cells, pram::own_cell, [&](auto i, auto value) { mine[i] = 2 * value; });
  all.write(cells, pram::own_cell, mine);
  return cells.host();
}

/// The first number, if the lowest of all that write its place wins.
std::int64_t first_if_lowest(pram::Machine& machine, std::span<const std::int64_t> values) {
  const auto winner = machine.array<std::uint64_t>(1, 0, "winner");
  machine.pardo(values.size(), [&](pram::Processor self) -> pram::Task<> { co_await (winner[0] = self.id()); });
  return values[winner.get(0)];
}

Program assumes_lowest_program() {
  return program<Numbers>(first_if_lowest, {.name = "assumes-lowest",
                                            .what = "relies on who wins",
                                            .model = Model(pram::Rule::arbitrary),
                                            .size = {.usual = 100, .least = 1},
                                            .oracle = [](std::span<const std::int64_t> values) { return values[0]; },
                                            .against = "the first number"});
}

std::int64_t throws_at_13(pram::Machine&, std::span<const std::int64_t> values) {
  if (values.size() == 13) throw std::runtime_error("thirteen numbers\nare too many");
  if (values.size() == 14) throw 14;
  return 0;
}

/// Claims what is not true.
Program liar_program() {
  return program<Numbers>(sum_of_squares, {.name = "liar",
                                           .what = "claims one step and takes two",
                                           .model = Model(pram::Rule::arbitrary),
                                           .steps = 1,
                                           .size = {.usual = 8}});
}

/// A network of this test's own, with an option.
class Slow : public pram::Network {
 public:
  struct Options {
    std::uint64_t delay = 5;
  };
  static const pram::OptionTable<Options>& table() {
    static const auto rows = pram::OptionTable<Options>("network").number<&Options::delay>("delay", 1, 1000);
    return rows;
  }

  explicit Slow(Options options) : options_(options) {}
  std::string name() const override { return "slow" + colon(table().text(options_)); }
  std::uint64_t carry(const pram::Traffic& phase) override { return options_.delay + phase.messages; }
  double distinct_charge(std::uint64_t messages, std::uint32_t) const override {
    return static_cast<double>(options_.delay + messages);
  }

 private:
  static std::string colon(std::string options) {
    if (!options.empty()) options[0] = ':';
    return options;
  }

  Options options_;
};

}  // namespace

int main(int count, char** arguments) {
  pram::networks().add(
      {"slow", "one message at a time behind a delay: slow:delay=5",
       [](const pram::Spec& spec, std::uint32_t) { return std::make_unique<Slow>(Slow::table().read(spec)); }});
  std::vector<Program> own = {
      sum_of_squares_program(),
      moved_program(),
      program<Spans>(covered,
                     {.name = "covered", .what = "how much spans cover", .model = Model(pram::Rule::arbitrary)}),
      program<Numbers>(ring_sum, {.name = "ring-sum",
                                  .what = "sums by BSP processes",
                                  .model = Model::bsp,
                                  .cost = {.supersteps = 1},
                                  .oracle =
                                      [](std::span<const std::int64_t> values) {
                                        return std::accumulate(values.begin(), values.end(), std::int64_t{0});
                                      }}),
      program<Numbers>(doubled, {.name = "doubled",
                                 .what = "doubles by data-parallel steps",
                                 .steps = [](std::uint64_t n) { return n == 0 ? 0U : 2U; },
                                 .oracle =
                                     [](std::span<const std::int64_t> values) {
                                       Numbers64 twice(values.begin(), values.end());
                                       for (std::int64_t& value : twice) value *= 2;
                                       return twice;
                                     }}),
      program<Numbers>(throws_at_13, {.name = "throws", .what = "throws where there are 13 numbers"}),
  };
  const std::string_view fault = count > 1 && std::string_view(arguments[1]).starts_with("--fault=")
                                     ? std::string_view(arguments[1]).substr(8)
                                     : std::string_view();
  if (fault == "none") own.clear();
  if (fault == "liar") own.push_back(liar_program());
  if (fault == "lowest") own.push_back(assumes_lowest_program());
  if (fault == "twice") own.push_back(sum_of_squares_program());
  if (fault == "bundled")
    own.push_back(program<Numbers>(throws_at_13, {.name = "prefix-sums", .what = "a bundled name"}));
  if (fault == "letters")
    own.push_back(program<Numbers>(throws_at_13, {.name = "Prefix-Sums", .what = "a bundled name in other letters"}));
  if (fault == "alias")
    own.push_back(program<Numbers>(throws_at_13, {.name = "other", .alias = "cc", .what = "a bundled short name"}));
  if (fault == "name") own.push_back(program<Numbers>(throws_at_13, {.name = "My Program", .what = "no word"}));
  if (fault == "empty") own.push_back(program<Numbers>(throws_at_13, {.name = "", .what = "without a name"}));
  if (fault == "claim")
    own.push_back(program<Numbers>(throws_at_13, {.name = "claims", .what = "claims nonsense", .time = "O(log n"}));
  if (fault == "options")
    own.push_back(program<Numbers>(
        throws_at_13, {.name = "options", .what = "has options", .options = {{.name = "k", .otherwise = 1}}}));
  if (fault == "known")
    own.push_back(program<WithOptions<Numbers>>(moved, {.name = "known",
                                                        .what = "has an option that the tool has",
                                                        .options = {{.name = "n", .what = "size", .otherwise = 1}}}));
  if (fault == "type")
    own.push_back(program<WithOptions<Numbers>>(moved, {.name = "type",
                                                        .what = "has an option of another type",
                                                        .options = {{.name = "down", .what = "x", .otherwise = 1}}}));
  if (fault == "default")
    own.push_back(
        program<WithOptions<Numbers>>(moved, {.name = "wrong-default",
                                              .what = "has a default that is not allowed",
                                              .options = {{.name = "size", .what = "x", .otherwise = 1, .least = 2}}}));
  if (!fault.empty()) {
    arguments[1] = arguments[0];
    ++arguments;
    --count;
  }
  return pram::tool::main(count, arguments, std::move(own));
}

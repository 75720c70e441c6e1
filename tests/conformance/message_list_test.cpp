#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include <pram/pram.hpp>

#include "../support.hpp"
#include "configurations.hpp"

/// What a network asks for changes nothing but what it gets. A network that asks for a list of all messages has the
/// machine make a record of each request; one that asks for numbers alone lets the machine serve requests in place.
namespace pram::conformance {

namespace {

/// The router, which gets every message and counts for itself.
class ListingRouter : public Network {
 public:
  std::string name() const override { return "router"; }
  bool wants_messages() const override { return true; }
  std::uint64_t carry(const Traffic& phase) override {
    std::vector<std::uint32_t> sent(phase.components);
    std::vector<std::uint32_t> received(phase.components);
    for (const std::uint32_t source : phase.source) ++sent[source];
    for (const std::uint32_t destination : phase.destination) ++received[destination];
    if (phase.source.size() != phase.messages || phase.destination.size() != phase.messages ||
        std::ranges::max(sent) != phase.largest_sent || std::ranges::max(received) != phase.largest_received)
      throw std::logic_error("the list of messages and their numbers differ");
    return router_->carry({phase.components, phase.messages, phase.largest_sent, phase.largest_received});
  }
  double distinct_charge(std::uint64_t messages, std::uint32_t largest_sent) const override {
    return router_->distinct_charge(messages, largest_sent);
  }

  explicit ListingRouter(std::uint32_t components) : router_(networks().make("router", components)) {}

 private:
  std::shared_ptr<Network> router_;
};

/// A value that is no number, and compares by a part of it.
struct Tagged {
  std::int16_t value = 0;
  std::int16_t tag = 0;
  friend bool operator==(const Tagged& a, const Tagged& b) { return a.value == b.value; }
};

/// A program's own operator.
struct Larger {
  static constexpr const char* name = "larger";
  template <class T>
  static T apply(T a, T b) {
    return a < b ? b : a;
  }
  template <class T>
  static constexpr T identity() {
    return std::numeric_limits<T>::lowest();
  }
};

enum class Ask : std::uint8_t { read, write, add, least, flip, fetch, ordered, own, count };
enum class Held : std::uint8_t { int64, int32, uint8, float64, tagged, count };
enum class Where : std::uint8_t { own, permuted, hot, few, runs, random, count };
enum class Who : std::uint8_t { all, most, blocks, some_else, count };

/// What a step has every processor do.
struct StepPlan {
  Ask ask;
  Ask other;  ///< what the others do
  Held held;
  Where where;
  Who who;
  std::uint64_t salt;
  bool agree;  ///< all write the same into one cell
};

struct Program {
  std::uint32_t processors;
  std::uint32_t cells;
  std::vector<StepPlan> steps;
};

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  std::uint64_t x = (a + 1) * 0x9E3779B97F4A7C15U + b * 0xC2B2AE3D27D4EB4FU;
  x ^= x >> 29;
  x *= 0xBF58476D1CE4E5B9U;
  return x ^ (x >> 32);
}

std::uint64_t cell_of(const StepPlan& step, std::uint64_t processor, std::uint64_t cells) {
  switch (step.where) {
    case Where::own: return processor % cells;
    case Where::permuted: return (processor * 7919 + step.salt) % cells;
    case Where::hot: return step.salt % cells;
    case Where::few: return mixed(processor, step.salt) % 5 * 31 % cells;
    case Where::runs: return processor / 7 % cells;
    default: return mixed(processor, step.salt) % cells;
  }
}

template <class T>
T value_of(std::uint64_t number) {
  if constexpr (std::is_same_v<T, Tagged>) {
    return {static_cast<std::int16_t>(number % 5), static_cast<std::int16_t>(number)};
  } else if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(number % 1000) / 7;
  } else {
    return static_cast<T>(number);
  }
}

/// Every request is a line of its own.
template <class T>
Task<Word> ask(const Array<T>& cells, Ask what, std::uint64_t i, std::uint64_t number) {
  const T value = value_of<T>(number);
  switch (what) {
    case Ask::read: co_return to_word(co_await cells[i]);
    case Ask::write: co_await (cells[i] = value); co_return 0;
    default: break;
  }
  if constexpr (Numeric<T>) {
    switch (what) {
      case Ask::add: co_await cells[i].add(value); co_return 0;
      case Ask::least: co_await cells[i].min(value); co_return 0;
      case Ask::fetch: co_return to_word(co_await cells[i].fetch_add(value));
      case Ask::ordered: co_return to_word(co_await cells[i].multiprefix_max(value));
      default: break;
    }
  }
  if constexpr (Bitwise<T>) {
    if (what == Ask::flip) co_return to_word(co_await cells[i].fetch_xor(value));
    co_await cells[i].combine(Larger(), value);
    co_return 0;
  }
  co_return to_word(co_await cells[i]);
}

struct Seen {
  std::vector<std::uint64_t> replies;  ///< hashed, per processor
  std::vector<std::string> errors;
  std::vector<std::vector<Word>> memory;
  std::string ledger;

  bool operator==(const Seen&) const = default;
};

template <class T>
std::vector<Word> words(const Array<T>& cells) {
  std::vector<Word> all;
  for (const T& value : cells.host()) all.push_back(to_word(value));
  return all;
}

Seen run(const std::vector<Program>& programs, const MachineOptions& options) {
  const ForcedWorkers forced;
  Machine machine(options);
  const std::uint32_t size = programs.front().cells;
  const auto int64 = machine.array<std::int64_t>(size, 3, "int64");
  const auto int32 = machine.array<std::int32_t>(size, -4, "int32");
  const auto uint8 = machine.array<std::uint8_t>(size, 200, "uint8");
  const auto float64 = machine.array<double>(size, 0.1, "float64");
  const auto tagged = machine.array<Tagged>(size, Tagged{1, 1}, "tagged");
  Seen seen;
  for (const Program& program : programs) {
    std::vector<std::uint64_t> replies(program.processors);
    const auto go = [&](Held held, Ask what, std::uint64_t i, std::uint64_t value) -> Task<Word> {
      switch (held) {
        case Held::int64: return ask(int64, what, i, value);
        case Held::int32: return ask(int32, what, i, value);
        case Held::uint8: return ask(uint8, what, i, value);
        case Held::float64: return ask(float64, what, i, value);
        default: return ask(tagged, what, i, value);
      }
    };
    try {
      machine.pardo(program.processors, [&](Processor self) -> Task<> {
        const std::uint64_t id = self.id();
        for (const StepPlan& step : program.steps) {
          if (mixed(id, 5) % 1000 == 0 && step.salt % 16 == 0) co_return;  // some end early
          Ask what = step.ask;
          if (step.who == Who::most && mixed(id, step.salt) % 50 == 0) {
            co_await self.idle();
            continue;
          }
          if (step.who == Who::blocks && id >= program.processors / 2) what = step.other;
          if (step.who == Who::some_else && mixed(id, step.salt) % 9 == 0) what = step.other;
          const std::uint64_t cell = cell_of(step, id, size);
          const Word reply = co_await go(step.held, what, cell, mixed(step.agree ? cell : id, step.salt));
          replies[id] = mixed(replies[id], reply);
        }
      });
      seen.errors.emplace_back();
    } catch (const Error& error) {
      seen.errors.emplace_back(error.what());
    }
    seen.replies.insert(seen.replies.end(), replies.begin(), replies.end());
  }
  seen.memory = {words(int64), words(int32), words(uint8), words(float64), words(tagged)};
  seen.ledger = text_of(machine.ledger(), false);
  return seen;
}

/// @param rule  whose breach only the last step may be
Program random_program(std::mt19937_64& random, Rule rule, std::uint32_t cells) {
  const auto any = [&random](auto count) {
    return static_cast<decltype(count)>(random() % static_cast<std::uint64_t>(count));
  };
  Program made{1 + static_cast<std::uint32_t>(random() % cells), cells, {}};
  const bool exclusive = rule == Rule::erew || rule == Rule::crew;
  const std::size_t steps = 2 + random() % 12;
  for (std::size_t k = 0; k < steps; ++k) {
    StepPlan step{any(Ask::count), any(Ask::count), any(Held::count),    any(Where::count),
                  any(Who::count), random(),        rule == Rule::common};
    if (k + 1 < steps) {
      if (exclusive) step.where = Where::own;
      // Processors that do something else only read.
      step.other = exclusive && random() % 2 == 0 ? step.ask : Ask::read;
      if (rule >= Rule::sum && step.held == Held::tagged) step.ask = step.other = Ask::read;
    }
    if (rule >= Rule::sum && step.held == Held::tagged) step.held = Held::int32;
    if (rule >= Rule::bit_and && step.held == Held::float64) step.held = Held::uint8;
    made.steps.push_back(step);
  }
  return made;
}

}  // namespace

TEST_CASE(
    "random steps do and cost the same, to the bit, on a network that asks for a list of messages, and fail alike") {
  const std::uint64_t seed = testing::seed();
  std::mt19937_64 random(seed);
  std::size_t failed = 0;
  const int cases = std::max(testing::random_cases(1500), 12);
  for (int k = 0; k < cases; ++k) {
    const Rule rule = rules()[random() % rules().size()];
    const std::uint32_t sizes[] = {40, 700, 9000};
    const std::uint32_t cells = sizes[random() % 10 == 0 ? 2 : random() % 2];
    const std::vector<Program> programs = {random_program(random, rule, cells), random_program(random, rule, cells)};
    MachineOptions options;
    options.rule = rule;
    options.components = static_cast<std::uint32_t>(1 + random() % (random() % 2 == 0 ? 8 : 300));
    options.access = "direct";
    options.placement = static_cast<Placement>(random() % 3);
    options.seed = random();
    options.threads = 1;
    options.network = std::make_shared<ListingRouter>(options.components);
    const Seen listed = run(programs, options);
    options.network = "router";
    for (const std::string& error : listed.errors) failed += error.empty() ? 0 : 1;
    for (const unsigned threads : {1U, all_threads[random() % 4]}) {
      CAPTURE(seed);
      CAPTURE(k);
      CAPTURE(to_string(rule));
      CAPTURE(options.components);
      CAPTURE(threads);
      options.threads = threads;
      const Seen numbered = run(programs, options);
      CHECK(numbered.errors == listed.errors);
      CHECK((numbered.replies == listed.replies));
      CHECK((numbered.memory == listed.memory));
      CHECK((numbered.ledger == listed.ledger));
      if (!(numbered == listed)) return;
    }
  }
  CHECK(failed > 0);  // some steps break their rule
}

}  // namespace pram::conformance

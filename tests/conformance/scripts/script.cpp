#include "script.hpp"

#include <algorithm>
#include <ostream>

#include "digits.hpp"

namespace pram::conformance {

namespace {

bool is_float(std::size_t array) { return array >= static_cast<std::size_t>(Cells::float64); }
bool is_bitwise(Rule rule) { return rule == Rule::bit_and || rule == Rule::bit_or || rule == Rule::bit_xor; }
bool is_exclusive(Rule rule) { return rule == Rule::erew || rule == Rule::crew; }

enum class Mode { reads, writes, updates, fetches, multiprefixes, adds_and_fetches };

/// What processors do to one array in one step, so that most steps break no rule.
struct Plan {
  Mode mode;
  Operator op;
  std::int64_t agreed;  // what writers agree on under Rule::common
};

Plan plan_of(const Case& one, std::uint64_t flavour, std::uint64_t step, std::size_t array) {
  Digits random(mix(flavour ^ mix(step * array_count + array)));
  Plan plan{};
  plan.mode = static_cast<Mode>(random.below(6));
  plan.op = static_cast<Operator>(random.below(is_float(array) ? 4 : 7));
  plan.agreed = static_cast<std::int64_t>(random.below(400)) - 200;
  if (!one.fetches && plan.mode == Mode::fetches) plan.mode = Mode::multiprefixes;
  if (!one.fetches && plan.mode == Mode::adds_and_fetches) plan.mode = Mode::updates;
  const bool wide_integer = array <= static_cast<std::size_t>(Cells::int64);
  if (plan.mode == Mode::adds_and_fetches && !wide_integer) plan.mode = Mode::fetches;
  if (plan.mode == Mode::adds_and_fetches) plan.op = Operator::add;
  if (plan.mode == Mode::writes && is_float(array) && is_bitwise(one.rule)) plan.mode = Mode::updates;
  return plan;
}

struct Place {
  std::uint64_t processor;
  std::uint64_t step;
};

Instruction access(const Case& one, std::uint64_t flavour, Place at, Digits& random, int depth) {
  // In half of the scripts some requests keep to no plan, in a few steps many of them.
  const bool clash = mix(flavour - at.step) % 16 == 0;
  const bool rogue = flavour % 2 == 1 && random.one_in(clash ? 4 : 128);
  const bool together = mix(flavour ^ at.step) % 2 == 0;  // all processors use one array in this step
  Instruction made;
  made.depth = depth;
  made.array = static_cast<std::uint8_t>(together ? mix(flavour + at.step) % array_count : random.below(array_count));
  Plan plan = plan_of(one, flavour, at.step, made.array);
  if (rogue) {  // never an update: it might meet a fetch of its operator, whose order is hard to judge
    plan.mode = static_cast<Mode>(random.below(2) == 0 ? 1 : 4);
    if (is_float(made.array)) plan.mode = Mode::multiprefixes;
    plan.agreed += 1 + random.below(2);
  }
  made.op = plan.op;
  const bool reads = plan.mode == Mode::reads || random.below(4) == (together ? 4 : 3);
  bool steady = false;
  if (!reads) {
    switch (plan.mode) {
      case Mode::writes: made.kind = Kind::write; break;
      case Mode::updates: made.kind = Kind::update; break;
      case Mode::fetches: made.kind = Kind::fetch; break;
      case Mode::adds_and_fetches:
        made.kind = random.below(2) == 0 ? Kind::update : Kind::fetch;
        steady = true;
        break;
      default: made.kind = Kind::multiprefix; break;
    }
  }
  made.unit_operand = made.kind == Kind::write ? one.rule == Rule::product : made.op == Operator::multiply;
  made.constant = static_cast<std::int64_t>(random.below(17)) - 8;
  if (random.one_in(4)) made.constant *= 0x1234'5678'9ABC;
  made.operand_follows = random.one_in(4);
  if (made.kind == Kind::write && one.rule == Rule::common) {
    made.constant = plan.agreed;
    made.operand_follows = false;
  }
  if (steady) {  // the reference decides such groups where all updates add 3 and all fetches add something positive
    made.constant = made.kind == Kind::update ? 3 : 1 + random.below(8);
    made.operand_follows = false;
  }
  made.index = random.below(512);
  made.index_follows = random.one_in(4);
  const bool shared_reading = one.rule == Rule::crew && plan.mode == Mode::reads;
  if (is_exclusive(one.rule) && !rogue && !shared_reading) {
    made.index = at.processor + mix(flavour + at.step * array_count + made.array) % 512;
    made.index_follows = false;
  }
  if (is_exclusive(one.rule) && rogue) made.index %= 8;
  return made;
}

}  // namespace

std::int64_t number_of(Cells cells, std::uint64_t word) {
  return with_type(cells, [word]<class T>() { return static_cast<std::int64_t>(value_of<T>(word)); });
}

std::uint64_t Instruction::index_at(std::int64_t last, std::uint64_t size) const {
  return (index + (index_follows ? static_cast<std::uint64_t>(last) : 0)) % size;
}

std::uint64_t Instruction::operand_at(std::int64_t last) const {
  const std::uint64_t sum =
      static_cast<std::uint64_t>(constant) + (operand_follows ? static_cast<std::uint64_t>(last) : 0);
  return with_type(static_cast<Cells>(array), [this, sum]<class T>() {
    if constexpr (std::is_floating_point_v<T>) {
      const auto small = unit_operand ? static_cast<int>(sum % 2) * 2 - 1 : static_cast<int>(sum % 17) - 8;
      return word_of(static_cast<T>(small));
    } else {
      return word_of(static_cast<T>(sum));
    }
  });
}

std::int64_t Instruction::stray_index(std::uint64_t size) const {
  return index_follows ? -1 - static_cast<std::int64_t>(index) : static_cast<std::int64_t>(size + index);
}

std::array<std::uint64_t, array_count> Case::sizes() const {
  std::array<std::uint64_t, array_count> all{};
  std::uint64_t most = 1;
  for (const Choices& one : choices) most = std::max<std::uint64_t>(most, one.words.size());
  for (std::size_t k = 0; k < array_count; ++k) {
    const std::uint64_t random = mix(seed + k);
    all[k] = is_exclusive(rule) ? most + random % 50 : 1 + random % (hot ? 4 : 300);
  }
  return all;
}

std::array<std::vector<std::uint64_t>, array_count> Case::memory() const {
  std::array<std::vector<std::uint64_t>, array_count> all;
  const auto size = sizes();
  for (std::size_t k = 0; k < array_count; ++k) {
    for (std::uint64_t i = 0; i < size[k]; ++i) {
      Instruction start;
      start.array = static_cast<std::uint8_t>(k);
      start.constant = static_cast<std::int64_t>(mix(seed ^ (i * array_count + k)));
      all[k].push_back(start.operand_at(0));
    }
  }
  return all;
}

Script Case::script(std::size_t number) const {
  const auto& [flavour, words] = choices[number];
  const bool raises = (flavour >> 2) % 4 == 3;
  const bool fails = (flavour >> 4) % 4 == 3;
  Script made;
  for (std::uint64_t processor = 0; processor < words.size(); ++processor) {
    std::vector<Instruction>& list = made.emplace_back();
    std::uint64_t step = 0;
    int skipped_below = -1;  // after a raise: instructions deeper than this are never reached
    for (const std::uint64_t word : words[processor]) {
      Digits random(word);
      const auto control = random.below(64);
      const int depth = std::max(0, static_cast<int>(random.below(8)) - 4);
      if (skipped_below >= 0 && depth <= skipped_below) skipped_below = -1;
      Instruction next;
      next.depth = depth;
      if (control >= 58) {
        next.kind = Kind::idle;
      } else if (control == 57 && raises && depth > 0) {
        next.kind = Kind::raise;
        next.catcher = static_cast<int>(random.below(static_cast<std::uint32_t>(depth)));
      } else if (control == 56 && fails && random.below(4) == 3) {
        next.kind = random.below(2) == 0 ? Kind::raise : Kind::stray;
        next.array = static_cast<std::uint8_t>(random.below(array_count));
        next.index_follows = random.below(2) == 1;
        next.index = random.below(3);
      } else if (control == 55 && random.below(4) == 3) {
        next.kind = Kind::end;
      } else {
        next = access(*this, flavour, {processor, step}, random, depth);
      }
      if (skipped_below < 0 && (next.requests() || next.kind == Kind::idle)) ++step;
      if (skipped_below < 0 && next.kind == Kind::raise) skipped_below = next.catcher;
      list.push_back(next);
    }
  }
  return made;
}

std::ostream& operator<<(std::ostream& out, const Instruction& one) {
  static constexpr const char* kinds[] = {"read", "write", "update", "fetch", "multiprefix",
                                          "idle", "end",   "raise",  "stray"};
  static constexpr const char* operators[] = {"add", "multiply", "min", "max", "and", "or", "xor"};
  out << std::string(static_cast<std::size_t>(one.depth), '>') << kinds[static_cast<std::size_t>(one.kind)];
  if (one.kind == Kind::update || one.kind == Kind::fetch || one.kind == Kind::multiprefix) {
    out << '_' << operators[static_cast<std::size_t>(one.op)];
  }
  if (one.kind == Kind::raise) out << " to " << one.catcher;
  if (one.kind == Kind::stray)
    out << ' ' << "abcdef"[one.array] << (one.index_follows ? "[-1 - " : "[size + ") << one.index << ']';
  if (!one.requests()) return out;
  out << ' ' << "abcdef"[one.array] << '[' << one.index << (one.index_follows ? " + last]" : "]");
  if (one.kind != Kind::read)
    out << ' ' << one.constant << (one.operand_follows ? " + last" : "") << (one.unit_operand ? " (unit)" : "");
  return out;
}

std::ostream& operator<<(std::ostream& out, const Case& one) {
  out << to_string(one.rule) << ", p = " << one.components << ", seed " << one.seed << ", sizes";
  for (const std::uint64_t size : one.sizes()) out << ' ' << size;
  for (std::size_t number = 0; number < one.choices.size(); ++number) {
    out << "\nscript " << number << " (a int32, b uint64, c int64, d uint8, e double, f float)";
    const Script script = one.script(number);
    for (std::size_t processor = 0; processor < script.size(); ++processor) {
      out << "\n  " << processor << ':';
      for (const Instruction& instruction : script[processor]) out << "  " << instruction << ';';
    }
  }
  return out;
}

}  // namespace pram::conformance

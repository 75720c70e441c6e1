#include "script_machine.hpp"

#include <exception>
#include <stdexcept>
#include <utility>

namespace pram::conformance {

namespace {

using Arrays = ScriptMachine::Arrays;

struct Raised : std::runtime_error {
  explicit Raised(int depth) : std::runtime_error("raised by the script"), catcher(depth) {}
  int catcher;
};

/// One processor's way through its script.
struct Trace {
  const std::vector<Instruction>* list = nullptr;
  std::vector<std::uint64_t>* replies = nullptr;
  std::vector<std::uint32_t>* lines = nullptr;
  std::size_t next = 0;
  std::int64_t last = 0;

  bool deeper_than(int depth) const { return next < list->size() && (*list)[next].depth > depth; }

  /// Passes a request on, and notes the line that makes it.
  template <class Request>
  Request&& at(std::uint32_t line, Request&& request) const {
    lines->push_back(line);
    return std::forward<Request>(request);
  }

  template <class T>
  void take(T reply) {
    replies->push_back(word_of(reply));
    last = static_cast<std::int64_t>(reply);
  }
};

// Each request stands on a line of its own, so that errors and reports can be checked to name the right one.
// clang-format off

/// Any request to an array of any type, as a subtask. Returns what the processor remembers.
template <class T>
Task<std::int64_t> perform(const Array<T>& cells, Trace& trace, Instruction what, std::int64_t i, T v) {
  switch (what.kind) {
    case Kind::read:
    case Kind::stray:
      trace.take(co_await trace.at(__LINE__, cells[i]));
      break;
    case Kind::write:
      co_await trace.at(__LINE__, cells[i] = v);
      break;
    case Kind::update:
      if (what.op == Operator::add) co_await trace.at(__LINE__, cells[i].add(v));
      if (what.op == Operator::multiply) co_await trace.at(__LINE__, cells[i].multiply(v));
      if (what.op == Operator::minimum) co_await trace.at(__LINE__, cells[i].min(v));
      if (what.op == Operator::maximum) co_await trace.at(__LINE__, cells[i].max(v));
      if constexpr (Bitwise<T>) {
        if (what.op == Operator::bit_and) co_await trace.at(__LINE__, cells[i].bit_and(v));
        if (what.op == Operator::bit_or) co_await trace.at(__LINE__, cells[i].bit_or(v));
        if (what.op == Operator::bit_xor) co_await trace.at(__LINE__, cells[i].bit_xor(v));
      }
      break;
    case Kind::fetch:
      if (what.op == Operator::add) trace.take(co_await trace.at(__LINE__, cells[i].fetch_add(v)));
      if (what.op == Operator::multiply) trace.take(co_await trace.at(__LINE__, cells[i].fetch_multiply(v)));
      if (what.op == Operator::minimum) trace.take(co_await trace.at(__LINE__, cells[i].fetch_min(v)));
      if (what.op == Operator::maximum) trace.take(co_await trace.at(__LINE__, cells[i].fetch_max(v)));
      if constexpr (Bitwise<T>) {
        if (what.op == Operator::bit_and) trace.take(co_await trace.at(__LINE__, cells[i].fetch_and(v)));
        if (what.op == Operator::bit_or) trace.take(co_await trace.at(__LINE__, cells[i].fetch_or(v)));
        if (what.op == Operator::bit_xor) trace.take(co_await trace.at(__LINE__, cells[i].fetch_xor(v)));
      }
      break;
    case Kind::multiprefix:
      if (what.op == Operator::add) trace.take(co_await trace.at(__LINE__, cells[i].multiprefix_add(v)));
      if (what.op == Operator::multiply) trace.take(co_await trace.at(__LINE__, cells[i].multiprefix_multiply(v)));
      if (what.op == Operator::minimum) trace.take(co_await trace.at(__LINE__, cells[i].multiprefix_min(v)));
      if (what.op == Operator::maximum) trace.take(co_await trace.at(__LINE__, cells[i].multiprefix_max(v)));
      if constexpr (Bitwise<T>) {
        if (what.op == Operator::bit_and) trace.take(co_await trace.at(__LINE__, cells[i].multiprefix_and(v)));
        if (what.op == Operator::bit_or) trace.take(co_await trace.at(__LINE__, cells[i].multiprefix_or(v)));
        if (what.op == Operator::bit_xor) trace.take(co_await trace.at(__LINE__, cells[i].multiprefix_xor(v)));
      }
      break;
    default:
      throw std::logic_error("no request");
  }
  co_return std::exchange(trace.last, -1);
}

/// Runs the instructions of one depth and below; deeper ones in a subtask, one level at a time. Odd depths return what they
/// remember, even ones leave it in the trace. Some requests are made here, the others by another subtask.
template <class Result>
Task<Result> interpret(const Arrays& in, Trace& trace, Processor self, int depth) {
  while (trace.deeper_than(depth - 1)) {
    if (trace.deeper_than(depth)) {
      try {
        if (depth % 2 == 0) {
          trace.last = co_await interpret<std::int64_t>(in, trace, self, depth + 1);
        } else {
          co_await interpret<void>(in, trace, self, depth + 1);
        }
      } catch (const Raised& raised) {
        if (raised.catcher != depth) throw;
        while (trace.deeper_than(depth)) ++trace.next;
      }
      continue;
    }
    const Instruction what = (*trace.list)[trace.next++];
    if (what.kind == Kind::idle) {
      co_await self.idle();
      continue;
    }
    if (what.kind == Kind::end) trace.next = trace.list->size();
    if (what.kind == Kind::end) continue;
    if (what.kind == Kind::raise) throw Raised(what.catcher);
    const std::uint64_t sizes[] = {in.a.size(), in.b.size(), in.c.size(), in.d.size(), in.e.size(), in.f.size()};
    const std::uint64_t size = sizes[what.array];
    const std::int64_t i = what.kind == Kind::stray ? what.stray_index(size) : static_cast<std::int64_t>(what.index_at(trace.last, size));
    const std::uint64_t word = what.operand_at(trace.last);
    const bool direct = what.kind <= Kind::write || what.op == Operator::add;
    switch (static_cast<int>(what.array) * 16 + (direct ? static_cast<int>(what.kind) : 15)) {
      case 0: trace.take(co_await trace.at(__LINE__, in.a[i])); break;
      case 1: co_await trace.at(__LINE__, in.a[i] = value_of<std::int32_t>(word)); break;
      case 2: co_await trace.at(__LINE__, in.a[i].add(value_of<std::int32_t>(word))); break;
      case 3: trace.take(co_await trace.at(__LINE__, in.a[i].fetch_add(value_of<std::int32_t>(word)))); break;
      case 4: trace.take(co_await trace.at(__LINE__, in.a[i].multiprefix_add(value_of<std::int32_t>(word)))); break;
      case 8: trace.take(co_await trace.at(__LINE__, in.a[i])); break;
      case 32: trace.take(co_await trace.at(__LINE__, in.c[i])); break;
      case 33: co_await trace.at(__LINE__, in.c[i] = value_of<std::int64_t>(word)); break;
      case 34: co_await trace.at(__LINE__, in.c[i].add(value_of<std::int64_t>(word))); break;
      case 35: trace.take(co_await trace.at(__LINE__, in.c[i].fetch_add(value_of<std::int64_t>(word)))); break;
      case 36: trace.take(co_await trace.at(__LINE__, in.c[i].multiprefix_add(value_of<std::int64_t>(word)))); break;
      case 64: trace.take(co_await trace.at(__LINE__, in.e[i])); break;
      case 65: co_await trace.at(__LINE__, in.e[i] = value_of<double>(word)); break;
      case 66: co_await trace.at(__LINE__, in.e[i].add(value_of<double>(word))); break;
      case 67: trace.take(co_await trace.at(__LINE__, in.e[i].fetch_add(value_of<double>(word)))); break;
      case 68: trace.take(co_await trace.at(__LINE__, in.e[i].multiprefix_add(value_of<double>(word)))); break;
      default:
        if (what.array == 0) trace.last = co_await perform(in.a, trace, what, i, value_of<std::int32_t>(word));
        if (what.array == 1) trace.last = co_await perform(in.b, trace, what, i, value_of<std::uint64_t>(word));
        if (what.array == 2) trace.last = co_await perform(in.c, trace, what, i, value_of<std::int64_t>(word));
        if (what.array == 3) trace.last = co_await perform(in.d, trace, what, i, value_of<std::uint8_t>(word));
        if (what.array == 4) trace.last = co_await perform(in.e, trace, what, i, value_of<double>(word));
        if (what.array == 5) trace.last = co_await perform(in.f, trace, what, i, value_of<float>(word));
    }
  }
  if constexpr (!std::is_void_v<Result>) co_return std::exchange(trace.last, -1);
}
// clang-format on

constexpr const char* array_names[array_count] = {"a", "b", "c", "d", "e", "f"};

MachineOptions completed(const Case& one, MachineOptions options) {
  options.rule = one.rule;
  options.components = one.components;
  options.seed = one.seed;
  options.collision_marker = marker;
  return options;
}

template <class T>
Array<T> make(Machine& machine, const Memory& memory, std::size_t number) {
  std::vector<T> values;
  for (const std::uint64_t word : memory[number]) values.push_back(value_of<T>(word));
  return machine.array(values, array_names[number]);
}

template <class T>
std::vector<std::uint64_t> words_of(const Array<T>& array) {
  std::vector<std::uint64_t> words;
  for (const T value : array.host()) words.push_back(word_of(value));
  return words;
}

std::string place(const std::string& array, std::int64_t index) { return array + '[' + std::to_string(index) + ']'; }

std::string who(std::uint64_t processor, std::uint32_t line) {
  return " processor " + std::to_string(processor) + " line " + std::to_string(line);
}

std::string file_of(const SourceLine& line) {
  return line.file.empty() || line.file.ends_with("script_machine.cpp") ? "" : " in the wrong file " + line.file;
}

}  // namespace

std::string expected_error(const std::optional<Failure>& failure, const Case& one, const Observation& seen) {
  if (!failure) return "";
  const auto line = [&](const Request& of) -> std::uint32_t {
    const std::vector<std::uint32_t>& made = seen.lines[of.processor];
    return of.count == 0 || of.count > made.size() ? 0 : made[of.count - 1];
  };
  const auto& [kind, step, first, second] = *failure;
  const std::string head = " in step " + std::to_string(step) + who(first.processor, line(first));
  const std::string array = array_names[first.what->array];
  switch (kind) {
    case Failure::program: return "program" + head + ": raised by the script";
    case Failure::address: {
      const std::uint64_t size = one.sizes()[first.what->array];
      return "address " + place(array, first.what->stray_index(size)) + " of " + std::to_string(size) + head;
    }
    default:
      return to_string(one.rule) + " at " + place(array, static_cast<std::int64_t>(first.index)) + head +
             who(second.processor, line(second));
  }
}

ScriptMachine::ScriptMachine(const Case& one, const Memory& memory, MachineOptions options)
    : machine_(completed(one, std::move(options))), arrays_{make<std::int32_t>(machine_, memory, 0),
                                                            make<std::uint64_t>(machine_, memory, 1),
                                                            make<std::int64_t>(machine_, memory, 2),
                                                            make<std::uint8_t>(machine_, memory, 3),
                                                            make<double>(machine_, memory, 4),
                                                            make<float>(machine_, memory, 5)} {
  std::uint64_t drawn = one.seed;
  const auto declare = [&drawn](auto& array) {
    if (drawn % 2 == 0) array.hot();
    drawn /= 2;
  };
  declare(arrays_.a);
  declare(arrays_.b);
  declare(arrays_.c);
  declare(arrays_.d);
  declare(arrays_.e);
  declare(arrays_.f);
}

Observation ScriptMachine::run(const Script& script) {
  Observation seen;
  seen.replies.resize(script.size());
  seen.lines.resize(script.size());
  std::vector<Trace> traces;
  for (std::size_t i = 0; i < script.size(); ++i) traces.push_back({&script[i], &seen.replies[i], &seen.lines[i]});
  try {
    machine_.pardo(script.size(), [&](Processor self) { return interpret<void>(arrays_, traces[self.id()], self, 0); });
  } catch (const ConflictError& error) {
    const auto& [rule, breach, step, array, index, processors, lines, operations, processes, tag] = error.facts;
    const std::string name = rule.starts_with("CRCW ") ? rule.substr(5) : rule;
    seen.error = name + " at " + place(array, static_cast<std::int64_t>(index)) + " in step " + std::to_string(step) +
                 who(processors[0], lines[0].line) + who(processors[1], lines[1].line) + file_of(lines[0]) +
                 file_of(lines[1]) +
                 (breach.empty() || operations[0].empty() || operations[1].empty() ? " without a reason" : "") +
                 (processes || !tag.empty() ? " as a superstep" : "");
  } catch (const AddressError& error) {
    const auto& [array, index, size, processor, step, line, process] = error.facts;
    seen.error = "address " + place(array, index) + " of " + std::to_string(size) + " in step " + std::to_string(step) +
                 who(processor, line.line) + file_of(line) + (process ? " as a process" : "");
  } catch (const ProgramError& error) {
    seen.error =
        "program in step " + std::to_string(error.step) + who(error.processor, error.line.line) + file_of(error.line);
    try {
      std::rethrow_if_nested(error);
    } catch (const std::exception& cause) {  // of several ranks each but the processor's own has its words alone
      seen.error += std::string(": ") + cause.what();
    }
  }
  return seen;
}

Memory ScriptMachine::memory() const {
  return {words_of(arrays_.a), words_of(arrays_.b), words_of(arrays_.c),
          words_of(arrays_.d), words_of(arrays_.e), words_of(arrays_.f)};
}

}  // namespace pram::conformance

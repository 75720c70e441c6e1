#include <fmt/format.h>
#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <new>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <pram/detail/missing_part.hpp>
#include <pram/detail/ranks/from_rank_0.hpp>
#include <pram/ranks.hpp>
#include <pram/report/detail/value/text.hpp>
#include <pram/tool.hpp>
#include "command_line/command_line.hpp"
#include "exit_codes.hpp"
#include "memory/heap_limit.hpp"
#include "options/machine.hpp"
#include "output/interrupt.hpp"
#include "output/output.hpp"
#include "parts.hpp"
#include "tool_name.hpp"

namespace pram::tool {

namespace {

/// One line, whatever stands in it. Of several ranks that fail alike rank 0 writes it.
int fail(int code, const std::string& sentence) {
  const pram::detail::FailureOfRanks all = pram::detail::agree_on_failure(sentence, code);
  if (all.agreed && rank() > 0) return all.code;
  const std::string line = all.agreed ? sentence : fmt::format("{} (rank {})", sentence, rank());
  std::fputs((pram::report::printable(line) + '\n').c_str(), stderr);
  return all.code;
}

/// Names the option and its value as they were typed: the machine may have seen a value cut to its own range.
std::string explain(const pram::ConfigError& error, const Options& options) {
  const std::string flag = flag_of(error.option);
  const std::string value = options.text(flag, error.value);
  const auto given = options.given().find(flag);
  const std::string file =
      given != options.given().end() && given->second.from_file
          ? fmt::format(" of {} {}", option::machine_file.row.flag, in_quotes(options[option::machine_file]))
          : "";
  return fmt::format("{}: {} = {}{} is not allowed: {}", tool_name(), flag, in_quotes(value), file, error.allowed);
}

std::string explain(const pram::LimitError& error) {
  const bool supersteps = error.limit == "supersteps";
  if (!supersteps && error.limit != "steps") return error.what();
  return fmt::format("the program is not done after {} {}{}, the limit that --max-steps gives", error.allowed,
                     supersteps ? "superstep" : "step", error.allowed == 1 ? "" : "s");
}

int execute(CommandLine& line, char** arguments) {
  if (line.command == nullptr) {
    print(line.text);
    return 0;
  }
  if (ranks() > 1 && !line.command->on_ranks) {
    throw UsageError(fmt::format("{} is for one process, not for {} ranks: run, profile, compare and scale are for any",
                                 line.name, ranks()));
  }
  if (line.options.has(option::ranks)) needed(tool_parts.start_ranks, "--ranks")(line.options, arguments);
  if (line.options.has(option::machine_file)) needed(tool_parts.take_machine_file, "--machine")(line);
  std::optional<HeapLimit> limited;
  if (line.command->limits_process) limited.emplace(line.options);
  return line.command->run(line);
}

/// Lets the launcher take this process's place, which builds the rest and runs the command again: nothing has been read
/// or written. Without the launcher the exit code says so.
int ask_for_the_rest(const pram::detail::MissingPart& missing, char** arguments) {
  if (const char* const launcher = std::getenv("PRAM_LAUNCHER")) {
    ::setenv("PRAM_REST_FOR", missing.part.c_str(), 1);
    ::execv(launcher, arguments);
  }
  return fail(exit_missing_part,
              fmt::format("{}: this is the tool that ./pram builds first, without {}: ./pram build makes all of it",
                          tool_name(), missing.part));
}

/// Where addresses are limited (ulimit -v), threads share two heaps: one each would reserve 64 MiB a thread.
void share_heaps() {
#ifdef M_ARENA_MAX
  struct rlimit addresses {};
  if (::getrlimit(RLIMIT_AS, &addresses) == 0 && addresses.rlim_cur != RLIM_INFINITY) ::mallopt(M_ARENA_MAX, 2);
#endif
}

/// The command line of a user's executable has that executable's name, and lists its programs in their order.
void add_own_programs(int count, char** arguments, std::vector<programs::Program> own) {
  const std::string_view path = count > 0 ? arguments[0] : "";
  const std::string name(path.substr(path.rfind('/') + 1));
  if (!name.empty()) set_tool_name(name);
  if (own.empty()) throw UsageError(tool_name() + ": no program is given to pram::tool::main: it takes at least one");
  // add_program() puts each in front.
  for (programs::Program& program : std::views::reverse(own)) programs::add_program(std::move(program));
}

/// @param begin  is called before the command line is parsed
template <class Begin>
int run(int count, char** arguments, Begin begin) {
  std::ios::sync_with_stdio(false);
  keep_standard_places();
  let_signals_end_the_process();
  share_heaps();
  CommandLine line;
  try {
    begin();
    line = parse(count, arguments);
    return execute(line, arguments);
  } catch (const ConfigError& error) {
    return fail(exit_usage, explain(error, line.options));
  } catch (const pram::detail::MissingPart& missing) {
    return ask_for_the_rest(missing, arguments);
  } catch (const UsageError& error) {
    return fail(exit_usage, error.what());
  } catch (const HeapLimitReached&) {
    return fail(exit_failed, tool_name() + ": " + HeapLimit::sentence());
  } catch (const std::bad_alloc&) {
    return fail(exit_failed, tool_name() + ": the host's memory is used up");
  } catch (const LimitError& error) {
    return fail(exit_failed, tool_name() + ": " + explain(error));
  } catch (const std::exception& error) {
    return fail(exit_failed, tool_name() + ": " + error.what());
  } catch (...) {
    return fail(exit_failed, tool_name() + ": the program has thrown what is no std::exception");
  }
}

}  // namespace

int main(int count, char** arguments, std::vector<programs::Program> own) {
  return run(count, arguments, [&] { add_own_programs(count, arguments, std::move(own)); });
}

int main(int count, char** arguments) {
  return run(count, arguments, [] {});
}

}  // namespace pram::tool

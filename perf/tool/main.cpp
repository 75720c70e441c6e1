#include <fmt/format.h>
#include <malloc.h>
#include <sys/resource.h>

#include <cstdio>
#include <exception>
#include <iostream>
#include <new>
#include <optional>
#include <string>

#include <pram/report/text.hpp>
#include "command_line/command_line.hpp"
#include "commands/commands.hpp"
#include "exit_codes.hpp"
#include "memory/heap_limit.hpp"
#include "output/interrupt.hpp"
#include "output/output.hpp"

namespace {

using namespace pram::tool;

/// One line, whatever stands in it.
int fail(int code, const std::string& sentence) {
  std::fputs((pram::report::printable(sentence) + '\n').c_str(), stderr);
  return code;
}

/// Names the option and its value as they were typed: the machine may have seen a value cut to its own range.
std::string explain(const pram::ConfigError& error, const Options& options) {
  const std::string flag = flag_of(error.option);
  const std::string value = options.text(flag, error.value);
  return fmt::format("pram: {} = '{}' is not allowed: {}", flag,
                     pram::report::shortened(pram::report::printable(value), 60), error.allowed);
}

std::string explain(const pram::LimitError& error) {
  const bool supersteps = error.limit == "supersteps";
  if (!supersteps && error.limit != "steps") return error.what();
  return fmt::format("the program is not done after {} {}{}, the limit that --max-steps gives", error.allowed,
                     supersteps ? "superstep" : "step", error.allowed == 1 ? "" : "s");
}

/// Commands that run no machine which heeds --memory-limit itself.
bool is_limited_as_process(Command command) {
  switch (command) {
    case Command::route:
    case Command::probe:
    case Command::patterns:
    case Command::collective:
    case Command::report:
    case Command::table: return true;
    default: return false;
  }
}

int execute(const CommandLine& line) {
  std::optional<HeapLimit> limited;
  if (is_limited_as_process(line.command)) limited.emplace(line.options);
  switch (line.command) {
    case Command::list: return list(line);
    case Command::show: return show(line);
    case Command::run:
    case Command::profile: return run(line);
    case Command::trace: return trace(line);
    case Command::compare: return compare(line);
    case Command::scale: return scale(line);
    case Command::route: return route(line);
    case Command::probe: return probe(line);
    case Command::patterns: return request_patterns(line);
    case Command::collective: return collective(line);
    case Command::bsp: return bsp(line);
    case Command::report: return report(line);
    case Command::table: return table(line);
    case Command::help: break;
  }
  print(line.text);
  return 0;
}

/// Where addresses are limited (ulimit -v), threads share two heaps: one each would reserve 64 MiB a thread.
void share_heaps() {
#ifdef M_ARENA_MAX
  struct rlimit addresses {};
  if (::getrlimit(RLIMIT_AS, &addresses) == 0 && addresses.rlim_cur != RLIM_INFINITY) ::mallopt(M_ARENA_MAX, 2);
#endif
}

}  // namespace

int main(int count, char** arguments) {
  std::ios::sync_with_stdio(false);
  keep_standard_places();
  let_signals_end_the_process();
  share_heaps();
  CommandLine line;
  try {
    line = parse(count, arguments);
    return execute(line);
  } catch (const pram::ConfigError& error) {
    return fail(exit_usage, explain(error, line.options));
  } catch (const UsageError& error) {
    return fail(exit_usage, error.what());
  } catch (const HeapLimitReached&) {
    return fail(exit_failed, "pram: " + HeapLimit::sentence());
  } catch (const std::bad_alloc&) {
    return fail(exit_failed, "pram: the host's memory is used up");
  } catch (const pram::LimitError& error) {
    return fail(exit_failed, "pram: " + explain(error));
  } catch (const std::exception& error) {
    return fail(exit_failed, std::string("pram: ") + error.what());
  }
}

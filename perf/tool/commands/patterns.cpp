#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include <pram/perf/patterns/pattern_costs.hpp>
#include <pram/pram.hpp>
#include <pram/report/text.hpp>
#include "../input/addresses_file.hpp"
#include "../output/interrupt.hpp"
#include "../output/progress.hpp"
#include "../request/machine_request.hpp"
#include "../request/name_list.hpp"
#include "../results/report_output.hpp"
#include "../results/resume_file.hpp"
#include "commands.hpp"

namespace pram::tool {

namespace {

constexpr const char* kinds[] = {"--degree", "--zipf", "--mix", "--hotspot", "--file"};

/// The one option that says what the pattern is.
std::string kind_of(const Options& options) {
  std::string kind;
  for (const char* const known : kinds) {
    if (!options.has(known)) continue;
    if (!kind.empty())
      throw ConfigError(known, options.text(known), fmt::format("one kind of pattern: {} is given as well", kind));
    kind = known;
  }
  if (kind.empty()) {
    throw UsageError(
        "pram patterns: one of --degree, --zipf, --mix, --hotspot and --file is missing; see pram patterns --help");
  }
  return kind;
}

double exponent_of(const Options& options) {
  const std::string text = options.text("--zipf");
  const auto exponent = real_number(text);
  if (!exponent || *exponent < 0 || *exponent > 20)
    throw ConfigError("--zipf", text, "an exponent from 0 to 20, as 1 or 0.8");
  return *exponent;
}

perf::PatternSource pattern_of(const Options& options, std::uint32_t components) {
  const std::string kind = kind_of(options);
  if (kind == "--file") {
    const std::string path = options.text("--file");
    if (path.empty()) throw ConfigError("--file", path, "a file, or - for standard input");
    for (const char* const other : {"--requests", "--requesters"}) {
      if (options.has(other))
        throw ConfigError(other, options.text(other), "nothing beside --file: a file has its own requests, in order");
    }
    return perf::given_pattern(components, path == "-" ? "standard input" : path, read_addresses(path));
  }
  perf::PatternSize size;
  size.components = components;
  size.requests = options.number<std::uint64_t>(
      "--requests", std::min<std::uint64_t>(32ULL * components, perf::most_requests), 1, perf::most_requests);
  size.requesters = perf::requesters_from(options.text("--requesters", "random"));
  if (kind == "--degree") return perf::degree_pattern(size, options.number<std::uint64_t>(kind, 1));
  if (kind == "--zipf") return perf::zipf_pattern(size, exponent_of(options));
  if (kind == "--mix") return perf::mixed_pattern(size, options.text(kind));
  return perf::hotspot_pattern(size, options.number<std::uint64_t>(kind, 1));
}

std::string spread_of(const Options& options) { return options.text("--spread", "random"); }

/// Splits at semicolons, for a basis has commas of its own.
std::vector<std::string> bases_of(const Options& options) {
  std::vector<std::string> bases;
  for (const std::string& list : options.all("--basis")) {
    for (const std::string_view basis : split(list, ';')) bases.emplace_back(basis);
  }
  return bases;
}

/// The protocols asked for, each once. A basis that does not fit is refused under the option's own name.
std::vector<Spec> protocols_of(const Options& options, std::uint32_t components) {
  std::vector<Spec> protocols;
  const auto add = [&](const Spec& access) {
    if (std::ranges::find(protocols, access) == protocols.end()) protocols.push_back(access);
  };
  for (const std::string& list : options.all("--access")) {
    for (const std::string& access : split_names(list, access_protocols().names())) add(access);
  }
  for (const std::string& basis : bases_of(options)) {
    const auto refuse = [&](const std::string& allowed) { throw ConfigError("--basis", basis, allowed); };
    if (basis.empty() || basis.find_first_not_of("0123456789,") != std::string::npos)
      refuse("numbers with commas between them, as 32,16,8; a semicolon between two bases");
    const Spec combining = fmt::format("combining:{},spread={}", basis, spread_of(options));
    try {
      add(access_protocols().make(combining, components)->name());
    } catch (const ConfigError& error) {
      refuse(error.allowed);
    }
  }
  if (protocols.empty()) protocols = {"direct", "combining"};
  return protocols;
}

/// Options that only a search has, or only what is no search.
void check_search(const Options& options) {
  if (options.has("--search")) {
    for (const char* const other : {"--access", "--basis"}) {
      if (!options.all(other).empty())
        throw ConfigError(other, options.all(other).front(), "nothing beside --search: it tries every basis");
    }
    return;
  }
  if (options.has("--phases")) throw ConfigError("--phases", options.text("--phases"), "--phases only beside --search");
  if (options.has("--spread") && options.all("--basis").empty())
    throw ConfigError("--spread", options.text("--spread"), "--spread only beside --basis or --search");
}

}  // namespace

int request_patterns(const CommandLine& line) {
  const Options& options = line.options;
  kind_of(options);
  check_search(options);
  perf::PatternsRequest request;
  request.network = options.text("--network", "router");
  request.components = asked_components(options, {request.network});
  request.runs = options.number<std::uint64_t>("--runs", request.runs, 1);
  request.seed = options.number<std::uint64_t>("--seed", request.seed);
  request.threads = options.number("--threads", 0U, 0U, most_threads);
  const auto phases = options.number("--phases", 5U, 1U, 20U);
  const std::string spread = spread_of(options);
  const ReportOutput output(options);
  const std::unique_ptr<ResumeFile> parts = resume_file(line);
  request.parts = parts.get();
  const bool search = options.has("--search");
  if (!search) request.access = protocols_of(options, request.components);
  request.pattern = pattern_of(options, request.components);

  perf::PatternsResult result;
  {
    ProgressLine progress("measuring");
    const InterruptGuard guard(nullptr);
    const PollScope watched = watch(progress, guard);
    request.progress = [&](std::uint64_t done, std::uint64_t of) {
      progress.show(fmt::format("{} of {} runs", report::with_separators(done), report::with_separators(of)));
      return !guard.interrupted();
    };
    result = search ? perf::search_bases(request, spread, phases) : perf::measure_patterns(request);
  }
  output.write(perf::patterns_report(result), [&] { return perf::patterns_page(result); });
  return result.interrupted ? exit_interrupted() : 0;
}

}  // namespace pram::tool

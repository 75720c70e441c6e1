#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include <pram/detail/own_access.hpp>
#include <pram/perf/patterns/adversary.hpp>
#include <pram/perf/patterns/pattern_costs.hpp>
#include <pram/pram.hpp>
#include <pram/report/detail/value/text.hpp>
#include "../command_line/command.hpp"
#include "../input/addresses_file.hpp"
#include "../options/machine.hpp"
#include "../options/output.hpp"
#include "../output/interrupt.hpp"
#include "../output/progress.hpp"
#include "../request/machine_request.hpp"
#include "../request/name_list.hpp"
#include "../results/report_output.hpp"
#include "../results/resume_file.hpp"
#include "../tool_name.hpp"

namespace pram::tool {

namespace {

namespace patterns_option {

constexpr Option<std::uint32_t> components = {{.flag = "--components",
                                               .value = "P",
                                               .group = "Machine",
                                               .help = "components (those of a network's name with sizes, else 4096)",
                                               .brief = "components of the machine (4096)"},
                                              0,
                                              1,
                                              most_components};
constexpr Option<std::vector<std::string>> protocols = {
    {.flag = "--access",
     .value = "A,B,…",
     .group = "Machine",
     .help = "protocols that route by phases (direct,combining; beside --owners direct and combining with "
             "physical=extra and physical=last): a list; a comma starts a new entry where a known name follows, a "
             "semicolon always; may be repeated",
     .repeatable = true,
     .offers = protocol_names,
     .brief = "protocols that route by phases (direct,combining)"}};
constexpr Option<std::vector<std::string>> bases = {
    {.flag = "--basis",
     .value = "B;C;…",
     .group = "Machine",
     .help = "short for --access combining:B, as 32,16,8; may be repeated",
     .repeatable = true,
     .brief = "short for --access combining:B, as 32,16,8"}};
constexpr Option<std::string> spread = {{.flag = "--spread",
                                         .value = "S",
                                         .group = "Machine",
                                         .help = "of --basis and --search: random, modular or ordered (random)",
                                         .one_of =
                                             [] {
                                               return Names{"random", "modular", "ordered"};
                                             }},
                                        "random"};
constexpr Option<std::uint64_t> requests = {
    {.flag = "--requests", .value = "Q", .group = "Pattern", .help = "requests in all (32 a component)"},
    0,
    1,
    perf::most_requests};
constexpr Option<std::uint64_t> degree = {{.flag = "--degree",
                                           .value = "D",
                                           .group = "Pattern",
                                           .help = "D requests for every address, as in the paper's experiment",
                                           .brief = "D requests for every address"},
                                          1};
constexpr Option<std::string> zipf = {
    {.flag = "--zipf",
     .value = "A",
     .group = "Pattern",
     .help = "every request draws address j of Q with a chance proportional to 1 / j^A",
     .brief = "chances of addresses proportional to 1 / j^A"}};
constexpr Option<std::string> mix = {{.flag = "--mix",
                                      .value = "D:S,…",
                                      .group = "Pattern",
                                      .help = "shares of the requests at given degrees, as 4096:0.5,1:0.5"}};
constexpr Option<std::uint64_t> hotspot = {{.flag = "--hotspot",
                                            .value = "K",
                                            .group = "Pattern",
                                            .help = "every request draws one of K addresses",
                                            .brief = "every request draws one of K addresses"},
                                           1};
constexpr Option<std::string> file = {
    {.flag = "--file",
     .value = "F",
     .group = "Pattern",
     .help = "one address a line, dealt to the components in order; - is standard input",
     .reads = true,
     .brief = "one address a line; - is standard input"}};
constexpr Option<std::string> defeat = {
    {.flag = "--defeat",
     .value = "F",
     .group = "Pattern",
     .help = "distinct addresses chosen against a family of hash functions, which draws the homes: xxh3, "
             "multiply-shift, multiply-shift:multiplier=A, k-wise:K or tabulation",
     .brief = "addresses chosen against a family of hash functions"}};
constexpr Option<std::string> adversary = {
    {.flag = "--adversary",
     .value = "K",
     .group = "Pattern",
     .help = "of --defeat, what is known: the function, so that all addresses get one home; or the family alone, by "
             "consecutive addresses (function)",
     .offers =
         [] {
           return Names{"function", "family"};
         }},
    "function"};
constexpr Option<std::string> hash = {
    {.flag = "--hash",
     .value = "F",
     .group = "Pattern",
     .help = "draw a function from this family in every run, which gives addresses their homes (independent and "
             "uniform); addresses of --file are its keys as they are"}};
constexpr Option<std::string> requesters = {
    {.flag = "--requesters",
     .value = "R",
     .group = "Pattern",
     .help = "random, each P requests in a row from all components in random order; or consecutive (random)",
     .offers =
         [] {
           return Names{"random", "consecutive"};
         }},
    "random"};
constexpr Option<std::string> owners = {
    {.flag = "--owners",
     .value = "O",
     .group = "Pattern",
     .help =
         "components that own the addresses: hashed; balanced, each as many as any other; cyclic, address j mod P; or "
         "a number R, as few as own R each (hashed)",
     .offers =
         [] {
           return Names{"hashed", "balanced", "cyclic"};
         },
     .brief = "who owns addresses: hashed, balanced, cyclic or a number"},
    "hashed"};
constexpr Option<std::uint64_t> runs = {
    {.flag = "--runs",
     .value = "R",
     .group = "Runs",
     .help = "runs that each number is the mean of, with patterns and hash values of their own (16)",
     .brief = "runs that each number is the mean of (16)"},
    0,
    1};
constexpr Option<std::uint64_t> seed = {
    {.flag = "--seed", .value = "S", .group = "Runs", .help = "seed of the runs (1)"}, 1};
constexpr Option<bool> search = {
    {.flag = "--search",
     .value = nullptr,
     .group = "Search",
     .help = "find the best bases of combining for the pattern; the worse half is dropped early",
     .brief = "find the best bases for the pattern"}};
constexpr Option<std::uint32_t> phases = {
    {.flag = "--phases", .value = "M", .group = "Search", .help = "longest basis that is tried (5)"}, 5, 1, 20};

}  // namespace patterns_option

constexpr auto patterns_options =
    joined(std::array<ListedOption, 22>{patterns_option::components,
                                        option::network,
                                        patterns_option::protocols,
                                        patterns_option::bases,
                                        patterns_option::spread,
                                        patterns_option::requests,
                                        patterns_option::degree,
                                        patterns_option::zipf,
                                        patterns_option::mix,
                                        patterns_option::hotspot,
                                        patterns_option::file,
                                        patterns_option::defeat,
                                        patterns_option::adversary,
                                        patterns_option::hash,
                                        patterns_option::requesters,
                                        patterns_option::owners,
                                        patterns_option::runs,
                                        patterns_option::seed,
                                        {option::threads, nullptr, "Runs"},
                                        {option::memory_limit, option::taken_memory, "Runs"},
                                        patterns_option::search,
                                        patterns_option::phases},
           option::report_places("the result"), std::array<ListedOption, 1>{{{option::resume, "the runs"}}});

constexpr const OptionRow* pattern_kinds[] = {&patterns_option::degree.row, &patterns_option::zipf.row,
                                              &patterns_option::mix.row,    &patterns_option::hotspot.row,
                                              &patterns_option::file.row,   &patterns_option::defeat.row};

/// The one option that says what the pattern is.
std::string kind_of(const Options& options) {
  std::string kind;
  for (const OptionRow* const known : pattern_kinds) {
    if (!options.has(*known)) continue;
    if (!kind.empty()) {
      throw ConfigError(known->flag, options.text(*known),
                        fmt::format("one kind of pattern: {} is given as well", kind));
    }
    kind = known->flag;
  }
  if (kind.empty()) {
    throw UsageError(named(
        "pram patterns: one of --degree, --zipf, --mix, --hotspot, --file and --defeat is missing; see pram patterns "
        "--help"));
  }
  return kind;
}

double exponent_of(const Options& options) {
  const std::string text = options[patterns_option::zipf];
  const auto exponent = real_number(text);
  if (!exponent || *exponent < 0 || *exponent > 20)
    options.refuse(patterns_option::zipf, "an exponent from 0 to 20, as 1 or 0.8");
  return *exponent;
}

/// Names what is refused of a family by the option that it was given by.
template <class Make>
perf::PatternSource with_family(const Options& options, const Option<std::string>& option, const Make& make) {
  try {
    return make(Spec(options[option]));
  } catch (const ConfigError& error) {
    if (error.option != "hash") throw;
    options.refuse(option, error.allowed);
  }
}

perf::PatternSource pattern_without_hash(const Options& options, std::uint32_t p) {
  if (options.has(patterns_option::file)) {
    const std::string path = options[patterns_option::file];
    if (path.empty()) options.refuse(patterns_option::file, "a file, or - for standard input");
    constexpr const char* allowed = "nothing beside --file: a file has its own requests, in order";
    if (options.has(patterns_option::requests)) options.refuse(patterns_option::requests, allowed);
    if (options.has(patterns_option::requesters)) options.refuse(patterns_option::requesters, allowed);
    return perf::given_pattern(p, path == "-" ? "standard input" : path, read_addresses(path));
  }
  perf::PatternSize size;
  size.components = p;
  size.requests = options.number(patterns_option::requests, std::min<std::uint64_t>(32ULL * p, perf::most_requests));
  size.requesters = perf::requesters_from(options[patterns_option::requesters]);
  if (options.has(patterns_option::degree)) return perf::degree_pattern(size, options[patterns_option::degree]);
  if (options.has(patterns_option::zipf)) return perf::zipf_pattern(size, exponent_of(options));
  if (options.has(patterns_option::mix)) return perf::mixed_pattern(size, options[patterns_option::mix]);
  if (options.has(patterns_option::defeat)) {
    const perf::Adversary knows = perf::adversary_from(options[patterns_option::adversary]);
    return with_family(options, patterns_option::defeat,
                       [&](const Spec& family) { return perf::adversary_pattern(size, family, knows); });
  }
  return perf::hotspot_pattern(size, options[patterns_option::hotspot]);
}

perf::PatternSource pattern_of(const Options& options, std::uint32_t p) {
  const std::string owners = options[patterns_option::owners];
  const bool defeats = options.has(patterns_option::defeat);
  if (options.has(patterns_option::adversary)) {
    static_cast<void>(perf::adversary_from(options[patterns_option::adversary]));  // refuses what is none
    if (!defeats) options.refuse(patterns_option::adversary, "--adversary only beside --defeat");
  }
  for (const Option<std::string>& family : {patterns_option::defeat, patterns_option::hash}) {
    if (options.has(family) && !same_name(owners, "hashed"))
      options.refuse(patterns_option::owners, fmt::format("hashed beside {}", family.row.flag));
  }
  if (!options.has(patterns_option::hash)) return perf::owned_pattern(pattern_without_hash(options, p), owners);
  if (defeats) options.refuse(patterns_option::hash, "nothing beside --defeat, which names the family");
  return with_family(options, patterns_option::hash, [&](const Spec& family) {
    return perf::hashed_pattern(pattern_without_hash(options, p), family);
  });
}

/// Splits at semicolons, for a basis has commas of its own.
std::vector<std::string> bases_of(const Options& options) {
  std::vector<std::string> all;
  for (const std::string& list : options[patterns_option::bases]) {
    for (const std::string_view basis : split(list, ';')) all.emplace_back(basis);
  }
  return all;
}

/// The protocols asked for, each once. A basis that does not fit is refused under the option's own name.
std::vector<Spec> protocols_of(const Options& options, std::uint32_t p) {
  std::vector<Spec> asked;
  const auto add = [&](const Spec& access) {
    if (std::ranges::find(asked, access) == asked.end()) asked.push_back(access);
  };
  for (const std::string& list : options[patterns_option::protocols]) {
    for (const std::string& access : split_names(list, access_protocols().names()))
      add(access_protocols().as_listed(access));
  }
  for (const std::string& basis : bases_of(options)) {
    const auto refuse = [&](const std::string& allowed) { throw ConfigError("--basis", basis, allowed); };
    if (basis.empty() || basis.find_first_not_of("0123456789,") != std::string::npos)
      refuse("numbers with commas between them, as 32,16,8; a semicolon between two bases");
    const Spec combining = fmt::format("combining:{},spread={}", basis, options[patterns_option::spread]);
    try {
      add(access_protocols().make(combining, p)->name());
    } catch (const ConfigError& error) {
      refuse(error.allowed);
    }
  }
  if (!asked.empty()) return asked;
  if (options.has(patterns_option::owners)) return {"direct", "combining:physical=extra", "combining:physical=last"};
  return {"direct", "combining"};
}

/// Options that only a search has, or only what is no search.
void check_search(const Options& options) {
  if (options[patterns_option::search]) {
    for (const Option<std::vector<std::string>>* const other : {&patterns_option::protocols, &patterns_option::bases}) {
      if (options.has(*other)) {
        throw ConfigError(other->row.flag, options[*other].front(), "nothing beside --search: it tries every basis");
      }
    }
    return;
  }
  if (options.has(patterns_option::phases)) options.refuse(patterns_option::phases, "--phases only beside --search");
  if (options.has(patterns_option::spread) && !options.has(patterns_option::bases))
    options.refuse(patterns_option::spread, "--spread only beside --basis or --search");
}

int patterns(const CommandLine& line) {
  const Options& options = line.options;
  kind_of(options);
  check_search(options);
  perf::PatternsRequest request;
  request.network = options.text(option::network, "router");
  if (!pram::detail::own_access(request.network).empty())
    options.refuse(option::network,
                   "one that carries messages, phase by phase: this one takes whole steps of a machine");
  request.components = asked_components(options, {request.network});
  request.runs = options.number(patterns_option::runs, request.runs);
  request.seed = options[patterns_option::seed];
  request.threads = options[option::threads];
  const std::uint32_t longest = options[patterns_option::phases];
  const ReportOutput output(options);
  const std::unique_ptr<ResumeFile> parts = resume_file(line);
  request.parts = parts.get();
  if (!options[patterns_option::search]) request.access = protocols_of(options, request.components);
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
    result = options[patterns_option::search] ? perf::search_bases(request, options[patterns_option::spread], longest)
                                              : perf::measure_patterns(request);
  }
  output.write(perf::patterns_report(result), [&] { return perf::patterns_page(result); });
  return result.interrupted ? exit_interrupted() : 0;
}

}  // namespace

extern const Command patterns_command = {.examples = R"(Examples:
  pram patterns --degree 4096 --basis "4096;32,16,8;8,8,8,8"
  pram patterns --mix 4096:0.5,1:0.5 --access direct,combining:16,16,16
  pram patterns --zipf 1 --components 256 --network torus --runs 4
  pram patterns --degree 64 --components 256 --search --phases 3
  pram patterns --degree 16 --components 256 --owners 8 --runs 4
  pram patterns --defeat multiply-shift --components 256 --access direct)",
                                         .options = patterns_options,
                                         .limits_process = true,
                                         .run = patterns};

}  // namespace pram::tool

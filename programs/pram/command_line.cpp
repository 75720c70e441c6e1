#include "command_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <string_view>
#include <vector>

#include <pram/perf/text.hpp>
#include <pram/pram.hpp>
#include <pram/programs/program.hpp>
#include "help.hpp"

namespace pram::tool {

namespace {

struct OptionRow {
  const char* flag;
  const char* value;
  const char* group;
  std::string description;
};

std::vector<OptionRow> run_options() {
  return {
      {"--n", "N", "Input",
       "size of a generated input: numbers, or edges of a graph; may be written 32768, 2^15 or 1e5"},
      {"--input", "FILE", "Input",
       "read the input: numbers, one a line, or a graph as SNAP edge list or Matrix Market file; - is standard input"},
      {"--seed", "S", "Input", "seed of the generated input and of the machine's random choices (1)"},
      {"--components", "P", "Machine", "components of the machine (4096)"},
      {"--network", "X", "Machine",
       fmt::format("what carries the messages (router): {}", fmt::join(networks().names(), ", "))},
      {"--access", "Y", "Machine",
       fmt::format("how requests reach memory (combining): {}; combining:32,16,8 names the basis",
                   fmt::join(access_protocols().names(), ", "))},
      {"--rule", "R", "Machine",
       "what concurrent accesses mean: EREW, CREW, common, arbitrary, … (what the program needs; see pram list)"},
      {"--placement", "H", "Machine", "from address to component: hashed, uniform or direct (hashed)"},
      {"--threads", "T", "Machine", "host threads, 0 for one a core (0); never changes a result"},
      {"--max-steps", "M", "Machine", "stop a program that takes more steps than this, 0 for no limit (0)"},
      {"--output", "FILE", "Output", "write the program's result, one item a line; - is standard output"},
      {"--json", "FILE", "Output",
       "write all that the profile knows as JSON; - is standard output, and then nothing else goes there"},
      {"--ledger", "DETAIL", "Output",
       "totals, or steps: the JSON then has a record of each step, the first 65536 (totals)"},
  };
}

std::vector<OptionRow> tables_options() {
  return {
      {"--runs", "R", "Options", "runs that each number is the mean of (500, as in the paper)"},
      {"--json", "FILE", "Options", "write the tables as JSON; - is standard output, and then nothing else goes there"},
      {"--threads", "T", "Options", "host threads, 0 for one a core (0); never changes a result"},
      {"--seed", "S", "Options", "seed of the runs (1)"},
  };
}

constexpr const char* examples = R"(Examples:
  pram list
  pram run prefix-sums --n 2^20
  pram profile connected-components --network ideal
  pram tables combining --runs 100
  pram profile --help)";

constexpr const char* run_examples = R"(Examples:
  pram run prefix-sums --n 2^20 --components 1024
  pram run connected-components --input graph.txt --output labels.txt
  seq 1 1000 | pram run prefix-sums --input - --output -)";

constexpr const char* profile_examples = R"(Examples:
  pram profile connected-components
  pram profile list-ranking-wyllie --n 1e5 --access direct
  pram profile histogram --network router:g=2,l=10 --json profile.json)";

constexpr const char* tables_examples = R"(Examples:
  pram tables combining
  pram tables combining --runs 50 --json -)";

class Parser {
 public:
  explicit Parser(CommandLine& line)
      : line_(line),
        app_("Runs PRAM programs on an emulated parallel machine and charges what their communication costs.", "pram") {
    formatter_ = std::make_shared<Help>();
    dress(app_, examples);
    app_.set_version_flag("--version", "pram " PRAM_VERSION, "print the version and leave")->group("Other");
    list_ =
        add(app_, "list", "List programs, networks, access protocols, rules and placements", "Examples:\n  pram list");
    run_ = add(app_, "run", "Run a program and check its result", run_examples);
    profile_ =
        add(app_, "profile", "Run a program, check its result and show what its communication cost", profile_examples);
    tables_ = add(app_, "tables", "Measure the tables of the papers anew, beside the papers' numbers", tables_examples);
    combining_ =
        add(*tables_, "combining", "Tables 1, 2 and 3 of TR-24-92: what multi-phase combining costs", tables_examples);
    for (CLI::App* command : {run_, profile_}) {
      command->add_option("PROGRAM", line_.program, "a program of pram list, by its name or its short name");
      add_options(*command, run_options());
    }
    add_options(*combining_, tables_options());
    for (CLI::App* command : {&app_, list_, run_, profile_, tables_, combining_}) {
      command->set_help_flag("--help,-h", "show this help and leave")
          ->group("Other");  // last, so that it is listed last
    }
  }

  void parse(int count, const char* const* arguments) {
    try {
      app_.parse(count, arguments);
      check();
    } catch (const CLI::CallForHelp&) {
      if (app_.get_subcommands().empty() && !app_.remaining().empty()) chosen(app_, "command", "pram");
      line_.text = app_.help();
    } catch (const CLI::CallForVersion& version) {
      line_.text = std::string(version.what()) + '\n';
    } catch (const CLI::ParseError& error) {
      throw UsageError(explain(error));
    }
  }

 private:
  void dress(CLI::App& app, const char* footer) {
    app.formatter(formatter_);
    app.footer(footer);
    app.allow_extras();  // so that check() can say what is wrong
    app.require_subcommand(0, 1);
    app.get_formatter()->label("Positionals", "Arguments");
    app.get_formatter()->label("Subcommands", "Commands");
  }

  CLI::App* add(CLI::App& parent, const std::string& name, const std::string& description, const char* footer) {
    CLI::App* const command = parent.add_subcommand(name, description);
    dress(*command, footer);
    command->group("Commands");
    return command;
  }

  void add_options(CLI::App& command, const std::vector<OptionRow>& rows) {
    for (const OptionRow& row : rows) {
      command
          .add_option_function<std::string>(
              row.flag,
              [this, flag = std::string(row.flag)](const std::string& value) {
                // CLI11 takes whatever comes next.
                if (value.starts_with("--")) throw CLI::ArgumentMismatch::TypedAtLeast(flag, 1, "value");
                line_.options.set(flag, value);
              },
              row.description)
          ->option_text(row.value)
          ->group(row.group);
    }
  }

  static std::string shown(const std::string& argument) { return perf::shortened(argument, 60); }

  static bool is_option(const std::string& argument) { return argument.starts_with('-') && argument != "-"; }

  static std::vector<std::string> commands_of(const CLI::App& app) {
    std::vector<std::string> all;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
      all.push_back(command->get_name());
    return all;
  }

  /// What nothing took; the "--" that ends the options is no argument.
  static std::vector<std::string> extras_of(const CLI::App& app) {
    std::vector<std::string> extras = app.remaining();
    std::erase(extras, "--");
    return extras;
  }

  /// Says what is wrong with the first argument that nothing took.
  static void refuse_extras(const CLI::App& app, const std::string& command) {
    const std::vector<std::string> extras = extras_of(app);
    if (extras.empty()) return;
    const std::string& extra = extras.front();
    if (!is_option(extra))
      throw UsageError(fmt::format("{}: '{}' is one argument too many; see {} --help", command, shown(extra), command));
    const std::string flag = extra.substr(0, extra.find('='));
    std::vector<std::string> known;
    for (const CLI::Option* option : app.get_options([](const CLI::Option* o) { return o->nonpositional(); })) {
      for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    }
    const std::string near = nearest_name(flag, known);
    const std::string hint = near.empty() ? "" : fmt::format(", did you mean {}?", near);
    throw UsageError(fmt::format("{}: there is no option {}{}; see {} --help", command, shown(flag), hint, command));
  }

  /// The command that was chosen; says what is wrong if none was.
  /// @param what     "command", as an error names it
  /// @param command  what stands before it: "pram"
  static const CLI::App& chosen(const CLI::App& app, const std::string& what, const std::string& command) {
    const std::vector<CLI::App*> given = app.get_subcommands();
    const std::vector<std::string> extras = extras_of(app);
    if (!given.empty() || (!extras.empty() && is_option(extras.front()))) refuse_extras(app, command);
    if (!given.empty()) return *given.front();
    const std::vector<std::string> known = commands_of(app);
    if (!extras.empty()) throw ConfigError(what, extras.front(), allowed_names(extras.front(), known));
    throw UsageError(
        fmt::format("{}: a {} is missing, one of {}; see {} --help", command, what, fmt::join(known, ", "), command));
  }

  void check() {
    const CLI::App& command = chosen(app_, "command", "pram");
    if (&command == tables_) {
      const CLI::App& which = chosen(*tables_, "table", "pram tables");
      refuse_extras(which, "pram tables combining");
      line_.command = Command::tables;
      return;
    }
    refuse_extras(command, "pram " + command.get_name());
    line_.command = &command == list_ ? Command::list : &command == run_ ? Command::run : Command::profile;
    if (line_.command != Command::list && line_.program.empty()) {
      throw UsageError(
          fmt::format("pram {0}: a program is missing; see pram list, and pram {0} --help", command.get_name()));
    }
  }

  /// CLI11's own sentence is for its developers.
  static std::string explain(const CLI::ParseError& error) {
    const std::string sentence = error.what();
    const std::string option = sentence.substr(0, sentence.find(':'));
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ArgumentMismatch)) {
      return "pram: " + option + (sentence.ends_with("missing") ? " needs a value" : " is given more than once");
    }
    return "pram: " + sentence;
  }

  CommandLine& line_;
  CLI::App app_;
  std::shared_ptr<Help> formatter_;
  CLI::App* list_ = nullptr;
  CLI::App* run_ = nullptr;
  CLI::App* profile_ = nullptr;
  CLI::App* tables_ = nullptr;
  CLI::App* combining_ = nullptr;
};

}  // namespace

CommandLine parse(int count, const char* const* arguments) {
  // "pram help run" is what many type first.
  std::vector<const char*> words(arguments, arguments + count);
  if (words.size() > 1 && std::string_view(words[1]) == "help") {
    words.erase(words.begin() + 1);
    words.push_back("--help");
  }
  CommandLine line;
  Parser(line).parse(static_cast<int>(words.size()), words.data());
  return line;
}

std::string flag_of(const std::string& option) {
  std::string flag = "--" + option;
  std::ranges::replace(flag, '_', '-');
  for (const auto& rows : {run_options(), tables_options()}) {
    if (std::ranges::any_of(rows, [&](const OptionRow& row) { return row.flag == flag; })) return flag;
  }
  return option;
}

}  // namespace pram::tool

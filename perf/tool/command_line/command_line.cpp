#include "command_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include <pram/machines/collectives.hpp>
#include <pram/registry.hpp>
#include <pram/report/text.hpp>
#include "command_table.hpp"
#include "help.hpp"
#include "known_names.hpp"

namespace pram::tool {

namespace {

class Parser {
 public:
  explicit Parser(CommandLine& line)
      : line_(line),
        app_("Runs PRAM programs on an emulated parallel machine and charges what their communication costs.", "pram") {
    formatter_ = std::make_shared<Help>();
    dress(app_, tool_examples);
    app_.set_version_flag("--version", "pram " PRAM_VERSION, "print the version and leave")->group("Other");
    for (const CommandRow& row : command_table()) {
      CLI::App* const command = add(app_, row.name, row.description, row.examples);
      if (row.alias != nullptr) command->alias(row.alias);
      if (row.takes_command_line) command->prefix_command();
      commands_.emplace_back(command, &row);
      if (row.takes_program)
        command->add_option("PROGRAM", line_.program, "a program of pram list, by its name or its short name");
      if (row.takes_operation)
        command->add_option("OPERATION", line_.operation, fmt::format("one of {}", fmt::join(operation_names(), ", ")));
      if (row.takes_file)
        command->add_option_function<std::string>(
            "FILE", [this](const std::string& file) { line_.options.set("FILE", file); },
            "JSON that run, profile, bsp or compare wrote with --json; - is standard input");
      if (row.takes_list) {
        command->add_option("LIST", line_.list, fmt::format("one of {}; all", fmt::join(list_names(), ", ")))
            ->option_text("[LIST]");
      }
      add_options(*command, row.options);
      for (const CommandRow& part : row.parts) {
        commands_.emplace_back(add(*command, part.name, part.description, part.examples), &part);
        add_options(*commands_.back().first, part.options);
      }
    }
    // Last, so that it is listed last.
    std::vector<CLI::App*> helped = {&app_};
    for (const auto& [command, row] : commands_) helped.push_back(command);
    for (CLI::App* command : helped) command->set_help_flag("--help,-h", "show this help and leave")->group("Other");
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
  using Entry = std::pair<CLI::App*, const CommandRow*>;

  static std::vector<std::string> operation_names() {
    std::vector<std::string> names;
    for (const Collective operation : all_collectives()) names.push_back(to_string(operation));
    return names;
  }

  void dress(CLI::App& app, const std::string& footer) {
    app.formatter(formatter_);
    app.footer(footer);
    app.allow_extras();  // so that check() can say what is wrong
    app.require_subcommand(0, 1);
    app.get_formatter()->label("Positionals", "Arguments");
    app.get_formatter()->label("Subcommands", "Commands");
  }

  CLI::App* add(CLI::App& parent, const std::string& name, const std::string& description, const std::string& footer) {
    CLI::App* const command = parent.add_subcommand(name, description);
    dress(*command, footer);
    command->group("Commands");
    return command;
  }

  void add_options(CLI::App& command, const std::vector<OptionRow>& rows) {
    for (const OptionRow& row : rows) {
      if (row.value == nullptr) {
        const auto given = [this, flag = name_of(row)] { line_.options.set(flag, ""); };
        command.add_flag_callback(row.flag, given, row.description)->disable_flag_override()->group(row.group);
        continue;
      }
      const auto take = [this, flag = name_of(row), repeatable = row.repeatable,
                         &one_of = row.one_of](const std::vector<std::string>& values) {
        for (const std::string& value : values) {
          // CLI11 takes the next argument as the value, even if it is an option.
          if (value.starts_with("--")) throw CLI::ArgumentMismatch::TypedAtLeast(flag, 1, "value");
          if (!one_of.empty() && std::ranges::find(one_of, value) == one_of.end())
            throw ConfigError(flag, value, allowed_names(value, one_of));
          repeatable ? line_.options.add(flag, value) : line_.options.set(flag, value);
        }
      };
      CLI::Option* const option =
          command.add_option_function<std::vector<std::string>>(row.flag, take, row.description);
      option->expected(1)->allow_extra_args(false)->option_text(row.value)->group(row.group);
      option->multi_option_policy(row.repeatable ? CLI::MultiOptionPolicy::TakeAll : CLI::MultiOptionPolicy::Throw);
    }
  }

  static std::string name_of(const OptionRow& row) {
    const std::string flag = row.flag;
    return flag.substr(0, flag.find(','));
  }

  static std::string shown(const std::string& argument) { return report::shortened(argument, 60); }

  static bool is_option(const std::string& argument) { return argument.starts_with('-') && argument != "-"; }

  static std::vector<std::string> commands_of(const CLI::App& app) {
    std::vector<std::string> all;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
      all.push_back(command->get_name());
    return all;
  }

  /// The arguments that no option took. The "--" that ends the options is not among them.
  /// @param of_another  they are another program's, so that only a first "--" is dropped
  static std::vector<std::string> extras_of(const CLI::App& app, bool of_another = false) {
    std::vector<std::string> extras = app.remaining();
    if (!of_another) {
      std::erase(extras, "--");
    } else if (!extras.empty() && extras.front() == "--") {
      extras.erase(extras.begin());
    }
    return extras;
  }

  /// Throws for the first argument that no option took, if there is one.
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

  /// The command that was chosen. It throws if there is none.
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

  const CommandRow& row_of(const CLI::App& command) const {
    return *std::ranges::find(commands_, &command, &Entry::first)->second;
  }

  /// What follows the command's options is another program's.
  void take_command_line(const CLI::App& command) {
    const std::string name = "pram " + command.get_name();
    line_.arguments = extras_of(command, true);
    for (std::string& behind : extras_of(app_, true)) line_.arguments.push_back(std::move(behind));  // behind a "--"
    if (line_.arguments.empty()) throw UsageError(fmt::format("{0}: a program is missing; see {0} --help", name));
    if (is_option(line_.arguments.front())) refuse_extras(command, name);
    line_.command = row_of(command).command;
    line_.name = name;
  }

  void check() {
    const std::vector<CLI::App*> given = app_.get_subcommands();
    if (!given.empty() && row_of(*given.front()).takes_command_line) {
      take_command_line(*given.front());
      return;
    }
    const CLI::App* command = &chosen(app_, "command", "pram");
    std::string name = "pram " + command->get_name();
    if (!row_of(*command).parts.empty()) {
      command = &chosen(*command, "table", name);
      line_.table = command->get_name();
      name += " " + command->get_name();
    }
    const CommandRow& row = row_of(*command);
    refuse_extras(*command, name);
    line_.command = row.command;
    line_.name = name;
    if (row.takes_program && line_.program.empty())
      throw UsageError(fmt::format("{0}: a program is missing; see pram list, and {0} --help", name));
    if (row.takes_file && !line_.options.has("FILE"))
      throw UsageError(fmt::format("{0}: a file is missing; see {0} --help", name));
    if (row.takes_operation && line_.operation.empty()) {
      throw UsageError(fmt::format("{0}: an operation is missing, one of {1}; see {0} --help", name,
                                   fmt::join(operation_names(), ", ")));
    }
  }

  /// A parse error as a sentence for the user: CLI11's own sentence is for developers.
  static std::string explain(const CLI::ParseError& error) {
    const std::string sentence = error.what();
    const std::string option = sentence.substr(0, sentence.find(':'));
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ArgumentMismatch)) {
      if (sentence.ends_with("flag override"))
        return "pram: --" + sentence.substr(0, sentence.find(' ')) + " takes no value";
      return "pram: " + option + (sentence.ends_with("missing") ? " needs a value" : " is given more than once");
    }
    return "pram: " + sentence;
  }

  CommandLine& line_;
  CLI::App app_;
  std::shared_ptr<Help> formatter_;
  std::vector<Entry> commands_;
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
  const auto has = [&](const CommandRow& command) {
    return std::ranges::any_of(command.options, [&](const OptionRow& row) { return row.flag == flag; });
  };
  for (const CommandRow& command : command_table()) {
    if (has(command) || std::ranges::any_of(command.parts, has)) return flag;
  }
  return option;
}

}  // namespace pram::tool

#include "command_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <span>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include <pram/detail/missing_part.hpp>
#include <pram/registry.hpp>
#include <pram/report/detail/value/text.hpp>
#include "../options/output.hpp"
#include "../options/own.hpp"
#include "../parts.hpp"
#include "../tool_name.hpp"
#include "help.hpp"
#include "plugin_files.hpp"
#include "short_help.hpp"

namespace pram::tool {

const char* const tool_examples = R"(Examples:
  pram list
  pram list programs --family graph
  pram show prefix-sums
  pram run prefix-sums --n 2^20
  pram profile connected-components --network ideal
  pram trace list-ranking-wyllie --n 16 --html trace.html
  pram compare connected-components --access direct,combining
  pram scale prefix-sums --n 2^8..2^18
  pram route --network torus:64x64 --pattern transpose
  pram patterns --degree 64 --basis 32,16,8
  pram collective all-to-all --network torus:8x8 --words 4096
  pram bsp -n 1024 --network torus:32x32 ./program arguments
  pram tables combining --runs 100
  pram tables rcn-full
  pram profile --help)";

namespace {

class Parser {
 public:
  explicit Parser(CommandLine& line) : line_(line), app_(tool_description, tool_name()) {
    formatter_ = std::make_shared<Help>();
    set_up(app_, tool_examples);
    app_.set_version_flag(version_option.flag, "pram " PRAM_VERSION, version_option.help)->group(version_option.group);
    std::vector<CLI::App*> helped = {&app_};
    for (const CommandRow& row : command_table()) {
      CLI::App* const command = add(app_, row.name, row.description, examples_of(row));
      if (*row.alias != '\0') command->alias(row.alias);
      entries_.push_back({command, &row, nullptr});
      if (row.command == nullptr) {
        command->set_help_flag();  // all that follows is for the tool that has it
        command->prefix_command();
        continue;
      }
      helped.push_back(command);
      if (row.command->operand != nullptr) add_operand(*command, *row.command->operand);
      if (row.command->runs_another) command->prefix_command();
      add_options(*command, row.command->options);
      add_own_options(*command, row.command->options);
      if (row.command->parts == nullptr) continue;
      formatter_->label(row.name, row.command->part_usage);
      for (const CommandPart& part : row.command->parts()) {
        helped.push_back(add(*command, part.name, part.description, part.examples));
        helped.back()->ignore_case();
        entries_.push_back({helped.back(), &row, &part});
        add_options(*helped.back(), part.options);
      }
    }
    // The help flags come last, so that they are listed last. To CLI11 the short one is help, and the other help of
    // all, which wins where both are given.
    for (CLI::App* const command : helped) {
      command->set_help_flag(short_help_option.flag, short_help_option.help)->group(short_help_option.group);
      command->set_help_all_flag(help_option.flag, help_option.help)->group(help_option.group);
    }
  }

  void parse(int count, const char* const* arguments) {
    try {
      app_.parse(count, arguments);
      check();
    } catch (const CLI::CallForAllHelp&) {
      check_command_of_help();
      describe_options();
      line_.text = app_.help();
    } catch (const CLI::CallForHelp&) {
      check_command_of_help();
      line_.text = short_help_of_chosen();
    } catch (const CLI::CallForVersion& version) {
      line_.text = std::string(version.what()) + '\n';
    } catch (const CLI::ParseError& error) {
      throw UsageError(explain(error));
    }
  }

 private:
  struct Described {
    const CLI::App* command;
    CLI::Option* option;
    ListedOption listed;
  };
  struct Entry {
    CLI::App* app;
    const CommandRow* row;
    const CommandPart* part;
  };

  /// What a command names, or one for each of its parts.
  static std::string examples_of(const CommandRow& row) {
    if (row.command == nullptr) return "";
    if (row.command->parts == nullptr) return row.command->examples;
    std::string examples = "Examples:";
    for (const CommandPart& part : row.command->parts())
      examples += fmt::format("\n  {} {} {}", tool_name(), row.name, part.name);
    return examples;
  }

  void set_up(CLI::App& app, const std::string& footer) {
    app.formatter(formatter_);
    app.footer(named(footer));
    app.allow_extras();  // so that check() can say what is wrong
    app.require_subcommand(0, 1);
    app.get_formatter()->label("Positionals", "Arguments");
    app.get_formatter()->label("Subcommands", "Commands");
  }

  CLI::App* add(CLI::App& parent, const std::string& name, const std::string& description, const std::string& footer) {
    CLI::App* const command = parent.add_subcommand(name, description);
    set_up(*command, footer);
    command->group("Commands");
    return command;
  }

  void add_operand(CLI::App& command, const Operand& operand) {
    const auto take = [this, &operand](const std::string& given) {
      line_.operand = given;
      if (operand.option != nullptr) line_.options.set(*operand.option, given);
    };
    CLI::Option* const option = command.add_option_function<std::string>(operand.name, take, operand.help());
    if (operand.usage != nullptr) option->option_text(operand.usage);
  }

  void add_options(CLI::App& command, std::span<const ListedOption> options) {
    for (const ListedOption& listed : options) {
      const OptionRow& row = *listed.row;
      if (row.value == nullptr) {
        const auto given = [this, &row] { line_.options.set(row, ""); };
        CLI::Option* const flag = command.add_flag_callback(row.flag, given);
        flag->disable_flag_override()->group(listed.heading());
        listed_.push_back({&command, flag, listed});
        continue;
      }
      const auto take = [this, &row](const std::vector<std::string>& values) {
        for (const std::string& value : values) take_value(row, value);
      };
      CLI::Option* const option = command.add_option_function<std::vector<std::string>>(row.flag, take);
      option->expected(1)->allow_extra_args(false)->option_text(row.value)->group(listed.heading());
      option->multi_option_policy(row.repeatable ? CLI::MultiOptionPolicy::TakeAll : CLI::MultiOptionPolicy::Throw);
      listed_.push_back({&command, option, listed});
    }
  }

  void add_own_options(CLI::App& command, std::span<const ListedOption> options) {
    for (const option::OwnOption& own : option::own_beside(options)) {
      if (command.get_option_no_throw(own.row.flag) != nullptr) {
        throw ConfigError("option of program " + own.program->name, own.row.flag,
                          fmt::format("a name that no option of {} {} has", tool_name(), command.get_name()));
      }
      const ListedOption listed(own.row);
      add_options(command, {&listed, 1});
    }
  }

  /// Help of a command that there is not is refused.
  void check_command_of_help() const {
    if (app_.get_subcommands().empty() && !app_.remaining().empty()) chosen(app_, "command", tool_name());
  }

  std::string short_help_of_chosen() const {
    const CLI::App* app = &app_;
    std::string name = tool_name();
    while (!app->get_subcommands().empty()) {
      app = app->get_subcommands().front();
      name += " " + app->get_name();
    }
    const std::string usage = formatter_->make_usage(app, name);
    if (app == &app_) return short_help(usage);
    const Entry& entry = entry_of(*app);
    return short_help(usage, name, *entry.row, entry.part);
  }

  /// Describes the options of the command that was named, which takes all tables of names.
  void describe_options() {
    for (const Described& one : listed_) {
      if (one.command->parsed()) one.option->description(one.listed.help());
    }
  }

  void take_value(const OptionRow& row, std::string value) {
    const std::string flag = name_of(row);
    // CLI11 takes the next argument as the value, even if it is an option.
    if (value.starts_with("--")) throw CLI::ArgumentMismatch::TypedAtLeast(flag, 1, "value");
    if (row.one_of != nullptr) {
      const std::vector<std::string> allowed = row.one_of();
      const std::string* const known = known_name(value, allowed);
      if (known == nullptr) throw ConfigError(flag, value, allowed_names(value, allowed));
      value = *known;
    }
    if (row.needs_whole_tool && !tool_parts.whole && missing_.empty()) missing_ = flag;
    line_.options.set(row, std::move(value));
  }

  static std::string shown(const std::string& argument) { return report::shortened(argument, 60); }

  static bool is_option(const std::string& argument) { return argument.starts_with('-') && argument != "-"; }

  static std::vector<std::string> commands_of(const CLI::App& app) {
    std::vector<std::string> all;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
      all.push_back(command->get_name());
    return all;
  }

  /// The launcher, which hands on what it does not know, says in a variable which commands are its own.
  static void add_launcher_commands(std::vector<std::string>& known) {
    const char* const its_own = std::getenv("PRAM_LAUNCHER_COMMANDS");
    if (its_own == nullptr) return;
    std::istringstream names(its_own);
    for (std::string name; names >> name;) known.push_back(name);
  }

  static std::vector<std::string> aliases_of(const CLI::App& app) {
    std::vector<std::string> all;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
      all.insert(all.end(), command->get_aliases().begin(), command->get_aliases().end());
    return all;
  }

  /// The arguments that no option took. The "--" that ends the options is not among them.
  /// @param of_another  the arguments are another program's, so that only a first "--" is dropped
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

  /// The command that was chosen; throws if there is none.
  /// @param what     "command", as an error names it
  /// @param command  what stands before it: "pram"
  static const CLI::App& chosen(const CLI::App& app, const std::string& what, const std::string& command) {
    const std::vector<CLI::App*> given = app.get_subcommands();
    const std::vector<std::string> extras = extras_of(app);
    if (!given.empty() || (!extras.empty() && is_option(extras.front()))) refuse_extras(app, command);
    if (!given.empty()) return *given.front();
    std::vector<std::string> known = commands_of(app);
    if (what == "command") add_launcher_commands(known);
    if (!extras.empty()) throw ConfigError(what, extras.front(), allowed_names(extras.front(), known, aliases_of(app)));
    throw UsageError(
        fmt::format("{}: a {} is missing, one of {}; see {} --help", command, what, fmt::join(known, ", "), command));
  }

  const Entry& entry_of(const CLI::App& command) const { return *std::ranges::find(entries_, &command, &Entry::app); }

  /// What follows the command's options is another program's.
  void take_command_line(const CLI::App& command) {
    const std::string name = tool_name() + " " + command.get_name();
    line_.arguments = extras_of(command, true);
    for (std::string& behind : extras_of(app_, true)) line_.arguments.push_back(std::move(behind));  // behind a "--"
    if (line_.arguments.empty()) throw UsageError(fmt::format("{0}: a program is missing; see {0} --help", name));
    if (is_option(line_.arguments.front())) refuse_extras(command, name);
    line_.command = entry_of(command).row->command;
    line_.name = name;
  }

  void check() {
    const std::vector<CLI::App*> given = app_.get_subcommands();
    if (!given.empty()) {
      const CommandRow& row = *entry_of(*given.front()).row;
      if (row.command == nullptr) throw pram::detail::MissingPart(row.name);
      if (row.command->runs_another) {
        take_command_line(*given.front());
        return;
      }
    }
    const CLI::App* command = &chosen(app_, "command", tool_name());
    const Command& chosen_command = *entry_of(*command).row->command;
    std::string name = tool_name() + " " + command->get_name();
    if (chosen_command.parts != nullptr) {
      command = &chosen(*command, chosen_command.part, name);
      line_.part = command->get_name();
      name += " " + command->get_name();
    }
    refuse_extras(*command, name);
    line_.command = &chosen_command;
    line_.name = name;
    check_operand();
    if (!missing_.empty()) throw pram::detail::MissingPart(missing_);
  }

  /// Whether there is the operand that the command needs.
  void check_operand() const {
    const Operand* const operand = line_.command->operand;
    if (operand == nullptr || operand->missing == nullptr) return;
    if (line_.operand.has_value() && (operand->may_be_empty || !line_.operand->empty())) return;
    throw UsageError(fmt::format("{0}: {1} {0} --help", line_.name, operand->missing()));
  }

  /// A parse error as a sentence for the user: CLI11's own sentence is for developers.
  static std::string explain(const CLI::ParseError& error) {
    const std::string sentence = error.what();
    const std::string option = sentence.substr(0, sentence.find(':'));
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ArgumentMismatch)) {
      if (sentence.ends_with("flag override"))
        return tool_name() + ": --" + sentence.substr(0, sentence.find(' ')) + " takes no value";
      return tool_name() + ": " + option +
             (sentence.ends_with("missing") ? " needs a value" : " is given more than once");
    }
    return tool_name() + ": " + sentence;
  }

  CommandLine& line_;
  CLI::App app_;
  std::shared_ptr<Help> formatter_;
  std::vector<Entry> entries_;  // those of parts behind that of their command
  std::vector<Described> listed_;
  std::string missing_;  // the first option that this tool does not serve
};

}  // namespace

CommandLine parse(int count, const char* const* arguments) {
  // "pram help run" is what many type first.
  std::vector<std::string> words(arguments, arguments + count);
  if (words.size() > 1 && words[1] == "help") {
    words.erase(words.begin() + 1);
    words.emplace_back("--help");
  }
  load_named_plugins(words);
  option::check_own();
  std::vector<const char*> texts;
  for (const std::string& word : words) texts.push_back(word.c_str());
  CommandLine line;
  Parser(line).parse(static_cast<int>(texts.size()), texts.data());
  return line;
}

std::string flag_of(const std::string& option) {
  std::string flag = "--" + option;
  std::ranges::replace(flag, '_', '-');
  const auto has = [&](std::span<const ListedOption> options) {
    return std::ranges::any_of(options, [&](const ListedOption& listed) { return listed.row->flag == flag; });
  };
  if (std::ranges::any_of(option::own(), [&](const option::OwnOption& own) { return own.row.flag == flag; }))
    return flag;
  for (const CommandRow& row : command_table()) {
    if (row.command == nullptr) continue;
    if (has(row.command->options)) return flag;
    if (row.command->parts != nullptr && std::ranges::any_of(row.command->parts(), has, &CommandPart::options))
      return flag;
  }
  return option;
}

}  // namespace pram::tool

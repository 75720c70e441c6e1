#include "help.hpp"

#include <pram/report/detail/value/items.hpp>
#include <pram/report/detail/value/text.hpp>

namespace pram::tool {

std::string Help::make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const {
  return make_usage(app, std::move(name)) + '\n' + report::wrapped(app->get_description(), 0) + '\n' +
         make_positionals(app) + make_subcommands(app, mode) + options(app) + '\n' + make_footer(app);
}

std::string Help::make_usage(const CLI::App* app, std::string name) const {
  std::string usage = "Usage: " + name;
  for (const CLI::Option* option : app->get_options([](const CLI::Option* o) { return o->get_positional(); }))
    usage += " " + (option->get_option_text().empty() ? option->get_name(true) : option->get_option_text());
  if (!app->get_subcommands([](const CLI::App*) { return true; }).empty())
    usage += app->get_parent() == nullptr ? " COMMAND" : ' ' + get_label(app->get_name());
  usage += " [OPTION]…";
  if (app->get_prefix_command()) usage += " PROGRAM [ARGUMENT]…";
  return usage + '\n';
}

std::string Help::options(const CLI::App* app) const {
  std::string out;
  for (const std::string& group : app->get_groups()) {
    const auto options =
        app->get_options([&](const CLI::Option* o) { return o->get_group() == group && o->nonpositional(); });
    if (!options.empty()) out += make_group(group, false, options);
  }
  return out;
}

std::string Help::make_option(const CLI::Option* option, bool is_positional) const {
  const std::string& value = option->get_option_text();
  return report::item(option->get_name(is_positional, true) + (is_positional || value.empty() ? "" : " " + value),
                      option->get_description());
}

std::string Help::make_subcommand(const CLI::App* command) const {
  return report::item(command->get_name(), command->get_description());
}

}  // namespace pram::tool

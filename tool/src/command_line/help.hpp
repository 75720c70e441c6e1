#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace pram::tool {

/// Help of at most 80 columns: usage, what it does, commands or options, examples.
class Help : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;
  std::string make_usage(const CLI::App* app, std::string name) const override;
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_subcommand(const CLI::App* command) const override;

 private:
  std::string options(const CLI::App* app) const;
};

}  // namespace pram::tool

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "../command_line/command.hpp"
#include "../completion/scripts.hpp"
#include "../output/output.hpp"
#include "../tool_name.hpp"

namespace pram::tool {

namespace {

/// A shell, and what makes its script.
struct Shell {
  const char* name;
  const char* description;
  const char* examples;
  std::string (*script)(const OfferedCommand& line);
};

constexpr Shell shells[] = {
    {"bash", "Print the script by which bash completes command lines of this tool", R"(Examples:
  source <(pram completion bash)
  pram completion bash > ~/.local/share/bash-completion/completions/pram)",
     bash_completion},
    {"zsh", "Print the script by which zsh completes command lines of this tool", R"(Examples:
  source <(pram completion zsh)
  pram completion zsh > ~/.zfunc/_pram)",
     zsh_completion},
    {"fish", "Print the script by which fish completes command lines of this tool", R"(Examples:
  pram completion fish | source
  pram completion fish > ~/.config/fish/completions/pram.fish)",
     fish_completion},
};

const std::vector<CommandPart>& shell_parts() {
  static const std::vector<CommandPart> parts = [] {
    std::vector<CommandPart> all;
    for (const Shell& shell : shells) all.push_back({shell.name, shell.description, shell.examples, {}});
    return all;
  }();
  return parts;
}

int completion(const CommandLine& line) {
  const Shell& shell =
      *std::ranges::find(shells, line.part, [](const Shell& one) { return std::string_view(one.name); });
  print(shell.script(offered_command_line(tool_name())));
  return 0;
}

}  // namespace

extern const Command completion_command = {
    .parts = shell_parts, .part = "shell", .part_usage = "SHELL", .run = completion};

}  // namespace pram::tool

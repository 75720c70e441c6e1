#include <fmt/format.h>

#include <string>
#include <string_view>

#include "scripts.hpp"

namespace pram::tool {

namespace {

constexpr std::string_view zsh_begin = R"(#compdef %NAME%
# Completes command lines of %NAME% in zsh: source <(%NAME% completion zsh), behind compinit

)";

// Zsh loads a file of functions as one of them, which then does what was asked of it.
constexpr std::string_view zsh_end = R"(if [[ $funcstack[1] == _%ID% ]]; then
  _%ID% "$@"
else
  compdef _%ID% %WORD%
fi
)";

/// A text in which characters stand for themselves that _arguments and _describe would read.
std::string escaped(const std::string& text) {
  std::string made;
  for (const char letter : text) {
    if (std::string_view("\\[]:").find(letter) != std::string_view::npos) made += '\\';
    made += letter;
  }
  return made;
}

class ZshScript {
 public:
  explicit ZshScript(const OfferedCommand& line) : line_(line), lists_(line), prefix_('_' + identifier(line.name)) {}

  std::string text() const {
    std::string out = with_names(zsh_begin, line_.name);
    for (const WordLists::List& list : lists_.lists()) out += word_list(list);
    for (const OfferedPlace& place : places_of(line_)) {
      if (!place.path.empty()) out += command(place);
    }
    return out + command({{}, &line_}) + with_names(zsh_end, line_.name);
  }

 private:
  std::string function_of(const std::vector<std::string>& path) const {
    std::string name = prefix_;
    for (const std::string& part : path) name += '_' + identifier(part);
    return name;
  }

  /// The function that offers words, which no command's function is named as.
  std::string function_of(const Offer& offer) const { return prefix_ + "__" + lists_.name_of(offer); }

  std::string word_list(const WordLists::List& list) const {
    std::string out = fmt::format("{}() {{\n  local -a offered=(\n", function_of(list.offer));
    for (const OfferedWord& word : list.offer.words) {
      out += "    " + single_quoted(word.what.empty() ? word.text : fmt::format("{}:{}", word.text, word.what)) + '\n';
    }
    out += "  )\n";
    if (list.offer.kind == Offer::Kind::list) out += "  compset -P '*[,;]'\n  compset -S '[,;]*'\n";
    return out + fmt::format("  _describe {} offered\n}}\n\n", single_quoted(list.name));
  }

  std::string action_of(const Offer& offer) const {
    switch (offer.kind) {
      case Offer::Kind::nothing: return " ";
      case Offer::Kind::files: return "_files";
      case Offer::Kind::folders: return "_files -/";
      default: return function_of(offer);
    }
  }

  /// An option as _arguments reads it, a line for each flag.
  std::string specs_of(const OfferedOption& option) const {
    std::string others;
    for (const std::string& flag : option.flags) others += (others.empty() ? "" : " ") + flag;
    std::string out;
    for (const std::string& flag : option.flags) {
      std::string spec = option.repeatable ? "*" : option.flags.size() > 1 ? '(' + others + ')' : "";
      spec += flag;
      if (!option.value.empty()) spec += flag.starts_with("--") ? "=" : "+";
      if (!option.what.empty()) spec += '[' + escaped(option.what) + ']';
      if (!option.value.empty()) spec += ':' + escaped(option.value) + ':' + action_of(option.offer);
      out += "    " + single_quoted(spec) + " \\\n";
    }
    return out;
  }

  std::string command(const OfferedPlace& place) const {
    const OfferedCommand& command = *place.command;
    const std::string function = function_of(place.path);
    std::string specs;
    for (const OfferedOption& option : command.options) specs += specs_of(option);
    const std::string begin = fmt::format("{}() {{\n", function);
    if (!command.parts.empty()) return with_parts(command, place.path, specs);
    if (command.runs_another) {
      specs += "    '(-)1:program:_command_names -e' \\\n    '*::argument:_normal'\n";
    } else if (!command.operand.empty()) {
      specs +=
          "    " + single_quoted(fmt::format("1:{}:{}", escaped(command.operand), action_of(command.operands))) + '\n';
    } else {
      specs.erase(specs.size() - 3, 2);
    }
    return begin + "  _arguments -s -S : \\\n" + specs + "}\n\n";
  }

  /// The function of what has commands, or parts, each with a function of its own.
  std::string with_parts(const OfferedCommand& command, const std::vector<std::string>& path,
                         const std::string& specs) const {
    const std::string function = function_of(path);
    std::string out = fmt::format("{}_parts() {{\n  local -a offered=(\n", function);
    for (const OfferedCommand& part : command.parts)
      out += "    " + single_quoted(fmt::format("{}:{}", part.name, part.what)) + '\n';
    const char* const what = path.empty() ? "command" : "part";
    out += fmt::format("  )\n  _describe {} offered\n}}\n\n", what);
    out += fmt::format(R"({}() {{
  local curcontext=$curcontext state ret=1
  local -a line
  local -A opt_args
  _arguments -C -s -S : \
{}    '1:{}:{}_parts' \
    '*::argument:->arguments' && ret=0
  if [[ $state == arguments ]]; then
    case $words[1] in
)",
                       function, specs, what, function);
    if (path.empty()) out += fmt::format("      help) _arguments '1:command:{}_parts' && ret=0 ;;\n", function);
    for (const OfferedCommand& part : command.parts) {
      std::vector<std::string> below = path;
      below.push_back(part.name);
      const std::string names = part.alias.empty() ? part.name : fmt::format("{} | {}", part.name, part.alias);
      out += fmt::format("      {}) {} && ret=0 ;;\n", names, function_of(below));
    }
    return out + "    esac\n  fi\n  return ret\n}\n\n";
  }

  const OfferedCommand& line_;
  WordLists lists_;
  std::string prefix_;
};

}  // namespace

std::string zsh_completion(const OfferedCommand& line) { return ZshScript(line).text(); }

}  // namespace pram::tool

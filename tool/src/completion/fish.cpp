#include <fmt/format.h>

#include <string>
#include <string_view>

#include "scripts.hpp"

namespace pram::tool {

namespace {

constexpr std::string_view fish_begin = R"(# Completes command lines of %NAME% in fish: %NAME% completion fish | source

# Prints the command, its part, and what else stands there without an option, a line each.
function __%ID%_words
    set -l words (commandline -opc)
    set -e words[1]
    set -l found
    set -l is_value no
    for word in $words
        if test $is_value = yes
            set is_value no
            continue
        end
        switch $word
            case '-*'
                if contains -- $word (__%ID%_valued $found)
                    set is_value yes
                end
            case '*'
                if not set -q found[1]
                    switch $word
                        case help
                            continue
)";

constexpr std::string_view fish_conditions = R"(                    end
                end
                set -a found $word
        end
    end
    if set -q found[1]
        printf '%s\n' $found
    end
end

# Whether these words stand there, and none behind them.
function __%ID%_is
    set -l words (__%ID%_words)
    test "$words" = "$argv"
end

# Whether these words stand there first.
function __%ID%_at
    set -l words (__%ID%_words)
    set -l count (count $argv)
    set -q words[$count]
    and test "$words[1..$count]" = "$argv"
end

# Of several values with commas between them, the last one is completed.
function __%ID%_list
    set -l before (commandline -ct | string replace -r '^--[^=]*=' '' | string replace -r '[^,;]*$' '')
    for one in ($argv[1])
        printf '%s\n' "$before$one"
    end
end

# Prints the options of a command that take a value.
function __%ID%_valued
    switch "$argv"
)";

constexpr std::string_view fish_lists = R"(    end
end

)";

/// A text between single quotes, as fish reads it.
std::string fish_quoted(const std::string& text) {
  std::string made = "'";
  for (const char letter : text) {
    if (letter == '\'' || letter == '\\') made += '\\';
    made += letter;
  }
  return made + '\'';
}

class FishScript {
 public:
  explicit FishScript(const OfferedCommand& line) : line_(line), lists_(line), prefix_("__" + identifier(line.name)) {}

  std::string text() const {
    const std::vector<OfferedPlace> places = places_of(line_);
    std::string out = with_names(fish_begin, line_.name);
    for (const OfferedCommand& command : line_.parts) {
      if (command.alias.empty()) continue;
      out += fmt::format("                        case {}\n                            set word {}\n", command.alias,
                         command.name);
    }
    out += with_names(fish_conditions, line_.name);
    for (const OfferedPlace& place : places) out += valued(place);
    out += fish_lists;
    for (const WordLists::List& list : lists_.lists()) out += word_list(list);
    out += begin() + " -f\n";
    for (const OfferedPlace& place : places) out += completions(place);
    return out;
  }

 private:
  std::string begin() const { return "complete -c " + fish_quoted(line_.name); }

  static std::string words_of(const std::vector<std::string>& path) {
    std::string words;
    for (const std::string& word : path) words += ' ' + word;
    return words;
  }

  static std::string valued(const OfferedPlace& place) {
    std::string flags;
    for (const OfferedOption& option : place.command->options) {
      if (option.value.empty()) continue;
      for (const std::string& flag : option.flags) flags += ' ' + flag;
    }
    if (flags.empty()) return "";
    const std::string words = words_of(place.path).substr(1);
    return fmt::format("        case '{0}' '{0} *'\n            printf '%s\\n'{1}\n", words, flags);
  }

  std::string function_of(const Offer& offer) const { return prefix_ + "_words_" + lists_.name_of(offer); }

  std::string word_list(const WordLists::List& list) const {
    std::string out = fmt::format("function {}\n    printf '%s\\t%s\\n'", function_of(list.offer));
    for (const OfferedWord& word : list.offer.words)
      out += fmt::format(" \\\n        {} {}", fish_quoted(word.text), fish_quoted(word.what));
    return out + "\nend\n\n";
  }

  std::string action_of(const Offer& offer) const {
    switch (offer.kind) {
      case Offer::Kind::nothing: return "";
      case Offer::Kind::files: return " -F";
      case Offer::Kind::folders: return " -a '(__fish_complete_directories)'";
      case Offer::Kind::list: return fmt::format(" -a '({}_list {})'", prefix_, function_of(offer));
      default: return fmt::format(" -a '({})'", function_of(offer));
    }
  }

  std::string option(const OfferedOption& option, const std::string& condition) const {
    std::string out = begin() + condition;
    for (const std::string& flag : option.flags)
      out += flag.starts_with("--") ? " -l " + flag.substr(2) : " -s " + flag.substr(1);
    if (!option.value.empty()) out += option.offer.kind == Offer::Kind::files ? " -r" : " -x";
    out += action_of(option.offer);
    if (!option.what.empty()) out += " -d " + fish_quoted(option.what);
    return out + '\n';
  }

  std::string completions(const OfferedPlace& place) const {
    const OfferedCommand& command = *place.command;
    const std::string words = words_of(place.path);
    const std::string here = fmt::format(" -n '{}_is{}'", prefix_, words);
    const std::string below = fmt::format(" -n '{}_at{}'", prefix_, words);
    // Options stand behind an operand, too, and not behind another program or the name of a part.
    const bool operand_alone = command.parts.empty() && !command.runs_another;
    std::string out = "\n";
    for (const OfferedOption& one : command.options) out += option(one, operand_alone ? below : here);
    for (const OfferedCommand& part : command.parts)
      out += begin() + here + " -a " + part.name + " -d " + fish_quoted(part.what) + '\n';
    if (command.runs_another) return out + begin() + below + " -F\n";
    if (!command.operand.empty()) out += begin() + here + action_of(command.operands) + '\n';
    return out;
  }

  const OfferedCommand& line_;
  WordLists lists_;
  std::string prefix_;
};

}  // namespace

std::string fish_completion(const OfferedCommand& line) { return FishScript(line).text(); }

}  // namespace pram::tool

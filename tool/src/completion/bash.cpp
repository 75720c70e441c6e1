#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scripts.hpp"

namespace pram::tool {

namespace {

constexpr std::string_view bash_begin = R"(# Completes command lines of %NAME% in bash: source <(%NAME% completion bash)

# Sets `options` to those of the command `at`, and `valued` to those of them that take a value.
_%ID%_options() {
  options='' valued=''
  case $at in
)";

constexpr std::string_view bash_words = R"(  esac
}

_%ID%() {
  local IFS=$' \t\n' at='' option='' ended='' program='' given='' before='' drop='' offered='' list='' i word
  local options valued cur tail line=$COMP_LINE
  local -a words=() places=()
  COMPREPLY=()

  # Bash splits words at "=" and ":", too: parts without a blank between them are one word.
  for ((i = 0; i <= COMP_CWORD; ++i)); do
    word=${COMP_WORDS[i]}
    if ((i == 0)) || [[ $line == [[:blank:]]* ]]; then
      words+=("$word") places+=("$i")
    else
      words[-1]+=$word
    fi
    line=${line#*"$word"}
  done
  cur=${words[-1]}

  # What stands before the word.
  for ((i = 1; i < ${#words[@]} - 1; ++i)); do
    word=${words[i]}
    if [[ -n $option ]]; then
      option=''
      continue
    fi
    if [[ -z $ended && $word == -* ]]; then
      if [[ $word == -- ]]; then ended=yes; fi
      _%ID%_options
      if [[ " $valued " == *" $word "* ]]; then option=$word; fi
      continue
    fi
    case $at in
)";

constexpr std::string_view bash_choose = R"(      *) given=yes ;;
    esac
    if [[ -n $program ]]; then break; fi
  done

  # What may stand here.
  _%ID%_options
  if [[ -z $option && -z $ended && -z $program && $cur == --*=* ]]; then
    option=${cur%%=*} before=$option=
    if [[ " $valued " != *" $option "* ]]; then return; fi
  fi
  if [[ -n $option ]]; then
    case $at/$option in
)";

constexpr std::string_view bash_operands = R"(    esac
  elif [[ -z $ended && -z $program && $cur == -* ]]; then
    offered=$options
  elif [[ -z $given ]]; then
    case $at in
)";

constexpr std::string_view bash_end = R"(    esac
  fi

  # Of several values with commas between them, the last one is completed.
  if [[ -n $list ]]; then
    tail=${cur#"$before"}
    before+=${tail%"${tail##*[,;]}"}
  fi
  # Bash replaces what stands behind the last "=" or ":".
  tail=$cur
  if [[ $COMP_WORDBREAKS == *=* ]]; then tail=${tail##*=}; fi
  if [[ $COMP_WORDBREAKS == *:* ]]; then tail=${tail##*:}; fi
  drop=${cur%"$tail"}
  for word in $offered; do
    word=$before$word
    if [[ $word == "$cur"* ]]; then COMPREPLY+=("${word#"$drop"}"); fi
  done
}

complete -F _%ID% %WORD%
)";

constexpr std::string_view bash_other_program = R"(
        # The other program completes what is its own.
        i=${program:-$COMP_CWORD}
        if declare -F _command_offset >/dev/null; then
          _command_offset "$i"
          return
        fi
        compopt -o default
        ;;
)";

std::string joined_words(const Offer& offer) {
  std::string words;
  for (const OfferedWord& word : offer.words) words += (words.empty() ? "" : " ") + word.text;
  return words;
}

std::string words_of(const std::vector<OfferedCommand>& commands) {
  std::string words;
  for (const OfferedCommand& command : commands) words += (words.empty() ? "" : " ") + command.name;
  return words;
}

/// "run", "'tables combining'", "''".
std::string bash_path(const std::vector<std::string>& path) {
  const std::string text = fmt::format("{}", fmt::join(path, " "));
  return path.size() == 1 ? text : single_quoted(text);
}

std::string option_cases(const std::vector<OfferedPlace>& places) {
  std::string out;
  for (const auto& [path, command] : places) {
    std::string all;
    std::string valued;
    for (const OfferedOption& option : command->options) {
      for (const std::string& flag : option.flags) {
        all += (all.empty() ? "" : " ") + flag;
        if (!option.value.empty()) valued += (valued.empty() ? "" : " ") + flag;
      }
    }
    out += fmt::format("    {})\n      options={}\n", bash_path(path), single_quoted(all));
    if (!valued.empty()) out += fmt::format("      valued={}\n", single_quoted(valued));
    out += "      ;;\n";
  }
  return out;
}

/// Goes from a command to what a word behind it makes of it.
std::string step_cases(const OfferedCommand& line) {
  std::string out = "      '')\n";
  std::string aliases;
  std::string with_parts;
  std::string runs_another;
  const auto add = [](std::string& names, const std::string& name) { names += (names.empty() ? "" : " | ") + name; };
  for (const OfferedCommand& command : line.parts) {
    if (!command.alias.empty()) aliases += fmt::format("          {}) at={} ;;\n", command.alias, command.name);
    if (!command.parts.empty()) add(with_parts, command.name);
    if (command.runs_another) add(runs_another, command.name);
  }
  out +=
      "        case $word in\n          help) ;;\n" + aliases + "          *) at=$word ;;\n        esac\n        ;;\n";
  if (!with_parts.empty()) out += fmt::format("      {}) at+=\" $word\" ;;\n", with_parts);
  if (!runs_another.empty()) out += fmt::format("      {}) program=${{places[i]}} ;;\n", runs_another);
  return out;
}

/// What sets out what an offer has.
std::string action_of(const Offer& offer) {
  switch (offer.kind) {
    case Offer::Kind::files: return "compopt -o default";
    case Offer::Kind::folders: return "compopt -o dirnames";
    case Offer::Kind::list: return "list=yes offered=" + single_quoted(joined_words(offer));
    default: return "offered=" + single_quoted(joined_words(offer));
  }
}

/// Cases of a script, one for each action, with all patterns that lead to it.
class BashCases {
 public:
  void add(const Offer& offer, const std::string& pattern) {
    if (offer.kind == Offer::Kind::nothing) return;
    const std::string action = action_of(offer);
    auto found = std::ranges::find(cases_, action, &Case::action);
    if (found == cases_.end()) found = cases_.insert(cases_.end(), {action, ""});
    found->patterns += (found->patterns.empty() ? "" : " | ") + pattern;
  }

  std::string text() const {
    std::string out;
    for (const Case& one : cases_) out += fmt::format("      {}) {} ;;\n", one.patterns, one.action);
    return out;
  }

 private:
  struct Case {
    std::string action;
    std::string patterns;
  };
  std::vector<Case> cases_;
};

/// What may stand for an option's value: in one command, or in all where they agree.
std::string value_cases(const std::vector<OfferedPlace>& places) {
  struct FlagOffer {
    std::string flag;
    std::string path;
    const Offer* offer;
  };
  std::vector<FlagOffer> all;
  for (const auto& [path, command] : places) {
    for (const OfferedOption& option : command->options) {
      for (const std::string& flag : option.flags) all.push_back({flag, bash_path(path), &option.offer});
    }
  }
  std::ranges::stable_sort(all, {}, &FlagOffer::flag);
  BashCases cases;
  for (auto first = all.begin(); first != all.end();) {
    const auto last = std::find_if(first, all.end(), [&](const FlagOffer& one) { return one.flag != first->flag; });
    if (std::all_of(first, last, [&](const FlagOffer& one) { return *one.offer == *first->offer; })) {
      cases.add(*first->offer, "*/" + first->flag);
    } else {
      for (auto one = first; one != last; ++one) cases.add(*one->offer, one->path + '/' + one->flag);
    }
    first = last;
  }
  return cases.text();
}

/// What may stand behind a command: commands, its parts, its operand, or another program.
std::string operand_cases(const std::vector<OfferedPlace>& places) {
  std::string out;
  BashCases cases;
  for (const auto& [path, command] : places) {
    const std::string at = bash_path(path);
    if (!command->parts.empty()) {
      out += fmt::format("      {}) offered={} ;;\n", at, single_quoted(words_of(command->parts)));
    } else if (command->runs_another) {
      out += fmt::format("      {}){}", at, bash_other_program);
    } else {
      cases.add(command->operands, at);
    }
  }
  return out + cases.text();
}

}  // namespace

std::string bash_completion(const OfferedCommand& line) {
  const std::vector<OfferedPlace> places = places_of(line);
  return with_names(bash_begin, line.name) + option_cases(places) + with_names(bash_words, line.name) +
         step_cases(line) + with_names(bash_choose, line.name) + value_cases(places) + bash_operands.data() +
         operand_cases(places) + with_names(bash_end, line.name);
}

}  // namespace pram::tool

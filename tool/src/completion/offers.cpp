#include "offers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <span>
#include <utility>

#include <pram/programs/program.hpp>
#include "../command_line/command.hpp"
#include "../command_line/known_names.hpp"
#include "../options/own.hpp"

namespace pram::tool {

namespace {

/// The beginning of a text that says what something is: help goes on with values, defaults and exceptions.
std::string beginning(std::string_view text) {
  for (const std::string_view end : {": ", "; ", ". ", " ("}) text = text.substr(0, text.find(end));
  while (!text.empty() && (text.back() == ' ' || text.back() == ',' || text.back() == ':')) text.remove_suffix(1);
  return std::string(text == "one of" ? "" : text);
}

/// What help says of an option, without the names that it lists.
std::string what_of_option(const ListedOption& listed) {
  if (listed.words != nullptr) return beginning(listed.help());
  const std::string_view help = listed.row->help;
  return beginning(help.substr(0, help.find("{}")));
}

/// Whether every shell reads the word as it stands, in a list, too.
bool is_plain(const std::string& word) {
  return !word.empty() && word.front() != '-' && std::ranges::all_of(word, [](unsigned char letter) {
    return std::isalnum(letter) != 0 || letter == '-' || letter == '_' || letter == '.' || letter == '+';
  });
}

/// Makes offers of names. What a name is, the list says that has most names of the offer.
class Describer {
 public:
  Describer() {
    for (const std::string& list : list_names()) lists_.push_back(name_list(list).rows);
    NameRows& programs = lists_.front();
    for (const programs::ProgramName& program : programs::program_names()) {
      if (!program.alias.empty()) programs.emplace_back(program.alias, "short for " + program.name);
    }
  }

  std::vector<OfferedWord> words(const std::vector<std::string>& names) const {
    const NameRows* const list = list_of(names);
    std::vector<OfferedWord> words;
    for (const std::string& name : names) {
      if (is_plain(name)) words.push_back({name, list == nullptr ? "" : what_of(*list, name)});
    }
    return words;
  }

 private:
  static bool has(const NameRows& list, const std::string& name) {
    return std::ranges::find(list, name, &NameRows::value_type::first) != list.end();
  }

  static std::string what_of(const NameRows& list, const std::string& name) {
    const auto row = std::ranges::find(list, name, &NameRows::value_type::first);
    return row == list.end() ? "" : beginning(row->second);
  }

  const NameRows* list_of(const std::vector<std::string>& names) const {
    for (const NameRows& list : lists_) {
      const auto known = std::ranges::count_if(names, [&](const std::string& name) { return has(list, name); });
      if (2 * static_cast<std::size_t>(known) > names.size()) return &list;
    }
    return nullptr;
  }

  std::vector<NameRows> lists_;
};

Offer offer_of(const Describer& describer, const OptionRow& row) {
  if (row.value == nullptr) return {};
  if (std::string_view(row.value) == "DIR") return {Offer::Kind::folders};
  if (row.reads || row.writes) return {Offer::Kind::files};
  for (const auto names : {row.offers, row.one_of, row.names}) {
    if (names == nullptr) continue;
    std::vector<OfferedWord> words = describer.words(names());
    if (words.empty()) break;
    return {row.repeatable ? Offer::Kind::list : Offer::Kind::words, std::move(words)};
  }
  return {};
}

std::vector<std::string> flags_of(std::string_view flags) {
  std::vector<std::string> all;
  for (std::size_t comma = flags.find(','); comma != std::string_view::npos; comma = flags.find(',')) {
    all.emplace_back(flags.substr(0, comma));
    flags.remove_prefix(comma + 1);
  }
  all.emplace_back(flags);
  return all;
}

OfferedOption offered(const Describer& describer, const ListedOption& listed) {
  const OptionRow& row = *listed.row;
  return {flags_of(row.flag), row.value == nullptr ? "" : row.value, what_of_option(listed), row.repeatable,
          offer_of(describer, row)};
}

/// The options of a command, and those that every command has.
std::vector<OfferedOption> offered(const Describer& describer, std::span<const ListedOption> options) {
  std::vector<OfferedOption> all;
  for (const ListedOption& listed : options) all.push_back(offered(describer, listed));
  for (const OptionRow* const row : {&short_help_option, &help_option})
    all.push_back(offered(describer, ListedOption(*row)));
  return all;
}

void offer_operand(const Describer& describer, const Operand& operand, OfferedCommand& command) {
  command.operand = operand.name;
  if (operand.option != nullptr) command.operands = offer_of(describer, *operand.option);
  if (operand.offers != nullptr) command.operands = {Offer::Kind::words, describer.words(operand.offers())};
}

OfferedCommand offered(const Describer& describer, const CommandRow& row) {
  OfferedCommand command{row.name, row.alias, beginning(row.description), offered(describer, row.command->options)};
  for (const option::OwnOption& own : option::own_beside(row.command->options))
    command.options.push_back(offered(describer, ListedOption(own.row)));
  command.runs_another = row.command->runs_another;
  if (row.command->operand != nullptr) offer_operand(describer, *row.command->operand, command);
  if (row.command->parts == nullptr) return command;
  for (const CommandPart& part : row.command->parts())
    command.parts.push_back({part.name, "", beginning(part.description), offered(describer, part.options)});
  return command;
}

}  // namespace

OfferedCommand offered_command_line(const std::string& name) {
  const Describer describer;
  const ListedOption version(version_option);
  OfferedCommand line{name, "", beginning(tool_description), offered(describer, {&version, 1})};
  for (const CommandRow& row : command_table()) {
    if (row.command != nullptr) line.parts.push_back(offered(describer, row));
  }
  return line;
}

std::vector<OfferedPlace> places_of(const OfferedCommand& line) {
  std::vector<OfferedPlace> places = {{{}, &line}};
  for (const OfferedCommand& command : line.parts) {
    places.push_back({{command.name}, &command});
    for (const OfferedCommand& part : command.parts) places.push_back({{command.name, part.name}, &part});
  }
  return places;
}

WordLists::WordLists(const OfferedCommand& line) {
  for (const auto& [path, command] : places_of(line)) {
    const std::string owner = path.empty() ? "" : path.back();
    for (const OfferedOption& option : command->options) {
      const std::string& flag = option.flags.back();
      add(option.offer, owner, flag.substr(flag.find_first_not_of('-')));
    }
    std::string operand = command->operand;
    std::ranges::transform(operand, operand.begin(), [](unsigned char letter) { return std::tolower(letter); });
    add(command->operands, owner, operand);
  }
}

void WordLists::add(const Offer& offer, const std::string& command, const std::string& what) {
  if (offer.words.empty() || std::ranges::find(lists_, offer, &List::offer) != lists_.end()) return;
  const auto taken = [&](const std::string& name) {
    return std::ranges::find(lists_, name, &List::name) != lists_.end();
  };
  std::string name = identifier(what);
  if (taken(name)) name = identifier(command + '_' + what);
  while (taken(name)) name += '_';
  lists_.push_back({name, offer});
}

const std::string& WordLists::name_of(const Offer& offer) const {
  return std::ranges::find(lists_, offer, &List::offer)->name;
}

std::string identifier(const std::string& name) {
  std::string made = name;
  for (char& letter : made) {
    if (std::isalnum(static_cast<unsigned char>(letter)) == 0) letter = '_';
  }
  return made;
}

std::string single_quoted(const std::string& text) {
  std::string made = "'";
  for (const char letter : text) {
    if (letter == '\'') {
      made += R"('\'')";
    } else {
      made += letter;
    }
  }
  return made + '\'';
}

std::string with_names(std::string_view text, const std::string& name) {
  const std::pair<std::string_view, std::string> marks[] = {
      {"%NAME%", name}, {"%WORD%", single_quoted(name)}, {"%ID%", identifier(name)}};
  std::string made;
  while (!text.empty()) {
    const auto mark = std::ranges::find_if(marks, [&](const auto& one) { return text.starts_with(one.first); });
    if (mark == std::end(marks)) {
      made += text.front();
      text.remove_prefix(1);
    } else {
      made += mark->second;
      text.remove_prefix(mark->first.size());
    }
  }
  return made;
}

}  // namespace pram::tool

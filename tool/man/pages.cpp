#include "pages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <span>
#include <string_view>
#include <utility>

#include "../src/command_line/command.hpp"
#include "../src/exit_codes.hpp"

namespace pram::tool {

namespace {

constexpr const char* tool_page = "pram";

std::string page_of(std::string_view command) { return fmt::format("{}-{}", tool_page, command); }

/// Another page, as it is referred to.
std::string reference(std::string_view page) { return fmt::format(".BR {} (1)", roff(page)); }

/// A sentence as words in the midst of a line, and the other way round.
std::string with_small_letter(std::string text) {
  if (text.size() > 1 && std::islower(static_cast<unsigned char>(text[1])) != 0)
    text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
  return text;
}
std::string sentence(const std::string& text) { return text.ends_with('.') ? text : text + '.'; }

void begin(ManPage& page, const std::string& what) {
  page.section("NAME");
  page.line(fmt::format("{} \\- {}", roff(page.name()), roff(with_small_letter(what))));
  page.section("SYNOPSIS");
}

void synopsis(ManPage& page, const std::string& command, const std::string& words) {
  page.line(fmt::format("{} {}", bold(command), words));
}

/// Flags as help has them, the short ones first.
std::string tag_of(const OptionRow& row) {
  std::string short_flags;
  std::string long_flags;
  std::string_view flags = row.flag;
  while (!flags.empty()) {
    const std::size_t comma = std::min(flags.find(','), flags.size());
    const std::string_view flag = flags.substr(0, comma);
    std::string& put = flag.starts_with("--") ? long_flags : short_flags;
    put += (put.empty() ? "" : ", ") + bold(flag);
    flags.remove_prefix(std::min(comma + 1, flags.size()));
  }
  const std::string tag = short_flags + (short_flags.empty() || long_flags.empty() ? "" : ", ") + long_flags;
  return row.value == nullptr ? tag : tag + ' ' + italic(row.value);
}

void option_items(ManPage& page, std::span<const ListedOption> options) {
  for (const ListedOption& option : options) page.item(tag_of(*option.row), sentence(option.help()));
}

/// The options by their headings, in the order in which these come first.
void option_sections(ManPage& page, std::span<const ListedOption> options) {
  std::vector<std::string_view> headings;
  for (const ListedOption& option : options) {
    if (std::ranges::find(headings, option.heading()) == headings.end()) headings.emplace_back(option.heading());
  }
  for (const std::string_view heading : headings) {
    page.subsection(heading);
    for (const ListedOption& option : options) {
      if (option.heading() == heading) option_items(page, {&option, 1});
    }
  }
}

/// The lines below "Examples:".
std::vector<std::string> lines_of(std::string_view examples) {
  std::vector<std::string> lines;
  examples.remove_prefix(std::min(examples.find('\n'), examples.size()));
  while (!examples.empty()) {
    examples.remove_prefix(1);
    const std::size_t end = std::min(examples.find('\n'), examples.size());
    const std::string_view line = examples.substr(0, end);
    lines.emplace_back(line.substr(std::min(line.find_first_not_of(' '), line.size())));
    examples.remove_prefix(end);
  }
  return lines;
}

void exit_status(ManPage& page, bool runs_another) {
  page.section("EXIT STATUS");
  const auto status = [&](int code, std::string_view when) { page.item(bold(std::to_string(code)), when); };
  if (runs_another) {
    page.paragraph("That of the program, or 128 and the number of the signal that ended it; and, of the tool itself:");
  } else {
    status(0, "All is well.");
  }
  status(exit_failed, "The run failed, a result is wrong, or something could not be written.");
  status(exit_usage, "The command line is not right.");
  if (runs_another) {
    status(126, "The program cannot be run.");
    status(127, "The program is not found.");
  }
  page.item(bold("130") + ", " + bold("143"), "Ended by Ctrl-C, by SIGTERM: what was done by then is shown.");
  page.paragraph("An error is one line on standard error, which names the option, its value, and what is allowed.");
}

void see_also(ManPage& page, const std::vector<std::string>& pages) {
  page.section("SEE ALSO");
  for (const std::string& one : pages) page.line(reference(one) + (one == pages.back() ? "" : ","));
}

ManPage tool_itself(const std::string& version, const std::string& date) {
  ManPage page(tool_page, version, date);
  std::string_view what = tool_description;
  if (what.ends_with('.')) what.remove_suffix(1);
  begin(page, std::string(what));
  synopsis(page, tool_page, fmt::format("{} [{}]...", italic("COMMAND"), italic("OPTION")));
  page.section("DESCRIPTION");
  page.paragraph(tool_description);
  page.paragraph(
      "The command comes first, and its options stand anywhere behind it. Each command has a page of its own. Numbers "
      "may "
      "be written 32768, 2^15 or 1e5, sizes in bytes 512M, 2G or 1GiB; A..B is a range, where sweeps are allowed.");
  page.section("COMMANDS");
  for (const CommandRow& row : command_table()) page.item(reference(page_of(row.name)), sentence(row.description));
  page.section("OPTIONS");
  for (const OptionRow* const row : {&version_option, &short_help_option, &help_option})
    page.item(tag_of(*row), sentence(row->help));
  page.section("EXAMPLES");
  page.example(lines_of(tool_examples));
  exit_status(page, false);
  page.section("ENVIRONMENT");
  page.item(fmt::format("{}, {}, {}", bold("LC_ALL"), bold("LC_CTYPE"), bold("LANG")),
            "Of the first of them that is set: small bars are drawn with blocks in a locale of UTF-8.");
  page.item(bold("TERM"), "Where it is dumb, no progress is shown.");
  std::vector<std::string> pages;
  for (const CommandRow& row : command_table()) pages.push_back(page_of(row.name));
  pages.push_back(page_of("bspcc"));
  see_also(page, pages);
  return page;
}

ManPage page_of_command(const CommandRow& row, const std::string& version, const std::string& date) {
  const Command& command = *row.command;
  ManPage page(page_of(row.name), version, date);
  begin(page, row.description);
  std::string words;
  if (command.operand != nullptr)
    words += italic(command.operand->usage != nullptr ? command.operand->usage : command.operand->name) + ' ';
  if (command.parts != nullptr) words += italic(command.part_usage) + ' ';
  words += fmt::format("[{}]...", italic("OPTION"));
  if (command.runs_another) words += fmt::format(" {} [{}]...", italic("PROGRAM"), italic("ARGUMENT"));
  synopsis(page, fmt::format("{} {}", tool_page, row.name), words);

  page.section("DESCRIPTION");
  page.paragraph(sentence(row.description));
  if (*row.alias != '\0') page.paragraph(fmt::format("Another name of the command is {}.", row.alias));
  if (command.operand != nullptr) page.item(italic(command.operand->name), sentence(command.operand->help()));

  std::vector<std::string> examples;
  if (command.examples != nullptr) examples = lines_of(command.examples);
  if (command.parts != nullptr) {
    page.section(command.part_usage);
    for (const CommandPart& part : command.parts()) {
      page.subsection(part.name);
      page.paragraph(sentence(part.description));
      option_items(page, part.options);
      for (std::string& line : lines_of(part.examples)) examples.push_back(std::move(line));
    }
  }
  page.section("OPTIONS");
  option_sections(page, command.options);
  page.subsection(help_option.group);
  option_items(page, std::vector<ListedOption>{ListedOption(short_help_option), ListedOption(help_option)});
  page.section("EXAMPLES");
  page.example(examples);
  exit_status(page, command.runs_another);
  if (command.runs_another) {
    page.section("ENVIRONMENT");
    page.item(bold("PRAM_BSP"), "Set for the program, to what the options say; of the caller's nothing is heeded.");
  }
  std::vector<std::string> pages = {tool_page};
  if (command.runs_another) pages.push_back(page_of("bspcc"));
  see_also(page, pages);
  return page;
}

}  // namespace

std::vector<ManPage> man_pages(const std::string& version, const std::string& date) {
  std::vector<ManPage> pages = {tool_itself(version, date)};
  for (const CommandRow& row : command_table()) pages.push_back(page_of_command(row, version, date));
  return pages;
}

}  // namespace pram::tool

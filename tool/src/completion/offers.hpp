#pragma once

#include <string>
#include <string_view>
#include <vector>

/// What may stand at each place of a command line, of which the scripts of shells are made.
namespace pram::tool {

/// A word that may be typed, and what it is; "" where nothing is said.
struct OfferedWord {
  std::string text;
  std::string what;
  bool operator==(const OfferedWord&) const = default;
};

/// What may stand for a value, or behind a command.
struct Offer {
  enum class Kind { nothing, words, list, files, folders };  // of a list, words with commas between them
  Kind kind = Kind::nothing;
  std::vector<OfferedWord> words = {};
  bool operator==(const Offer&) const = default;
};

struct OfferedOption {
  std::vector<std::string> flags;  ///< "-n", "--processes"
  std::string value;               ///< what stands for it in help; "" of a flag
  std::string what;
  bool repeatable = false;
  Offer offer = {};
};

struct OfferedCommand {
  std::string name;
  std::string alias;  ///< ""; or another name, which is understood and not offered
  std::string what;
  std::vector<OfferedOption> options;
  std::string operand = {};  ///< what stands for it in help; "": the command has none
  Offer operands = {};
  bool runs_another = false;
  std::vector<OfferedCommand> parts = {};  ///< one of which must be named
};

/// The whole command line, whose parts are the commands, as the tables of commands, options and names have it. What a
/// shell would not read as it stands is left out.
/// @param name  of the executable
OfferedCommand offered_command_line(const std::string& name);

/// A command of the line, or a part of one.
struct OfferedPlace {
  std::vector<std::string> path;  ///< {}; {"run"}; {"tables", "combining"}
  const OfferedCommand* command;
};

/// The line itself, then its commands, each before its parts.
std::vector<OfferedPlace> places_of(const OfferedCommand& line);

/// Offers of words, each once, with the name of the function that offers them.
class WordLists {
 public:
  struct List {
    std::string name;  ///< "network"; "route_network" where another one has that
    Offer offer;
  };

  explicit WordLists(const OfferedCommand& line);
  const std::vector<List>& lists() const { return lists_; }
  const std::string& name_of(const Offer& offer) const;

 private:
  void add(const Offer& offer, const std::string& command, const std::string& what);
  std::vector<List> lists_;
};

/// A name as an identifier of a shell: letters, digits and underscores.
std::string identifier(const std::string& name);

/// A text between single quotes, as bash and zsh read it.
std::string single_quoted(const std::string& text);

/// A piece of a script: %NAME% is the executable's name, %WORD% the name as a word of bash and zsh, %ID% as an
/// identifier.
std::string with_names(std::string_view text, const std::string& name);

}  // namespace pram::tool

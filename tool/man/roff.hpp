#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pram::tool {

/// A text as roff shows it: to the letter, with hyphens that may be copied into a shell, in ASCII.
std::string roff(std::string_view text);

/// A page of the manual in the macros of man(7).
class ManPage {
 public:
  /// @param name  "pram-run", of section 1
  /// @param date  of the release; "": none
  ManPage(std::string name, const std::string& version, const std::string& date);

  void section(std::string_view heading);
  void subsection(std::string_view heading);
  void paragraph(std::string_view words);
  /// A line of macros or of escaped text, as it stands.
  void line(std::string_view macros);
  /// @param tag  escaped
  void item(std::string_view tag, std::string_view words);
  void example(const std::vector<std::string>& lines);

  const std::string& name() const { return name_; }
  const std::string& text() const { return text_; }

 private:
  void begin_paragraph();  // a heading begins one itself
  void words_in_lines(std::string_view words);

  std::string name_;
  std::string text_;
  bool below_heading_ = false;
};

/// A word, escaped, in bold or italics.
std::string bold(std::string_view word);
std::string italic(std::string_view word);

}  // namespace pram::tool

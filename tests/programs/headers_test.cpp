#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <pram/programs/program.hpp>
#include "contains.hpp"

// What the headers say of a program beside what its row of the table says.
namespace pram::testing {

namespace {

using programs::Program;

/// The docstring of each function of a machine that a header declares, on one line.
std::map<std::string, std::string> docstrings_of(std::istream& header) {
  std::map<std::string, std::string> found;
  std::string text;
  for (std::string line; std::getline(header, line);) {
    if (line.starts_with("///")) {
      text += line.substr(3);
      continue;
    }
    if (const std::size_t end = line.find("(Machine& machine"); end != std::string::npos && !text.empty()) {
      const std::size_t begin = line.rfind(' ', end) + 1;
      found.emplace(line.substr(begin, end - begin), text);
    }
    text.clear();
  }
  return found;
}

std::map<std::string, std::string> docstrings_of_family(const std::string& family) {
  const std::filesystem::path tree = std::filesystem::path(__FILE__).parent_path().parent_path().parent_path();
  std::ifstream header(tree / "programs/include/pram/programs" / (family + ".hpp"));
  REQUIRE(header.good());
  return docstrings_of(header);
}

/// The name of a program's function.
std::string function_of(const Program& program) {
  std::string name = program.name;
  if (const std::size_t at = name.find("fast-fourier-transform"); at != std::string::npos) name.replace(at, 22, "fft");
  std::ranges::replace(name, '-', '_');
  return name;
}

/// What stands behind "Model:".
std::string model_in_words(const programs::Model& model) {
  if (model.is_bsp()) return "BSP";
  if (to_string(model) == "multiprefix") return "multiprefix";
  if (to_string(model) == "arbitrary and minimum") return "CRCW arbitrary, not common, with a named minimum";
  switch (model) {
    case Rule::erew: return "EREW";
    case Rule::crew: return "CREW";
    case Rule::common: return "CRCW common";
    case Rule::arbitrary: return "CRCW arbitrary";
    default: return "combining CRCW (" + to_string(Rule(model)) + ")";
  }
}

/// What a docstring does not have of a source as rows cite it: "Shiloach, Vishkin 1982", "JáJá 5.1".
std::string missing(const std::string& text, const std::string& source) {
  const std::string author = source.substr(0, source.find_first_of(" ,"));
  if (!contains(text, author)) return author;
  const std::size_t digit = source.find_first_of("0123456789");
  if (digit == std::string::npos) return "";
  const std::string number = source.substr(digit, source.find_first_not_of("0123456789.", digit) - digit);
  return contains(text, number) ? "" : author + " " + number;
}

/// What a header does not say as the row does.
std::vector<std::string> differences(const Program& program, const std::string& text) {
  std::vector<std::string> found;
  const std::size_t at = text.find("Model: ");
  if (at != std::string::npos) {
    const std::string model = text.substr(at + 7, text.find_first_of(".;", at) - at - 7);
    const std::string words = model_in_words(program.model);
    const bool same = words == "multiprefix" ? contains(model, words) : model.starts_with(words);
    if (!same) found.push_back("model " + words + " and " + model);
  }
  if (program.random != contains(text, "high probability")) found.emplace_back("high probability");
  // A declaration may refer to another one for its source.
  const std::size_t source = text.find("Source: ");
  if (source == std::string::npos || contains(text.substr(source), "see ") || contains(text, "as for")) return found;
  std::istringstream sources(program.source);
  for (std::string one; std::getline(sources, one, ';');) {
    const std::string lacks = missing(text, one.substr(one.find_first_not_of(' ')));
    if (!lacks.empty()) found.push_back("source " + lacks);
  }
  return found;
}

}  // namespace

TEST_CASE("the header of every program has the model and the sources of its row") {
  std::map<std::string, std::map<std::string, std::string>> of_family;
  std::size_t with_model = 0;
  for (const Program& program : programs::programs().entries()) {
    if (!of_family.contains(program.family)) of_family[program.family] = docstrings_of_family(program.family);
    const std::map<std::string, std::string>& declared = of_family[program.family];
    CAPTURE(program.name);
    const auto found = declared.find(function_of(program));
    REQUIRE(found != declared.end());
    with_model += contains(found->second, "Model: ") ? 1 : 0;
    for (const std::string& line : differences(program, found->second)) FAIL_CHECK(program.name << ": " << line);
  }
  CHECK(with_model + 1 >= programs::programs().entries().size());  // one is that of another program
}

TEST_CASE("a header that says other than the row is found") {
  Program program;
  program.model = Rule::crew;
  program.source = "Shiloach, Vishkin 1982; JáJá 5.1";
  program.random = true;
  const std::string right =
      "Model: CREW, not EREW. Time: O(log n) with high probability. Source: Shiloach, Vishkin, A title (1982); JáJá, "
      "Section 5.1.";
  CHECK(differences(program, right).empty());
  const auto finds = [&](const std::string& from, const std::string& to) {
    std::string wrong = right;
    wrong.replace(wrong.find(from), from.size(), to);
    return differences(program, wrong).size() == 1;
  };
  CHECK(finds("CREW", "CRCW common"));
  CHECK(finds("with high probability", "always"));
  CHECK(finds("1982", "1983"));
  CHECK(finds("5.1", "5.2"));
  CHECK(finds("JáJá", "Reif"));
}

}  // namespace pram::testing

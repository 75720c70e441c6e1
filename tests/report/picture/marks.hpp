#pragma once

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <pram/report/detail/picture/drawing.hpp>

namespace pram::testing {

/// An element of a drawing: its attributes, and the text within it.
struct Mark {
  std::string tag;
  std::map<std::string, std::string> attributes;
  std::string text;

  double number(const std::string& name) const { return std::stod(attributes.at(name)); }
  bool is(const std::string& kind) const { return attributes.contains("class") && attributes.at("class") == kind; }
};

/// All elements of a drawing in order, as an XML reader finds them.
/// @throws boost::property_tree::xml_parser_error if it is no XML
inline std::vector<Mark> marks(const report::Drawing& drawing) {
  std::istringstream in(drawing.file("a test"));
  boost::property_tree::ptree tree;
  boost::property_tree::read_xml(in, tree);
  std::vector<Mark> found;
  for (const auto& [tag, element] : tree.get_child("svg")) {
    if (tag.starts_with("<")) continue;  // the attributes of svg itself
    Mark mark{tag, {}, element.data()};
    for (const auto& [name, value] : element) {
      if (name == "<xmlattr>") {
        for (const auto& [attribute, content] : value) mark.attributes[attribute] = content.data();
      } else {
        mark.text += value.data();
      }
    }
    found.push_back(std::move(mark));
  }
  return found;
}

/// The elements of one kind.
inline std::vector<Mark> marks(const report::Drawing& drawing, const std::string& tag, const std::string& kind) {
  std::vector<Mark> found = marks(drawing);
  std::erase_if(found, [&](const Mark& mark) { return mark.tag != tag || !mark.is(kind); });
  return found;
}

}  // namespace pram::testing

#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pram::tool {

/// A part's name, and what it is in a line.
using NameRows = std::vector<std::pair<std::string, std::string>>;

/// A list of parts that can be chosen by name.
struct NameList {
  std::string name;     ///< "networks"
  std::string heading;  ///< what they are, and the option that takes one
  NameRows rows;
};

/// In the order of `pram list`, which names every part once: topologies are not among the networks there. What programs
/// are is left out.
std::vector<NameList> name_lists();

/// All that one of the lists has: topologies are networks, too.
/// @param name  "networks", or a short name of a list: "access", "algorithms"
/// @throws ConfigError with the names of the lists
NameList name_list(const std::string& name);

/// The families of programs, and their models with "CRCW" for all that write concurrently.
std::vector<std::string> program_families();
std::vector<std::string> program_models();

/// The programs of a family and of a model; none: of all.
/// @throws ConfigError with the families or models that there are
NameList program_list(const std::optional<std::string>& family, const std::optional<std::string>& model);

/// "programs", "networks", …
std::vector<std::string> list_names();

}  // namespace pram::tool

#include "load.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <ranges>
#include <utility>

#include <pram/programs/program.hpp>
#include "../options.hpp"
#include "../tool_name.hpp"
#include "mark.hpp"

/// An executable that shows this to what it loads shows all of pram.
extern "C" {
[[gnu::used]] extern const int pram_loads_plugins = 1;
}

namespace pram::tool {

namespace {

/// The programs of a plug-in, by its own function.
std::vector<programs::Program> programs_of(const std::string& file) {
  const std::string path = std::filesystem::absolute(file).string();  // a bare name would be searched for
  // The plug-in stays: rows and machines have pointers to its functions.
  void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (library == nullptr) refuse_plugin(file, ::dlerror());
  using Programs = void (*)(std::vector<programs::Program>*);
  const auto function = reinterpret_cast<Programs>(::dlsym(library, "pram_plugin_programs"));
  if (function == nullptr) refuse_plugin(file, "it has no programs: a source of it includes <pram/plugin.hpp>");
  std::vector<programs::Program> all;
  function(&all);
  if (all.empty()) refuse_plugin(file, "its pram::plugin::programs() has no program: it has one at least");
  return all;
}

}  // namespace

void refuse_plugin(const std::string& file, std::string_view why) {
  throw UsageError(fmt::format("{}: cannot load {}: {}", tool_name(), in_quotes(file), why));
}

std::vector<std::string> load_plugin(const std::string& file) {
  static std::map<std::string, std::vector<std::string>> loaded;
  if (::dlsym(RTLD_DEFAULT, "pram_loads_plugins") == nullptr) {
    refuse_plugin(file, "this executable loads none; give its program to main(), or link it with ENABLE_EXPORTS");
  }
  check_mark(file);
  const std::string name = std::filesystem::canonical(file).string();
  if (const auto known = loaded.find(name); known != loaded.end()) return known->second;
  std::vector<programs::Program> all = programs_of(file);
  std::vector<std::string> names;
  for (const programs::Program& program : all) names.push_back(program.name);
  // add_program() puts each in front.
  for (programs::Program& program : std::views::reverse(all)) programs::add_program(std::move(program));
  return loaded[name] = std::move(names);
}

}  // namespace pram::tool

#include "folder.hpp"

#include <fmt/format.h>

#include <functional>

#include <pram/ranks.hpp>
#include <pram/report/detail/value/text.hpp>
#include "output.hpp"

namespace pram::tool {

namespace {

void in_folder(const char* flag, const std::function<void()>& act) {
  try {
    act();
  } catch (const Error& error) {
    throw WriteError(fmt::format("{}: {}", flag, error.what()));
  }
}

}  // namespace

std::optional<OutputFolder> OutputFolder::of(const Options& options, const Option<std::string>& option) {
  if (!options.has(option)) return std::nullopt;
  const std::string path = options[option];
  if (path.empty() || path == "-") options.refuse(option, "a folder");
  const char* const flag = option.row.flag;
  in_folder(flag, [&] { from_rank_0([&] { report::make_folder(path); }); });
  return OutputFolder(flag, path);
}

void OutputFolder::write(const std::vector<report::NamedFile>& files) const {
  in_folder(flag_, [&] { from_rank_0([&] { report::write_folder(path_, files); }); });
}

std::string OutputFolder::name() const { return fmt::format("{} '{}'", flag_, report::printable(path_.string())); }

}  // namespace pram::tool

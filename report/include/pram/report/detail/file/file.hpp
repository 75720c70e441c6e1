#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// Reports as files.
namespace pram::report {

/// A file of a folder.
struct NamedFile {
  std::string name;  ///< "steps.csv"
  std::string content;
};

/// Writes a file whole: beside it first, then under its name, so that what stood there stays if anything fails. What is
/// no regular file (a pipe, a terminal) is written as it is.
/// @throws Error that names the file and says why it cannot be written
void replace_file(const std::filesystem::path& file, std::string_view content);

/// Makes the folder, if it is not there, and those that it stands in.
/// @throws Error if it cannot be made, or nothing can be written there
void make_folder(const std::filesystem::path& folder);

/// Replaces files of a folder, one after the other. Makes the folder if it is not there.
/// @throws Error as make_folder() and replace_file() do
void write_folder(const std::filesystem::path& folder, const std::vector<NamedFile>& files);

}  // namespace pram::report

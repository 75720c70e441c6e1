#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What `pram new` writes: a project of a user's own, with one program.
namespace pram::tool {

/// A file of the project. In path and text, @NAME@ stands for the name of the project, and
/// @HEADER@ for the line that includes its header.
struct ProjectFile {
  const char* path;
  const char* text;
};

/// A kind of project: a row of project_kinds().
struct ProjectKind {
  const char* flag;  ///< "--bsp"; "": the kind without a flag
  const char* help;  ///< behind the flag
  std::span<const ProjectFile> files;
};

/// Each stands in a file of its own.
extern const ProjectKind pram_project;
extern const ProjectKind bsp_project;
extern const ProjectKind data_parallel_project;
extern const ProjectKind network_project;
extern const ProjectKind bsplib_project;

/// All of them; the first is the usual one.
std::span<const ProjectKind* const> project_kinds();

/// What every project around `pram::tool` has beside its program: its build, its main function, its test.
extern const ProjectFile tool_build;
extern const ProjectFile tool_main;
extern const ProjectFile tool_test;
extern const ProjectFile tool_readme;
extern const ProjectFile tool_header;

/// A text with what its marks stand for.
std::string with_name(std::string_view text, const std::string& name);

}  // namespace pram::tool

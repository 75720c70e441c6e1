#include "load_module.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <vector>

namespace pram::detail {

namespace {

constexpr const char* module_file = "libpram-mpi.so";

/// Folders that may have the module. What is installed may be moved as a whole, so that the way from the executable
/// counts first.
std::vector<std::filesystem::path> module_folders() {
  std::vector<std::filesystem::path> folders;
  std::error_code fault;
  const std::filesystem::path executable = std::filesystem::read_symlink("/proc/self/exe", fault);
  if (!fault) {
    folders.push_back(executable.parent_path());
    for (const char* way : {PRAM_MPI_FROM_BIN, "../lib", "../lib/" PRAM_ARCHITECTURE})
      folders.push_back(executable.parent_path() / way);
  }
  // Of a shared library, its own folder.
  Dl_info place{};
  if (::dladdr(reinterpret_cast<const void*>(&load_rank_module), &place) != 0 && place.dli_fname != nullptr) {
    const std::filesystem::path library = std::filesystem::path(place.dli_fname).parent_path();
    folders.push_back(library);
    folders.push_back(library / "pram");
  }
  // Where the project installs it, and where packages do.
  for (const char* folder : {PRAM_MPI_FOLDER, "/usr/lib/pram"}) folders.emplace_back(folder);
  return folders;
}

/// Every part of the module is looked up at once. It is global, as Open MPI looks up its own parts by what stands in
/// it.
void* open_module(const char* path, std::string& fault) {
  void* const module = ::dlopen(path, RTLD_NOW | RTLD_GLOBAL | RTLD_NODELETE);
  if (module == nullptr) fault = ::dlerror();
  return module;
}

void* find_module(std::string& fault) {
  const char* const named = ::secure_getenv("PRAM_MPI_MODULE");
  if (named != nullptr && *named != '\0') return open_module(named, fault);
  for (const std::filesystem::path& folder : module_folders()) {
    const std::filesystem::path module = folder / module_file;
    std::error_code none;
    if (std::filesystem::exists(module, none)) return open_module(module.c_str(), fault);
  }
  return open_module(module_file, fault);
}

}  // namespace

StartRanks load_rank_module(std::string& fault) {
  // UCX, by which MPI may send, reads its variables as soon as it is loaded. It shall leave signals alone: a crash
  // prints no stack beside what the launcher says. What the user has set stays.
  ::setenv("UCX_HANDLE_ERRORS", "none", 0);
  void* const module = find_module(fault);
  if (module == nullptr) return nullptr;
  void* const found = ::dlsym(module, "pram_start_ranks");
  if (found == nullptr) fault = ::dlerror();
  return reinterpret_cast<StartRanks>(found);
}

}  // namespace pram::detail

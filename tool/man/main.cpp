#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>

#include "pages.hpp"

/// pram-man-pages FOLDER DATE: writes the pages of the manual for pram and each of its commands.
int main(int count, char** arguments) {
  if (count != 3) {
    std::fputs("pram-man-pages FOLDER DATE: writes the pages there; DATE is the release's, or empty\n", stderr);
    return 2;
  }
  try {
    const std::filesystem::path folder = arguments[1];
    std::filesystem::create_directories(folder);
    for (const pram::tool::ManPage& page : pram::tool::man_pages(PRAM_VERSION, arguments[2])) {
      std::ofstream file;
      file.exceptions(std::ios::failbit | std::ios::badbit);
      file.open(folder / (page.name() + ".1"));
      file << page.text();
      file.close();
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "pram-man-pages: %s\n", error.what());
    return 1;
  }
  return 0;
}

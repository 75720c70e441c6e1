#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <utility>

namespace pram::report {

/// Where a report is written: the name of a file or folder as a literal, a std::string, a std::string_view or a
/// std::filesystem::path. A Path is made from any of these implicitly, so that `pram/report.hpp` needs no `filesystem`,
/// which takes a sixth of the time that a small program takes to compile.
class Path {
 public:
  Path(const char* name) : name_(name) {}             // NOLINT(google-explicit-constructor)
  Path(std::string name) : name_(std::move(name)) {}  // NOLINT(google-explicit-constructor)
  Path(std::string_view name) : name_(name) {}        // NOLINT(google-explicit-constructor)
  template <class Other>
  requires requires(const Other& path) {
    { path.native() } -> std::convertible_to<std::string_view>;
  }
  Path(const Other& path) : name_(path.native()) {}  // NOLINT(google-explicit-constructor)

  const std::string& name() const { return name_; }

 private:
  std::string name_;
};

}  // namespace pram::report

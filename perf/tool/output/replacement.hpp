#pragma once

#include <string>

#include "descriptor_stream.hpp"

namespace pram::tool {

/// A file that is made beside another one and takes its place when it is whole; until then nobody may read it who may
/// not read the other one. What is not placed is removed, also where a signal ends the process. One at a time.
class Replacement {
 public:
  /// @param folder  an open folder, which outlives this
  /// @param target  the name in it of what is to be replaced; it need not be there yet
  /// @throws std::system_error if no file can be made in the folder
  Replacement(int folder, std::string target);
  ~Replacement();
  Replacement(const Replacement&) = delete;
  Replacement& operator=(const Replacement&) = delete;

  /// What to write to.
  int descriptor() const { return file_.number(); }

  /// Brings the file to the disk and then into its place. A target that must stay the file it is (another file system
  /// is mounted on it, or it is somebody else's in a folder with the sticky bit) is overwritten instead.
  /// @returns false if it was overwritten
  /// @throws std::system_error
  bool place();

 private:
  void take_mode_of_target() const;
  void overwrite_target() const;

  int folder_;
  std::string target_;
  Descriptor file_;
  bool placed_ = false;
};

/// Brings a file to the disk. @throws std::system_error; not for what has no disk
void to_disk(int descriptor);

/// For handlers of signals that end the process: removes the file of a Replacement that is not placed.
void remove_unplaced() noexcept;

}  // namespace pram::tool

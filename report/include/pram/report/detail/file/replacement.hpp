#pragma once

#include <array>
#include <atomic>
#include <string>

#include <pram/report/detail/file/descriptor_stream.hpp>

namespace pram::report {

/// The file of a Replacement while it is not in its place. A handler of signals that knows it can remove it.
struct UnplacedFile {
  std::array<char, 64> name{};
  std::atomic<int> folder = -1;  ///< -1: there is none

  /// Removes the file, if there is one. May be called by a handler of signals.
  void remove() noexcept;
};
static_assert(std::atomic<int>::is_always_lock_free, "used by a signal handler");

/// A file that is made beside another one and takes its place when it is whole; until then nobody may read it who may
/// not read the other one. A file that is not placed is removed.
class Replacement {
 public:
  /// @param folder  an open folder, which outlives this
  /// @param target  the name in it of what is to be replaced; it need not be there yet
  /// @param unplaced  where the file is known from before it is there until it is placed; of this file alone
  /// @throws std::system_error if no file can be made in the folder
  Replacement(int folder, std::string target, UnplacedFile& unplaced);
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
  UnplacedFile& unplaced_;
  Descriptor file_;
  bool placed_ = false;
};

/// Brings a file to the disk. @throws std::system_error; not for what has no disk
void to_disk(int descriptor);

}  // namespace pram::report

#include <pram/report/detail/file/replacement.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <random>
#include <system_error>
#include <utility>

namespace pram::report {

namespace {

[[noreturn]] void throw_errno(int error) { throw std::system_error(error, std::generic_category()); }

/// Names that nobody guesses, so that nobody puts a link there first.
std::string fresh_name() {
  std::random_device random;
  return fmt::format(".pram-{}-{:08x}{:08x}", ::getpid(), random(), random());
}

}  // namespace

void UnplacedFile::remove() noexcept {
  const int from = folder.exchange(-1);
  if (from >= 0) ::unlinkat(from, name.data(), 0);
}

Replacement::Replacement(int folder, std::string target, UnplacedFile& unplaced)
    : folder_(folder), target_(std::move(target)), unplaced_(unplaced) {
  struct stat found = {};
  const bool exists = ::fstatat(folder_, target_.c_str(), &found, AT_SYMLINK_NOFOLLOW) == 0;
  const std::string name = fresh_name();
  *std::ranges::copy(name, unplaced_.name.begin()).out = '\0';
  unplaced_.folder = folder_;
  // The file is closed to others until it has the target's mode and owner. Without a target it gets the mode of the
  // umask.
  file_ = Descriptor(
      ::openat(folder_, name.c_str(), O_CREAT | O_EXCL | O_NOFOLLOW | O_RDWR | O_CLOEXEC, exists ? 0600 : 0666));
  if (!file_) {
    const int error = errno;
    unplaced_.folder = -1;
    throw_errno(error);
  }
  if (exists) take_mode_of_target();
}

Replacement::~Replacement() {
  if (!placed_) unplaced_.remove();
}

void Replacement::take_mode_of_target() const {
  struct stat target = {};
  struct stat own = {};
  if (::fstatat(folder_, target_.c_str(), &target, AT_SYMLINK_NOFOLLOW) != 0 || ::fstat(descriptor(), &own) != 0)
    return;
  if (own.st_uid != target.st_uid) [[maybe_unused]]
    const int given = ::fchown(descriptor(), target.st_uid, target.st_gid);
  if (own.st_gid != target.st_gid) [[maybe_unused]]
    const int given = ::fchown(descriptor(), ~uid_t{0}, target.st_gid);
  ::mode_t mode = target.st_mode & 0777;
  // If the file could not get the target's group, its own group may do only what all others may.
  if (::fstat(descriptor(), &own) != 0 || own.st_gid != target.st_gid) mode &= ~::mode_t{070} | (mode & 07) << 3;
  ::fchmod(descriptor(), mode);
}

bool Replacement::place() {
  to_disk(descriptor());
  if (::renameat(folder_, unplaced_.name.data(), folder_, target_.c_str()) == 0) {
    unplaced_.folder = -1;
    placed_ = true;
  } else if (errno == EPERM || errno == EACCES || errno == EBUSY || errno == EXDEV) {
    overwrite_target();
  } else {
    throw_errno(errno);
  }
  // A folder that may be written but not read cannot be brought to the disk.
  const Descriptor readable(::openat(folder_, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (readable) to_disk(readable.number());
  return placed_;
}

void Replacement::overwrite_target() const {
  const Descriptor target(::openat(folder_, target_.c_str(), O_WRONLY | O_TRUNC | O_NOFOLLOW | O_CLOEXEC));
  if (!target) throw_errno(errno);
  if (::lseek(descriptor(), 0, SEEK_SET) != 0) throw_errno(errno);
  std::array<char, 1 << 16> block;
  for (;;) {
    const auto count = ::read(descriptor(), block.data(), block.size());
    if (count == 0) break;
    if (count < 0) throw_errno(errno);
    for (::ssize_t done = 0; done < count;) {
      const auto written = ::write(target.number(), block.data() + done, static_cast<std::size_t>(count - done));
      if (written < 0 && errno != EINTR) throw_errno(errno);
      done += std::max<::ssize_t>(written, 0);
    }
  }
  to_disk(target.number());
}

void to_disk(int descriptor) {
  if (::fsync(descriptor) != 0 && errno != EINVAL && errno != EROFS && errno != ENOTSUP) throw_errno(errno);
}

}  // namespace pram::report

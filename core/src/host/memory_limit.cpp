#include "memory_limit.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <string>
#include <string_view>
#include <vector>

#include <pram/spec.hpp>

namespace pram::detail {

namespace {

namespace fs = std::filesystem;

/// What limits there are so far: the least counts.
class Least {
 public:
  void offer(std::optional<std::uint64_t> limit) {
    if (limit && (!least_ || *limit < *least_)) least_ = limit;
  }
  std::optional<std::uint64_t> least() const { return least_; }

 private:
  std::optional<std::uint64_t> least_;
};

/// The content of a file; none if it cannot be read. A stream would report the end of a text where memory runs out.
std::string content_of(const fs::path& file) {
  struct Descriptor {
    int number;
    ~Descriptor() {
      if (number >= 0) ::close(number);
    }
  };
  const Descriptor in{::open(file.c_str(), O_RDONLY | O_CLOEXEC)};
  std::string text;
  char block[4096];
  while (in.number >= 0) {
    const ::ssize_t count = ::read(in.number, block, sizeof block);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    text.append(block, static_cast<std::size_t>(count));
  }
  return text;
}

/// The words of a line, between blanks.
std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (;;) {
    constexpr const char* blanks = " \t\r\n\v\f";
    line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
    if (line.empty()) return words;
    words.push_back(line.substr(0, line.find_first_of(blanks)));
    line.remove_prefix(words.back().size());
  }
}

std::optional<std::uint64_t> number_of(std::string_view word) {
  std::uint64_t value = 0;
  const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (code != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return value;
}

/// A file's one number. Nothing for "max", for what is no number, and for files that cannot be read.
std::optional<std::uint64_t> number_in(const fs::path& file) {
  const std::string text = content_of(file);
  const std::vector<std::string_view> words = words_of(text);
  return words.size() == 1 ? number_of(words.front()) : std::nullopt;
}

/// The number behind a word at the beginning of a line: "VmData:   123 kB".
std::optional<std::uint64_t> number_after(const fs::path& file, std::string_view word) {
  const std::string text = content_of(file);
  std::string_view rest = text;
  for (std::string_view line; take_line(rest, line);) {
    if (!line.starts_with(word)) continue;
    const std::vector<std::string_view> words = words_of(line.substr(word.size()));
    if (!words.empty()) return number_of(words.front());
  }
  return std::nullopt;
}

/// Where a hierarchy of control groups is mounted.
struct Mount {
  bool second = false;  ///< version 2
  std::string root;     ///< the group that stands at the mount point
  std::string point;
};

/// A path as mountinfo has it: blanks and the like stand there in octal, "\040".
std::string unescaped(std::string_view text) {
  const auto is_octal = [](char letter) { return letter >= '0' && letter <= '7'; };
  std::string plain;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == '\\' && k + 3 < text.size() && is_octal(text[k + 1]) && is_octal(text[k + 2]) &&
        is_octal(text[k + 3])) {
      plain += static_cast<char>((text[k + 1] - '0') * 64 + (text[k + 2] - '0') * 8 + (text[k + 3] - '0'));
      k += 3;
    } else {
      plain += text[k];
    }
  }
  return plain;
}

bool has_word(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    const std::size_t comma = list.find(',');
    if (list.substr(0, comma) == word) return true;
    if (comma == std::string_view::npos) break;
    list.remove_prefix(comma + 1);
  }
  return false;
}

/// Those mounts of control groups that may limit memory. See proc(5), /proc/[pid]/mountinfo.
std::vector<Mount> mounts(const fs::path& root) {
  std::vector<Mount> found;
  const std::string text = content_of(root / "proc/self/mountinfo");
  std::string_view rest = text;
  for (std::string_view line; take_line(rest, line);) {
    const std::size_t dash = line.find(" - ");
    if (dash == std::string_view::npos) continue;
    const std::vector<std::string_view> before = words_of(line.substr(0, dash));  // number, parent, device, from, point
    const std::vector<std::string_view> after = words_of(line.substr(dash + 3));  // type, source, options
    if (before.size() < 5 || after.size() < 3) continue;
    const bool second = after[0] == "cgroup2";
    if (second || (after[0] == "cgroup" && has_word(after[2], "memory")))
      found.push_back({second, unescaped(before[3]), unescaped(before[4])});
  }
  if (found.empty()) return {{true, "/", "/sys/fs/cgroup"}, {false, "/", "/sys/fs/cgroup/memory"}};
  return found;
}

/// This process's group in a version's hierarchy, as the kernel calls it; nothing if it is in none.
std::optional<std::string> group_of_process(const fs::path& root, bool second) {
  const std::string text = content_of(root / "proc/self/cgroup");
  std::string_view rest = text;
  for (std::string_view line; take_line(rest, line);) {
    // "0::/path" of version 2, "5:cpu,memory:/path" of version 1.
    const std::size_t first = line.find(':');
    const std::size_t last = first == std::string_view::npos ? first : line.find(':', first + 1);
    if (last == std::string_view::npos) continue;
    const std::string_view controllers = line.substr(first + 1, last - first - 1);
    if (second ? controllers.empty() && line.substr(0, first) == "0" : has_word(controllers, "memory"))
      return std::string(line.substr(last + 1));
  }
  return std::nullopt;
}

/// The group's path below the mount point. A container may see a group of its own there, but get a path that begins
/// outside: then the process is taken to be in that group.
fs::path below(const std::string& group, const std::string& mounted) {
  if (mounted == "/") return fs::path(group).relative_path();
  if (group == mounted) return {};
  return group.starts_with(mounted + "/") ? fs::path(group.substr(mounted.size() + 1)) : fs::path();
}

std::optional<std::uint64_t> resource_limit(int resource) {
  struct rlimit limit {};
  if (::getrlimit(static_cast<__rlimit_resource>(resource), &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return std::nullopt;
  return limit.rlim_cur;
}

/// What a limit leaves beyond what is taken; all of it, where that is not known.
std::optional<std::uint64_t> left_of(std::optional<std::uint64_t> limit, std::optional<std::uint64_t> taken) {
  if (!limit) return std::nullopt;
  return *limit - std::min(*limit, taken.value_or(0));
}

std::optional<std::uint64_t> kibibytes(std::optional<std::uint64_t> number) {
  if (!number) return std::nullopt;
  return *number * 1024;
}

}  // namespace

std::optional<std::uint64_t> cgroup_limit(const fs::path& root) {
  Least limit;
  for (const Mount& mount : mounts(root)) {
    const std::optional<std::string> group = group_of_process(root, mount.second);
    if (!group) continue;
    const fs::path top = root / fs::path(mount.point).relative_path();
    // ".." is what a group outside of the process's namespace looks like: the walk stays below the mount point.
    std::vector<fs::path> names;
    for (const fs::path& name : below(*group, mount.root)) {
      if (name == "..") {
        names.clear();
      } else if (!name.empty() && name != ".") {
        names.push_back(name);
      }
    }
    for (std::size_t depth = 0; depth <= names.size(); ++depth) {
      fs::path place = top;
      for (std::size_t k = 0; k < depth; ++k) place /= names[k];
      if (mount.second) {
        limit.offer(number_in(place / "memory.max"));
        limit.offer(number_in(place / "memory.high"));
      } else {
        limit.offer(number_in(place / "memory.limit_in_bytes"));
      }
    }
  }
  return limit.least();
}

std::uint64_t memory_of_process(const fs::path& root) {
  Least limit;
  limit.offer(static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
              static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)));
  limit.offer(cgroup_limit(root));
  limit.offer(resource_limit(RLIMIT_AS));
  limit.offer(resource_limit(RLIMIT_DATA));
  return std::max<std::uint64_t>(*limit.least(), 1);
}

std::optional<std::uint64_t> address_room(const fs::path& root) {
  Least room;
  const fs::path status = root / "proc/self/status";
  if (const auto limit = resource_limit(RLIMIT_AS))
    room.offer(left_of(limit, kibibytes(number_after(status, "VmSize:"))));
  if (const auto limit = resource_limit(RLIMIT_DATA))
    room.offer(left_of(limit, kibibytes(number_after(status, "VmData:"))));
  if (number_in(root / "proc/sys/vm/overcommit_memory") == 2) {
    const fs::path meminfo = root / "proc/meminfo";
    room.offer(
        left_of(kibibytes(number_after(meminfo, "CommitLimit:")), kibibytes(number_after(meminfo, "Committed_AS:"))));
  }
  return room.least();
}

}  // namespace pram::detail

#include "host/memory_limit.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include <doctest/doctest.h>

#include <pram/machine.hpp>

namespace pram {

namespace {

namespace fs = std::filesystem;

/// A folder with proc and sys of a host that is not this one.
class FakeRoot {
 public:
  FakeRoot() {
    std::string name = (fs::temp_directory_path() / "pram-root-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    root_ = name;
  }
  ~FakeRoot() {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
  }
  FakeRoot(const FakeRoot&) = delete;
  FakeRoot& operator=(const FakeRoot&) = delete;

  FakeRoot& file(const std::string& path, const std::string& text) {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << text;
    return *this;
  }
  FakeRoot& folder(const std::string& path) {
    fs::create_directories(root_ / path);
    return *this;
  }
  std::optional<std::uint64_t> limit() const { return detail::cgroup_limit(root_); }
  const fs::path& path() const { return root_; }

 private:
  fs::path root_;
};

constexpr const char* second_version = "30 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n";
constexpr const char* first_version =
    "31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw,mode=755\n"
    "32 31 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n"
    "35 31 0:32 / /sys/fs/cgroup/memory rw,relatime shared:7 master:1 - cgroup cgroup rw,memory\n";

/// What a child process under this limit finds.
[[maybe_unused]] std::uint64_t under(int resource, std::uint64_t bytes) {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const struct rlimit limit { bytes, bytes };
    std::uint64_t found = 0;
    if (::setrlimit(static_cast<__rlimit_resource>(resource), &limit) == 0) found = default_memory_limit();
    const bool written = ::write(ends[1], &found, sizeof found) == sizeof found;
    ::_exit(written ? 0 : 1);
  }
  ::close(ends[1]);  // so that a child that dies ends the reading, too
  std::uint64_t found = 0;
  CHECK(::read(ends[0], &found, sizeof found) == sizeof found);
  int status = 0;
  CHECK(::waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  ::close(ends[0]);
  return found;
}

}  // namespace

TEST_CASE("without control groups there is no limit of theirs") {
  CHECK_FALSE(FakeRoot().limit());
  CHECK_FALSE(FakeRoot().file("proc/self/cgroup", "").limit());
  CHECK_FALSE(FakeRoot().file("proc/self/cgroup", "0::/a\n").file("proc/self/mountinfo", second_version).limit());
  CHECK_FALSE(detail::cgroup_limit("/no/such/folder"));
}

TEST_CASE("the least limit of a group and of all around it counts: version 2") {
  FakeRoot root;
  root.file("proc/self/mountinfo", second_version).file("proc/self/cgroup", "0::/user.slice/session 1.scope/job\n");
  const std::string top = "sys/fs/cgroup/";
  root.file(top + "user.slice/session 1.scope/job/memory.max", "max\n");
  CHECK_FALSE(root.limit());
  root.file(top + "user.slice/session 1.scope/job/memory.max", "3000000\n");
  CHECK(root.limit() == 3'000'000);
  root.file(top + "user.slice/session 1.scope/memory.max", "5000000\n");
  CHECK(root.limit() == 3'000'000);
  root.file(top + "user.slice/session 1.scope/memory.high", "2500000\n");
  CHECK(root.limit() == 2'500'000);
  root.file(top + "user.slice/memory.max", "2000000\n");
  CHECK(root.limit() == 2'000'000);
  root.file(top + "memory.max", "1000000\n");  // of a container that sees itself as the root
  CHECK(root.limit() == 1'000'000);
  root.file(top + "other.slice/memory.max", "10\n");
  root.file(top + "user.slice/session 1.scope/job/below/memory.max", "10\n");
  CHECK(root.limit() == 1'000'000);
}

TEST_CASE("the least limit of a group and of all around it counts: version 1") {
  FakeRoot root;
  root.file("proc/self/mountinfo", first_version);
  root.file("proc/self/cgroup", "9:cpu,cpuacct:/elsewhere\n5:memory:/docker/0af\n0::/unified\n");
  const std::string top = "sys/fs/cgroup/memory/";
  root.file(top + "docker/0af/memory.limit_in_bytes", "9223372036854771712\n");
  CHECK(root.limit() == 9'223'372'036'854'771'712U);
  root.file(top + "docker/0af/memory.limit_in_bytes", "7000000\n");
  CHECK(root.limit() == 7'000'000);
  root.file(top + "memory.limit_in_bytes", "6000000\n");
  CHECK(root.limit() == 6'000'000);
  root.file(top + "elsewhere/memory.limit_in_bytes", "10\n");
  root.file(top + "docker/0af/memory.max", "10\n");  // of the other version
  CHECK(root.limit() == 6'000'000);
}

TEST_CASE("memory among several controllers, both versions side by side, and a group mounted as the root") {
  FakeRoot root;
  root.file("proc/self/mountinfo",
            "40 31 0:41 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n"
            "35 31 0:32 /docker/0af /sys/fs/cgroup/my\\040memory rw - cgroup cgroup rw,cpu,memory\n");
  root.file("proc/self/cgroup", "5:cpu,memory:/docker/0af/inner\n0::/a/b\n");
  root.file("sys/fs/cgroup/my memory/inner/memory.limit_in_bytes", "4000000\n");
  CHECK(root.limit() == 4'000'000);
  root.file("sys/fs/cgroup/my memory/memory.limit_in_bytes", "3000000\n");
  CHECK(root.limit() == 3'000'000);
  root.file("sys/fs/cgroup/unified/a/memory.max", "2000000\n");
  CHECK(root.limit() == 2'000'000);
}

TEST_CASE("a group that lies outside of what is mounted is sought at the mount point") {
  FakeRoot root;
  root.file("proc/self/mountinfo", "35 31 0:32 /docker/0af /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n");
  root.file("proc/self/cgroup", "5:memory:/other\n");
  root.file("sys/fs/cgroup/memory/memory.limit_in_bytes", "123456\n");
  root.file("memory.limit_in_bytes", "10\n").file("sys/fs/cgroup/memory.limit_in_bytes", "10\n");
  CHECK(root.limit() == 123'456);
  root.file("proc/self/mountinfo", "35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n");
  root.file("proc/self/cgroup", "5:memory:/../../outside\n");
  root.file("sys/fs/cgroup/memory/outside/memory.limit_in_bytes", "1234\n");
  CHECK(root.limit() == 1'234);
}

TEST_CASE("without mountinfo the usual places are looked at") {
  FakeRoot root;
  root.file("proc/self/cgroup", "5:memory:/one\n0::/two\n");
  root.file("sys/fs/cgroup/memory/one/memory.limit_in_bytes", "222222\n");
  CHECK(root.limit() == 222'222);
  root.file("sys/fs/cgroup/two/memory.max", "111111\n");
  CHECK(root.limit() == 111'111);
}

TEST_CASE("garbage in a control group is no limit, and hides no other") {
  for (const std::string text :
       {"", "\n", "max\n", "-1\n", "12x\n", "99999999999999999999999\n", "1 2\n", "0x10\n", " \n \n", "\xff\xfe"}) {
    CAPTURE(text);
    FakeRoot root;
    std::string mounts = "garbage\n - \n1 2 - cgroup2\n";
    root.file("proc/self/mountinfo", mounts += second_version);
    root.file("proc/self/cgroup", "no colon\n:\n::\n0::/group\n");
    root.file("sys/fs/cgroup/group/memory.max", text);
    CHECK_FALSE(root.limit());
    root.file("sys/fs/cgroup/memory.max", "77\n");
    CHECK(root.limit() == 77);
  }
  FakeRoot folders;
  folders.file("proc/self/mountinfo", second_version).file("proc/self/cgroup", "0::/group\n");
  folders.folder("sys/fs/cgroup/group/memory.max").file("sys/fs/cgroup/memory.max", "88\n");
  CHECK(folders.limit() == 88);
  FakeRoot closed;
  closed.file("proc/self/mountinfo", second_version).file("proc/self/cgroup", "0::/group\n");
  closed.file("sys/fs/cgroup/group/memory.max", "99\n").file("sys/fs/cgroup/memory.max", "100\n");
  fs::permissions(closed.path() / "sys/fs/cgroup/group/memory.max", fs::perms::none);
  CHECK(closed.limit() == (::geteuid() == 0 ? 99 : 100));
}

TEST_CASE("the default limit of a machine is nine tenths of what the process may take") {
  FakeRoot root;
  root.file("proc/self/mountinfo", second_version).file("proc/self/cgroup", "0::/\n");
  const std::uint64_t all = detail::memory_of_process(root.path());
  CHECK(all > 0);
  root.file("sys/fs/cgroup/memory.max", "1000000\n");
  CHECK(detail::memory_of_process(root.path()) == 1'000'000);
  root.file("sys/fs/cgroup/memory.max", "0\n");
  CHECK(detail::memory_of_process(root.path()) == 1);
  root.file("sys/fs/cgroup/memory.max", "9223372036854775807\n");
  CHECK(detail::memory_of_process(root.path()) == all);
  CHECK(default_memory_limit() == detail::memory_of_process() / 10 * 9);
  CHECK(Machine().options().memory_limit == default_memory_limit());
  CHECK(Machine({.memory_limit = 123456}).options().memory_limit == 123'456);
}

#ifndef PRAM_SANITIZED
TEST_CASE("RLIMIT_AS and RLIMIT_DATA limit a machine") {
  for (const int resource : {static_cast<int>(RLIMIT_AS), static_cast<int>(RLIMIT_DATA)}) {
    CAPTURE(resource);
    CHECK(under(resource, std::uint64_t{1} << 29) == (std::uint64_t{1} << 29) / 10 * 9);
  }
}
#endif

}  // namespace pram

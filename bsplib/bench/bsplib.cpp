#include <benchmark/benchmark.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <stdexcept>
#include <string>
#include <vector>

#include <pram/bsplib/bsp.h>

/// What the calls of BSPlib cost the host: an empty bsp_sync; puts of a word to random places, buffered and not;
/// blocks; and what an idle process takes. BSPlib has one machine in a host's process, so each measurement has a child
/// process of its own.
namespace {

constexpr std::uint64_t words = std::uint64_t{1} << 20;  // of all processes together, in a superstep
constexpr std::uint64_t block = 1024;
constexpr int supersteps = 5;  // timed, of transfers

enum class Call { sync, put, hpput, put_block };

constexpr const char* call_names[] = {"sync", "put", "hpput", "put-block"};

/// What a child is to do, in a variable: the processes of BSPlib run a function without parameters.
struct Request {
  Call call;
  int processes;
  int threads;
};
Request request;

/// What a child reports.
struct Measured {
  double seconds = 0;
  double host_seconds = 0;  // of all its threads: what is left to compare where others use the host, too
  std::uint64_t supersteps = 0;
  double bytes_a_process = 0;  // resident, the touched pages of its stack included
  bool right = true;
};
Measured measured;

std::uint64_t resident_before = 0;

/// From here to stop() is measured.
class Watch {
 public:
  void stop(std::uint64_t done) const {
    measured.seconds = bsp_time() - begin_;
    measured.host_seconds = static_cast<double>(std::clock() - host_begin_) / CLOCKS_PER_SEC;
    measured.supersteps = done;
  }

 private:
  double begin_ = bsp_time();
  std::clock_t host_begin_ = std::clock();
};

/// Bytes of the host's memory that this host process holds.
std::uint64_t resident() {
  std::FILE* const file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr) return 0;
  unsigned long long whole = 0;
  unsigned long long pages = 0;
  const bool read = std::fscanf(file, "%llu %llu", &whole, &pages) == 2;  // NOLINT: the kernel writes numbers
  std::fclose(file);
  return read ? pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)) : 0;
}

std::uint64_t mixed(std::uint64_t x) {
  x ^= x >> 31;
  x *= 0x7FB5D329728EA185U;
  x ^= x >> 27;
  return x;
}

/// A number of 32 random bits, scaled: a division would take as long as a put.
std::uint64_t below(std::uint64_t bits, std::uint64_t bound) { return bits * bound >> 32; }

void sync_only() {
  const std::uint64_t syncs = 10 + 2'000'000 / static_cast<std::uint64_t>(request.processes);
  for (int k = 0; k < 3; ++k) bsp_sync();  // finds stacks untouched
  const Watch watch;
  for (std::uint64_t k = 0; k < syncs; ++k) bsp_sync();
  if (bsp_pid() != 0) return;
  watch.stop(syncs);
  measured.bytes_a_process = static_cast<double>(resident() - resident_before) / request.processes;
}

void transfers() {
  using Number = std::ptrdiff_t;  // as bsp.h has them
  const auto processes = static_cast<std::uint64_t>(bsp_nprocs());
  const auto id = static_cast<std::uint64_t>(bsp_pid());
  const std::uint64_t each = words / processes;
  const bool blocks = request.call == Call::put_block;
  const std::uint64_t size = blocks ? std::max(block, each) : each;
  const std::uint64_t stride = blocks ? block : 1;
  std::vector<std::uint64_t> cells(size);
  const std::vector<std::uint64_t> values(blocks ? block : 0, id + 1);
  std::vector<std::uint64_t> sent(request.call == Call::hpput ? each : 0);  // stay until the sync
  bsp_push_reg(cells.data(), static_cast<Number>(cells.size() * sizeof(std::uint64_t)));
  bsp_sync();
  Watch watch;
  for (int superstep = 0; superstep <= supersteps; ++superstep) {
    if (superstep == 1) watch = Watch();  // the first superstep finds memory untouched
    const std::uint64_t first = id * each;
    // Where a process has less than a block, one of several sends it.
    for (std::uint64_t k = (first + stride - 1) / stride * stride; k < first + each; k += stride) {
      const std::uint64_t to = mixed(k + static_cast<std::uint64_t>(superstep) * words);
      const auto target = static_cast<Number>(below(to >> 32, processes));
      const auto place = static_cast<Number>(below(to & 0xFFFFFFFF, size) * sizeof(std::uint64_t));
      const std::uint64_t value = to | 1;
      switch (request.call) {
        case Call::put: bsp_put(target, &value, cells.data(), place, sizeof(value)); break;
        case Call::hpput:
          sent[k - first] = value;
          bsp_hpput(target, &sent[k - first], cells.data(), place, sizeof(value));
          break;
        default: bsp_put(target, values.data(), cells.data(), 0, block * sizeof(std::uint64_t));
      }
    }
    bsp_sync();
  }
  // Something has come to a process unless it was very unlucky: a word goes to each place, on the mean.
  bool any = blocks && each < block;
  for (const std::uint64_t cell : cells) any = any || cell != 0;
  if (!any) measured.right = false;
  if (id == 0) watch.stop(supersteps);
}

void program() {
  bsp_begin(request.processes);
  if (request.call == Call::sync) {
    sync_only();
  } else {
    transfers();
  }
  bsp_end();
}

/// The child's life.
[[noreturn]] void run_and_report(int pipe) {
  const std::string processes = std::to_string(request.processes);
  const std::string settings = "processes=" + processes + " components=" + processes +
                               " network=ideal threads=" + std::to_string(request.threads);
  ::setenv("PRAM_BSP", settings.c_str(), 1);
  bsp_init(program, 0, nullptr);
  resident_before = resident();
  program();
  const bool written = ::write(pipe, &measured, sizeof(measured)) == sizeof(measured);
  ::_exit(written ? 0 : 1);
}

Measured measure(const Request& asked) {
  int ends[2];
  if (::pipe(ends) != 0) throw std::runtime_error("no pipe");
  request = asked;
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("no child process");
  if (child == 0) run_and_report(ends[1]);
  ::close(ends[1]);
  Measured found;
  const bool read = ::read(ends[0], &found, sizeof(found)) == sizeof(found);
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  if (!read || status != 0 || !found.right) throw std::runtime_error("the program of BSPlib has failed");
  return found;
}

void run(benchmark::State& state, Call call) {
  std::uint64_t done = 0;
  double host_seconds = 0;
  for (auto _ : state) {
    const Measured found = measure({call, static_cast<int>(state.range(0)), static_cast<int>(state.range(1))});
    state.SetIterationTime(found.seconds);
    done += found.supersteps;
    host_seconds += found.host_seconds;
    if (call == Call::sync) state.counters["bytes_a_process"] = found.bytes_a_process;
  }
  state.counters["host_us_a_superstep"] = 1e6 * host_seconds / static_cast<double>(done);
  state.SetItemsProcessed(static_cast<std::int64_t>(done * (call == Call::sync ? 1 : words)));
}

const bool registered = [] {
  for (const Call call : {Call::sync, Call::put, Call::hpput, Call::put_block}) {
    const std::string name = std::string("bsplib/") + call_names[static_cast<std::size_t>(call)];
    benchmark::RegisterBenchmark(name.c_str(), [call](benchmark::State& state) { run(state, call); })
        ->ArgNames({"processes", "threads"})
        ->ArgsProduct({{2, 64, 1024, 4096}, {1, 2}})
        ->UseManualTime();
  }
  return true;
}();

}  // namespace

BENCHMARK_MAIN();

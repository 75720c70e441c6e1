// A program in C++: overloads, exceptions on the processes' own stacks, members with the names of BSPlib's calls.
#include <bsp.h>

#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

extern "C" {
#include <bsp.h>
}

namespace {

struct World {
  void bsp_sync() const { ::bsp_sync(); }
  int bsp_pid() const { return ::bsp_pid(); }
};

const char* chosen = "";

// The objects of this function end before bsp_end, which ends all processes but process 0 where they stand.
void exchange() {
  const World world;
  const int p = bsp_nprocs();
  const int s = world.bsp_pid();
  std::vector<double> got(static_cast<std::size_t>(p));
  bsp_push_reg(got.data(), static_cast<int>(got.size() * sizeof(double)));
  std::size_t tag = sizeof(int);
  bsp_set_tagsize(&tag);
  world.bsp_sync();
  // Exceptions are thrown, held over a sync, and caught, by all processes alternately.
  int caught = 0;
  try {
    try {
      throw std::runtime_error("process " + std::to_string(s));
    } catch (const std::runtime_error& first) {
      bsp_sync();
      if (first.what() != "process " + std::to_string(s)) bsp_abort("process %d holds %s\n", s, first.what());
      throw;
    }
  } catch (const std::exception& again) {
    bsp_sync();
    caught = again.what() == "process " + std::to_string(s) ? 1 : 0;
  }
  if (caught != 1) bsp_abort("process %d lost its exception\n", s);
  for (int t = 0; t < p; ++t) {
    const double value = 100 * s + t;
    bsp_put(t, &value, got.data(), s * static_cast<int>(sizeof(double)), sizeof(double));
    bsp_send(t, &s, &value, sizeof(value));
  }
  if (std::strcmp(chosen, "throws") == 0 && s == 2) throw std::runtime_error("no more");
  bsp_sync();
  for (int t = 0; t < p; ++t) {
    if (got[static_cast<std::size_t>(t)] != 100 * t + s) bsp_abort("process %d got something else\n", s);
  }
  unsigned int messages = 0;
  std::size_t bytes = 0;
  bsp_qsize(&messages, &bytes);
  if (messages != static_cast<unsigned>(p) || bytes != sizeof(double) * messages) bsp_abort("qsize\n");
  bsp_qsize(&messages, NULL);
  bsp_qsize(&messages, nullptr);
  long status = 0;
  int source = -1;
  bsp_get_tag(&status, &source);
  void* at_tag = nullptr;
  void* at_payload = nullptr;
  if (bsp_hpmove(&at_tag, &at_payload) != status) bsp_abort("hpmove\n");
  if (*static_cast<double*>(at_payload) != 100 * source + s) bsp_abort("payload\n");
  bsp_sync();
  if (s == 0) std::printf("%s\n", bsp_time() >= 0 ? "all is well in C++" : "time runs back");
}

void spmd() {
  bsp_begin(bsp_nprocs());
  exchange();
  bsp_end();
}

}  // namespace

int main(int argc, char** argv) {
  bsp_init(spmd, argc, argv);
  if (argc > 1) chosen = argv[1];
  spmd();
  return 0;
}

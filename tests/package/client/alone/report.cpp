#include <public_headers.hpp>

#include <cstdio>

int main() {
  pram::Machine machine({.components = 16, .network = "torus:4x4"});
  pram::report::TraceRecorder recorder(machine);
  machine.pardo(100, [&](pram::Processor self) -> pram::Task<> { co_await self.idle(); });
  const bool traced = !pram::report::trace_text(recorder).empty();
  std::printf("%s%d\n", pram::report::text(machine, {.title = "idle", .profile = false}).substr(0, 5).c_str(), traced);
}

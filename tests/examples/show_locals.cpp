#include <pram/pram.hpp>
#include <pram/report/trace.hpp>

#include <cstdio>
#include <vector>

int main(int argc, char** argv) {
  pram::Machine machine({.components = 4});
  const auto values = machine.array(std::vector<int>{3, 1, 4, 1}, "values");
  pram::report::TraceRecorder recorder(machine);
  const auto region = machine.region("sums");
  machine.pardo(
      2,
      [&](pram::Processor self) -> pram::Task<> {
        int sum = 0;
        for (std::uint64_t i = self.id(); i < 4; i += 2) {
          self.show("i", i);
          sum += co_await values[i];
        }
        self.show("sum", sum);
        co_await (values[self.id()] = sum);
      },
      "every other");
  std::fputs(pram::report::trace_text(recorder).c_str(), stdout);
  if (argc > 1) pram::report::write_trace(recorder, argv[1]);
}

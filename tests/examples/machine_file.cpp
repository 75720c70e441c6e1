#include <pram/machine_file.hpp>
#include <pram/pram.hpp>
#include <pram/report.hpp>

#include <cstdio>

// A sum on the machine that a file describes, such as the JSON of an earlier run, or else on one of 64 components.
int main(int argc, char** argv) {
  pram::MachineOptions options{.components = 64, .network = "torus", .placement = pram::Placement::balanced};
  if (argc > 1) options = pram::read_machine(argv[1]);
  options.rule = pram::Rule::arbitrary;  // what this program needs, whatever ran there before

  pram::Machine machine(options);
  const auto sum = machine.array<std::int64_t>(1, 0, "sum");
  machine.pardo(1000, [&](pram::Processor self) -> pram::Task<> { co_await sum[0].add(self.id()); });
  std::printf("%lld on %s of %u components: charge %llu\n", static_cast<long long>(sum.get(0)),
              machine.options().network.text().c_str(), machine.options().components,
              static_cast<unsigned long long>(machine.ledger().total_charge()));
  if (argc > 2) pram::report::write_json(machine, argv[2]);  // whose machine is read again
}

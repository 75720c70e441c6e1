#include <pram/pram.hpp>

#include <cstdio>

// Prints all that a machine does in a step: requests, messages and replies.
class Told : public pram::Observer {
 public:
  void request(const Request& request) override {
    std::printf("processor %llu asks for %s[%llu]: %s %lld\n", number(request.processor), request.array.name.c_str(),
                number(request.index), request.operation.c_str(), value(request.operand));
    replies_ += "processor " + std::to_string(request.processor) + " gets " + std::to_string(request.reply) + "\n";
  }
  void message(const Message& message) override {
    const bool forward = message.direction == Direction::forward;
    std::printf("phase %u%s: component %u %s %u, %s %lld", message.phase, forward ? "" : " back",
                forward ? message.from : message.to, forward ? "to" : "from", forward ? message.to : message.from,
                forward ? "operand" : "reply", value(message.value));
    std::printf(forward ? " of %u requests\n" : "\n", message.weight);
  }
  void cell(const Cell& cell) override {
    std::printf("memory: %s[%llu] was %lld and is %lld\n", cell.array.name.c_str(), number(cell.index),
                value(cell.before), value(cell.after));
  }
  void end_step(const pram::StepRecord& record) override {
    std::printf("%sledger: charge %llu forward, %llu back\n", replies_.c_str(), number(record.charge),
                number(record.charge_back));
  }

 private:
  static unsigned long long number(std::uint64_t number) { return number; }
  static long long value(pram::Word word) { return static_cast<long long>(word); }

  std::string replies_;
};

int main() {
  pram::Machine machine({.components = 4, .network = "router", .access = "combining:2,2"});
  const auto sum = machine.array<long>(1, 100, "sum");
  Told told;
  const pram::Observation observation = machine.observe(told);
  machine.pardo(8, [&](pram::Processor self) -> pram::Task<> {  //
    co_await sum[0].fetch_add(static_cast<long>(self.id()) + 1);
  });
}

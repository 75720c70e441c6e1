#include <pram/pram.hpp>

#include <cstdio>

// Who holds the token sends one message and hands it on.
class TokenRing : public pram::Network {
 public:
  std::string name() const override { return "token-ring"; }
  std::uint64_t carry(const pram::Traffic& phase) override { return phase.messages; }
  double distinct_charge(std::uint64_t messages, std::uint32_t) const override { return static_cast<double>(messages); }
};

int main() {
  pram::networks().add({"token-ring", "one message at a time",
                        [](const pram::Spec&, std::uint32_t) { return std::make_unique<TokenRing>(); }});

  for (const char* access : {"direct", "combining:8,8"}) {
    pram::Machine machine({.components = 64, .network = "token-ring", .access = access});
    auto flag = machine.array<int>(1, 42, "flag");
    machine.pardo(64, [&](pram::Processor) -> pram::Task<> { co_await flag[0]; });
    std::printf("64 processors read one cell over a token ring, %s: %llu there, %llu back\n", access,
                static_cast<unsigned long long>(machine.ledger().charge()),
                static_cast<unsigned long long>(machine.ledger().charge_back()));
  }
}

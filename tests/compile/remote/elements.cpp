#include <pram/bsp.hpp>
#include <pram/machine.hpp>

#include <cstdint>
#include <vector>

struct Pair {
  std::int64_t first, second;
};

// What the other files here leave out: this one must compile.
void run(pram::Machine& machine) {
  machine.spmd([](pram::bsp::Process self) -> pram::Task<> {
    auto sums = self.coarray<double>(2, 1.5, "sums");
    auto pairs = self.coarray<Pair>(2, {1, 2});
    auto words = self.queue<char>("words");
    sums(0)[1] = 3;
    sums(0)[1] = sums[0];
    pairs(0)[1] = Pair{3, 4};
    pairs(0)[1] = {3, 4};
    words.send(0, std::vector<char>{'a', 'b'});
    auto later = sums(0)[1].get();
    auto element = sums(1)[0];
    const auto same = element;
    auto pair = pairs(1)[0].get();
    co_await self.sync();
    sums(0)[0] = later.value();
    sums(1)[0] = static_cast<double>(pair.value().first);
    co_await self.sync();
    double sum = co_await pram::bsp::all_reduce(self, 1.5, pram::Sum());
    sum += co_await pram::bsp::all_reduce(self, sum, pram::Maximum());
    auto task = pram::bsp::all_reduce(self, sum, pram::Sum());
    sums[0] = co_await std::move(task);
    static_cast<void>(same);
    const auto row = co_await self.split(self.id() % 2);
    co_await row.sync();
  });
}

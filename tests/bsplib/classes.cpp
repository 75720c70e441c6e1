// Programs for the wrapper of MulticoreBSP for C++, with sizes in bytes and, by its templates, in elements.
#include <bsp.hpp>
#include <cstdio>
#include <cstring>
#include <mcbsp-templates.hpp>
#include <vector>

namespace {

int made = 0;  // each process has its own
int ended = 0;

class Sums : public mcbsp::BSP_program {
 public:
  explicit Sums(long first) : first_(first) {}
  ~Sums() override { ++ended; }
  long result() const { return result_; }

 protected:
  void spmd() override {
    const unsigned p = static_cast<unsigned>(bsp_nprocs()), s = static_cast<unsigned>(bsp_pid());
    if (made != (s == 0 ? 0 : 1)) bsp_abort("process %u has %d objects\n", s, made);
    std::vector<long> all(p);
    long own = first_ + s;
    bsp_push_reg(all.data(), p);
    bsp_push_reg(&own);
    if (bsp_set_tagsize<short>() != 0) bsp_abort("tags\n");
    bsp_sync();
    for (unsigned t = 0; t < p; ++t) bsp_put(t, &own, all.data(), s);
    for (unsigned t = 0; t < p; ++t) bsp_hpput(t, &own, all.data(), static_cast<int>(s), 1);
    long next[2] = {-1, -1};
    bsp_get((s + 1) % p, &own, 0, next);
    bsp_hpget((s + 1) % p, static_cast<const void*>(&own), 0, next + 1, sizeof(long));
    const short tag = static_cast<short>(s);
    const double payload[2] = {s + 0.5, s + 0.25};
    bsp_send((s + 1) % p, &tag, payload, 2);
    bsp_sync();
    for (unsigned t = 0; t < p; ++t) result_ += all[t];
    if (next[0] != first_ + (s + 1) % p || next[1] != next[0]) bsp_abort("process %u got %ld\n", s, next[0]);
    bsp_size_t status = 0;
    short from = -1;
    double got[2] = {};
    bsp_get_tag(&status, &from);
    bsp_move(got, 2);
    if (status != 16 || got[0] != from + 0.5 || got[1] != from + 0.25) bsp_abort("process %u: a message\n", s);
    long direct = 0;
    bsp_direct_get((s + 1) % p, all.data(), p - 1, &direct);
    if (direct != first_ + p - 1) bsp_abort("process %u got %ld at once\n", s, direct);
    bsp_pop_reg(&own);
    bsp_pop_reg(all.data());
    bsp_sync();
  }
  BSP_program* newInstance() override {
    ++made;
    return new Sums(first_);
  }

 private:
  long first_;
  long result_ = 0;
};

class Mistaken : public mcbsp::BSP_program {
  void spmd() override {
    if (bsp_pid() == 1) bsp_move(nullptr, 0);
  }
  BSP_program* newInstance() override { return new Mistaken; }
};

}  // namespace

int main(int argc, char**) {
  if (argc > 1) Mistaken().begin(3);
  Sums sums(10);
  sums.begin();
  Sums again(0);
  again.begin(2);
  const long p = bsp_nprocs();
  if (sums.result() != 10 * p + p * (p - 1) / 2 || again.result() != (p > 1 ? 1 : 0)) return 3;
  if (made != 0 || ended != 0) return 4;
  std::puts("classes");
}

/// Stands behind the objects of a program: where its variables end.
extern "C" {
char pram_bsplib_last_data[64] __attribute__((aligned(64))) = {1};
char pram_bsplib_last_zero_data[64] __attribute__((aligned(64)));
}

/// Stands before the objects of a program: where its variables begin.
extern "C" {
char pram_bsplib_first_data[64] __attribute__((aligned(64))) = {1};
char pram_bsplib_first_zero_data[64] __attribute__((aligned(64)));
}

#ifndef PRAM_BSPLIB_BSP_HPP
#define PRAM_BSPLIB_BSP_HPP

/* The name under which later programs for MulticoreBSP include its wrapper for C++. */
#include "mcbsp.hpp"

#endif

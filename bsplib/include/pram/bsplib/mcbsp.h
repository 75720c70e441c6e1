#ifndef PRAM_BSPLIB_MCBSP_H
#define PRAM_BSPLIB_MCBSP_H

/* The name under which programs for MulticoreBSP for C include BSPlib. */
#include "bsp.h"

#endif

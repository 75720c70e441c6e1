#pragma once

/// All kinds of input that bundled programs take.
#include <pram/programs/input/sequence/keys.hpp>
#include <pram/programs/input/sequence/modular.hpp>
#include <pram/programs/input/sequence/numbers.hpp>
#include <pram/programs/input/sequence/queries.hpp>
#include <pram/programs/input/sequence/sorted.hpp>
#include <pram/programs/input/structure/graphs.hpp>
#include <pram/programs/input/structure/lists.hpp>
#include <pram/programs/input/structure/matrices.hpp>
#include <pram/programs/input/structure/plane.hpp>
#include <pram/programs/input/structure/sparse_matrices.hpp>
#include <pram/programs/input/structure/trees.hpp>
#include <pram/programs/input/text/languages.hpp>
#include <pram/programs/input/text/texts.hpp>
#include <pram/programs/input/with_options.hpp>

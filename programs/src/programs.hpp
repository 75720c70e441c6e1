#pragma once

#include <pram/programs/program.hpp>

/// The rows of the table of programs, each made where its program is.
namespace pram::programs {

ProgramEntry prefix_sums_program();
ProgramEntry maximum_all_pairs_program();
ProgramEntry leftmost_one_program();
ProgramEntry histogram_program();
ProgramEntry multiprefix_ranks_program();
ProgramEntry list_ranking_wyllie_program();
ProgramEntry breadth_first_search_program();
ProgramEntry connected_components_program();
ProgramEntry concurrent_read_program();
ProgramEntry matrix_transposition_program();
ProgramEntry fft_program();

}  // namespace pram::programs

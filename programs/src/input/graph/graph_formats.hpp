#pragma once

#include <cstdint>
#include <string>

#include <pram/programs/input/graph.hpp>
#include "input/file/text.hpp"
#include "input/graph/graph_room.hpp"

/// The formats of graph files. Each reader is given a scanner before the first line. It says in Graph::read_as what it
/// took the file for and what it left out. It throws an InputError for what it does not understand, and a LimitError
/// for what it has no room for.
namespace pram::programs {

/// The characters that open a comment at the beginning of a line of plain numbers; // does too.
inline constexpr std::string_view comment_marks = "#%";

/// The most vertices that a header may promise.
inline constexpr std::uint64_t most_vertices = 0xFFFFFFFE;

/// The next word of the row as the weight of an edge.
/// @throws InputError if it is missing, or no whole number from 0 to largest_weight
std::uint32_t read_weight(Scanner& scanner);

/// An edge a row: two ids, and what else belongs to the edge (its weight, its time). A first row of words names the
/// columns; a last row of -1 ends the list.
/// @param ragged  rows may differ in their number of columns
Graph read_edge_list(Scanner scanner, GraphRoom room, EdgeWeights weights, bool ragged);

/// The same after a first row of counts: vertices and edges in either order, vertices twice and edges (a Matrix Market
/// file that lost its banner), or one count only.
Graph read_counted_edge_list(Scanner scanner, GraphRoom room, EdgeWeights weights);

/// Whether a first row may be counts: (vertices, edges) or (vertices, vertices, edges) followed by as many rows as
/// edges, or one number only.
bool has_counts(Scanner scanner);

/// "%%MatrixMarket matrix coordinate FIELD SYMMETRY", in any case; rows, columns, entries; then an entry a row.
/// Its value is the weight: not that of a skew-symmetric matrix, whose other half has the negative one.
Graph read_matrix_market(Scanner scanner, GraphRoom room, EdgeWeights weights);

/// "p FORMAT VERTICES EDGES", then "e FROM TO" or "a FROM TO WEIGHT" a row; "c" opens a comment, "n" tells of a vertex.
Graph read_dimacs(Scanner scanner, GraphRoom room, EdgeWeights weights);

/// VERTICES EDGES [FORMAT [CONSTRAINTS]], then a line a vertex with its neighbours, each edge in both its ends' lines,
/// with the same weight.
/// Source: METIS manual (Karypis), Section 4.1.1.
Graph read_metis(Scanner scanner, GraphRoom room, EdgeWeights weights);

}  // namespace pram::programs

#pragma once

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

/// An edge a row: two ids, and what else belongs to the edge (its weight, its time). A first row of words names the
/// columns; a last row of -1 ends the list.
/// @param ragged  rows may differ in their number of columns
Graph read_edge_list(Scanner scanner, GraphRoom room, bool ragged);

/// The same after a first row of counts: vertices and edges in either order, vertices twice and edges (a Matrix Market
/// file that lost its banner), or one count only.
Graph read_counted_edge_list(Scanner scanner, GraphRoom room);

/// Whether a first row may be counts: (vertices, edges) or (vertices, vertices, edges) followed by as many rows as
/// edges, or one number only.
bool has_counts(Scanner scanner);

/// "%%MatrixMarket matrix coordinate FIELD SYMMETRY", in any case; rows, columns, entries; then an entry a row.
Graph read_matrix_market(Scanner scanner, GraphRoom room);

/// "p FORMAT VERTICES EDGES", then "e FROM TO" or "a FROM TO WEIGHT" a row; "c" opens a comment, "n" tells of a vertex.
Graph read_dimacs(Scanner scanner, GraphRoom room);

/// VERTICES EDGES [FORMAT [CONSTRAINTS]], then a line a vertex with its neighbours, each edge in both its ends' lines.
/// Source: METIS manual (Karypis), Section 4.1.1.
Graph read_metis(Scanner scanner, GraphRoom room);

}  // namespace pram::programs

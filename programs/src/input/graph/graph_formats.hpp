#pragma once

#include <cstdint>
#include <string>

#include <pram/programs/input/graph.hpp>
#include "input/file/text.hpp"
#include "input/graph/graph_room.hpp"

/// The formats of graph files. Each reader gets a scanner before the first line, and says in Graph::read_as what it
/// took the file for and what it left out. A reader throws an InputError for what it does not understand, and a
/// LimitError for what it has no room for.
namespace pram::programs {

/// The characters that open a comment at the beginning of a line of plain numbers; // does too.
inline constexpr std::string_view comment_marks = "#%";

/// The most vertices that a header may promise.
inline constexpr std::uint64_t most_vertices = 0xFFFFFFFE;

/// The next word of the row as the weight of an edge.
/// @throws InputError if it is missing, or no whole number from 0 to largest_weight
std::uint32_t read_weight(Scanner& scanner);

/// Reads a row for each edge: two ids, and what else belongs to the edge (its weight, its time). A first row of words
/// names the columns; a last row of -1 ends the list.
/// @param ragged  rows may differ in their number of columns
Graph read_edge_list(Scanner scanner, GraphRoom room, EdgeWeights weights, bool ragged);

/// The same after a first row of counts: vertices and edges in either order, vertices twice and edges (a Matrix Market
/// file that lost its banner), or one count only.
Graph read_counted_edge_list(Scanner scanner, GraphRoom room, EdgeWeights weights);

/// Whether the first row may be counts: (vertices, edges) or (vertices, vertices, edges), and as many rows as edges
/// follow; or a single number.
bool has_counts(Scanner scanner);

/// Reads "%%MatrixMarket matrix coordinate FIELD SYMMETRY", in upper or lower case; then rows, columns and entries;
/// then a row for each entry, whose value is the weight. Where weights are wanted, a complex matrix is refused, and so
/// is a skew-symmetric one: one half of it has negative values.
Graph read_matrix_market(Scanner scanner, GraphRoom room, EdgeWeights weights);

/// Reads "p FORMAT VERTICES EDGES", then a row "e FROM TO" or "a FROM TO WEIGHT" for each edge. "c" opens a comment,
/// and rows "n", "d", "v" and "x", which describe vertices, are left out.
Graph read_dimacs(Scanner scanner, GraphRoom room, EdgeWeights weights);

/// Reads VERTICES EDGES [FORMAT [CONSTRAINTS]], then a line for each vertex with its neighbours. Each edge stands in
/// the lines of both its ends, with the same weight. Source: METIS manual (Karypis), Section 4.1.1.
Graph read_metis(Scanner scanner, GraphRoom room, EdgeWeights weights);

}  // namespace pram::programs

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <pram/report/detail/picture/drawing.hpp>
#include <pram/report/detail/picture/heat_grid.hpp>

namespace pram::report {

/// A network as it lies in a plane, and how busy its links were. Places are columns and rows of a grid, with fractions
/// between them.
struct NetworkPlan {
  struct Place {
    double column = 0;
    double row = 0;
  };
  struct Link {
    Place from;
    Place to;  ///< where the mark ends: halfway, if the link goes far across others
    std::uint32_t node = 0;
    std::uint32_t other = 0;  ///< where it leads to
    std::uint32_t link = 0;   ///< its number: node · ports + port
    double share = 0;         ///< of the steps in which it was busy
    std::string hint = {};
  };

  std::size_t columns = 0;
  std::size_t rows = 0;
  std::vector<Place> nodes;  ///< in the order of their numbers
  std::vector<Link> links;
};

/// The most links that are drawn one by one.
inline constexpr std::size_t most_drawn_links = 2048;

/// Whether each link is drawn: there are at most most_drawn_links, and at most 48 columns and rows.
bool draws_links(const NetworkPlan& plan);

/// The cells of a picture of places.
HeatGrid place_grid(const NetworkPlan& plan);

/// The links as lines in the colour of their shares; of a network where these are too many, the places, each in the
/// colour of the busiest link that leaves a node there.
Drawing network_picture(const NetworkPlan& plan);

}  // namespace pram::report

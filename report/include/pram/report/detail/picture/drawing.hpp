#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Drawings in SVG: what pages show and what --svg writes.
namespace pram::report {

/// One line of text as HTML and XML show it: their special characters are replaced, and what is not printable stands as
/// printable() shows it.
std::string escaped(std::string_view text);

/// A number in a drawing: at most two digits after the point, the same for every locale.
std::string coordinate(double x);

/// The colours by which shares are shown.
inline constexpr std::size_t heat_levels = 16;

/// The level of a share of the most. A share above 0 is never at level 0, so that it differs from none.
std::size_t heat_level(double share);

/// The outline of a rectangle, for Drawing::area(). Outlines one behind the other are one, too.
std::string box_outline(double x, double y, double width, double height);

enum class Anchor { start, middle, end };

/// Marks in the order in which they are drawn, the later above the earlier. Coordinates are pixels from the upper left
/// corner. What a mark looks like is said by the name of its kind alone, so that one style sheet serves bright and dark
/// pages and paper.
class Drawing {
 public:
  Drawing(double width, double height) : width_(width), height_(height) {}

  /// A line of text in place of a picture: why there is nothing to draw. A page has it as a paragraph.
  static Drawing sentence(double width, std::string_view text);
  /// That line; "": this is a picture.
  const std::string& said() const { return said_; }

  double width() const { return width_; }
  double height() const { return height_; }

  /// Says what the marks that follow, until the next call, are about. A page uses it for its selection: ("line", "5")
  /// is line 5.
  Drawing& about(std::string_view what, std::string_view value);
  Drawing& about_nothing();

  /// @param hint  what is shown when the pointer rests on the mark; "": nothing
  void rectangle(std::string_view kind, double x, double y, double width, double height, std::string_view hint = {});
  void circle(std::string_view kind, double x, double y, double radius, std::string_view hint = {});
  void line(std::string_view kind, double x1, double y1, double x2, double y2);
  /// A line through points, left to right.
  void path(std::string_view kind, const std::vector<std::pair<double, double>>& points, std::string_view hint = {});
  void text(std::string_view kind, double x, double y, std::string_view text, Anchor anchor = Anchor::start);
  /// A rectangle coloured by a share of the most: 0 is the ground, 1 the strongest colour.
  void heat(double share, double x, double y, double width, double height, std::string_view hint = {});

  /// Any outline, filled: many rectangles of one kind take far less room as one. Nothing if it is empty.
  /// @param outline  the `d` of a path of SVG
  void area(std::string_view kind, std::string_view outline, std::string_view hint = {});
  /// The same in one of the colours of heat().
  void heat_area(std::size_t level, std::string_view outline);
  /// Cells of a grid in one of the colours of heat(): runs of cells, each a line from the left edge of its first cell,
  /// in units of cells. Nothing if there is none.
  /// @param x, y  the upper left corner of the grid
  void heat_runs(std::size_t level, double x, double y, double cell_width, double cell_height, std::string_view runs);
  /// A line coloured by a share of the most.
  void heat_line(double share, double x1, double y1, double x2, double y2, std::string_view hint = {});

  /// The drawing as an element of a page.
  /// @param label  what it shows, for readers that do not see it
  std::string element(std::string_view label) const;
  /// The drawing as a file of its own, with its style sheet.
  std::string file(std::string_view label) const;

 private:
  void begin(std::string_view tag, std::string_view kind);
  void end(std::string_view tag, std::string_view hint);

  double width_;
  double height_;
  std::string about_;
  std::string marks_;
  std::string said_;
};

/// How the kinds of marks look: colours as custom properties, of a bright page and of a dark one.
std::string_view drawing_style();

}  // namespace pram::report

#pragma once

#include <cstddef>
#include <span>
#include <string>

/// Pictures of one line of text, for a terminal.
namespace pram::report {

/// Values side by side, each as high as its share of the largest, in eight heights: "▁▃█ ▂", or ".-@ :" where there
/// are no blocks. A value of 0 is a blank. Where there are more values than columns, each column has the largest of its
/// own.
std::string sparkline(std::span<const double> values, std::size_t width, bool blocks);

/// A bar from the left, as long as its share of `width` columns, in eighths: "██▍", or "##". Any share above 0 has a
/// bar.
/// @param share  0 to 1
std::string text_bar(double share, std::size_t width, bool blocks);

}  // namespace pram::report

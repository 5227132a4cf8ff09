// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

// Charts as SVG: no display, no library, and a text that a version control system can compare.

namespace plugsmith::cli {

struct ChartPoint {
  double x, y;
};

/// One axis: the values it reaches from and to, and what is written at its values.
struct ChartAxis {
  double low = 1, high = 1;
  enum class Scale { kLogarithmic, kShares } scale = Scale::kLogarithmic;
  std::string unit;  ///< behind each value; "B" is written as kB, MB, ...
  std::string name;  ///< below the axis; empty: none
};

class Chart {
 public:
  /// With room for `rows` rows of the legend.
  Chart(const std::string& title, ChartAxis x, ChartAxis y, std::size_t rows);

  enum class Look { kPointsAndLine, kPoints, kLine };
  /// Adds points of one name in a colour of its own, with a row in the legend.
  void series(const std::string& name, std::vector<ChartPoint> points, Look look);

  /// The whole picture.
  std::string svg() const { return text_ + "</svg>\n"; }

 private:
  double place_x(double value) const;
  double place_y(double value) const;
  void axes();
  void line(ChartPoint from, ChartPoint to, const char* colour, int width);
  void label(ChartPoint at, const std::string& text, const char* anchor);

  ChartAxis x_, y_;
  std::string text_;
  int series_ = 0;
};

}  // namespace plugsmith::cli

// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include "apps/plugsmith/bench_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace plugsmith::cli {
namespace {

constexpr double kWidth = 860, kHeight = 460;
constexpr double kRow = 16;  // of the legend
constexpr double kLeft = 70, kRight = 250, kTop = 40, kBottom = 50;
// Colours that stay apart for most colour-blind readers (Okabe and Ito, 2008).
constexpr const char* kColours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                    "#E69F00", "#56B4E9", "#882255", "#444444"};

std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '&')
      safe += "&amp;";
    else if (c == '<')
      safe += "&lt;";
    else if (c == '>')
      safe += "&gt;";
    else
      safe += c;
  }
  return safe;
}

/// From 0 to 1 along the axis.
double share_of(const ChartAxis& axis, double value) {
  const auto scale = [&](double v) {
    return axis.scale == ChartAxis::Scale::kLogarithmic ? std::log10(v) : v;
  };
  const double span = scale(axis.high) - scale(axis.low);
  return span == 0 ? 0.5 : (scale(value) - scale(axis.low)) / span;
}

std::vector<double> ticks_of(const ChartAxis& axis) {
  std::vector<double> ticks;
  if (axis.scale == ChartAxis::Scale::kShares) {
    for (int fifths = 0; fifths / 5.0 <= axis.high; ++fifths) ticks.push_back(fifths / 5.0);
    return ticks;
  }
  auto exponent = static_cast<int>(std::ceil(std::log10(axis.low)));
  for (; std::pow(10, exponent) <= axis.high; ++exponent) ticks.push_back(std::pow(10, exponent));
  return ticks;
}

std::string tick_text(const ChartAxis& axis, double value) {
  if (axis.scale == ChartAxis::Scale::kShares) return fmt::format("{:.6g} %", 100 * value);
  if (axis.unit != "B") return fmt::format("{:.6g}{}", value, axis.unit);
  const char* units[] = {"B", "kB", "MB", "GB", "TB"};
  int unit = 0;
  for (; value >= 1000 && unit < 4; ++unit) value /= 1000;
  return fmt::format("{:g} {}", value, units[unit]);
}

}  // namespace

Chart::Chart(const std::string& title, ChartAxis x, ChartAxis y, std::size_t rows)
    : x_(std::move(x)), y_(std::move(y)) {
  text_ = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" "
      "height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\" font-family=\"sans-serif\" "
      "font-size=\"12\">\n<rect width=\"{0}\" height=\"{1}\" "
      "fill=\"white\"/>\n<text x=\"{2}\" y=\"24\" "
      "font-size=\"15\">{3}</text>\n",
      kWidth, std::max(kHeight, kTop + kRow * static_cast<double>(rows)), kLeft, escaped(title));
  axes();
}

double Chart::place_x(double value) const {
  return kLeft + (kWidth - kRight - kLeft) * share_of(x_, value);
}
double Chart::place_y(double value) const {
  return kHeight - kBottom + (kTop - (kHeight - kBottom)) * share_of(y_, value);
}

void Chart::axes() {
  for (const double tick : ticks_of(x_)) {
    const double at = place_x(tick);
    line({at, kHeight - kBottom}, {at, kTop}, "#dddddd", 1);
    label({at, kHeight - kBottom + 18}, tick_text(x_, tick), "middle");
  }
  for (const double tick : ticks_of(y_)) {
    const double at = place_y(tick);
    line({kLeft, at}, {kWidth - kRight, at}, "#dddddd", 1);
    label({kLeft - 8, at + 4}, tick_text(y_, tick), "end");
  }
  label({(kLeft + kWidth - kRight) / 2, kHeight - 12}, x_.name, "middle");
}

void Chart::series(const std::string& name, std::vector<ChartPoint> points, Look look) {
  std::sort(points.begin(), points.end(),
            [](const ChartPoint& a, const ChartPoint& b) { return a.x < b.x; });
  const char* colour = kColours[static_cast<std::size_t>(series_) % std::size(kColours)];
  std::string path;
  for (const ChartPoint& point : points) {
    path += fmt::format("{:.1f},{:.1f} ", place_x(point.x), place_y(point.y));
    if (look == Look::kLine) continue;
    text_ += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>\n",
                         place_x(point.x), place_y(point.y), colour);
  }
  if (look != Look::kPoints) {
    text_ += fmt::format(
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" "
        "stroke-width=\"1.5\"/>\n",
        path, colour);
  }
  const double row = kTop + kRow * series_++;
  line({kWidth - kRight + 14, row}, {kWidth - kRight + 34, row}, colour, 3);
  label({kWidth - kRight + 40, row + 4}, name, "start");
}

void Chart::line(ChartPoint from, ChartPoint to, const char* colour, int width) {
  text_ += fmt::format(
      "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" "
      "y2=\"{:.1f}\" stroke=\"{}\" "
      "stroke-width=\"{}\"/>\n",
      from.x, from.y, to.x, to.y, colour, width);
}

void Chart::label(ChartPoint at, const std::string& text, const char* anchor) {
  text_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", at.x, at.y,
                       anchor, escaped(text));
}

}  // namespace plugsmith::cli

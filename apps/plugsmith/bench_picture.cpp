// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "apps/plugsmith/bench.hpp"

// Charts as SVG: no display, no library, and a text that a version control system can compare.

namespace plugsmith::cli {
namespace {

constexpr double kWidth = 860, kHeight = 460;
constexpr double kLeft = 70, kRight = 250, kTop = 40, kBottom = 50;
// Colours that stay apart for most colour-blind readers (Okabe and Ito, 2008).
constexpr const char* kColours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                    "#E69F00", "#56B4E9", "#882255", "#444444"};

struct Point {
  double x, y;
};
using Series = std::map<std::string, std::vector<Point>>;

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

/// One axis: where a value lies, and the values that are named.
struct Axis {
  double low, high, from, to;
  bool logarithmic;

  double place(double value) const {
    const auto scale = [&](double v) { return logarithmic ? std::log10(v) : v; };
    const double span = scale(high) - scale(low);
    return from + (to - from) * (span == 0 ? 0.5 : (scale(value) - scale(low)) / span);
  }
  std::vector<double> ticks() const {
    std::vector<double> ticks;
    if (logarithmic) {
      for (double tick = std::pow(10, std::ceil(std::log10(low))); tick <= high; tick *= 10) {
        ticks.push_back(tick);
      }
    } else {
      for (double tick = 0; tick <= high; tick += 0.2) ticks.push_back(tick);
    }
    return ticks;
  }
};

std::string bytes_text(double bytes) {
  const char* units[] = {"B", "kB", "MB", "GB", "TB"};
  int unit = 0;
  for (; bytes >= 1000 && unit < 4; ++unit) bytes /= 1000;
  return fmt::format("{:g} {}", bytes, units[unit]);
}

class Chart {
 public:
  Chart(const std::string& title, Axis x, Axis y) : x_(x), y_(y) {
    text_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
        "{1}\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"{0}\" height=\"{1}\" "
        "fill=\"white\"/>\n<text x=\"{2}\" y=\"24\" font-size=\"15\">{3}</text>\n",
        kWidth, kHeight, kLeft, escaped(title));
  }

  void axes(const std::string& unit) {
    for (const double tick : x_.ticks()) {
      const double at = x_.place(tick);
      line({at, y_.from}, {at, y_.to}, "#dddddd", 1);
      label({at, kHeight - kBottom + 18}, bytes_text(tick), "middle");
    }
    for (const double tick : y_.ticks()) {
      const double at = y_.place(tick);
      line({x_.from, at}, {x_.to, at}, "#dddddd", 1);
      label({kLeft - 8, at + 4}, fmt::format("{:.6g}{}", y_.logarithmic ? tick : 100 * tick, unit),
            "end");
    }
    label({(x_.from + x_.to) / 2, kHeight - 12}, "bytes read and written", "middle");
  }

  void series(const std::string& name, std::vector<Point> points, int index) {
    std::sort(points.begin(), points.end(),
              [](const Point& a, const Point& b) { return a.x < b.x; });
    const char* colour = kColours[static_cast<std::size_t>(index) % std::size(kColours)];
    std::string path;
    for (const Point& point : points) {
      path += fmt::format("{:.1f},{:.1f} ", x_.place(point.x), y_.place(point.y));
      text_ += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>\n",
                           x_.place(point.x), y_.place(point.y), colour);
    }
    text_ +=
        fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"/>\n",
                    path, colour);
    const double row = kTop + 16 * index;
    line({kWidth - kRight + 14, row}, {kWidth - kRight + 34, row}, colour, 3);
    label({kWidth - kRight + 40, row + 4}, name, "start");
  }

  std::string finish() { return text_ + "</svg>\n"; }

 private:
  void line(Point from, Point to, const char* colour, int width) {
    text_ += fmt::format(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" "
        "stroke-width=\"{}\"/>\n",
        from.x, from.y, to.x, to.y, colour, width);
  }
  void label(Point at, const std::string& text, const char* anchor) {
    text_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", at.x,
                         at.y, anchor, escaped(text));
  }

  Axis x_, y_;
  std::string text_;
};

// "Swish_PS float32": one line of the chart.
std::string series_of(const BenchCase& one) {
  if (one.options.inputs.empty()) return one.op;
  const std::string& input = one.options.inputs[0];
  const std::size_t colon = input.find(':');
  const std::size_t end = input.find('=', colon);
  std::string name = one.op + " " + input.substr(colon + 1, end - colon - 1);
  for (const std::string& attribute : one.options.attributes) name += " " + attribute;
  return name;
}

std::string draw(const std::vector<BenchCase>& cases, const std::string& title, bool logarithmic,
                 const std::string& unit, const std::function<double(const BenchCase&)>& value,
                 bool with_copies) {
  Series series;
  double low = INFINITY, high = 0, least = INFINITY, most = logarithmic ? 0.0 : 1.1;
  const auto add = [&](const std::string& name, double bytes, double y) {
    series[name].push_back({bytes, y});
    low = std::min(low, bytes);
    high = std::max(high, bytes);
    least = std::min(least, y);
    most = std::max(most, y);
  };
  for (const BenchCase& one : cases) {
    if (!one.error.empty() || one.bytes <= 0) continue;
    add(series_of(one), static_cast<double>(one.bytes), value(one));
    if (with_copies) add("device copy", static_cast<double>(one.bytes), one.copy_us.median);
  }
  if (series.empty()) low = high = least = most = 1;
  const Axis x{low, high, kLeft, kWidth - kRight, true};
  const Axis y{logarithmic ? least : 0.0, most, kHeight - kBottom, kTop, logarithmic};
  Chart chart(title, x, y);
  chart.axes(unit);
  int index = 0;
  for (const auto& [name, points] : series) chart.series(name, points, index++);
  return chart.finish();
}

}  // namespace

std::string time_picture(const std::vector<BenchCase>& cases) {
  return draw(
      cases, "time of one run (median)", true, " us",
      [](const BenchCase& one) { return one.op_us.median; }, true);
}

std::string share_picture(const std::vector<BenchCase>& cases) {
  return draw(
      cases, "share of a device copy's speed", false, " %",
      [](const BenchCase& one) { return one.copy_share(); }, false);
}

}  // namespace plugsmith::cli

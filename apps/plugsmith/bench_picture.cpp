// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "apps/plugsmith/bench.hpp"
#include "apps/plugsmith/bench_chart.hpp"

namespace plugsmith::cli {
namespace {

/// Points by the name of their series, and how far they reach.
struct Plot {
  std::map<std::string, std::vector<ChartPoint>> series;
  ChartPoint least{INFINITY, INFINITY}, most{0, 0};

  void add(const std::string& name, ChartPoint point) {
    series[name].push_back(point);
    reach(point);
  }
  void reach(ChartPoint point) {
    least = {std::min(least.x, point.x), std::min(least.y, point.y)};
    most = {std::max(most.x, point.x), std::max(most.y, point.y)};
  }
};

// "Swish_PS float32": one line of the chart.
std::string series_of(const BenchCase& one) {
  if (one.options.inputs.empty()) return one.op;
  const std::string& input = one.options.inputs[0];
  const std::size_t colon = input.find(':');
  const std::size_t end = input.find('=', colon);
  std::string name = one.op + " " + input.substr(colon + 1, end - colon - 1);
  for (const std::string& attribute : one.options.attributes) name += " " + attribute;
  if (!one.options.tactic.empty()) name += " tactic " + one.options.tactic;
  if (!one.options.input_format.empty()) name += " in " + one.options.input_format;
  return name;
}

bool is_drawn(const BenchCase& one) {
  return one.error.empty() && one.bytes > 0 && one.op_us.median > 0;
}

std::string draw(const Plot& plot, const std::string& title, ChartAxis x, ChartAxis y) {
  const bool empty = plot.series.empty();
  x.low = empty ? 1 : plot.least.x;
  x.high = empty ? 1 : plot.most.x;
  if (y.scale == ChartAxis::Scale::kLogarithmic) y.low = empty ? 1 : plot.least.y;
  y.high = empty ? 1 : plot.most.y;
  Chart chart(title, x, y, plot.series.size());
  for (const auto& [name, points] : plot.series) {
    chart.series(name, points, Chart::Look::kPointsAndLine);
  }
  return chart.svg();
}

ChartAxis bytes_axis() {
  ChartAxis axis;
  axis.unit = "B";
  axis.name = "bytes read and written";
  return axis;
}

/// How many multiplications or additions in float32 the device's cores do a second, a fused one
/// counting twice; 0 where `device` does not tell what that takes.
double float32_peak(const Json& device) {
  if (!device.is_object()) return 0;
  const auto capability = device.value("compute_capability", std::string());
  // NVIDIA's CUDA programming guide, "Arithmetic Instructions": results a cycle and multiprocessor.
  const double lanes = capability == "8.0" ? 64 : 128;
  const double hertz = 1e3 * device.value("clock_khz", 0.0);
  return 2 * lanes * hertz * device.value("multiprocessors", 0.0);
}

}  // namespace

std::string time_picture(const std::vector<BenchCase>& cases) {
  Plot plot;
  for (const BenchCase& one : cases) {
    if (!is_drawn(one)) continue;
    const auto bytes = static_cast<double>(one.bytes);
    plot.add(series_of(one), {bytes, one.op_us.median});
    plot.add("device copy", {bytes, one.copy_us.median});
  }
  ChartAxis y;
  y.unit = " us";
  return draw(plot, "time of one run (median)", bytes_axis(), y);
}

std::string share_picture(const std::vector<BenchCase>& cases) {
  Plot plot;
  for (const BenchCase& one : cases) {
    if (!is_drawn(one)) continue;
    plot.add(series_of(one), {static_cast<double>(one.bytes), one.copy_share()});
  }
  constexpr double kRoomAbove = 1.1;
  plot.most.y = std::max(plot.most.y, kRoomAbove);
  ChartAxis y;
  y.low = 0;
  y.scale = ChartAxis::Scale::kShares;
  return draw(plot, "share of a device copy's speed", bytes_axis(), y);
}

std::string roofline_picture(const std::vector<BenchCase>& cases, const Json& device) {
  Plot plot;
  double copy_bytes_per_us = 0;
  for (const BenchCase& one : cases) {
    if (!is_drawn(one)) continue;
    const auto bytes = static_cast<double>(one.bytes);
    if (one.copy_us.median > 0) {
      copy_bytes_per_us = std::max(copy_bytes_per_us, bytes / one.copy_us.median);
    }
    const double operations = one.operation_count();
    if (operations <= 0) continue;
    constexpr double kPerGigaSecond = 1e-3;  // operations a microsecond to 10^9 a second
    plot.add(series_of(one), {operations / bytes, kPerGigaSecond * operations / one.op_us.median});
  }
  constexpr double kGiga = 1e9, kUsPerSecond = 1e6;
  const double peak = float32_peak(device) / kGiga;
  if (plot.series.empty() || peak <= 0 || copy_bytes_per_us <= 0) return "";
  const double slope = copy_bytes_per_us * kUsPerSecond / kGiga;
  const double knee = peak / slope;
  constexpr double kRoom = 2;  // on each side, so that the roof shows
  const double left = plot.least.x / kRoom, right = kRoom * std::max(plot.most.x, knee);
  plot.reach({left, left * slope});
  plot.reach({right, peak});
  ChartAxis x{plot.least.x, plot.most.x, ChartAxis::Scale::kLogarithmic, "",
              "operations for each byte read or written"};
  ChartAxis y{plot.least.y, plot.most.y, ChartAxis::Scale::kLogarithmic, "", ""};
  Chart chart("10^9 operations a second", x, y, plot.series.size() + 1);
  chart.series("limit: copies; float32 cores", {{left, left * slope}, {knee, peak}, {right, peak}},
               Chart::Look::kLine);
  for (const auto& [name, points] : plot.series) chart.series(name, points, Chart::Look::kPoints);
  return chart.svg();
}

}  // namespace plugsmith::cli

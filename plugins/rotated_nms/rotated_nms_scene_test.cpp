// SPDX-FileCopyrightText: Plugsmith contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "rotated_nms_test.hpp"

namespace plugsmith::ops {
namespace {

using RotatedNmsSceneTest = RotatedNmsTest;

double upright_iou(const BoxValues& a, const BoxValues& b) {
  const auto shared = [](double p, double p_size, double q, double q_size) {
    return std::max(
        0.0, std::min(p + p_size / 2, q + q_size / 2) - std::max(p - p_size / 2, q - q_size / 2));
  };
  const double common = shared(a[0], a[2], b[0], b[2]) * shared(a[1], a[3], b[1], b[3]);
  return common / (a[2] * a[3] + b[2] * b[3] - common);
}

// In the first box's frame, by strips: how much of each lies in the second box.
double turned_iou(const BoxValues& a, const BoxValues& b) {
  const double cosine = std::cos(a[4]), sine = std::sin(a[4]), turn = b[4] - a[4];
  const double dx = b[0] - a[0], dy = b[1] - a[1];
  const double x = cosine * dx + sine * dy, y = cosine * dy - sine * dx;
  constexpr int kSteps = 500;
  const double step = a[2] / kSteps;
  double common = 0;
  for (int i = 0; i < kSteps; ++i) {
    // The line at `at` runs through the second box where both its coordinates are within it.
    const double at = -a[2] / 2 + (i + 0.5) * step;
    double low = -a[3] / 2, high = a[3] / 2;
    const auto narrow = [&](double constant, double slope, double half) {
      if (slope == 0) {
        if (std::fabs(constant) > half) high = low;
        return;
      }
      const double p = (-half - constant) / slope, q = (half - constant) / slope;
      low = std::max(low, std::min(p, q));
      high = std::min(high, std::max(p, q));
    };
    narrow((at - x) * std::cos(turn) - y * std::sin(turn), std::sin(turn), b[2] / 2);
    narrow(-(at - x) * std::sin(turn) - y * std::cos(turn), std::cos(turn), b[3] / 2);
    common += std::max(0.0, high - low) * step;
  }
  return common / (a[2] * a[3] + b[2] * b[3] - common);
}

// A scene whose overlaps all keep away from the threshold, by which float32 and these steps err.
struct Scene {
  std::vector<BoxValues> boxes;
  Values scores;
  std::vector<std::int64_t> expected;
};

template <class Iou>
Scene scene(std::size_t count, double side, double turn, double threshold, std::size_t most,
            unsigned seed, Iou iou) {
  const auto draw = testing::values_of(testing::random_tensor(
      DataType::kFloat, {static_cast<std::int64_t>(count) * 40, 6}, 0, 1, seed));
  Scene scene;
  const auto round_off = [](double value) {
    return static_cast<double>(static_cast<float>(value));
  };
  for (std::size_t i = 0; i < count * 40 && scene.boxes.size() < count; ++i) {
    const double* d = draw.data() + i * 6;
    const BoxValues box{round_off(d[0] * side), round_off(d[1] * side), round_off(1 + 4 * d[2]),
                        round_off(1 + d[3]), round_off((d[4] - 0.5) * turn)};
    const auto is_near = [&](const BoxValues& other) {
      const double distance = std::hypot(box[0] - other[0], box[1] - other[1]);
      return distance < 6 && std::fabs(iou(other, box) - threshold) < 2e-3;
    };
    if (std::any_of(scene.boxes.begin(), scene.boxes.end(), is_near)) continue;
    scene.boxes.push_back(box);
    scene.scores.push_back(d[5]);
  }
  std::vector<std::int64_t> order;
  for (std::size_t i = 0; i < scene.boxes.size(); ++i) order.push_back(static_cast<int>(i));
  const auto at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
  std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
    return scene.scores[at(a)] > scene.scores[at(b)];
  });
  for (const std::int64_t i : order) {
    const BoxValues& box = scene.boxes[at(i)];
    const auto hides = [&](std::int64_t other) {
      const BoxValues& kept = scene.boxes[at(other)];
      return std::hypot(box[0] - kept[0], box[1] - kept[1]) < 6 && iou(kept, box) > threshold;
    };
    if (std::none_of(scene.expected.begin(), scene.expected.end(), hides) &&
        scene.expected.size() < most) {
      scene.expected.push_back(i);
    }
  }
  return scene;
}

TEST_P(RotatedNmsSceneTest, IsOrdinarySuppressionForUprightBoxes) {
  unsigned seed = 0;
  for (const std::size_t count : {1U, 31U, 32U, 33U, 127U, 129U, 700U}) {
    const Scene upright = scene(count, 4 * std::sqrt(static_cast<double>(count)) / 3, 0, 0.3, 1000,
                                ++seed, upright_iou);
    ASSERT_EQ(upright.boxes.size(), count);
    Settings s;
    s.iou = 0.3F;
    s.most = 1000;
    s.misalignment = 8;
    EXPECT_EQ(selected(s, upright.boxes, upright.scores), upright.expected)
        << count << " boxes, seed " << seed;
    EXPECT_TRUE(count < 30 || upright.expected.size() < count);
  }
}

// More than one tile of candidates, so that boxes kept before remove later ones.
TEST_P(RotatedNmsSceneTest, AgreesWithPlainLoopsOverManyTurnedBoxes) {
  unsigned seed = 100;
  for (const std::size_t count : {40U, 1023U, 1024U, 1025U, 2500U}) {
    for (const std::int32_t most : {300, 100000}) {
      const Scene turned = scene(
          count, 2 * std::sqrt(static_cast<double>(count)), 8, 0.25, static_cast<std::size_t>(most),
          ++seed, [](const BoxValues& a, const BoxValues& b) { return turned_iou(a, b); });
      ASSERT_EQ(turned.boxes.size(), count);
      Settings s;
      s.iou = 0.25F;
      s.most = most;
      EXPECT_EQ(selected(s, turned.boxes, turned.scores), turned.expected)
          << count << " boxes, seed " << seed;
    }
    if (GetParam() == testing::Backend::kTensorRT) break;  // each run builds an engine
  }
}

PLUGSMITH_TEST_ON_ALL_BACKENDS(RotatedNmsSceneTest);

}  // namespace
}  // namespace plugsmith::ops

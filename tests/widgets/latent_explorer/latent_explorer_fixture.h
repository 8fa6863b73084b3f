#pragma once

#include <gtest/gtest.h>

#include <QColor>
#include <QImage>
#include <QTabWidget>
#include <QTest>
#include <algorithm>
#include <cstdint>

#include "latent_explorer/explorer_model.h"
#include "latent_explorer/exports_model.h"
#include "latent_explorer/latent_explorer.h"
#include "latent_explorer/latent_plane.h"
#include "latent_explorer/nearest_model.h"
#include "latent_explorer/photo_model.h"
#include "latent_explorer/picture_view.h"
#include "latent_explorer/shelf_model.h"
#include "latent_explorer/strip_model.h"
#include "latent_explorer/timeline_model.h"

namespace gan {

/// What the test fills.
struct FilledModels {
  ExplorerModels all() { return {model, shelf, timeline, strip, exports, photo, nearest}; }

  ExplorerModel model;
  ShelfModel shelf;
  TimelineModel timeline;
  StripModel strip;
  ExportsModel exports;
  PhotoModel photo;
  NearestModel nearest;
};

/// The panel over models that the test fills, in a window of its own.
class LatentExplorerTest : public testing::Test, protected FilledModels {
 protected:
  void SetUp() override {
    model.setFacts(
        {.classes = 3, .class_names = {{1, QStringLiteral("coat")}}, .has_statistics = true, .steps = {50, 100}});
    panel.resize(1000, 700);
    panel.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&panel));
    panel.activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&panel));
  }
  template <typename T>
  T& part(const char* name) {
    return *panel.findChild<T*>(QLatin1String(name));
  }
  LatentPlane& plane() { return part<LatentPlane>("latent_plane"); }
  PictureView& view() { return part<PictureView>("explored_picture"); }
  void answer(const QColor& colour, qint64 step = 100) {
    QImage image(4, 4, QImage::Format_RGB888);
    image.fill(colour);
    model.takePicture({.line = model.line(), .image = image, .step = step});
  }
  void answerCompared(const QColor& colour, qint64 step) {
    QImage image(4, 4, QImage::Format_RGB888);
    image.fill(colour);
    model.takeComparedPicture({.line = model.comparedLine(), .image = image, .step = step});
  }
  /// Of the picture as it is seen, from 0 at its left edge to 1.
  QColor colourAt(double share) {
    const QImage seen = view().grab().toImage();
    const double side = std::min(seen.width(), seen.height());
    return seen.pixelColor(qRound((seen.width() - side) / 2 + share * side), seen.height() / 4);
  }
  void showTab(int index) { part<QTabWidget>("explorer_tabs").setCurrentIndex(index); }
  void addKeyframes(int count) {
    for (int seed = 0; seed < count; ++seed) {
      SamplePoint point;
      point.latent.front().seed = static_cast<std::uint64_t>(seed);
      timeline.add(point);
    }
  }

  LatentExplorer panel{all()};
};

}  // namespace gan

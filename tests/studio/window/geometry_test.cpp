// How much of the window shows what one came for, measured from where its widgets lie.
#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QRegion>
#include <QSplitter>
#include <QTabBar>
#include <QTest>

#include "core/atomic_file.h"
#include "loss_chart/legend_chips.h"
#include "loss_chart/loss_chart.h"
#include "loss_chart/plot_view.h"
#include "run/journal.h"
#include "run/metrics.h"
#include "run/run_folder.h"
#include "run/sample_info.h"
#include "sample_gallery/sheet_view.h"
#include "state/run_store.h"
#include "support/temporary_folder.h"
#include "window/main_window.h"

namespace gan::test {
namespace {

namespace fs = std::filesystem;

/// Stopped after 2,000 steps, with a sheet of 64 samples of 32 pixels as engines write them.
void makeRun(const fs::path& path) {
  RunManifest manifest;
  manifest.id = "0123456789abcdef";
  const RunFolder folder = RunFolder::create(path, RunConfig(), manifest);
  fs::create_directories(folder.metrics());
  MetricsWriter metrics(folder.metrics(), 1, 0,
                        {"loss/d", "loss/d_real", "loss/d_fake", "loss/g", "score/real", "score/fake_before",
                         "score/fake_after", "gradient_norm/g", "gradient_norm/d"});
  for (std::int64_t step = 1; step <= 2000; ++step) {
    const auto value = static_cast<float>(step) / 2000;
    metrics.append({.step = step,
                    .unix_seconds = 1e9 + static_cast<double>(step),
                    .epoch = value,
                    .values = {1, value, 1 - value, 2 * value, 0.5F, value / 2, value / 3, 1, 2}});
  }
  metrics.publish();
  constexpr int kCount = 64;
  constexpr int kColumns = 8;
  constexpr int kStride = 34;
  QImage sheet(kColumns * kStride + 2, kColumns * kStride + 2, QImage::Format_RGB32);
  sheet.fill(Qt::black);
  QPainter painter(&sheet);
  for (int i = 0; i < kCount; ++i) {
    painter.fillRect(i % kColumns * kStride + 2, i / kColumns * kStride + 2, 32, 32, QColor::fromHsv(i * 5, 200, 220));
  }
  painter.end();
  fs::create_directories(folder.samples());
  sheet.save(QString::fromStdString((folder.samples() / "step-2000.s1.png").string()));
  SampleInfo info;
  info.count = kCount;
  info.columns = kColumns;
  info.padding = 2;
  writeFileAtomically(folder.samples() / "step-2000.s1.json", toJson(info));
  JournalWriter journal(folder.journal());
  journal.append({.segment = 1, .what = SegmentStarted{}});
  journal.append({.segment = 1, .step = 2000, .what = SampleWritten{"step-2000.s1", 0}});
  journal.append({.segment = 1, .step = 2000, .what = StatusChanged{RunStatus::kStopped, {}}});
}

QRect inWindow(const QWidget& widget, const QRect& part) {
  const QWidget* window = widget.window();
  QRect seen = QRect(widget.mapTo(window, part.topLeft()), part.size());
  // A scroll area shows a part of what is in it.
  for (const QWidget* around = &widget; around != window; around = around->parentWidget()) {
    seen &= QRect(around->mapTo(window, QPoint()), around->size());
  }
  return seen & window->rect();
}

/// The samples themselves, without what is left over around them.
QRegion picturesIn(const SheetView& view) {
  const QRectF picture = view.pictureRect();
  const SheetGrid& grid = view.shownGrid();
  if (picture.isEmpty() || grid.count() == 0) return {};
  const int rows = (grid.count() - 1) / grid.columns() + 1;
  QRegion region;
  for (int i = 0; i < grid.count(); ++i) {
    const double width = picture.width() / grid.columns();
    const double height = picture.height() / rows;
    const QRectF place(picture.x() + i % grid.columns() * width, picture.y() + i / grid.columns() * height, width,
                       height);
    region += inWindow(*view.viewport(), place.toAlignedRect());
  }
  return region;
}

/// What a widget draws that tells or does something; nothing of what only holds others. Rows of lists and of settings,
/// the bars of menus and of the run's state count whole.
QRegion contentOf(const QWidget& widget) {
  if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
    if (label->text().isEmpty()) return {};
    const QRect text = label->fontMetrics().boundingRect(
        label->rect(), static_cast<int>(label->alignment()) | Qt::TextWordWrap, label->text());
    return inWindow(widget, text & label->rect());
  }
  if (const auto* header = qobject_cast<const QHeaderView*>(&widget)) return inWindow(widget, header->rect());
  if (const auto* items = qobject_cast<const QAbstractItemView*>(&widget)) {
    QRegion rows;
    for (QModelIndex at = items->indexAt({1, 1}); at.isValid();) {
      const QRect row = items->visualRect(at);
      rows += inWindow(*items->viewport(), QRect(0, row.y(), items->viewport()->width(), row.height()));
      const QModelIndex next = items->indexAt({1, row.bottom() + 2});
      if (!next.isValid() || items->visualRect(next).y() <= row.y()) break;
      at = next;
    }
    return rows;
  }
  if (const auto* tabs = qobject_cast<const QTabBar*>(&widget)) {
    QRegion all;
    for (int i = 0; i < tabs->count(); ++i) all += inWindow(widget, tabs->tabRect(i));
    return all;
  }
  if (const auto* dock = qobject_cast<const QDockWidget*>(&widget)) {
    const int title = dock->titleBarWidget() != nullptr ? 0 : dock->widget()->y();
    return inWindow(widget, QRect(0, 0, dock->fontMetrics().horizontalAdvance(dock->windowTitle()) + 2 * title, title));
  }
  const bool tells = widget.inherits("QAbstractButton") || widget.inherits("QAbstractSlider") ||
                     widget.inherits("QAbstractSpinBox") || widget.inherits("QLineEdit") ||
                     widget.inherits("QComboBox") || widget.inherits("QSplitterHandle") ||
                     widget.inherits("QMenuBar") || widget.inherits("QStatusBar") ||
                     widget.inherits("gan::LegendChips") || widget.inherits("gan::SettingRow");
  return tells ? QRegion(inWindow(widget, widget.rect())) : QRegion();
}

struct Shares {
  double seen = 0;   ///< Of the window: plot and pictures.
  double empty = 0;  ///< Where there is nothing at all.
  QRegion nothing;
};

Shares measure(const QWidget& window) {
  QRegion seen;
  QRegion any;
  for (const QWidget* widget : window.findChildren<QWidget*>()) {
    if (!widget->isVisible()) continue;
    if (const auto* plot = qobject_cast<const PlotView*>(widget)) seen += inWindow(*plot, plot->rect());
    if (const auto* view = qobject_cast<const SheetView*>(widget)) seen += picturesIn(*view);
    any += contentOf(*widget);
  }
  any += seen;
  const auto area = [](const QRegion& region) {
    double sum = 0;
    for (const QRect& part : region) sum += static_cast<double>(part.width()) * part.height();
    return sum;
  };
  const double all = area(QRegion(window.rect()));
  return {area(seen) / all, 1 - area(any) / all, QRegion(window.rect()) - any};
}

class Geometry : public testing::Test {
 protected:
  Geometry() {
    qputenv("GAN_STUDIO_SETTINGS", QByteArray::fromStdString((folder_ / "settings.ini").string()));
    for (const char* name : {"dcgan", "dcgan-branch", "sngan", "sngan-rate-1e-3", "sngan-rate-2e-4", "biggan"}) {
      makeRun(folder_ / "runs" / name);
    }
    preferences_ = std::make_unique<Preferences>();
    window_ = std::make_unique<MainWindow>(*preferences_);
  }

  Shares at(QSize size) {
    window_->resize(size);
    window_->show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(window_.get()));
    window_->open(QString::fromStdString((folder_ / "runs/dcgan").string()));
    const auto is_drawn = [&] {
      const auto* chart = window_->findChild<LossChart*>();
      const auto* view = window_->findChild<SheetView*>(QStringLiteral("main_view"));
      return chart != nullptr && chart->hasCurves() && view->shownGrid().count > 0;
    };
    EXPECT_TRUE(QTest::qWaitFor(is_drawn, 30'000));
    QTest::qWait(50);
    EXPECT_EQ(window_->size(), size) << "it does not fit";
    const Shares shares = measure(*window_);
    // To be looked at: what counts as empty is red.
    if (const QString folder = qEnvironmentVariable("GAN_GEOMETRY_PICTURES"); !folder.isEmpty()) {
      QPixmap picture = window_->grab();
      picture.save(QStringLiteral("%1/%2.png").arg(folder).arg(size.width()));
      QPainter painter(&picture);
      painter.setClipRegion(shares.nothing);
      painter.fillRect(picture.rect(), QColor(255, 0, 0, 120));
      painter.end();
      picture.save(QStringLiteral("%1/%2-empty.png").arg(folder).arg(size.width()));
    }
    RecordProperty("seen", std::to_string(shares.seen));
    RecordProperty("empty", std::to_string(shares.empty));
    return shares;
  }

  TemporaryFolder folder_;
  std::unique_ptr<Preferences> preferences_;
  std::unique_ptr<MainWindow> window_;
};

constexpr double kMostEmpty = 0.12;

TEST_F(Geometry, ASmallNotebookHasAtLeast55PercentOfPlotAndPictures) {
  const Shares shares = at({1366, 768});
  EXPECT_GE(shares.seen, 0.55);
  EXPECT_LE(shares.empty, kMostEmpty);
}

TEST_F(Geometry, AWindowOf1600PixelsHasAtLeast65PercentOfPlotAndPictures) {
  const Shares shares = at({1600, 1000});
  EXPECT_GE(shares.seen, 0.65);
  EXPECT_LE(shares.empty, kMostEmpty);
}

TEST_F(Geometry, ALargeScreenHasAtLeast75PercentOfPlotAndPictures) {
  const Shares shares = at({2560, 1440});
  EXPECT_GE(shares.seen, 0.75);
  EXPECT_LE(shares.empty, kMostEmpty);
}

}  // namespace
}  // namespace gan::test

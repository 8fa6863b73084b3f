#include <gtest/gtest.h>

#include <QElapsedTimer>
#include <QFile>
#include <QSlider>
#include <QTest>
#include <QToolButton>
#include <algorithm>
#include <iostream>
#include <vector>

#include "sample_gallery/sample_gallery.h"
#include "sample_gallery/sample_model.h"
#include "sample_gallery/sheet_pane.h"

namespace gan::test {
namespace {

constexpr int kSheets = 10'000;
constexpr int kExtent = 530;  ///< 8 × 8 images of 64 × 64 and their padding.
constexpr qint64 kMebibyte = 1LL << 20;
/// Beyond the pictures in memory: the filmstrip's small copies (16 MiB), what is on the screen, and what the allocator
/// keeps back.
constexpr qint64 kSlackBytes = 64 * kMebibyte;

/// A line of /proc/self/status, in bytes.
qint64 memory(const char* field) {
  QFile file(QStringLiteral("/proc/self/status"));
  if (!file.open(QIODevice::ReadOnly)) return -1;
  for (const QByteArray& line : file.readAll().split('\n')) {
    if (line.startsWith(field))
      return line.mid(static_cast<int>(qstrlen(field)) + 1).trimmed().split(' ')[0].toLongLong() << 10;
  }
  return -1;
}

QColor colourOf(int row) { return QColor::fromRgb(0xff000000U | static_cast<quint32>(row * 1009 + 1)); }

TEST(GalleryBenchmark, TenThousandSheetsScrolledThroughStayWithinTheMemoryForPictures) {
  SampleModel model;
  int fetched = 0;
  QObject::connect(
      &model, &SampleModel::imageWanted, &model,
      [&](const QString& name) {
        QImage image(kExtent, kExtent, QImage::Format_RGB32);
        image.fill(colourOf(name.toInt()));
        ++fetched;
        model.setImage(name, image);
      },
      Qt::QueuedConnection);  // as from a thread that decodes
  QVector<SampleSheet> sheets;
  for (int row = 0; row < kSheets; ++row) sheets.append({QString::number(row), row * 100LL, 1, 0, false});
  SampleGallery gallery(model);
  gallery.resize(900, 700);
  gallery.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&gallery));
  gallery.findChild<QToolButton*>(QStringLiteral("filmstrip_button"))->click();
  model.append(sheets);
  ASSERT_TRUE(QTest::qWaitFor([&] { return gallery.shownStep() == (kSheets - 1) * 100LL; }, 5'000));

  const qint64 at_start = memory("VmRSS:");
  const auto& view = gallery.findChild<SheetPane*>(QStringLiteral("main_pane"))->view();
  auto* slider = gallery.findChild<QSlider*>(QStringLiteral("step_slider"));
  std::vector<double> milliseconds;
  qint64 most_cached = 0;
  for (int row = 0; row < kSheets; ++row) {
    QElapsedTimer clock;
    clock.start();
    slider->setValue(row);
    while (gallery.shownStep() != row * 100LL && clock.elapsed() < 5'000) QCoreApplication::processEvents();
    QCoreApplication::processEvents();  // paints
    milliseconds.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
    ASSERT_EQ(gallery.shownStep(), row * 100LL);
    ASSERT_EQ(view.image().pixelColor(kExtent / 2, kExtent / 2), colourOf(row));
    most_cached = std::max(most_cached, model.cachedBytes());
  }
  const qint64 peak = memory("VmHWM:");
  std::ranges::sort(milliseconds);
  std::cout << kSheets << " sheets of " << kExtent << " x " << kExtent << ", " << fetched << " pictures fetched\n"
            << "  resident memory: " << at_start / kMebibyte << " MiB at the start, " << peak / kMebibyte
            << " MiB at most\n"
            << "  pictures in memory: at most " << most_cached / kMebibyte << " MiB of "
            << SampleModel::kCacheBytes / kMebibyte << " MiB\n"
            << "  from choosing a sheet to its painted picture: median " << milliseconds[milliseconds.size() / 2]
            << " ms, p95 " << milliseconds[milliseconds.size() * 95 / 100] << " ms\n";
  EXPECT_GE(fetched, kSheets - 1);
  EXPECT_GT(most_cached, SampleModel::kCacheBytes / 2) << "otherwise this measured nothing";
  EXPECT_LT(peak, 1024 * kMebibyte);
  EXPECT_LE(peak - at_start, SampleModel::kCacheBytes + kSlackBytes);
}

}  // namespace
}  // namespace gan::test

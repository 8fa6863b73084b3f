#include "sample_gallery/sheet_grid.h"

#include <QCoreApplication>
#include <QLocale>
#include <iterator>

#include "config/sample_point.h"
#include "style/plain_text.h"

namespace gan {
namespace {

class GridTexts {
  Q_DECLARE_TR_FUNCTIONS(SheetGrid)
};

/// From one image to the next; empty where images of whole pixels do not fill the sheet.
QSize stride(const SheetGrid& grid, QSize sheet) {
  if (grid.count() <= 0 || grid.columns() <= 0 || grid.padding() < 0) return {};
  const int rows = (grid.count() - 1) / grid.columns() + 1;
  const QSize inner = sheet - QSize(grid.padding(), grid.padding());
  if (inner.width() % grid.columns() != 0 || inner.height() % rows != 0) return {};
  const QSize step(inner.width() / grid.columns(), inner.height() / rows);
  return step.width() > grid.padding() && step.height() > grid.padding() ? step : QSize();
}

}  // namespace

QRect imageRect(const SheetGrid& grid, QSize sheet, int image) {
  const QSize step = stride(grid, sheet);
  if (step.isEmpty() || image < 0 || image >= grid.count()) return {};
  const QPoint corner(image % grid.columns() * step.width(), image / grid.columns() * step.height());
  const QPoint padding(grid.padding(), grid.padding());
  return {corner + padding, step - QSize(grid.padding(), grid.padding())};
}

std::optional<int> imageAt(const SheetGrid& grid, QSize sheet, QPointF point) {
  const QSize step = stride(grid, sheet);
  if (step.isEmpty() || point.x() < 0 || point.y() < 0 || point.x() >= sheet.width() || point.y() >= sheet.height()) {
    return std::nullopt;
  }
  const int image =
      static_cast<int>(point.y()) / step.height() * grid.columns() + static_cast<int>(point.x()) / step.width();
  if (!imageRect(grid, sheet, image).contains(static_cast<int>(point.x()), static_cast<int>(point.y()))) {
    return std::nullopt;
  }
  return image;
}

QString imageText(const SheetGrid& grid, int image) {
  const QString number = QLocale().toString(image + 1);
  const std::vector<std::int64_t>& labels = grid.info.labels;
  if (image < 0 || image >= std::ssize(labels)) return GridTexts::tr("Image %1").arg(number);
  const std::int64_t label = labels[static_cast<std::size_t>(image)];
  const auto named = grid.info.class_names.find(label);
  const QString name =
      named == grid.info.class_names.end() ? QString() : printable(QString::fromStdString(named->second));
  const QString label_text = QString::number(label);
  return name.isEmpty() ? GridTexts::tr("Image %1: class %2").arg(number, label_text)
                        : GridTexts::tr("Image %1: class %2, %3").arg(number, label_text, name);
}

QString imageLine(const SheetGrid& grid, int image) {
  const SampleInfo& info = grid.info;
  const bool generated = info.weights == "ema" || info.weights == "generator";
  const bool alone =
      info.statistics == nameOf(StatisticsMode::kRunning) || info.statistics == nameOf(StatisticsMode::kStanding);
  if (!generated || !alone || image < 0 || image >= grid.count()) return {};
  SamplePoint point{.latent = {{.seed = info.latent_seed, .sample = info.latent_first + image}},
                    .truncation = info.truncation,
                    .step = info.step,
                    .statistics = statisticsMode(info.statistics)};
  if (image < std::ssize(info.labels)) point.classes = {{.label = info.labels[static_cast<std::size_t>(image)]}};
  return QString::fromStdString(toText(point));
}

}  // namespace gan

#include "window/saved_file.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QSaveFile>
#include <algorithm>
#include <string>

#include "core/error.h"
#include "loss_chart/readings.h"
#include "state/texts.h"

namespace gan {

QString saveWhole(const FileContent& content, const QString& file) {
  QSaveFile out(file);
  try {
    if (out.open(QIODevice::WriteOnly) && content(out) && out.commit()) return {};
  } catch (const Error& error) {
    return translated(error);  // and nothing stands there
  }
  return QCoreApplication::translate("gan::RunPage", "%1 cannot be written: %2. Choose another place.")
      .arg(file, out.errorString());
}

const char* pictureFormat(const QString& file) {
  const QString ending = QFileInfo(file).suffix().toLower();
  if (ending == QLatin1String("png")) return "PNG";
  return ending == QLatin1String("jpg") || ending == QLatin1String("jpeg") ? "JPEG" : nullptr;
}

FileContent encoded(const QImage& picture, const char* format) {
  constexpr int kQuality = 95;  // of JPEG
  return [picture, format](QIODevice& out) {
    return picture.save(&out, format, qstrcmp(format, "JPEG") == 0 ? kQuality : -1);
  };
}

FileContent valuesOf(const RunLink::Open& run, const ChartQuery& seen) {
  return [run, seen](QIODevice& out) {
    constexpr qint64 kValuesAtOnce = 200'000;
    constexpr qint64 kMostColumns = 20'000;  // that a source answers with: a step each
    const qint64 names = std::max<qint64>(1, seen.names.size());
    const qint64 steps = std::clamp<qint64>(kValuesAtOnce / names, 64, kMostColumns);
    const auto source = run({});
    while (source->refresh().unread) {
    }
    std::string lines;
    for (qint64 first = seen.first_step; first <= seen.last_step; first += steps) {
      ChartQuery part = seen;
      part.first_step = first;
      part.last_step = std::min(seen.last_step, first + steps - 1);
      part.columns = static_cast<int>(steps);
      ChartRows rows = rowsOf(source->query(part), seen.names, static_cast<double>(part.first_step),
                              static_cast<double>(part.last_step));
      rows.has_smoothed = seen.smoothing > 0;
      lines = first == seen.first_step ? csvHeading(rows) : std::string();
      lines += csvLines(rows);
      const auto size = static_cast<qint64>(lines.size());
      if (out.write(lines.data(), size) != size) return false;
    }
    return true;
  };
}

void letFilterChooseSuffix(QFileDialog* dialog) {
  dialog->setDefaultSuffix(QStringLiteral("png"));
  QObject::connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
    dialog->setDefaultSuffix(filter.section(QLatin1String("*."), 1).chopped(1));
  });
}

}  // namespace gan

#include "window/saved_file.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QSaveFile>
#include <algorithm>
#include <string>
#include <utility>

#include "core/error.h"
#include "loss_chart/readings.h"
#include "state/texts.h"

namespace gan {
namespace {

bool write(QIODevice& out, const std::string& text) {
  const auto size = static_cast<qint64>(text.size());
  return out.write(text.data(), size) == size;
}

/// Read from the run that is opened for this, a part at a time, until somebody takes no more; false then.
bool eachRows(const RunLink::Open& run, const ChartQuery& seen, const std::function<bool(const ChartRows&)>& take) {
  constexpr qint64 kValuesAtOnce = 200'000;
  constexpr qint64 kMostColumns = 20'000;  // that a source answers with: a step each
  const qint64 names = std::max<qint64>(1, seen.names.size());
  const qint64 steps = std::clamp<qint64>(kValuesAtOnce / names, 64, kMostColumns);
  const auto source = run({});
  while (source->refresh().unread) {
  }
  for (qint64 first = seen.first_step; first <= seen.last_step; first += steps) {
    ChartQuery part = seen;
    part.first_step = first;
    part.last_step = std::min(seen.last_step, first + steps - 1);
    part.columns = static_cast<int>(steps);
    ChartRows rows = rowsOf(source->query(part), seen.names, static_cast<double>(part.first_step),
                            static_cast<double>(part.last_step));
    rows.has_smoothed = seen.smoothing > 0;
    if (!take(rows)) return false;
  }
  return true;
}

}  // namespace

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
    bool is_first = true;
    return eachRows(run, seen, [&](const ChartRows& rows) {
      return write(out, (std::exchange(is_first, false) ? csvHeading(rows) : std::string()) + csvLines(rows));
    });
  };
}

FileContent valuesOf(const std::vector<RunValues>& runs, const QStringList& names) {
  return [runs, names](QIODevice& out) {
    const bool has_smoothed = std::ranges::any_of(runs, [](const RunValues& each) { return each.seen.smoothing > 0; });
    if (!write(out,
               csvHeading({.run = QStringLiteral("run"), .names = names, .has_smoothed = has_smoothed, .rows = {}})))
      return false;
    return std::ranges::all_of(runs, [&](const RunValues& each) {
      return eachRows(each.run, each.seen, [&](const ChartRows& found) {
        ChartRows rows = inColumns(found, names);
        rows.run = each.name;
        rows.has_smoothed = has_smoothed;
        return write(out, csvLines(rows));
      });
    });
  };
}

void letFilterChooseSuffix(QFileDialog* dialog) {
  dialog->setDefaultSuffix(QStringLiteral("png"));
  QObject::connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
    dialog->setDefaultSuffix(filter.section(QLatin1String("*."), 1).chopped(1));
  });
}

}  // namespace gan

#include "latent_explorer/exports_model.h"

#include <QDateTime>
#include <QIcon>
#include <QLocale>
#include <QSet>
#include <algorithm>
#include <utility>

#include "style/duration_text.h"
#include "style/icons.h"
#include "style/plain_text.h"

namespace gan {
namespace {

constexpr int kColumns = ExportsModel::kTime + 1;

QString formatText(const QString& format) {
  if (format == QLatin1String("npz-biggan")) return QStringLiteral("NPZ (BigGAN-PyTorch)");
  return printable(format).toUpper();
}

QString whatText(const SamplesWish& wish) {
  const bool named = !wish.points.isEmpty();
  const QString count = QLocale().toString(named ? qint64{wish.points.size()} : wish.count);
  const QString format = formatText(wish.format);
  if (named) {
    return wish.class_folders ? ExportsModel::tr("%1 points in class folders, %2").arg(count, format)
                              : ExportsModel::tr("%1 points, %2", "number, format").arg(count, format);
  }
  return wish.class_folders ? ExportsModel::tr("%1 samples in class folders, %2").arg(count, format)
                            : ExportsModel::tr("%1 samples, %2").arg(count, format);
}

QString whatText(const FilmWish& wish) {
  return ExportsModel::tr("Film of %1 s, %2").arg(QLocale().toString(wish.walk.seconds), formatText(wish.format));
}

QString whatText(const SheetWish& wish) {
  const QString format = formatText(wish.format);
  if (wish.kind == QLatin1String("classes")) return ExportsModel::tr("Sheet of classes, %1").arg(format);
  if (wish.kind == QLatin1String("random")) return ExportsModel::tr("Sheet of samples, %1").arg(format);
  if (wish.kind == QLatin1String("steps")) return ExportsModel::tr("Sheet through training, %1").arg(format);
  if (wish.kind.startsWith(QLatin1String("interpolate")))
    return ExportsModel::tr("Sheet of interpolations, %1").arg(format);
  return ExportsModel::tr("Sheet of directions, %1").arg(format);
}

QString whatText(const EvaluationOrder&) { return ExportsModel::tr("Evaluation"); }

QString whatText(const TestWish&) { return ExportsModel::tr("Test"); }

QString whatText(const ExportWish& wish) {
  const QString pictures = std::visit([](const auto& each) { return whatText(each); }, wish.pictures);
  return wish.step ? ExportsModel::tr("%1, step %2").arg(pictures, QLocale().toString(*wish.step)) : pictures;
}

QString iconName(ExportRow::Phase phase) {
  switch (phase) {
    case ExportRow::Phase::kWaiting:
      return QStringLiteral("state-starting");
    case ExportRow::Phase::kRunning:
      return QStringLiteral("state-running");
    case ExportRow::Phase::kInterrupted:
      return QStringLiteral("state-paused");
    case ExportRow::Phase::kDone:
      return QStringLiteral("state-finished");
    case ExportRow::Phase::kFailed:
      return QStringLiteral("state-failed");
    case ExportRow::Phase::kCancelled:
      return QStringLiteral("state-stopped");
    case ExportRow::Phase::kOther:
      return QStringLiteral("info");
  }
  return {};
}

double shareOf(const ExportRow& row) {
  return row.total > 0 ? std::clamp(static_cast<double>(row.done) / static_cast<double>(row.total), 0.0, 1.0) : 0;
}

QString progressText(const ExportRow& row) {
  const QLocale locale;
  return row.total < 1 ? QString()
                       : ExportsModel::tr("%1 of %2").arg(locale.toString(row.done), locale.toString(row.total));
}

QString runningText(const ExportRow& row) {
  const double share = shareOf(row);
  const QString rest = share > 0 ? durationText(row.seconds / share * (1 - share)) : QString();
  return rest.isEmpty() ? ExportsModel::tr("running") : ExportsModel::tr("running, %1 left", "time").arg(rest);
}

QString sizeText(const ExportRow& row) {
  const bool grows = !row.isOver() && row.expected_bytes > row.bytes;
  const QString size = QLocale().formattedDataSize(grows ? row.expected_bytes : row.bytes, 1);
  return grows ? ExportsModel::tr("about %1").arg(size) : size;
}

}  // namespace

QString ExportsModel::stateText(const ExportRow& row) const {
  if (const auto share = fetched_.constFind(row.id); share != fetched_.constEnd()) {
    return tr("fetching, %1 %").arg(QLocale().toString(qRound(100 * *share)));
  }
  switch (row.phase) {
    case ExportRow::Phase::kWaiting:
      return tr("waiting");
    case ExportRow::Phase::kRunning:
      return runningText(row);
    case ExportRow::Phase::kInterrupted:
      return tr("interrupted");
    case ExportRow::Phase::kDone:
      return tr("done");
    case ExportRow::Phase::kFailed:
      return tr("failed");
    case ExportRow::Phase::kCancelled:
      return tr("cancelled");
    case ExportRow::Phase::kOther:
      return tr("unknown");
  }
  return {};
}

int ExportsModel::rowOf(const QString& id) const {
  const auto found = std::ranges::find(exports_, id, &ExportRow::id);
  return found == exports_.end() ? -1 : static_cast<int>(found - exports_.begin());
}

/// Row by row: a reset would lose what is selected.
void ExportsModel::setExports(const QVector<ExportRow>& exports) {
  QVector<ExportRow> listed = exports;
  std::ranges::stable_sort(listed, std::ranges::greater(), &ExportRow::created_unix_seconds);
  QSet<QString> stay;
  listed.removeIf([&stay](const ExportRow& row) {  // of what an engine lists twice, the newest counts
    const bool is_known = stay.contains(row.id);
    stay.insert(row.id);
    return is_known;
  });
  for (int row = rowCount() - 1; row >= 0; --row) {
    if (stay.contains(exports_[row].id)) continue;
    beginRemoveRows({}, row, row);
    exports_.remove(row);
    endRemoveRows();
  }
  for (int row = 0; row < static_cast<int>(listed.size()); ++row) {
    const int before = rowOf(listed[row].id);
    if (before < 0) {
      beginInsertRows({}, row, row);
      exports_.insert(row, listed[row]);
      endInsertRows();
      continue;
    }
    if (before > row) {
      beginMoveRows({}, before, before, {}, row);  // those above are in order: it comes from below
      exports_.move(before, row);
      endMoveRows();
    }
    if (exports_[row] == listed[row]) continue;
    exports_[row] = listed[row];
    emit dataChanged(index(row, 0), index(row, kColumns - 1));
  }
  if (!std::exchange(known_, true)) emit noteChanged();
}

void ExportsModel::setFetched(const QString& id, std::optional<double> share) {
  if (share) {
    fetched_.insert(id, *share);
  } else {
    fetched_.remove(id);
  }
  const int row = rowOf(id);
  if (row >= 0) emit dataChanged(index(row, kState), index(row, kState));
}

int ExportsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(exports_.size());
}

int ExportsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

QString ExportsModel::text(const ExportRow& row, int column) const {
  const QLocale locale;
  switch (column) {
    case kWhat:
      return whatText(row.wish);
    case kState:
      return stateText(row);
    case kProgress:
      return row.phase == ExportRow::Phase::kDone ? QString() : progressText(row);
    case kSize:
      return sizeText(row);
    case kTime:
      return locale.toString(QDateTime::fromSecsSinceEpoch(static_cast<qint64>(row.created_unix_seconds)),
                             QLocale::ShortFormat);
    default:
      return {};
  }
}

QVariant ExportsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const ExportRow& row = exports_[index.row()];
  switch (role) {
    case Qt::DisplayRole:
      return text(row, index.column());
    case Qt::DecorationRole:
      return index.column() == kState ? QVariant(icon(iconName(row.phase))) : QVariant();
    case Qt::TextAlignmentRole:
      return index.column() == kSize ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case Qt::ToolTipRole:
      return plainToolTip({whatText(row.wish), stateText(row), row.problem, row.id, row.folder});
    case Qt::AccessibleTextRole:
      // The first column speaks for the row, as a screen reader says it when the arrow keys reach it.
      if (index.column() != kWhat) return text(row, index.column());
      return tr("%1, %2", "what, state").arg(whatText(row.wish), stateText(row)) +
             (row.problem.isEmpty() ? QString() : QStringLiteral(": ") + row.problem);
    case kShareRole:
      return index.column() == kProgress && row.phase != ExportRow::Phase::kDone && row.total > 0
                 ? QVariant(shareOf(row))
                 : QVariant();
    default:
      return {};
  }
}

QVariant ExportsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole && section == kSize) return QVariant(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case kWhat:
      return tr("Export");
    case kState:
      return tr("State");
    case kProgress:
      return tr("Progress");
    case kSize:
      return tr("Size");
    case kTime:
      return tr("Begun");
    default:
      return {};
  }
}

void ExportsModel::setWatched(bool watched) {
  if (std::exchange(watched_, watched) != watched) emit watchedChanged();
}

void ExportsModel::setProblem(const QString& problem) {
  if (std::exchange(problem_, problem) != problem) emit noteChanged();
}

void ExportsModel::setRefusal(const QString& refusal) {
  if (std::exchange(refusal_, refusal) != refusal) emit noteChanged();
}

}  // namespace gan

#include "sample_gallery/sample_model.h"

#include <QLocale>
#include <cstdlib>

namespace gan {
namespace {

// QLocale groups digits as the person's language does; six digits are more than a truncation is set with.
QString truncationText(double truncation) { return QLocale().toString(truncation, 'g', 6); }

constexpr qint64 kPatienceMs = 300;

}  // namespace

SampleModel::SampleModel(QObject* parent) : QAbstractListModel(parent), cache_(kCacheBytes), previews_(kPreviewBytes) {}

void SampleModel::clear() {
  beginResetModel();
  sheets_.clear();
  rows_.clear();
  cache_.clear();
  asked_.clear();
  failed_.clear();
  previews_.clear();
  previews_asked_.clear();
  without_preview_.clear();
  usual_size_ = {};
  endResetModel();
}

void SampleModel::append(const QVector<SampleSheet>& sheets) {
  QVector<SampleSheet> added;
  QHash<QString, qsizetype> places;  // in added: a batch may name a sheet twice, too
  for (const SampleSheet& sheet : sheets) {
    if (const int row = rowOf(sheet.name); row >= 0) {
      replace(row, sheet);
    } else if (const auto place = places.constFind(sheet.name); place != places.constEnd()) {
      added[*place] = sheet;
    } else {
      places.insert(sheet.name, added.size());
      added.append(sheet);
    }
  }
  if (added.isEmpty()) return;
  const int first = rowCount();
  beginInsertRows({}, first, first + static_cast<int>(added.size()) - 1);
  for (const SampleSheet& sheet : added) rows_.insert(sheet.name, static_cast<int>(rows_.size()));
  sheets_ += added;
  endInsertRows();
}

void SampleModel::forget(const QString& name) {
  cache_.remove(name);
  asked_.remove(name);
  failed_.remove(name);
  previews_.remove(name);
  previews_asked_.remove(name);
  without_preview_.remove(name);
}

void SampleModel::replace(int row, const SampleSheet& sheet) {
  if (sheets_[row] == sheet) return;
  sheets_[row] = sheet;
  forget(sheet.name);
  emit dataChanged(index(row), index(row));
}

void SampleModel::supersedeAfter(qint64 step, int new_segment) {
  int first = -1;  // of the neighbouring rows that change together
  for (int row = 0; row <= sheets_.size(); ++row) {
    bool changes = false;
    if (row < sheets_.size()) {
      SampleSheet& sheet = sheets_[row];
      changes = !sheet.superseded && sheet.segment < new_segment && sheet.step > step;
      if (changes) sheet.superseded = true;
    }
    if (changes && first < 0) first = row;
    if (!changes && first >= 0) {
      emit dataChanged(index(first), index(row - 1), {kSupersededRole, Qt::DisplayRole, Qt::AccessibleTextRole});
      first = -1;
    }
  }
}

void SampleModel::setImage(const QString& name, const QImage& image, const SheetGrid& grid) {
  asked_.remove(name);
  const int row = rowOf(name);
  if (row < 0) return;  // of a run that is no longer shown
  // A picture that alone would fill the memory is as good as none.
  const bool usable = !image.isNull() && cache_.insert(name, new Picture{image, grid}, image.sizeInBytes());
  if (usable) {
    failed_.remove(name);
    usual_size_ = image.size();
  } else {
    failed_.insert(name);
  }
  emit dataChanged(index(row), index(row), {kImageRole});
}

void SampleModel::dropImage(const QString& name) {
  if (!asked_.remove(name)) return;
  if (const int row = rowOf(name); row >= 0) emit dataChanged(index(row), index(row), {kImageRole});
}

void SampleModel::setPreview(const QString& name, const QImage& preview) {
  previews_asked_.remove(name);
  const int row = rowOf(name);
  if (row < 0) return;
  if (preview.isNull()) {
    without_preview_.insert(name);
  } else {
    previews_.insert(name, new QImage(preview), preview.sizeInBytes());
  }
  emit dataChanged(index(row), index(row), {kImageRole});
}

QImage SampleModel::previewInMemory(int row) const {
  const QImage* small = isRow(row) ? previews_.object(sheets_[row].name) : nullptr;
  return small != nullptr ? *small : imageInMemory(row);
}

void SampleModel::wishPreview(int row) const {
  if (!isRow(row)) return;
  const QString& name = sheets_[row].name;
  if (!has_previews_ || without_preview_.contains(name)) {
    image(row);
  } else if (!previews_.contains(name) && !previews_asked_.contains(name)) {
    previews_asked_.insert(name);
    emit previewWanted(name);
  }
}

bool SampleModel::isPreviewAsked(int row) const {
  return isRow(row) && (previews_asked_.contains(sheets_[row].name) || isAsked(row));
}

int SampleModel::nearestRow(qint64 step) const {
  int best = -1;
  quint64 best_distance = 0;
  for (int row = 0; row < sheets_.size(); ++row) {
    if (sheets_[row].superseded) continue;
    const qint64 at = sheets_[row].step;
    const quint64 distance = at < step ? static_cast<quint64>(step) - static_cast<quint64>(at)
                                       : static_cast<quint64>(at) - static_cast<quint64>(step);
    if (best >= 0 && distance > best_distance) continue;
    best = row;
    best_distance = distance;
  }
  return best;
}

int SampleModel::newestRow() const {
  for (int row = rowCount() - 1; row >= 0; --row) {
    if (!sheets_[row].superseded) return row;
  }
  return rowCount() - 1;
}

QImage SampleModel::image(int row) const {
  if (!isRow(row)) return {};
  const QString name = sheets_[row].name;
  if (const Picture* cached = cache_.object(name)) return cached->image;
  if (asked_.contains(name) || failed_.contains(name)) return {};
  asked_.insert(name);
  if (has_previews_ && !without_preview_.contains(name)) wishPreview(row);
  emit imageWanted(name);
  return imageInMemory(rowOf(name));  // it may have been answered at once
}

QImage SampleModel::imageInMemory(int row) const {
  const Picture* cached = isRow(row) ? cache_.object(sheets_[row].name) : nullptr;
  return cached ? cached->image : QImage();
}

SheetGrid SampleModel::grid(int row) const {
  const Picture* cached = isRow(row) ? cache_.object(sheets_[row].name) : nullptr;
  return cached ? cached->grid : SheetGrid();
}

bool SampleModel::isAsked(int row) const { return isRow(row) && asked_.contains(sheets_[row].name); }

bool SampleModel::failed(int row) const { return isRow(row) && failed_.contains(sheets_[row].name); }

void SampleModel::retry(int row) {
  if (isRow(row) && failed_.remove(sheets_[row].name)) emit dataChanged(index(row), index(row), {kImageRole});
}

int SampleModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(sheets_.size());
}

QVariant SampleModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid)) return {};
  const SampleSheet& sheet = sheets_[index.row()];
  switch (role) {
    case Qt::DisplayRole:
      return stepText(sheet.step);
    case Qt::ToolTipRole:
      return sheetCaption(sheet);
    case Qt::AccessibleTextRole:
      return sheetAccessibleText(sheet);
    case kNameRole:
      return sheet.name;
    case kStepRole:
      return sheet.step;
    case kSegmentRole:
      return sheet.segment;
    case kTruncationRole:
      return sheet.truncation;
    case kSupersededRole:
      return sheet.superseded;
    case kImageRole: {
      const QImage found = image(index.row());
      return found.isNull() ? QVariant() : QVariant(found);
    }
    default:
      return {};
  }
}

QString stepText(qint64 step) { return QLocale().toString(step); }

QString sheetCaption(const SampleSheet& sheet) {
  const QString step = stepText(sheet.step);
  if (sheet.truncation > 0) {
    const QString truncation = truncationText(sheet.truncation);
    return sheet.superseded ? SampleModel::tr("Step %1 · truncation %2 · superseded").arg(step, truncation)
                            : SampleModel::tr("Step %1 · truncation %2").arg(step, truncation);
  }
  return sheet.superseded ? SampleModel::tr("Step %1 · no truncation · superseded").arg(step)
                          : SampleModel::tr("Step %1 · no truncation").arg(step);
}

QString sheetAccessibleText(const SampleSheet& sheet) {
  const QString step = stepText(sheet.step);
  if (sheet.truncation > 0) {
    const QString truncation = truncationText(sheet.truncation);
    return sheet.superseded ? SampleModel::tr("Superseded samples at step %1, truncation %2").arg(step, truncation)
                            : SampleModel::tr("Samples at step %1, truncation %2").arg(step, truncation);
  }
  return sheet.superseded ? SampleModel::tr("Superseded samples at step %1, no truncation").arg(step)
                          : SampleModel::tr("Samples at step %1, no truncation").arg(step);
}

FetchPacer::FetchPacer(SampleModel& model, QObject* parent) : QObject(parent), model_(model) {
  patience_.setSingleShot(true);
  connect(&patience_, &QTimer::timeout, this, &FetchPacer::due);
  connect(&model, &QAbstractItemModel::modelReset, this, [this] { waiting_for_.clear(); });
  connect(&model, &QAbstractItemModel::dataChanged, this, [this] {
    if (!waiting_for_.isEmpty() && !model_.isAsked(model_.rowOf(waiting_for_))) waiting_for_.clear();
  });
}

void FetchPacer::request(int row) {
  if (model_.isAsked(row)) return;
  if (!waiting_for_.isEmpty() && waiting_since_.elapsed() < kPatienceMs) {
    if (!patience_.isActive()) patience_.start(static_cast<int>(kPatienceMs - waiting_since_.elapsed()));
    return;
  }
  waiting_for_ = model_.sheets()[row].name;
  waiting_since_.start();
  model_.image(row);
}

}  // namespace gan

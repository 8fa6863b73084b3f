#include "data/data_model.h"

#include <QLocale>

namespace gan {
namespace {

/// What the list of sizes lacks stands in its last line, so that all shares are of all images.
QVector<ClassCount> sizeCounts(const DataFacts& facts) {
  QVector<ClassCount> result;
  qint64 rest = facts.images - facts.damaged.size();
  for (const SizeCount& size : facts.sizes) {
    result << ClassCount{
        DataModel::tr("%1 × %2 px").arg(QLocale().toString(size.width), QLocale().toString(size.height)), size.images};
    rest -= size.images;
  }
  if (!facts.sizes_in_all) return result;
  const QString others = QLocale().toString(facts.sizes_in_all->count - facts.sizes.size());
  return result << ClassCount{DataModel::tr("%1 other sizes").arg(others), rest};
}

}  // namespace

DataModel::DataModel(QObject* parent) : QObject(parent), classes_(tr("Class")), sizes_(tr("Width × height")) {}

void DataModel::setSource(const Source& source) {
  if (source == source_) return;
  source_ = source;
  emit sourceChanged();
}

void DataModel::setWork(Work work) {
  if (work == work_) return;
  work_ = work;
  progress_ = {};
  emit workChanged();
}

void DataModel::setProgress(const Progress& progress) {
  progress_ = progress;
  emit progressChanged();
}

void DataModel::setFailure(const QString& failure) {
  failure_ = failure;
  emit failureChanged();
}

void DataModel::setFacts(const DataFacts& facts, const QStringList& warnings, const QString& offer) {
  facts_ = facts;
  warnings_ = warnings;
  offer_ = offer;
  classes_.setCounts(facts.classes);
  sizes_.setCounts(sizeCounts(facts));
  damaged_.setFaults(facts.damaged);
  duplicates_.setFaults(facts.duplicates);
  emit factsChanged();
}

void DataModel::setSheet(const QImage& sheet) {
  sheet_ = sheet;
  emit sheetChanged();
}

void DataModel::setSpeeds(const QVector<WorkerSpeed>& speeds, std::optional<int> best) {
  speeds_.setSpeeds(speeds, best);
  emit speedsChanged();
}

void DataModel::forget() {
  setFailure({});
  setFacts({}, {}, {});
  facts_.reset();
  emit factsChanged();
  setSheet({});
  setSpeeds({}, {});
}

}  // namespace gan

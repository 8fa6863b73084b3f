#include "data/data_model.h"

#include <QLocale>

namespace gan {
namespace {

QVector<ClassCount> named(const QVector<SizeCount>& sizes) {
  QVector<ClassCount> result;
  for (const SizeCount& size : sizes) {
    result << ClassCount{
        DataModel::tr("%1 × %2 px").arg(QLocale().toString(size.width), QLocale().toString(size.height)), size.images};
  }
  return result;
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
  sizes_.setCounts(named(facts.sizes));
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

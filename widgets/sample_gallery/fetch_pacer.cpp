#include "sample_gallery/fetch_pacer.h"

#include "sample_gallery/sample_model.h"

namespace gan {
namespace {

constexpr qint64 kPatienceMs = 300;

}  // namespace

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

#include "comparison/picture_side.h"

#include <QComboBox>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <algorithm>

#include "run_list/name_elision.h"

namespace gan {
namespace {

constexpr int kNameLetters = 32;  // of a run in a title, at most

}  // namespace

PictureSide::PictureSide(const QString& letter, QObject* parent)
    : QObject(parent), letter_(letter), label_(new QLabel(letter)), runs_(new QComboBox), steps_(new QSlider) {
  label_->setTextFormat(Qt::PlainText);
  QFont bold = label_->font();
  bold.setBold(true);
  label_->setFont(bold);
  runs_->setObjectName(QStringLiteral("picture_run_") + letter.toLower());
  runs_->setAccessibleName(tr("Run of picture %1").arg(letter));
  runs_->setMinimumContentsLength(8);
  runs_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  steps_->setObjectName(QStringLiteral("picture_step_") + letter.toLower());
  steps_->setAccessibleName(tr("Step of picture %1").arg(letter));
  steps_->setOrientation(Qt::Horizontal);
  connect(runs_, &QComboBox::currentIndexChanged, this, [this] {
    chosen_.reset();
    refresh();
  });
  connect(steps_, &QSlider::valueChanged, this, &PictureSide::setRow);
}

SampleModel* PictureSide::model() const { return models_.value(runs_->currentIndex(), nullptr); }

void PictureSide::setRuns(const QStringList& names, const QVector<SampleModel*>& models) {
  const QSignalBlocker blocker(runs_);
  for (SampleModel* model : models_) model->disconnect(this);
  runs_->clear();
  runs_->addItems(names);
  names_ = names;
  pacers_.clear();
  models_ = models;
  chosen_.reset();
  for (SampleModel* model : models_) {
    pacers_.push_back(std::make_unique<FetchPacer>(*model, nullptr));  // hears the model before refresh() does
    connect(pacers_.back().get(), &FetchPacer::due, this, &PictureSide::changed);
    const auto refresh_its = [this, model] {
      if (model == this->model()) refresh();
    };
    connect(model, &QAbstractItemModel::rowsInserted, this, refresh_its);
    connect(model, &QAbstractItemModel::dataChanged, this, refresh_its);
    connect(model, &QAbstractItemModel::modelReset, this, refresh_its);
  }
  refresh();
}

int PictureSide::run() const { return runs_->currentIndex(); }

void PictureSide::setRun(int run) { runs_->setCurrentIndex(run); }

int PictureSide::row() const {
  const SampleModel* its = model();
  if (its == nullptr) return -1;
  if (step_of_other_) return its->nearestRow(*step_of_other_);
  return chosen_ && *chosen_ < its->rowCount() ? *chosen_ : its->newestRow();
}

void PictureSide::setRow(int row) {
  if (SampleModel* its = model(); its != nullptr && row >= 0 && row < its->rowCount()) its->retry(row);
  chosen_ = row;
  refresh();
}

void PictureSide::setStepOfOther(std::optional<qint64> step) {
  if (step == step_of_other_) return;
  step_of_other_ = step;
  refresh();
}

std::optional<SampleSheet> PictureSide::sheet() const {
  const int at = row();
  return at < 0 ? std::nullopt : std::optional(model()->sheets()[at]);
}

QImage PictureSide::image() {
  const int at = row();
  if (at < 0) return {};
  QImage image = model()->imageInMemory(at);
  if (image.isNull() && !model()->failed(at)) pacers_[static_cast<std::size_t>(run())]->request(at);
  return image;
}

SheetGrid PictureSide::grid() const { return row() < 0 ? SheetGrid() : model()->grid(row()); }

bool PictureSide::failed() const { return row() >= 0 && model()->failed(row()); }

QString PictureSide::title() const {
  const std::optional<SampleSheet> its = sheet();
  const QFontMetrics metrics = label_->fontMetrics();
  const QString name = elidedAmong(names_.value(run()), names_, metrics, metrics.averageCharWidth() * kNameLetters);
  const QString run = QStringLiteral("%1 · %2").arg(letter_, name);
  return its ? QStringLiteral("%1 · %2").arg(run, sheetCaption(*its)) : run;
}

void PictureSide::refresh() {
  const SampleModel* its = model();
  const QSignalBlocker blocker(steps_);
  steps_->setRange(0, its == nullptr ? 0 : std::max(0, its->rowCount() - 1));
  steps_->setValue(std::max(0, row()));
  steps_->setEnabled(!step_of_other_ && steps_->maximum() > 0);
  emit changed();
}

}  // namespace gan

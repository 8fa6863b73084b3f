#include "latent_explorer/nearest_view.h"

#include <QComboBox>
#include <QLabel>
#include <QLocale>
#include <QVBoxLayout>

#include "latent_explorer/nearest_model.h"
#include "latent_explorer/thumbnail_list.h"

namespace gan {

NearestView::NearestView(NearestModel& model, QWidget* parent)
    : QWidget(parent), model_(model), measure_(new QComboBox), sentence_(new QLabel), list_(new ThumbnailList(model)) {
  setObjectName(QStringLiteral("nearest_page"));
  measure_->setObjectName(QStringLiteral("nearest_measure"));
  measure_->setAccessibleName(tr("What is compared"));
  measure_->addItem(tr("Pixels"), static_cast<int>(NearestMeasure::kPixels));
  measure_->addItem(tr("Features"), static_cast<int>(NearestMeasure::kFeatures));
  measure_->setItemData(0, tr("At 32 × 32"), Qt::ToolTipRole);
  measure_->setItemData(1, tr("Of the classifier that an evaluation has made of these images"), Qt::ToolTipRole);
  measure_->setCurrentIndex(measure_->findData(static_cast<int>(model_.measure())));
  sentence_->setObjectName(QStringLiteral("nearest_sentence"));
  sentence_->setTextFormat(Qt::PlainText);
  sentence_->setWordWrap(true);
  list_->setObjectName(QStringLiteral("nearest"));
  list_->setAccessibleName(tr("Nearest training images"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(measure_, 0, Qt::AlignLeft);
  layout->addWidget(sentence_);
  layout->addWidget(list_);
  layout->addStretch(1);
  connect(measure_, &QComboBox::activated, this,
          [this] { model_.setMeasure(static_cast<NearestMeasure>(measure_->currentData().toInt())); });
  connect(&model_, &NearestModel::wishChanged, this, &NearestView::refresh);
  connect(&model_, &NearestModel::stateChanged, this, &NearestView::refresh);
  refresh();
}

NearestView::~NearestView() { model_.setWatched(false); }

void NearestView::refresh() {
  const QLocale locale;
  if (!model_.problem().isEmpty()) {
    sentence_->setText(model_.problem());
  } else if (model_.isSettled() && model_.measure() == NearestMeasure::kFeatures) {
    sentence_->setText(
        tr("The training images that are nearest to the picture, and how far their features are: has it been learned "
           "by heart?"));
  } else if (model_.isSettled()) {
    sentence_->setText(
        tr("The training images that are nearest to the picture, and how far their pixels are: has it been learned by "
           "heart?"));
  } else if (model_.searched() > 0) {
    sentence_->setText(tr("%1 of %2 training images are looked through")
                           .arg(locale.toString(model_.searched()), locale.toString(model_.total())));
  } else {
    sentence_->setText(tr("The training images are looked through …"));
  }
  list_->setEnabled(model_.isSettled());
}

void NearestView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  model_.setWatched(true);
}

void NearestView::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  model_.setWatched(false);
}

}  // namespace gan

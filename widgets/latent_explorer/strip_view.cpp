#include "latent_explorer/strip_view.h"

#include <QLabel>
#include <QLocale>
#include <QVBoxLayout>

#include "latent_explorer/strip_model.h"
#include "latent_explorer/thumbnail_list.h"

namespace gan {

StripView::StripView(StripModel& model, QWidget* parent)
    : QWidget(parent), model_(model), sentence_(new QLabel), list_(new ThumbnailList(model)) {
  setObjectName(QStringLiteral("strip_page"));
  sentence_->setObjectName(QStringLiteral("strip_sentence"));
  sentence_->setTextFormat(Qt::PlainText);
  sentence_->setWordWrap(true);
  list_->setObjectName(QStringLiteral("strip"));
  list_->setAccessibleName(tr("The point by each checkpoint"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(sentence_);
  layout->addWidget(list_);
  layout->addStretch(1);
  connect(list_, &ThumbnailList::taken, this, [this](int row) { emit stepChosen(model_.step(row)); });
  connect(&model_, &StripModel::problemChanged, this, &StripView::refresh);
  connect(&model_, &QAbstractItemModel::modelReset, this, &StripView::refresh);
  connect(&model_, &QAbstractItemModel::dataChanged, this, &StripView::refresh);
  refresh();
}

StripView::~StripView() { model_.setWatched(false); }

void StripView::refresh() {
  const qsizetype all = model_.rowCount();
  const qsizetype missing = model_.missing().size();
  if (all == 0) {
    sentence_->setText(tr("No checkpoints yet: with each one the strip grows by a picture."));
  } else if (!model_.problem().isEmpty()) {
    sentence_->setText(model_.problem());
  } else if (missing > 0) {
    sentence_->setText(
        tr("%1 of %2 pictures are made").arg(QLocale().toString(all - missing), QLocale().toString(all)));
  } else {
    sentence_->setText(tr("How the point came to look so: a click shows the snapshot large."));
  }
}

void StripView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  model_.setWatched(true);
}

void StripView::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  model_.setWatched(false);
}

}  // namespace gan

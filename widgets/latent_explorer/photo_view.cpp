#include "latent_explorer/photo_view.h"

#include <QDragEnterEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QMimeData>
#include <QProgressBar>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QUrl>
#include <QVBoxLayout>
#include <cmath>

#include "latent_explorer/photo_model.h"
#include "latent_explorer/picture_label.h"
#include "style/named.h"

namespace gan {
namespace {

constexpr int kSideInLines = 6;

}  // namespace

PhotoView::PhotoView(PhotoModel& model, QWidget* parent)
    : QWidget(parent),
      model_(model),
      photo_(new PictureLabel),
      best_(new PictureLabel),
      sentence_(new QLabel),
      progress_(new QProgressBar),
      steps_(new QSpinBox),
      choose_(makeButton<QToolButton>(
          "photo_choose", tr("Choose photograph …"),
          tr("Find the point whose picture is nearest to a photograph; it can be dropped here, too"))),
      search_(makeButton<QToolButton>("photo_search", tr("Search"), tr("Search anew, from the explored point"))),
      keep_(makeButton<QToolButton>("photo_keep", tr("Keep"), tr("Put the point that was found on the shelf"))) {
  setObjectName(QStringLiteral("photo_page"));
  setAcceptDrops(true);
  photo_->setObjectName(QStringLiteral("photo"));
  photo_->setAccessibleName(tr("Photograph"));
  best_->setObjectName(QStringLiteral("photo_best"));
  best_->setAccessibleName(tr("Nearest picture so far"));
  const int side = kSideInLines * fontMetrics().height();
  for (PictureLabel* label : {photo_, best_}) {
    label->setFixedSize(side, side);
    label->setFrameShape(QFrame::StyledPanel);
    label->setAlignment(Qt::AlignCenter);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
  }
  sentence_->setObjectName(QStringLiteral("photo_sentence"));
  sentence_->setTextFormat(Qt::PlainText);
  sentence_->setWordWrap(true);
  progress_->setObjectName(QStringLiteral("photo_progress"));
  progress_->setAccessibleName(tr("Steps of the search"));
  steps_->setObjectName(QStringLiteral("photo_steps"));
  steps_->setAccessibleName(tr("Steps of the search"));
  steps_->setRange(PhotoModel::kFewestSteps, PhotoModel::kMostSteps);
  steps_->setSingleStep(PhotoModel::kFewestSteps);
  steps_->setSuffix(tr(" steps"));
  steps_->setToolTip(tr("More steps come nearer and take longer"));
  auto* buttons = new QHBoxLayout;
  for (QWidget* part : std::initializer_list<QWidget*>{choose_, search_, steps_, keep_}) buttons->addWidget(part);
  buttons->addStretch(1);
  auto* side_column = new QVBoxLayout;
  side_column->addLayout(buttons);
  side_column->addWidget(progress_);
  side_column->addWidget(sentence_);
  side_column->addStretch(1);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(photo_, 0, Qt::AlignTop);
  layout->addWidget(best_, 0, Qt::AlignTop);
  layout->addLayout(side_column, 1);
  connectParts();
  refresh();
}

PhotoView::~PhotoView() { model_.stop(); }

void PhotoView::connectParts() {
  connect(&model_, &PhotoModel::changed, this, &PhotoView::refresh);
  connect(choose_, &QToolButton::clicked, this, &PhotoView::fileWished);
  connect(search_, &QToolButton::clicked, this, [this] { model_.isSearching() ? model_.stop() : model_.search(); });
  connect(steps_, &QSpinBox::valueChanged, &model_, &PhotoModel::setSteps);
  connect(keep_, &QToolButton::clicked, this, &PhotoView::keepWished);
}

QString PhotoView::sentence() const {
  const PhotoProgress& progress = model_.progress();
  if (!model_.problem().isEmpty()) return model_.problem();
  if (model_.file().isEmpty()) return tr("Choose a photograph, or drop one here: the nearest picture is looked for.");
  if (progress.best.image.isNull()) return model_.isSearching() ? tr("The search begins …") : tr("Stopped.");
  const QLocale locale;
  // As a share of the way from black to white, which people can imagine.
  return tr("step %1 of %2 · pixels differ by %3 %")
      .arg(locale.toString(progress.step), locale.toString(progress.steps),
           locale.toString(100 * std::sqrt(std::max(0.0, progress.pixels)), 'f', 1));
}

void PhotoView::refresh() {
  const PhotoProgress& progress = model_.progress();
  photo_->setPicture(model_.photo(), QFileInfo(model_.file()).fileName(), tr("Photograph"));
  best_->setPicture(progress.best.image, progress.best.line);
  best_->setVisible(!progress.best.image.isNull() || model_.isSearching());
  sentence_->setText(sentence());
  progress_->setVisible(model_.isSearching());
  progress_->setRange(0, static_cast<int>(progress.steps));
  progress_->setValue(static_cast<int>(progress.step));
  search_->setText(model_.isSearching() ? tr("Stop") : tr("Search"));
  search_->setToolTip(model_.isSearching() ? tr("End the search with what was found so far")
                                           : tr("Search anew, from the explored point"));
  search_->setEnabled(!model_.file().isEmpty());
  keep_->setEnabled(!progress.best.line.isEmpty());
  const QSignalBlocker quiet(steps_);
  steps_->setValue(model_.steps());
  steps_->setEnabled(!model_.isSearching());
}

void PhotoView::dragEnterEvent(QDragEnterEvent* event) {
  const auto* from = qobject_cast<const QWidget*>(event->source());
  if (from != nullptr && isAncestorOf(from)) return;  // its own pictures are on their way out
  const QList<QUrl> urls = event->mimeData()->urls();
  if (urls.size() == 1 && urls.first().isLocalFile()) event->acceptProposedAction();
}

void PhotoView::dropEvent(QDropEvent* event) {
  const QString file = event->mimeData()->urls().value(0).toLocalFile();
  if (file.isEmpty()) return;
  event->acceptProposedAction();
  model_.choose(file);
}

}  // namespace gan

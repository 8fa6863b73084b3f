#include "latent_explorer/latent_explorer.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QMimeData>
#include <QTabWidget>
#include <QVBoxLayout>

#include "latent_explorer/directions_view.h"
#include "latent_explorer/explorer_controls.h"
#include "latent_explorer/explorer_model.h"
#include "latent_explorer/exports_panel.h"
#include "latent_explorer/latent_plane.h"
#include "latent_explorer/nearest_view.h"
#include "latent_explorer/photo_model.h"
#include "latent_explorer/photo_view.h"
#include "latent_explorer/picture_view.h"
#include "latent_explorer/shelf_model.h"
#include "latent_explorer/shelf_view.h"
#include "latent_explorer/short_line.h"
#include "latent_explorer/strip_model.h"
#include "latent_explorer/strip_view.h"
#include "latent_explorer/thumbnail_list.h"
#include "latent_explorer/timeline_model.h"
#include "latent_explorer/timeline_view.h"
#include "style/named.h"
#include "style/scale.h"

namespace gan {

LatentExplorer::LatentExplorer(const ExplorerModels& models, QWidget* parent)
    : QWidget(parent),
      model_(models.point),
      photo_(models.photo),
      shelf_(models.shelf),
      timeline_(models.timeline),
      strip_(models.strip),
      picture_(new PictureView),
      caption_(new QLabel),
      controls_(new ExplorerControls(model_)),
      shelf_view_(new ShelfView(shelf_)),
      tabs_(new QTabWidget),
      exports_(new ExportsPanel(models.exports)) {
  auto* nearest = new NearestView(models.nearest);
  setObjectName(QStringLiteral("latent_explorer"));
  setAccessibleName(tr("Explore"));
  caption_->setObjectName(QStringLiteral("explorer_caption"));
  caption_->setTextFormat(Qt::PlainText);
  caption_->setWordWrap(true);
  caption_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* shown = new QVBoxLayout;
  shown->addWidget(caption_);
  shown->addWidget(picture_, 1);
  auto* upper = new QHBoxLayout;
  upper->setSpacing(space(*this, Space::kMedium));
  upper->addLayout(shown, 1);
  controls_->setFixedWidth(fontMetrics().averageCharWidth() * 38);
  auto* side = new QVBoxLayout;
  side->addWidget(controls_);
  side->addStretch(1);
  upper->addLayout(side);
  auto* layout = new QVBoxLayout(this);
  layout->addLayout(upper, 1);
  layout->addWidget(makeTabs(nearest));
  connectParts();
  refresh();
}

void LatentExplorer::connectParts() {
  connect(&model_, &ExplorerModel::wishChanged, this, &LatentExplorer::refresh);
  connect(&model_, &ExplorerModel::answerChanged, this, &LatentExplorer::refresh);
  connect(&model_, &ExplorerModel::factsChanged, this, &LatentExplorer::refresh);
  connect(&timeline_, &TimelineModel::pictureChanged, this, &LatentExplorer::refresh);
  connect(picture_, &PictureView::sideChanged, &model_, &ExplorerModel::setSide);
  connect(shelf_view_, &ShelfView::lineChosen, this, &LatentExplorer::lineWished);
  connect(shelf_view_, &ShelfView::choiceChanged, this, &LatentExplorer::refresh);
  connect(&shelf_, &ShelfModel::changed, this, &LatentExplorer::refresh);
  connect(&shelf_, &ShelfModel::modelReset, this, &LatentExplorer::refresh);
  for (const ThumbnailList* list : findChildren<ThumbnailList*>()) {
    connect(list, &ThumbnailList::lineCopied, this, &LatentExplorer::lineTaken);
  }
}

LatentExplorer::~LatentExplorer() {
  model_.setWatched(false);
  timeline_.stopShowing();  // parts go after what they would draw in
  photo_.stop();
}

QWidget* LatentExplorer::makeTabs(QWidget* nearest) {
  tabs_->setObjectName(QStringLiteral("explorer_tabs"));
  tabs_->setDocumentMode(true);
  tabs_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
  tabs_->addTab(makeShelfPage(), tr("Shelf"));
  auto* timeline = new TimelineView(timeline_, model_);
  tabs_->addTab(timeline, tr("Timeline"));
  connect(timeline, &TimelineView::pointWished, this, &LatentExplorer::addToTimeline);
  connect(timeline, &TimelineView::lineChosen, this, &LatentExplorer::lineWished);
  connect(timeline, &TimelineView::filmWished, this, &LatentExplorer::filmWished);
  auto* strip = new StripView(strip_);
  tabs_->addTab(strip, tr("Through training"));
  connect(strip, &StripView::stepChosen, &model_, &ExplorerModel::setStep);
  tabs_->addTab(new DirectionsView(model_), tr("Directions"));
  auto* photo = new PhotoView(photo_);
  tabs_->addTab(photo, tr("Photo"));
  photo_page_ = photo;
  connect(photo, &PhotoView::fileWished, this, &LatentExplorer::photoWished);
  connect(photo, &PhotoView::keepWished, this, [this] {
    const ExploredPicture best = photo_.progress().best;
    shelf_.keep(best.line, best.image);
    emit lineTaken(best.line);
  });
  connect(&photo_, &PhotoModel::changed, this, &LatentExplorer::refresh);
  connect(&photo_, &PhotoModel::wishChanged, this, [this] {
    if (photo_.isSearching()) searched_from_ = model_.line();
  });
  connect(&photo_, &PhotoModel::found, this, [this](const QString& line) {
    if (model_.line() == searched_from_) emit lineWished(line);  // else somebody has gone elsewhere meanwhile
  });
  connect(tabs_, &QTabWidget::currentChanged, this, &LatentExplorer::refresh);
  tabs_->addTab(nearest, tr("Nearest"));
  tabs_->addTab(exports_, tr("Exports"));
  connect(exports_, &ExportsPanel::filmWished, this, &LatentExplorer::filmWished);
  return tabs_;
}

QWidget* LatentExplorer::makeShelfPage() {
  auto* page = new QWidget;
  auto* whole = new QVBoxLayout(page);
  whole->setContentsMargins(0, 0, 0, 0);
  auto* layout = new QHBoxLayout;
  whole->addLayout(layout);
  const auto add = [&](const char* name, const QString& title, const QString& tip, auto does) {
    QToolButton* button = makeButton<QToolButton>(name, title, tip);
    layout->addWidget(button);
    connect(button, &QToolButton::clicked, this, does);
    return button;
  };
  keep_ = add("explorer_keep", tr("Keep"), tr("Put this point on the shelf below"), [this] { keep(); });
  copy_picture_ = add("explorer_copy_picture", tr("Copy picture"), tr("Copy the picture to the clipboard"),
                      [this] { copyPicture(); });
  add("explorer_copy_line", tr("Copy line"), tr("Copy the line of text that brings back this point"),
      [this] { copyLine(); });
  add("explorer_paste_line", tr("Paste line"), tr("Show the point whose line of text is on the clipboard"),
      [this] { pasteLine(); });
  layout->addStretch(1);
  send_ = add("explorer_to_timeline", tr("To the timeline"), tr("Make the chosen point the next keyframe of a film"),
              [this] { sendToTimeline(); });
  export_ = add("explorer_export", tr("Export all …"), tr("Write the pictures of all kept points into files"),
                [this] { emit pointsWished(); });
  remove_ = add("explorer_remove", tr("Remove"), tr("Take the chosen point off the shelf (Delete)"),
                [this] { shelf_view_->removeChosen(); });
  whole->addWidget(shelf_view_);  // after its buttons, as Tab reads them
  whole->addStretch(1);
  return page;
}

void LatentExplorer::showExports() { tabs_->setCurrentWidget(exports_); }

void LatentExplorer::newSeed() { controls_->newSeed(); }

void LatentExplorer::keep() {
  const QImage image = model_.isSettled() ? model_.picture().image : QImage();
  const QString line = QString::fromStdString(toText(model_.pointToKeep()));
  shelf_.keep(line, image);
  emit lineTaken(line);
}

void LatentExplorer::copyPicture() {
  to_copy_ = shown().line;
  copyWhenWhole();
}

void LatentExplorer::copyWhenWhole() {
  if (to_copy_.isEmpty()) return;
  if (to_copy_ != shown().line) {
    to_copy_.clear();
  } else if (std::unique_ptr<QMimeData> picture = picture_->dragged()) {
    to_copy_.clear();
    QGuiApplication::clipboard()->setMimeData(picture.release());
  }
}

void LatentExplorer::copyLine() {
  const QString line = QString::fromStdString(toText(model_.pointToKeep()));
  QGuiApplication::clipboard()->setText(line);
  emit lineTaken(line);
}

void LatentExplorer::replaceCopied(const QString& line, const QString& by) {
  QClipboard& clipboard = *QGuiApplication::clipboard();
  if (clipboard.text() == line) clipboard.setText(by);
}

void LatentExplorer::addToTimeline() {
  const QImage image = model_.isSettled() ? model_.picture().image : QImage();
  timeline_.add(model_.pointToKeep(), ShelfModel::thumbnailOf(image));
}

void LatentExplorer::sendToTimeline() {
  const int row = shelf_view_->chosenRow();
  if (row < 0) return;
  emit keyframeWished(shelf_.line(row), shelf_.index(row).data(Qt::DecorationRole).value<QImage>());
}

void LatentExplorer::pasteLine() { emit lineWished(QGuiApplication::clipboard()->text().trimmed()); }

/// What stands in the way of a picture of the point; empty: nothing.
QString LatentExplorer::sentence() const {
  if (!model_.isWatched()) return {};
  if (timeline_.isShown()) return timeline_.picture().problem;
  if (!model_.problem().isEmpty()) return model_.problem();
  if (model_.compares() && !model_.comparedPicture().problem.isEmpty()) return model_.comparedPicture().problem;
  const bool has_picture = !model_.picture().image.isNull();
  switch (model_.supply()) {
    case PictureSupply::kIdle:
    case PictureSupply::kStarting:
      if (!model_.reason().isEmpty()) return model_.reason();
      return has_picture ? QString() : tr("The first picture is being made …");
    case PictureSupply::kReady:
      return model_.notice();
    case PictureSupply::kLost:
      return model_.reason();
  }
  return {};
}

/// The best picture of a search stands there while it is looked at and nobody goes elsewhere.
bool LatentExplorer::showsSearch() const {
  return photo_.isSearching() && !photo_.progress().best.image.isNull() && tabs_->currentWidget() == photo_page_ &&
         model_.line() == searched_from_;
}

bool LatentExplorer::compares() const { return model_.compares() && !timeline_.isShown() && !showsSearch(); }

const ExploredPicture& LatentExplorer::shown() const {
  if (showsSearch()) return photo_.progress().best;
  return timeline_.isShown() && !timeline_.picture().image.isNull() ? timeline_.picture() : model_.picture();
}

QString LatentExplorer::caption() const {
  const ExploredPicture& picture = shown();
  if (picture.image.isNull()) return shortLine(model_.line());
  const QString line = shortLine(picture.line);
  if (picture.step < 0) return line;
  const QLocale locale;
  const ExploredPicture& compared = model_.comparedPicture();
  if (compares() && compared.step >= 0) {
    return tr("%1 — left made by the weights of step %2, right of step %3")
        .arg(line, locale.toString(picture.step), locale.toString(compared.step));
  }
  return tr("%1 — made by the weights of step %2").arg(line, locale.toString(picture.step));
}

void LatentExplorer::refresh() {
  const ExploredPicture& picture = shown();
  if (picture_->image().cacheKey() != picture.image.cacheKey()) picture_->setPicture(picture.image, picture.line);
  picture_->setOwnSide(static_cast<int>(model_.facts().resolution));
  picture_->setExact(picture.is_exact);
  copyWhenWhole();
  picture_->setComparedPicture(compares() ? model_.comparedPicture() : ExploredPicture());
  picture_->setMessage(sentence());
  caption_->setText(caption());
  copy_picture_->setEnabled(!picture.image.isNull());
  for (QToolButton* button : {send_, remove_}) button->setEnabled(shelf_view_->chosenRow() >= 0);
  export_->setEnabled(shelf_.rowCount() > 0);
}

void LatentExplorer::focusInEvent(QFocusEvent* event) {
  controls_->plane().setFocus(event->reason());  // a focus proxy would make Tab leave out what stands before
}

void LatentExplorer::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  model_.setWatched(true);
}

void LatentExplorer::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  model_.setWatched(false);
}

}  // namespace gan

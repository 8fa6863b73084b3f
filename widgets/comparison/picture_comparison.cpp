#include "comparison/picture_comparison.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QSlider>
#include <QSpinBox>
#include <QVBoxLayout>

#include "comparison/picture_difference.h"
#include "comparison/picture_side.h"
#include "sample_gallery/sheet_pane.h"

namespace gan {
namespace {

constexpr int kMostStrength = 16;
constexpr int kStrength = 2;

QString sizeText(const QImage& image) { return QStringLiteral("%1 × %2").arg(image.width()).arg(image.height()); }

}  // namespace

PictureComparison::PictureComparison(QWidget* parent)
    : QWidget(parent),
      a_(new PictureSide(QStringLiteral("A"), this)),
      b_(new PictureSide(QStringLiteral("B"), this)),
      views_(new QComboBox),
      same_step_(new QCheckBox),
      flip_(new QPushButton),
      strength_(new QSpinBox),
      first_(new SheetPane),
      second_(new SheetPane) {
  setObjectName(QStringLiteral("picture_comparison"));
  views_->setObjectName(QStringLiteral("picture_view"));
  same_step_->setObjectName(QStringLiteral("picture_same_step"));
  same_step_->setChecked(true);
  flip_->setObjectName(QStringLiteral("picture_flip"));
  flip_->setAutoDefault(false);
  strength_->setObjectName(QStringLiteral("picture_strength"));
  strength_->setRange(1, kMostStrength);
  strength_->setValue(kStrength);
  for (int i = 0; i < 3; ++i) views_->addItem(QString());
  setTexts();

  auto* choice = new QGridLayout;
  int line = 0;
  for (const PictureSide* side : {a_, b_}) {
    choice->addWidget(side->label(), line, 0);
    choice->addWidget(side->runs(), line, 1);
    choice->addWidget(side->steps(), line, 2);
    ++line;
  }
  choice->setColumnStretch(1, 1);
  choice->setColumnStretch(2, 3);
  auto* tools = new QHBoxLayout;
  tools->addWidget(views_);
  tools->addWidget(flip_);
  tools->addWidget(strength_);
  tools->addWidget(same_step_);
  tools->addStretch(1);
  auto* panes = new QHBoxLayout;
  panes->addWidget(first_, 1);
  panes->addWidget(second_, 1);
  auto* layout = new QVBoxLayout(this);
  layout->addLayout(choice);
  layout->addLayout(tools);
  layout->addLayout(panes, 1);

  connectViews(*first_, *second_);
  connectViews(*second_, *first_);
  for (const PictureSide* side : {a_, b_}) connect(side, &PictureSide::changed, this, &PictureComparison::refresh);
  connect(views_, &QComboBox::currentIndexChanged, this, &PictureComparison::refresh);
  connect(same_step_, &QCheckBox::toggled, this, &PictureComparison::refresh);
  connect(strength_, &QSpinBox::valueChanged, this, &PictureComparison::refresh);
  connect(flip_, &QPushButton::clicked, this, &PictureComparison::flip);
}

void PictureComparison::setTexts() {
  views_->setItemText(static_cast<int>(View::kBeside), tr("Side by side"));
  views_->setItemText(static_cast<int>(View::kFlip), tr("In one place"));
  views_->setItemText(static_cast<int>(View::kDifference), tr("Difference"));
  views_->setAccessibleName(tr("How two pictures are compared"));
  same_step_->setText(tr("B at the &step of A"));
  same_step_->setToolTip(tr("Show of B's run the samples of the step that is nearest to A's"));
  flip_->setText(tr("&Flip A and B"));
  flip_->setToolTip(tr("Show the other picture in the same place (Space)"));
  for (SheetPane* pane : {first_, second_}) {
    pane->view().setWhatsThis(tr(
        "Ctrl and the wheel, + and −, and 1 to 9 zoom both pictures; 0 fits them. Ctrl and an arrow choose an image."));
  }
  first_->view().setAccessibleName(tr("First compared picture"));
  second_->view().setAccessibleName(tr("Second compared picture"));
  strength_->setPrefix(tr("× ", "strength of a difference"));
  strength_->setAccessibleName(tr("Strength of the difference"));
  strength_->setToolTip(tr("How many times as strong as it is the difference is shown"));
}

void PictureComparison::connectViews(SheetPane& from, SheetPane& to) {
  connect(&from.view(), &SheetView::zoomWished, this, [&from, &to](int steps, QPointF anchor) {
    const int zoom = from.view().zoomAfter(steps);
    from.view().setZoom(zoom, anchor);
    to.view().setZoom(zoom);
    to.view().setCentre(from.view().centre());
  });
  connect(&from.view(), &SheetView::centreMoved, &to.view(), &SheetView::setCentre);
}

void PictureComparison::setRuns(const QStringList& names, const QVector<SampleModel*>& models) {
  a_->setRuns(names, models);
  b_->setRuns(names, models);
  b_->setRun(names.size() > 1 ? 1 : 0);
}

PictureComparison::View PictureComparison::view() const { return static_cast<View>(views_->currentIndex()); }

void PictureComparison::setView(View view) { views_->setCurrentIndex(static_cast<int>(view)); }

void PictureComparison::flip() {
  if (view() != View::kFlip) return;
  shows_b_ = !shows_b_;
  refresh();
}

QImage PictureComparison::picture() const { return first_->view().image(); }

QString PictureComparison::caption() const { return first_->caption(); }

void PictureComparison::refresh() {
  const std::optional<SampleSheet> of_a = a_->sheet();
  const bool follows = same_step_->isChecked() && a_->run() != b_->run() && of_a;
  b_->setStepOfOther(follows ? std::optional(of_a->step) : std::nullopt);
  same_step_->setEnabled(a_->run() != b_->run());
  flip_->setVisible(view() == View::kFlip);
  strength_->setVisible(view() == View::kDifference);
  second_->setVisible(view() == View::kBeside);
  if (!isVisible()) return;  // what nobody sees is not read
  switch (view()) {
    case View::kBeside:
      showSide(*a_, *first_);
      showSide(*b_, *second_);
      break;
    case View::kFlip:
      showSide(shows_b_ ? *b_ : *a_, *first_);
      (shows_b_ ? *a_ : *b_).image();  // so that it is there when it is wanted
      break;
    case View::kDifference:
      showDifference();
      break;
  }
}

void PictureComparison::showSide(PictureSide& side, SheetPane& pane) {
  const std::optional<SampleSheet> sheet = side.sheet();
  const QImage image = side.image();
  if (!sheet) return pane.showMessage(tr("%1: the run has no samples yet.").arg(side.title()));
  if (side.failed()) return pane.showMessage(tr("%1: the picture cannot be had.").arg(side.title()));
  if (image.isNull()) return pane.showMessage(tr("Fetching %1 …").arg(side.title()));
  pane.showPicture(side.title(), image, side.grid());
}

void PictureComparison::showDifference() {
  const QImage a = a_->image();
  const QImage b = b_->image();
  if (a.isNull()) return showSide(*a_, *first_);
  if (b.isNull()) return showSide(*b_, *first_);
  const QImage difference = pictureDifference(a, b, strength_->value());
  if (difference.isNull()) {
    first_->showMessage(tr("These pictures have no difference to be shown: A has %1 pixels and B %2. Choose sheets of "
                           "one size.")
                            .arg(sizeText(a), sizeText(b)));
    return;
  }
  first_->showPicture(tr("Difference of %1 and %2").arg(a_->title(), b_->title()), difference, a_->grid());
}

void PictureComparison::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Space && view() == View::kFlip) return flip();
  constexpr auto kOthers = Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier;
  if (!(event->modifiers() & kOthers) && zoomBy(event->key())) return;
  QWidget::keyPressEvent(event);
}

/// As in the gallery of one run. False when the key is for something else.
bool PictureComparison::zoomBy(int key) {
  SheetView& first = first_->view();
  int zoom = key - Qt::Key_0;
  if (key == Qt::Key_Plus || key == Qt::Key_Equal) {
    zoom = first.zoomAfter(+1);
  } else if (key == Qt::Key_Minus) {
    zoom = first.zoomAfter(-1);
  } else if (key < Qt::Key_0 || key > Qt::Key_9) {
    return false;
  }
  first.setZoom(zoom);
  second_->view().setZoom(zoom);
  second_->view().setCentre(first.centre());
  return true;
}

void PictureComparison::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refresh();
}

}  // namespace gan

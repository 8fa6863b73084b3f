#include "sample_gallery/gallery_tools.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QSignalBlocker>
#include <QSlider>
#include <QStandardItemModel>
#include <QToolButton>

#include "sample_gallery/sample_model.h"
#include "sample_gallery/sheet_view.h"
#include "style/icons.h"
#include "style/scale.h"

namespace gan {
namespace {

QToolButton* toolButton(const QString& name, const QString& icon_name, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setObjectName(name);
  if (!icon_name.isEmpty()) button->setIcon(icon(icon_name));
  button->setFocusPolicy(Qt::StrongFocus);
  return button;
}

}  // namespace

GalleryTools::GalleryTools(QWidget* parent)
    : QWidget(parent),
      zoom_out_(toolButton(QStringLiteral("zoom_out_button"), QStringLiteral("zoom-out"), this)),
      zoom_box_(new QComboBox(this)),
      zoom_in_(toolButton(QStringLiteral("zoom_in_button"), QStringLiteral("zoom-in"), this)),
      beside_box_(new QComboBox(this)),
      strip_button_(toolButton(QStringLiteral("filmstrip_button"), {}, this)),
      save_button_(toolButton(QStringLiteral("save_button"), QStringLiteral("save"), this)) {
  zoom_box_->setObjectName(QStringLiteral("zoom_box"));
  beside_box_->setObjectName(QStringLiteral("beside_box"));
  strip_button_->setCheckable(true);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(zoom_out_);
  layout->addWidget(zoom_box_);
  layout->addWidget(zoom_in_);
  layout->addSpacing(space(*this, Space::kSmall));
  layout->addWidget(beside_box_);
  layout->addStretch(1);
  layout->addWidget(strip_button_);
  layout->addWidget(save_button_);
  connect(zoom_out_, &QToolButton::clicked, this, [this] { emit zoomStepped(-1); });
  connect(zoom_in_, &QToolButton::clicked, this, [this] { emit zoomStepped(+1); });
  connect(zoom_box_, &QComboBox::currentIndexChanged, this, &GalleryTools::zoomChosen);
  connect(beside_box_, &QComboBox::currentIndexChanged, this,
          [this](int index) { emit besideChosen(static_cast<SampleGallery::Beside>(index)); });
  connect(strip_button_, &QToolButton::toggled, this, &GalleryTools::stripToggled);
  connect(save_button_, &QToolButton::clicked, this, &GalleryTools::saveClicked);
  setTexts();
}

void GalleryTools::show(const Shown& shown) {
  if (shown == shown_) return;
  shown_ = shown;
  apply();
}

QVector<QWidget*> GalleryTools::tabOrder() const {
  return {zoom_out_, zoom_box_, zoom_in_, beside_box_, strip_button_, save_button_};
}

void GalleryTools::apply() {
  const QSignalBlocker quiet_zoom(zoom_box_);
  const QSignalBlocker quiet_beside(beside_box_);
  const QSignalBlocker quiet_strip(strip_button_);
  zoom_box_->setEnabled(shown_.has_picture);
  zoom_box_->setCurrentIndex(shown_.zoom);
  zoom_in_->setEnabled(shown_.has_picture && shown_.can_zoom_in);
  zoom_out_->setEnabled(shown_.has_picture && shown_.can_zoom_out);
  save_button_->setEnabled(shown_.has_picture);
  strip_button_->setChecked(shown_.strip);
  beside_box_->setEnabled(shown_.has_sheets);
  const int real = static_cast<int>(SampleGallery::Beside::kReal);
  beside_box_->setCurrentIndex(static_cast<int>(shown_.beside));
  qobject_cast<QStandardItemModel*>(beside_box_->model())->item(real)->setEnabled(shown_.has_real_images);
  const QString reason = tr("No real images are known for this run.");
  beside_box_->setItemData(real, shown_.has_real_images ? QVariant() : QVariant(reason), Qt::ToolTipRole);
  beside_box_->setToolTip(
      shown_.has_real_images
          ? tr("What to compare the chosen sheet with; R shows real images in its place while it is held")
          : tr("What to compare the chosen sheet with; no real images are known for this run"));
}

void GalleryTools::setTexts() {
  zoom_out_->setToolTip(tr("Zoom out (-)"));
  zoom_out_->setAccessibleName(tr("Zoom out"));
  zoom_in_->setToolTip(tr("Zoom in (+)"));
  zoom_in_->setAccessibleName(tr("Zoom in"));
  zoom_box_->setToolTip(tr("Size of a pixel of the picture on the screen (0 fits, 1 to 9, Ctrl+wheel)"));
  zoom_box_->setAccessibleName(tr("Zoom"));
  beside_box_->setAccessibleName(tr("Picture beside the chosen sheet"));
  strip_button_->setText(tr("Filmstrip"));
  strip_button_->setAccessibleName(tr("Filmstrip"));
  strip_button_->setToolTip(tr("Show all sheets as a row of small pictures (F)"));
  save_button_->setToolTip(tr("Save the large picture as a PNG file"));
  save_button_->setAccessibleName(tr("Save the picture"));
  {
    const QSignalBlocker quiet_zoom(zoom_box_);
    const QSignalBlocker quiet_beside(beside_box_);
    zoom_box_->clear();
    zoom_box_->addItems({tr("Fit"), tr("1:1")});
    for (int factor = 2; factor <= SheetView::kMaxZoom; ++factor) {
      zoom_box_->addItem(tr("%1×", "zoom factor").arg(QLocale().toString(factor)));
    }
    beside_box_->clear();
    beside_box_->addItems({tr("Nothing beside"), tr("Newest beside"), tr("Real images beside")});
  }
  apply();
}

StepBar::StepBar(SampleModel& model, QWidget* parent)
    : QWidget(parent),
      model_(model),
      slider_(new QSlider(Qt::Horizontal, this)),
      label_(new QLabel(this)),
      newest_(new QToolButton(this)) {
  slider_->setObjectName(QStringLiteral("step_slider"));
  slider_->setPageStep(10);
  label_->setObjectName(QStringLiteral("step_label"));
  label_->setTextFormat(Qt::PlainText);
  label_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  newest_->setObjectName(QStringLiteral("newest_button"));
  newest_->setIcon(icon(QStringLiteral("newest")));
  newest_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  newest_->setCheckable(true);
  newest_->setFocusPolicy(Qt::StrongFocus);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(slider_, 1);
  layout->addWidget(label_);
  layout->addWidget(newest_);
  connect(slider_, &QSlider::valueChanged, this, &StepBar::rowChosen);
  connect(newest_, &QToolButton::clicked, this, &StepBar::followWished);
  setTexts();
}

void StepBar::show(int row, bool following) {
  const int count = model_.rowCount();
  const QSignalBlocker quiet(slider_);
  slider_->setRange(0, std::max(0, count - 1));
  slider_->setEnabled(count > 1);
  slider_->setValue(std::max(0, row));
  newest_->setEnabled(count > 0);
  newest_->setChecked(following && count > 0);
  if (row < 0 || row >= count) {
    label_->clear();
    slider_->setAccessibleDescription({});
    return;
  }
  const auto text = [&](qint64 step, int number) {
    return tr("Step %1 (%2 of %3)").arg(stepText(step), QLocale().toString(number), QLocale().toString(count));
  };
  label_->setText(text(model_.sheets()[row].step, row + 1));
  // As wide as its widest text, or the slider would move away under the mouse.
  const int widest = label_->fontMetrics().horizontalAdvance(text(model_.sheets().constLast().step, count));
  label_->setMinimumWidth(std::max(widest, label_->minimumWidth()));
  slider_->setAccessibleDescription(sheetAccessibleText(model_.sheets()[row]));
}

void StepBar::changeEvent(QEvent* event) {
  if (event->type() == QEvent::FontChange) label_->setMinimumWidth(0);
  QWidget::changeEvent(event);
}

void StepBar::setTexts() {
  slider_->setAccessibleName(tr("Sample sheet"));
  slider_->setToolTip(tr("Choose a sheet (Left and Right one by one, Page Up and Page Down by ten, Home and End)"));
  newest_->setText(tr("Newest"));
  newest_->setAccessibleName(tr("Follow the newest sheet"));
  newest_->setToolTip(tr("Show each new sheet as it comes (End)"));
}

}  // namespace gan

#include "sample_gallery/step_bar.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include "sample_gallery/sample_model.h"
#include "sample_gallery/sheet_texts.h"
#include "style/icons.h"

namespace gan {

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

#include "controls/quiet_widgets.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QIcon>
#include <QPainter>
#include <QStyle>

#include "style/icons.h"
#include "style/scale.h"

namespace gan {

void WheelGuard::protect(QWidget* widget) {
  widget->setFocusPolicy(Qt::StrongFocus);
  widget->installEventFilter(new WheelGuard(widget));
}

bool WheelGuard::eventFilter(QObject* watched, QEvent* event) {
  const auto* widget = qobject_cast<QWidget*>(watched);
  if (event->type() != QEvent::Wheel || widget == nullptr || widget->hasFocus()) return false;
  event->ignore();  // the scroll area around it takes it
  return true;
}

ElidedLabel::ElidedLabel(QWidget* parent, QPalette::ColorRole role) : QLabel(parent), role_(role) {
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
  setTextFormat(Qt::PlainText);  // as it is painted
}

QSize ElidedLabel::minimumSizeHint() const { return {0, QLabel::minimumSizeHint().height()}; }

void ElidedLabel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const QString text = fontMetrics().elidedText(this->text(), Qt::ElideRight, width());
  style()->drawItemText(&painter, rect(), static_cast<int>(alignment()), palette(), isEnabled(), text,
                        isEnabled() ? role_ : QPalette::WindowText);
}

class NoteLabel::Icon : public QWidget {
 public:
  explicit Icon(QWidget* parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed); }

  void show(const QString& name) {
    if (name == name_) return;
    name_ = name;
    icon_ = name.isEmpty() ? QIcon() : icon(name);
    setVisible(!name.isEmpty());
    update();
  }
  QSize sizeHint() const override {
    const int side = fontMetrics().height();
    return {side, side};
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    icon_.paint(&painter, rect(), Qt::AlignCenter, isEnabled() ? QIcon::Normal : QIcon::Disabled);
  }

 private:
  QString name_;
  QIcon icon_;
};

NoteLabel::NoteLabel(QWidget* parent) : QWidget(parent), icon_(new Icon(this)), text_(new QLabel) {
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins({});
  layout->setSpacing(space(*this, Space::kSmall));
  layout->addWidget(icon_, 0, Qt::AlignTop);
  layout->addWidget(text_, 1);
  text_->setWordWrap(true);
  text_->setTextFormat(Qt::PlainText);
  text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  icon_->hide();
  hide();
}

void NoteLabel::setNote(const QString& icon_name, const QString& text) {
  icon_->show(icon_name);
  text_->setText(text);
  setAccessibleName(text);
  setVisible(!text.isEmpty());
}

}  // namespace gan

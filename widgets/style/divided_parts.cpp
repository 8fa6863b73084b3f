#include "style/divided_parts.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QKeyEvent>
#include <QPainter>
#include <QStyle>
#include <QStyleOption>
#include <algorithm>

namespace gan {
namespace {

/// Qt's own reading of a splitter's handle has neither a value nor a role that all readers know.
class DividerReading : public QAccessibleWidget, public QAccessibleValueInterface {
 public:
  explicit DividerReading(Divider& divider) : QAccessibleWidget(&divider, QAccessible::Separator) {}

  QString text(QAccessible::Text kind) const override {
    const Divider* read = divider();
    if (read != nullptr && kind == QAccessible::Description) return read->description();
    return QAccessibleWidget::text(kind);
  }
  void* interface_cast(QAccessible::InterfaceType type) override {
    if (type == QAccessible::ValueInterface) return static_cast<QAccessibleValueInterface*>(this);
    return QAccessibleWidget::interface_cast(type);
  }
  QVariant currentValue() const override { return divider() != nullptr ? divider()->percent() : 0; }
  void setCurrentValue(const QVariant& value) override {
    if (divider() != nullptr) divider()->setPercent(value.toInt());
  }
  QVariant minimumValue() const override { return 0; }
  QVariant maximumValue() const override { return 100; }
  QVariant minimumStepSize() const override { return 1; }

 private:
  /// Null while it is taken down.
  Divider* divider() const { return qobject_cast<Divider*>(object()); }
};

QAccessibleInterface* readDivider(const QString& /*class_name*/, QObject* object) {
  auto* divider = qobject_cast<Divider*>(object);
  return divider != nullptr ? new DividerReading(*divider) : nullptr;
}

/// Tab visits what came into a window last, last, and Qt makes the divider after the part that it stands before.
void takePlaceBetween(QWidget& before, QWidget& divider, const QWidget& after) {
  QWidget* last = after.previousInFocusChain();
  while (last != &before && last->focusPolicy() == Qt::NoFocus) last = last->previousInFocusChain();
  const Qt::FocusPolicy policy = last->focusPolicy();
  if (policy == Qt::NoFocus) last->setFocusPolicy(Qt::TabFocus);  // Qt takes nothing else as a place
  QWidget::setTabOrder(last, &divider);
  if (policy == Qt::NoFocus) last->setFocusPolicy(policy);
}

}  // namespace

DividedParts::DividedParts(QWidget* parent) : QSplitter(parent) {}

void DividedParts::addPart(QWidget* part, const QString& title) {
  QSplitter::addWidget(part);
  const int index = indexOf(part);
  auto* divider = qobject_cast<Divider*>(handle(index));
  divider->setObjectName(QStringLiteral("divider"));
  divider->setTitles(last_title_, title);
  if (index > 0) takePlaceBetween(*widget(index - 1), *divider, *part);
  last_title_ = title;
}

QSplitterHandle* DividedParts::createHandle() { return new Divider(orientation(), *this); }

Divider::Divider(Qt::Orientation orientation, DividedParts& parts) : QSplitterHandle(orientation, &parts) {
  QAccessible::installFactory(readDivider);  // once, however often it is told
  setFocusPolicy(Qt::TabFocus);              // who drags it goes on with what had the keyboard
  connect(&parts, &QSplitter::splitterMoved, this, [this](int /*position*/, int index) {
    if (splitter()->indexOf(this) != index) return;
    QAccessibleValueChangeEvent moved(this, percent());
    QAccessible::updateAccessibility(&moved);
  });
}

void Divider::setTitles(const QString& before, const QString& after) {
  before_ = before;
  after_ = after;
  setAccessibleName(tr("Divider between %1 and %2").arg(before, after));
}

QString Divider::description() const {
  const QString text =
      orientation() == Qt::Horizontal
          ? tr("%1 is left of it, %2 right. The arrow keys left and right move it, with Ctrl, or Page Up and Page "
               "Down, further; Home and End move it as far as it goes.")
          : tr("%1 is above it, %2 below. The arrow keys up and down move it, with Ctrl, or Page Up and Page Down, "
               "further; Home and End move it as far as it goes.");
  return text.arg(before_, after_);
}

Divider::Range Divider::range() {
  Range range{};
  splitter()->getRange(splitter()->indexOf(this), &range.least, &range.most);
  return range;
}

int Divider::position() const { return orientation() == Qt::Horizontal ? x() : y(); }

int Divider::percent() {
  const auto [least, most] = range();
  return most > least ? std::clamp(100 * (position() - least) / (most - least), 0, 100) : 0;
}

void Divider::setPercent(int percent) {
  const auto [least, most] = range();
  moveSplitter(least + ((most - least) * std::clamp(percent, 0, 100) / 100));
}

/// A part that has no room at all comes back with the least that it needs, however small the step is.
int Divider::after(int distance) {
  const auto [least, most] = range();
  const int from = position();
  int to = std::clamp(from + distance, least, most);
  if (from != least && from != most) return to;
  while (to != least && to != most && closestLegalPosition(to) == from) to = std::clamp(to + distance, least, most);
  return to;
}

std::optional<int> Divider::wishedBy(const QKeyEvent& key) {
  const Qt::KeyboardModifiers held = key.modifiers() & ~Qt::KeypadModifier;
  const bool is_far = held == Qt::ControlModifier;
  if (held != Qt::NoModifier && !is_far) return {};
  const int line = fontMetrics().height();
  const bool beside = orientation() == Qt::Horizontal;
  const int pressed = key.key();
  if (pressed == (beside ? Qt::Key_Left : Qt::Key_Up)) return after(is_far ? -kFarLines * line : -line);
  if (pressed == (beside ? Qt::Key_Right : Qt::Key_Down)) return after(is_far ? kFarLines * line : line);
  if (is_far) return {};
  if (pressed == Qt::Key_PageUp) return after(-kFarLines * line);
  if (pressed == Qt::Key_PageDown) return after(kFarLines * line);
  if (pressed == Qt::Key_Home) return range().least;
  if (pressed == Qt::Key_End) return range().most;
  return {};
}

/// While it has the keyboard, its keys are no action's.
bool Divider::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride && wishedBy(*static_cast<QKeyEvent*>(event))) {
    event->accept();
    return true;
  }
  return QSplitterHandle::event(event);
}

void Divider::keyPressEvent(QKeyEvent* event) {
  if (const auto wished = wishedBy(*event)) return moveSplitter(*wished);
  QSplitterHandle::keyPressEvent(event);
}

void Divider::paintEvent(QPaintEvent* event) {
  if (!hasFocus()) return QSplitterHandle::paintEvent(event);
  QStyleOption option;
  option.initFrom(this);
  option.state.setFlag(QStyle::State_Horizontal, orientation() == Qt::Horizontal);
  QPainter painter(this);
  style()->drawControl(QStyle::CE_Splitter, &option, &painter, this);
}

}  // namespace gan

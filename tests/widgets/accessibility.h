#pragma once

#include <QAccessible>
#include <QLabel>
#include <QList>
#include <QScrollArea>
#include <QSet>
#include <QSplitterHandle>
#include <QTest>
#include <QWidget>
#include <algorithm>
#include <string>

namespace gan::test {

/// Those of a part of a window that Tab stops at, in the order in which it does; a part of another control speaks
/// through that one.
inline QList<QWidget*> tabStops(const QWidget& part) {
  QList<QWidget*> stops;
  QWidget* const window = part.window();
  for (QWidget* at = window->nextInFocusChain(); at != window; at = at->nextInFocusChain()) {
    if (!part.isAncestorOf(at) || at->window() != window) continue;
    if (!at->isVisible() || !at->isEnabled() || at->focusProxy()) continue;
    if (at->objectName().startsWith(QLatin1String("qt_"))) continue;
    if ((at->focusPolicy() & Qt::TabFocus) == Qt::TabFocus) stops << at;
  }
  return stops;
}

/// How a person who mends it finds it.
inline std::string nameInCode(const QWidget& widget) {
  return std::string(widget.metaObject()->className()) + " '" + widget.objectName().toStdString() + "' in '" +
         widget.parentWidget()->objectName().toStdString() + "'";
}

/// Those of which a screen reader knows only the kind, a line each.
inline std::string withoutName(const QWidget& part) {
  std::string names;
  for (QWidget* widget : tabStops(part)) {
    const QAccessibleInterface* read = QAccessible::queryAccessibleInterface(widget);
    if (read && !read->text(QAccessible::Name).trimmed().isEmpty()) continue;
    names += nameInCode(*widget) + "\n";
  }
  return names;
}

/// Dividers that are dragged and that no key reaches, a line each.
inline std::string onlyForTheMouse(const QWidget& part) {
  std::string names;
  const QList<QWidget*> stops = tabStops(part);
  for (QSplitterHandle* divider : part.findChildren<QSplitterHandle*>()) {
    if (divider->isVisible() && !stops.contains(divider)) names += nameInCode(*divider) + "\n";
  }
  return names;
}

/// Labels whose words a screen reader does not say, a line each: the name that one was given takes their place.
inline std::string untold(const QWidget& part) {
  std::string names;
  for (const QLabel* label : part.findChildren<QLabel*>()) {
    const QString name = label->accessibleName();
    if (!name.isEmpty() && !name.contains(label->text())) names += nameInCode(*label) + "\n";
  }
  return names;
}

/// What Tab leads to from where the focus is, until it comes round. The window must be active.
inline QSet<const QWidget*> tabbed(const QWidget& window) {
  QSet<const QWidget*> reached;
  for (int tabs = 0; tabs < 2000 && window.focusWidget() != nullptr; ++tabs) {
    const QWidget* at = window.focusWidget();
    reached << at;
    QTest::keyClick(window.focusWidget(), Qt::Key_Tab);
    if (window.focusWidget() != at && reached.contains(window.focusWidget())) break;
  }
  return reached;
}

/// Those that no number of Tabs leaves or leads to, a line each; a page of text first shows each of its links. The
/// window must be active.
inline std::string traps(QWidget& part) {
  QWidget& window = *part.window();
  std::string names;
  for (QWidget* stop : tabStops(part)) {
    stop->setFocus(Qt::TabFocusReason);
    const QWidget* at = window.focusWidget();
    for (int tabs = 0; tabs < 200 && window.focusWidget() == at; ++tabs) {
      QTest::keyClick(window.focusWidget(), Qt::Key_Tab);
    }
    if (window.focusWidget() == at) names += nameInCode(*stop) + "\n";
  }
  const QSet<const QWidget*> reached = tabbed(window);
  for (const QWidget* stop : tabStops(part)) {
    if (!reached.contains(stop)) names += "not reached: " + nameInCode(*stop) + "\n";
  }
  return names;
}

/// Where it is seen from outside: what a scroll area shows stands where the area does, unless the other one is in it,
/// too.
inline QRect placeBeside(const QWidget& widget, const QWidget& other) {
  const QWidget* seen = &widget;
  for (const QWidget* around = &widget; !around->isWindow(); around = around->parentWidget()) {
    const bool scrolls = qobject_cast<const QScrollArea*>(around) != nullptr;
    if (scrolls && around != &widget && !around->isAncestorOf(&other)) seen = around;
  }
  return {seen->mapTo(seen->window(), QPoint()), seen->size()};
}

/// Where Tab leads against the order in which one reads: upwards, unless into a column to the right, or to the left in
/// one row. A line for each pair.
inline std::string againstReadingOrder(const QWidget& part) {
  std::string pairs;
  const QList<QWidget*> stops = tabStops(part);
  for (qsizetype i = 1; i < stops.size(); ++i) {
    const QWidget& from = *stops[i - 1];
    const QWidget& to = *stops[i];
    if (from.isAncestorOf(&to) || to.isAncestorOf(&from)) continue;
    const QRect before = placeBeside(from, to);
    const QRect after = placeBeside(to, from);
    const int shared = std::min(before.bottom(), after.bottom()) - std::max(before.top(), after.top()) + 1;
    const bool one_row = 2 * shared > std::min(before.height(), after.height());
    const bool upwards = after.center().y() < before.center().y();
    const bool next_column = after.left() > before.right();
    if (one_row ? after.right() <= before.left() : upwards && !next_column) {
      pairs += nameInCode(from) + " before " + nameInCode(to) + "\n";
    }
  }
  return pairs;
}

}  // namespace gan::test

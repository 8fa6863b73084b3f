#include "style/tab_order.h"

#include <QLayout>
#include <QList>
#include <QScrollArea>
#include <QSplitter>
#include <QWidget>
#include <algorithm>
#include <vector>

namespace gan {
namespace {

void collect(QWidget& widget, QList<QWidget*>& stops);

void collect(const QLayout& layout, QList<QWidget*>& stops) {
  for (int i = 0; i < layout.count(); ++i) {
    QLayoutItem* item = layout.itemAt(i);
    if (item->widget() != nullptr) collect(*item->widget(), stops);
    if (item->layout() != nullptr) collect(*item->layout(), stops);
  }
}

void collect(QWidget& widget, QList<QWidget*>& stops) {
  if (widget.isAncestorOf(widget.focusProxy())) {  // Qt moves it with all that is in it
    stops << &widget;
    return;
  }
  if ((widget.focusPolicy() & Qt::TabFocus) == Qt::TabFocus && widget.focusProxy() == nullptr) stops << &widget;
  if (const auto* area = qobject_cast<const QScrollArea*>(&widget)) {
    if (area->widget() != nullptr) collect(*area->widget(), stops);
  } else if (const auto* splitter = qobject_cast<const QSplitter*>(&widget)) {
    for (int i = 0; i < splitter->count(); ++i) {
      if (i > 0) collect(*splitter->handle(i), stops);
      collect(*splitter->widget(i), stops);
    }
  } else if (widget.layout() != nullptr) {
    collect(*widget.layout(), stops);
  }
}

bool isStop(const QWidget& widget) {
  const bool takes_it = (widget.focusPolicy() & Qt::TabFocus) == Qt::TabFocus && widget.focusProxy() == nullptr;
  return takes_it && widget.isVisible() && widget.isEnabled();
}

/// All of a window, part by part.
QList<QWidget*> ringOf(const QWidget& window, const QList<QWidget*>& parts) {
  std::vector<QList<QWidget*>> by_part(static_cast<std::size_t>(parts.size()) + 1);
  for (QWidget* at = window.nextInFocusChain(); at != &window; at = at->nextInFocusChain()) {
    if (at->window() != &window) continue;
    const auto holds = [at](const QWidget* part) { return part == at || part->isAncestorOf(at); };
    const auto part = std::ranges::find_if(parts, holds) - parts.begin();
    by_part[static_cast<std::size_t>(part)] << at;
  }
  QList<QWidget*> ring;
  for (const QList<QWidget*>& part : by_part) ring += part;
  return ring;
}

}  // namespace

QWidget* nextTabStop(const QWidget& window, const QList<QWidget*>& parts, Qt::FocusReason reason) {
  const QList<QWidget*> ring = ringOf(window, parts);
  const bool backwards = reason == Qt::BacktabFocusReason;
  const qsizetype count = ring.size();
  qsizetype at = ring.indexOf(window.focusWidget());
  if (at < 0 && backwards) at = 0;  // before the first is the last
  for (qsizetype tries = 0; tries < count; ++tries) {
    at = (at + (backwards ? count - 1 : 1)) % count;
    if (isStop(*ring[at])) return ring[at];
  }
  return nullptr;
}

void takeTabPlace(QWidget& part) {
  QList<QWidget*> stops;
  if (part.layout() != nullptr) collect(*part.layout(), stops);
  const Qt::FocusPolicy policy = part.focusPolicy();
  part.setFocusPolicy(Qt::TabFocus);  // Qt takes nothing else as a place
  QWidget* before = &part;
  for (QWidget* stop : stops) {
    QWidget::setTabOrder(before, stop);
    before = stop;
  }
  part.setFocusPolicy(policy);
}

}  // namespace gan

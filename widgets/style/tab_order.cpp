#include "style/tab_order.h"

#include <QLayout>
#include <QList>
#include <QScrollArea>
#include <QSplitter>
#include <QWidget>

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
    for (int i = 0; i < splitter->count(); ++i) collect(*splitter->widget(i), stops);
  } else if (widget.layout() != nullptr) {
    collect(*widget.layout(), stops);
  }
}

}  // namespace

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

#pragma once

#include <QLabel>
#include <QString>

namespace gan {

/// A widget with its names: of the object, for tests, and for screen readers where its title does not say it.
template <class Widget>
Widget* named(Widget* widget, const QString& name, const QString& accessible = {}) {
  widget->setObjectName(name);
  if (!accessible.isEmpty()) widget->setAccessibleName(accessible);
  return widget;
}

template <class Widget>
Widget* named(Widget* widget, const char* name, const QString& accessible = {}) {
  return named(widget, QString(QLatin1String(name)), accessible);
}

/// The same of one that keys reach, also where those of its kind are for the mouse alone.
template <class Widget, class Name>
Widget* reachable(Widget* widget, const Name& name, const QString& accessible = {}) {
  widget->setFocusPolicy(Qt::StrongFocus);
  return named(widget, name, accessible);
}

/// A button with a title that keys reach.
template <class Button>
Button* makeButton(const char* name, const QString& title, const QString& tip) {
  auto* button = reachable(new Button, name);
  button->setText(title);
  button->setToolTip(tip);
  return button;
}

/// Sentences as they are, in as many lines as they need.
inline QLabel* makeLabel(const char* name) {
  auto* label = named(new QLabel, name);
  label->setTextFormat(Qt::PlainText);
  label->setWordWrap(true);
  return label;
}

}  // namespace gan
